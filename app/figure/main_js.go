package figure

import (
	"syscall/js"

	"gridbox/app/compute"
	"gridbox/app/lang"
	"gridbox/app/yield"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// Main shows the figure of the page's address. It returns if it cannot; the
// script that started the program then reports this in the page.
func Main() {
	yield.Yield() // a pause between the start of the program and the figure
	if err := run(); err != nil {
		js.Global().Get("console").Call("error", err.Error())
	}
}

// run shows the figure of the page's address until the page is closed. An invalid address is shown as a fault in the
// figure. run returns an error if the addresses of the workers are missing, or the error of Serve.
func run() error {
	location := js.Global().Get("location")
	page := DefaultPreset
	if preset := js.Global().Get("document").Get("documentElement").Get("dataset").Get("preset"); preset.Truthy() {
		page = preset.String()
	}
	useLanguage()
	address, fault := ReadAddress(location.Get("search").String(), location.Get("hash").String(), page)
	addresses, err := compute.PageAddresses()
	if err != nil {
		return err
	}
	kinds := compute.Open(addresses)
	js.Global().Get("document").Call("addEventListener", "gbrest", js.FuncOf(func(js.Value, []js.Value) any {
		kinds.Rest() // two other figures became visible after this one
		return nil
	}))
	engine := &LockedEngine{Engine: kinds}
	f := New(address, base(), engine)
	return Serve(f, func(do func(func())) {
		engine.Do = do
		switch {
		case fault != nil:
			do(func() { f.Break(fault.Error(), nil) })
		case address.Example != "":
			fetchExample(f.Base+"/"+address.Example, func(text []byte, err error) {
				do(func() { f.openExample(text, err) })
			})
		default:
			do(func() { f.Open(nil) })
		}
	})
}

// useLanguage uses the catalogue that the page has loaded. Without a usable one the texts are English.
func useLanguage() {
	texts := js.Global().Get("gridboxTexts")
	if !texts.Truthy() {
		return
	}
	language := texts.Get("language").String()
	if err := lang.Use(language, texts.Get("catalogue").String()); err != nil {
		js.Global().Get("console").Call("warn", err.Error())
		return
	}
	js.Global().Get("document").Get("documentElement").Set("lang", language)
}

func (f *Figure) openExample(text []byte, err error) {
	if err != nil {
		f.Break(err.Error(), nil)
		return
	}
	f.Open(text)
}

// base returns the site's prefix, from the block of addresses in the page.
func base() string {
	block := js.Global().Get("document").Call("getElementById", "gridbox-config").Get("textContent")
	prefix := js.Global().Get("JSON").Call("parse", block).Get("base")
	if prefix.Type() != js.TypeString {
		return ""
	}
	return prefix.String()
}

// LockedEngine is an engine whose callbacks change the figure under the renderer's lock
// and have it drawn afterwards.
type LockedEngine struct {
	Engine Engine
	Do     func(func()) // the function that Serve passes to start
}

// Parse parses in pieces of a few milliseconds, between which the page can draw
// and handle events.
func (l *LockedEngine) Parse(text []byte, prepare func(*scenario.Scenario, func()),
	done func(*scenario.Scenario, doc.Faults)) {
	go func() {
		pause := yield.Pauser()
		s, faults := catalog.ParseWith(text, pause)
		if len(faults) == 0 {
			prepare(s, pause)
		}
		l.Do(func() { done(s, faults) })
	}()
}

// Expand is Engine.Expand with done under the lock.
func (l *LockedEngine) Expand(kind string, text []byte, done func([]byte, *compute.Trouble)) func() {
	return l.Engine.Expand(kind, text, func(explicit []byte, trouble *compute.Trouble) {
		l.Do(func() { done(explicit, trouble) })
	})
}

// Explain is Engine.Explain with done under the lock.
func (l *LockedEngine) Explain(kind string, text []byte, run scenario.Run, about map[string]string,
	done func(compute.Explanation, *compute.Trouble)) func() {
	return l.Engine.Explain(kind, text, run, about, func(why compute.Explanation, trouble *compute.Trouble) {
		l.Do(func() { done(why, trouble) })
	})
}

// Scope is Engine.Scope with done under the lock.
func (l *LockedEngine) Scope(text []byte, done func(compute.Scope, *compute.Trouble)) func() {
	return l.Engine.Scope(text, func(scope compute.Scope, trouble *compute.Trouble) {
		l.Do(func() { done(scope, trouble) })
	})
}

// Survey is Engine.Survey with its callbacks under the lock.
func (l *LockedEngine) Survey(kind string, text []byte, metric string, size int, seen func([]byte, int),
	ended func(*compute.Trouble)) func() {
	return l.Engine.Survey(kind, text, metric, size,
		func(view []byte, done int) { l.Do(func() { seen(view, done) }) },
		func(trouble *compute.Trouble) { l.Do(func() { ended(trouble) }) })
}

// Solve is Engine.Solve with its callbacks under the lock.
func (l *LockedEngine) Solve(kind string, text []byte, run scenario.Run, progress func(done, total int),
	done func(*scenario.Answer, *compute.Trouble)) func() {
	return l.Engine.Solve(kind, text, run,
		func(n, total int) { l.Do(func() { progress(n, total) }) },
		func(answer *scenario.Answer, trouble *compute.Trouble) { l.Do(func() { done(answer, trouble) }) })
}
