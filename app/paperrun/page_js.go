package paperrun

import (
	"strconv"
	"syscall/js"

	"gridbox/app/compute"
	"gridbox/core/scenario"
	"gridbox/core/study/paper"
)

// IsPage reports whether the page is that of a paper.
func IsPage() bool { return element("rerun").Truthy() }

// Main handles the requests of the buttons of a paper's page until the page is closed. If the addresses of the
// workers are missing, it shows the error and returns. It exchanges two events with paperrun.js:
//
//	gbrerun     from paperrun.js: all, cancel, or the number of an experiment
//	gblistens   to paperrun.js: the program is there
func Main() {
	place := element("rerun")
	data := place.Get("dataset")
	r := &Rerun{Paper: data.Get("paper").String(), Answers: !data.Get("answers").IsUndefined(), Page: browser{place}}
	addresses, err := compute.PageAddresses()
	if err != nil {
		r.Page.Say(err.Error(), true)
		return
	}
	r.Kinds = compute.Open(addresses)
	turns := make(chan func(), 64)
	r.RunOnPage = func(f func()) { turns <- f }
	numbers := experiments(r)
	document().Call("addEventListener", "gbrerun", js.FuncOf(func(_ js.Value, args []js.Value) any {
		what := args[0].Get("detail").String()
		go r.RunOnPage(func() { r.handleRequest(what, numbers) })
		return nil
	}))
	document().Call("dispatchEvent", js.Global().Get("Event").New("gblistens"))
	for f := range turns {
		f()
	}
}

func (r *Rerun) handleRequest(what string, numbers []int) {
	share, _ := strconv.Atoi(element("rerun-share").Get("value").String())
	switch n, err := strconv.Atoi(what); {
	case what == "cancel":
		r.Cancel()
	case what == "all":
		r.Start(numbers, share)
	case err == nil && n >= 0 && n < len(r.Experiments) && r.Experiments[n].Scenario != nil:
		r.Start([]int{n}, share)
	}
}

// experiments reads the experiments from the links that open them in the
// laboratory.
func experiments(r *Rerun) (numbers []int) {
	list := document().Call("querySelectorAll", ".experiments li")
	for i := range list.Length() {
		item := list.Index(i)
		x := Experiment{Name: item.Get("dataset").Get("name").String()}
		if link := item.Call("querySelector", "a"); link.Truthy() {
			if s, faults := scenario.OpenLink(link.Get("hash").String()); len(faults) == 0 && s.Study != nil {
				x.Scenario = s
				numbers = append(numbers, i)
			}
		}
		r.Experiments = append(r.Experiments, x)
	}
	return numbers
}

func document() js.Value { return js.Global().Get("document") }

func element(id string) js.Value { return document().Call("getElementById", id) }

// browser implements Page in the browser.
type browser struct{ root js.Value }

func (b browser) Say(text string, trouble bool) {
	status := element("rerun-status")
	status.Set("textContent", text)
	status.Get("classList").Call("toggle", "trouble", trouble)
}

func (b browser) Progress(done, size int) {
	bar := b.root.Call("querySelector", "progress")
	bar.Set("hidden", size == 0)
	bar.Set("max", max(1, size))
	bar.Set("value", done)
}

func (b browser) Running(on bool) {
	b.root.Call("querySelector", `[data-rerun="cancel"]`).Set("disabled", !on)
	b.root.Call("querySelector", "select").Set("disabled", on)
}

// Show writes the new results into the cells of their rows. Rows that the page lacks are skipped.
func (b browser) Show(rows []paper.RowView) {
	element("main").Get("classList").Call("add", "rerunning")
	for _, row := range rows {
		cell := document().Call("querySelector", `tr[data-row="`+row.ID+`"] td.here`)
		if !cell.Truthy() {
			continue
		}
		cell.Call("replaceChildren", piece("b", "", row.Ours), piece("small", "", row.Interval),
			piece("span", "verdict "+row.Class, row.Verdict), piece("small", "", row.Miss))
		cell.Set("title", "over "+strconv.Itoa(row.Count))
	}
}

func piece(tag, class, text string) js.Value {
	el := document().Call("createElement", tag)
	el.Set("className", class)
	el.Set("textContent", text)
	return el
}
