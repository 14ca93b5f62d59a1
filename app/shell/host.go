//go:build js && wasm

package shell

import (
	"syscall/js"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab"
	"gridbox/app/lab/feature"
	"gridbox/app/lang"
	"gridbox/app/store"
)

// host is the laboratory's access to its page. At the start the page has sent the values that the laboratory reads;
// see start in assets/js/link.js.
type host struct {
	loop    *loop
	start   js.Value
	address lab.Address // the last address of the page
}

func (h *host) Page(f func()) { h.loop.enqueue(f) }

func (h *host) AfterFunc(wait time.Duration, f func()) {
	time.AfterFunc(wait, func() { h.loop.enqueue(f) })
}

func (h *host) AfterDraw(f func()) { h.loop.afterDraw = append(h.loop.afterDraw, f) }

func (h *host) Background(f func()) { go f() }

// NotifyRestored repeats the last input before a reload, which the laboratory of that page did not receive.
func (h *host) NotifyRestored() {
	unheard := h.start.Get("unheard")
	if !unheard.Truthy() {
		return
	}
	l, list := h.loop.lab, unheard.Get("events")
	h.loop.enqueue(func() {
		l.Resume(text(unheard, "example"))
		for i := range list.Length() {
			of, d := text(list.Index(i), "type"), list.Index(i).Get("detail")
			if of == "gbtext" && text(d, "of") == "" {
				l.Retype(text(d, "text"))
			} else {
				events[of](l, d)
			}
		}
		l.Note() // the page discards the input at the next message
		h.Call("resumed")
	})
}

func (h *host) Now() float64 { return js.Global().Get("performance").Call("now").Float() }

// immediateCalls are the adapters that store data. Their calls are not delayed until the next frame, because the page
// may be closing.
var immediateCalls = map[string]bool{"hold": true, "remember": true, "example": true, "resumed": true,
	"reloadOnce": true}

func (h *host) Call(adapter string, args ...any) {
	if immediateCalls[adapter] {
		post(map[string]any{"call": adapter, "args": args, "seen": h.loop.lastEvent})
		return
	}
	h.loop.calls = append(h.loop.calls, map[string]any{"call": adapter, "args": args})
}

func (h *host) StartState() lab.StartState {
	d := h.start
	return lab.StartState{Narrow: d.Get("narrow").Truthy(), Dark: d.Get("dark").Truthy(), Theme: text(d, "theme"),
		FaultyText: text(d, "held"), AsideDraft: text(d, "aside"), Tab: text(d, "tab"), Task: text(d, "task"),
		AllowedPrograms: text(d, "allowed"), Site: text(d, "site"),
		StopReason: text(d, "stopped"), PictureSize: [2]float64{number(d, "width"), number(d, "height")}}
}

func (h *host) Address() lab.Address { return h.address }

func addressOf(d js.Value) lab.Address { return lab.ReadAddress(text(d, "search"), text(d, "hash")) }

// Workers returns the workers that compute, and starts the first one.
func (h *host) Workers() (feature.Workers, error) {
	addresses, err := compute.ReadAddresses(text(h.start, "config"))
	if err != nil {
		return nil, err
	}
	c := crew{compute.OpenWith(addresses, h.start.Get("module"))}
	c.Warm(lab.FirstKind)
	return c, nil
}

func (h *host) Library() lab.Library { return lab.Shelf(store.OpenTab(text(h.start, "base"))) }

// crew adapts the real workers to the laboratory's interface.
type crew struct{ *compute.Kinds }

func (c crew) Study(kind string, o compute.Order, paused bool) feature.Study {
	return c.Kinds.Study(kind, o, paused)
}

func (c crew) Search(kind string, chase compute.SearchOrder) feature.Search {
	return c.Kinds.Search(kind, chase)
}

// Main runs the laboratory; start contains the first message of the page's
// script.
func Main(start js.Value) {
	l := &loop{wake: make(chan struct{}, 1)}
	h := &host{loop: l, start: start, address: addressOf(start)}
	l.navigate = func(d js.Value) {
		h.address = addressOf(d)
		l.lab.Navigate()
	}
	language := text(start, "language")
	err := lang.Use(language, text(start, "catalogue"))
	l.lab = lab.New(h, []byte(text(start, "first")), text(start, "base"))
	l.enqueue(l.lab.Start)
	switch {
	case err != nil:
		l.enqueue(func() { l.lab.ReportLanguageError(err) })
	case language != "":
		l.enqueue(func() { h.Call("translated", language) })
	}
	start.Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.handleMessage(args[0])
		return nil
	}))
	l.run()
}
