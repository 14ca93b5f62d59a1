// Package alone runs the figure in a page that is one file (core/onepage). Such a page has no site and makes no
// requests.
package alone

import (
	"syscall/js"

	"gridbox/app/compute"
	"gridbox/app/figure"
	"gridbox/core/doc"
	"gridbox/core/onepage"
	"gridbox/core/scenario"
)

// Main shows the page's scenario and returns when it cannot. The script onepage.js stores the compiled program, the
// script of its workers, and whether workers run, in gridboxOnePage.
func Main() {
	if err := run(js.Global().Get("gridboxOnePage")); err != nil {
		js.Global().Get("console").Call("error", err.Error())
	}
}

// run shows the figure of the documents in the page until the page is closed. Workers solve the runs if the page
// allows them; otherwise the page solves them itself. The page contains the script and the module of the workers. run
// returns the error of [figure.Serve].
func run(page js.Value) error {
	var about onepage.About
	doc.Decode(block(onepage.AboutID), &about)
	engine := &figure.LockedEngine{Engine: &pageEngine{}}
	if page.Get("workers").Bool() {
		engine.Engine = compute.OpenCompiled(page.Get("script").String(), page.Get("module"))
	}
	f := figure.New(figure.Address{Run: about.Run}, about.Site, engine)
	f.Alone = true
	if r, faults := scenario.ParseResult(block(onepage.ResultID)); len(faults) == 0 {
		f.Give(r.Runs)
	}
	return figure.Serve(f, func(do func(func())) {
		engine.Do = do
		do(func() { f.OpenDocument(block(onepage.ScenarioID)) })
	})
}

// block returns the text of one of the page's documents.
func block(id string) []byte {
	element := js.Global().Get("document").Call("getElementById", id)
	if element.IsNull() {
		return nil
	}
	return []byte(element.Get("textContent").String())
}

// A pageEngine computes in the page itself, one run at a time. It is used if workers are not allowed: browsers may
// refuse them to a local file or in an archive's viewer.
type pageEngine struct{ figure.Direct }

// Expand expands the scenario after the page has drawn its present state.
func (h *pageEngine) Expand(kind string, text []byte, done func([]byte, *compute.Trouble)) func() {
	defer h.stepLater()
	return h.Direct.Expand(kind, text, done)
}

// Solve solves a run after the page has drawn its present state.
func (h *pageEngine) Solve(kind string, text []byte, run scenario.Run, progress func(done, total int),
	done func(*scenario.Answer, *compute.Trouble)) func() {
	defer h.stepLater()
	return h.Direct.Solve(kind, text, run, progress, done)
}

// Explain explains a run after the page has drawn its present state.
func (h *pageEngine) Explain(kind string, text []byte, run scenario.Run, about map[string]string,
	done func(compute.Explanation, *compute.Trouble)) func() {
	defer h.stepLater()
	return h.Direct.Explain(kind, text, run, about, done)
}

// stepLater computes the next step after the browser has handled its pending events.
func (h *pageEngine) stepLater() {
	var step js.Func
	step = js.FuncOf(func(js.Value, []js.Value) any {
		step.Release()
		h.Step()
		return nil
	})
	js.Global().Call("setTimeout", step, 0)
}
