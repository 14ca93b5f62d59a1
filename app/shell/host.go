package shell

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/lab"
)

// host is the page in a browser. What elements cannot say goes through the
// adapters in assets/js, which hang on window.gridbox.
//
// The laboratory starts before it is drawn. What it wants to be done on the page
// until then waits for go-app's context.
type host struct {
	ctx    app.Context
	breath breath
}

func (h *host) Page(f func()) {
	if h.early(f) {
		return
	}
	h.ctx.Dispatch(func(app.Context) { f() })
}

// early keeps what comes before the laboratory is drawn for when it is.
func (h *host) early(f func()) bool {
	if !h.breath.mounted {
		h.breath.early = append(h.breath.early, f)
	}
	return !h.breath.mounted
}

// mounted does what came early, in its order.
func (h *host) mounted(ctx app.Context) {
	h.ctx, h.breath.mounted = ctx, true
	for _, f := range h.breath.early {
		f()
	}
	h.breath.early = nil
	h.Drawn(func() { h.breath.over = true })
}

func (h *host) Breathe() { h.breath.take() }

func (h *host) After(wait time.Duration, f func()) { time.AfterFunc(wait, func() { h.Page(f) }) }

func (h *host) Drawn(f func()) {
	if h.early(func() { h.Drawn(f) }) {
		return
	}
	h.ctx.Defer(func(app.Context) { f() })
}

func (h *host) Beside(f func()) { go f() }

func (h *host) Now() float64 { return app.Window().Get("performance").Call("now").Float() }

func (h *host) Call(adapter string, args ...any) { call(adapter, args...) }

func call(adapter string, args ...any) app.Value {
	return app.Window().Get("gridbox").Get("page").Call(adapter, args...)
}

func (h *host) Around() lab.Around {
	return lab.Around{Narrow: matches("(max-width: 800px)"), Dark: matches("(prefers-color-scheme: dark)"),
		Theme: call("remembered", "theme").String(), Held: call("held").String(), Aside: call("aside").String(),
		Tab: call("tab").String(), Task: call("task").String(), Allowed: call("remembered", "allowed").String(),
		Site: app.Window().Get("location").Get("origin").String() + base()}
}

func matches(query string) bool {
	return app.Window().Call("matchMedia", query).Get("matches").Bool()
}

func (h *host) Address() lab.Address {
	at := app.Window().Get("location")
	return lab.ReadAddress(at.Get("search").String(), at.Get("hash").String())
}

func (h *host) Workers() (lab.Workers, error) { return workers() }

func (h *host) Library() lab.Library { return library() }

// base is the path before the site's own addresses.
func base() string {
	return app.Window().Get("document").Get("documentElement").Get("dataset").Get("base").String()
}

// embedded is the first scenario, which boot.js has fetched beside the program.
func embedded() []byte {
	first := app.Window().Get("gridboxFirst")
	if !first.Truthy() {
		return nil
	}
	return []byte(first.String())
}
