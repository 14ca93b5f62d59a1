// Package shell puts the laboratory (package lab) into a page: as a component
// of go-app that draws its views and hands over what happens in them, and as
// the host that does what only a browser can. Nothing is decided here.
package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/lab"
)

// Lab is the root component of the page /lab/.
type Lab struct {
	app.Compo

	lab  *lab.Lab
	host host
}

// OnInit starts on the first scenario, as the page carries it, and goes on to what the
// address and the browser ask for: workers come while the page is drawn, and it is drawn once.
func (l *Lab) OnInit() {
	l.lab = lab.New(&l.host, embedded(), base())
	l.lab.Start()
}

// Breathe is called by go-app, as build.sh makes it, before each element that it mounts.
func (l *Lab) Breathe() { l.host.breath.take() }

// Render draws the views; each renders itself only when its key changed.
func (l *Lab) Render() app.UI {
	root := app.Elem("div")
	for _, a := range l.lab.Root() {
		root = root.Attr(a.Name, a.Value)
	}
	for event, hears := range handlers {
		root = root.On(event, func(ctx app.Context, e app.Event) {
			before := l.lab.State().Rev
			hears(l.lab, e)
			if l.lab.State().Rev == before {
				ctx.PreventUpdate()
			}
		})
	}
	views := make([]app.UI, lab.Views())
	for i := range views {
		views[i] = &view{Lab: l.lab, breath: &l.host.breath, Number: i, Key: l.lab.ViewKey(i)}
	}
	return root.Body(views...)
}

// OnMount makes the page live.
func (l *Lab) OnMount(ctx app.Context) {
	offerCopies(l.lab)
	hearLeaving(l.lab)
	l.host.mounted(ctx)
}

// OnNav opens the scenario of an address that was followed within the page.
func (l *Lab) OnNav(app.Context) { l.lab.Navigate() }

// view is the component of one view.
type view struct {
	app.Compo
	Lab    *lab.Lab
	Number int
	Key    string
	breath *breath
}

func (v *view) Render() app.UI {
	v.breath.take()
	drawn := v.Lab.View(v.Number)
	v.breath.take()
	return live(drawn)
}

// Main runs the laboratory in the browser; it returns at once anywhere else.
func Main() {
	app.RouteWithRegexp(".*", func() app.Composer { return &Lab{} })
	app.RunWhenOnBrowser()
}
