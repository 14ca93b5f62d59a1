package render

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/wire"
)

// first is the first frame of the laboratory, as bytes.
var first app.Value

// OnInit reads the first frame.
func (p *Page) OnInit() { p.read(first) }

// OnMount lets the page's script hand over frames: render(bytes, drawn) calls drawn once
// the page shows the frame.
func (p *Page) OnMount(ctx app.Context) {
	app.Window().Get("gridbox").Call("ready", app.FuncOf(func(_ app.Value, args []app.Value) any {
		ctx.Dispatch(func(ctx app.Context) {
			p.read(args[0])
			// If it is deferred here, it cannot run before the frame is read: go-app may draw between a Dispatch and
			// a Defer.
			ctx.Defer(func(app.Context) { args[1].Invoke() })
		})
		return nil
	}))
}

// OnNav notifies the page's script of a navigation within the page.
func (p *Page) OnNav(app.Context) { app.Window().Get("gridbox").Call("navigated") }

// read reads a frame. A malformed frame is an error of this build, so read panics, and the page reports that the
// laboratory has stopped.
func (p *Page) read(bytes app.Value) {
	data := make([]byte, bytes.Get("length").Int())
	app.CopyBytesToGo(data, bytes)
	f, err := wire.Read(data)
	if err != nil {
		panic(err)
	}
	p.applyFrame(&f)
}

// Main draws in the browser, once the page's script has received the first frame. It returns immediately outside a
// browser.
func Main() {
	app.RouteWithRegexp(".*", func() app.Composer { return &Page{} })
	if app.IsClient {
		came := make(chan app.Value, 1)
		app.Window().Get("gridbox").Get("first").Call("then", app.FuncOf(func(_ app.Value, args []app.Value) any {
			came <- args[0]
			return nil
		}))
		first = <-came
	}
	app.RunWhenOnBrowser()
}
