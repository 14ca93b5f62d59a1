// Package shell is the laboratory as a go-app component. It owns the one
// state, turns what happens in the page into actions, draws the views that
// depend on what changed, and does what follows from a state: have the problem
// expanded, solved and explained by workers, keep the draft, open dialogs.
// Everything that can be decided without a browser is decided elsewhere.
package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/state"
)

// Lab is the root component of the page /lab/.
type Lab struct {
	app.Compo

	s      state.State
	work   *work // what is under way in workers; nil before the page is live
	survey *surveyor
	hunter *hunter
	keep   *keeper
	play   player
	mirror mirror
}

// OnInit starts on the first scenario with its answers, the same that the
// prerendered page shows, so that taking it over moves nothing.
func (l *Lab) OnInit() { l.s = stateOf(embedded(), base()) }

// Render draws the parts; each renders itself only when its facets changed.
func (l *Lab) Render() app.UI {
	root := app.Elem("div")
	for _, a := range rooted(&l.s) {
		root = root.Attr(a.Name, a.Value)
	}
	for event, handler := range l.handlers() {
		root = root.On(event, handler)
	}
	parts := make([]app.UI, len(views))
	for i := range views {
		parts[i] = &part{Lab: l, View: i, Key: views[i].key(&l.s)}
	}
	return root.Body(parts...)
}

// OnMount makes the page live.
func (l *Lab) OnMount(ctx app.Context) {
	ui := func(f func()) { ctx.Dispatch(func(ctx app.Context) { f(); l.followed(ctx) }) }
	workers, err := newPool()
	if err != nil {
		l.do(state.Tell{Text: "The page is not complete: " + err.Error() + ". Reload it.", Error: true})
		return
	}
	l.work = newWork(workers, ui, l.do, clock)
	l.work.rest = together
	l.survey = newSurveyor(workers.(studies), ui, l.do, func() *state.State { return &l.s }, clock, l.pieces)
	l.hunter = &hunter{pool: workers.(hunts), ui: ui, do: l.do, state: func() *state.State { return &l.s }, now: clock, link: linkTo}
	l.keep = &keeper{open: openLibrary, ui: ui, do: l.do, now: func() *state.State { return &l.s }, held: heldText}
	l.do(state.Alive{Narrow: matches("(max-width: 800px)"), Dark: matches("(prefers-color-scheme: dark)"), Theme: remembered("theme")})
	l.openAddress()
	l.keep.start(&l.s)
	l.followed(ctx)
}

// OnNav opens the scenario of an address that was followed within the page.
func (l *Lab) OnNav(ctx app.Context) {
	if l.work == nil {
		return
	}
	l.openAddress()
	l.followed(ctx)
}

// do applies an action; followed must come after the last of a turn.
func (l *Lab) do(a state.Action) { l.s = state.Reduce(l.s, a) }

// act applies an action and what follows from it.
func (l *Lab) act(ctx app.Context, a state.Action) {
	l.do(a)
	l.followed(ctx)
}

// followed does what the state asks for now, and has the page brought in line
// with it once the views are drawn.
func (l *Lab) followed(ctx app.Context) {
	if l.work == nil {
		return
	}
	l.work.follow(&l.s, screenOf(&l.s))
	l.survey.follow(&l.s)
	l.keep.follow(&l.s)
	l.play.follow(ctx, l)
	ctx.Defer(func(app.Context) { l.mirror.sync(&l.s) })
}

// Main runs the laboratory in the browser; it returns at once anywhere else.
func Main() {
	app.RouteWithRegexp(".*", func() app.Composer { return &Lab{} })
	app.RunWhenOnBrowser()
}
