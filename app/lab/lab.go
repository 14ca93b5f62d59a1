// Package lab is the laboratory as far as it can be told without a browser. It
// owns the one state, turns what happens in the page into actions, says how the
// views are drawn, and does what follows from a state: have the problem
// expanded, solved and explained by workers, have studies measured, keep the
// draft. What it needs of a page it asks of its [Host].
package lab

import (
	"strings"

	"gridbox/app/state"
)

// A Lab is the laboratory of one page. Its methods are called on the page's one
// goroutine.
type Lab struct {
	host    Host
	s       state.State
	live    bool // whether anything follows from the state
	inLine  bool // whether the page's adapters have been told of it
	tab     string
	workers Workers

	work     work
	survey   surveyor
	hunter   hunter
	ship     shipper
	keep     keeper
	beside   besider
	library  librarian
	portrait portrait
	play     player
	mirror   mirror
	writing  writing
	bringer  bringer
	expect   expecter
	reading  *ask // the document that is being read; nil for none
	fade     fader
	// What workers and the browser were told last of the programs that may run.
	permitted, remembered string

	out *ask // the last file for other programs that was asked for
}

// New is the laboratory on the first scenario with its answers, the same that
// the prerendered page shows, so that taking it over moves nothing. First is
// what [Embedded] wrote, base the path before the site's own addresses.
func New(host Host, first []byte, base string) *Lab {
	l := &Lab{host: host, s: stateOf(first, base, host.Breathe)}
	l.work = work{lab: l, solving: map[string]*ask{}, tried: map[string]*ask{}}
	l.survey, l.hunter, l.keep = surveyor{lab: l}, hunter{lab: l}, keeper{lab: l}
	l.ship = shipper{lab: l}
	l.library, l.portrait = librarian{lab: l}, portrait{lab: l}
	l.beside = besider{lab: l}
	l.bringer = bringer{lab: l}
	l.expect = expecter{lab: l}
	return l
}

// State is what the laboratory shows; it must not be changed.
func (l *Lab) State() *state.State { return &l.s }

// Start makes the page live.
func (l *Lab) Start() {
	workers, err := l.host.Workers()
	if err != nil {
		l.do(state.Tell{Text: "The page is not complete: " + err.Error() + ". Reload it.", Error: true})
		return
	}
	l.workers, l.live = workers, true
	l.host.Breathe()
	around := l.host.Around()
	l.tab = around.Tab
	l.do(state.Alive{Narrow: around.Narrow, Dark: around.Dark, Theme: around.Theme})
	l.keep.of(l.s.Sheet).begun = l.s.Draft // the first scenario is nobody's draft
	l.remembered = around.Allowed
	l.do(state.Allow{Digests: strings.Fields(around.Allowed)})
	l.host.Breathe()
	l.openTask(around.Task)
	l.openAddress()
	l.host.Breathe()
	l.keep.start(around)
	l.host.Breathe()
	l.follow()
}

// Navigate opens the scenario of an address that was followed within the page.
func (l *Lab) Navigate() {
	if l.live {
		l.openAddress()
		l.follow()
	}
}

// do applies actions; follow must come after the last of a turn.
func (l *Lab) do(actions ...state.Action) {
	for _, a := range actions {
		l.s = state.Reduce(l.s, a)
	}
}

// turn does something on the page's goroutine, and what follows from it.
func (l *Lab) turn(f func()) {
	l.host.Page(func() {
		f()
		l.follow()
	})
}

// follow does what the state asks for now, and has the page brought in line
// with it once the views are drawn.
func (l *Lab) follow() {
	if !l.live {
		return
	}
	l.permit()
	l.work.follow()
	l.followOpening()
	l.survey.follow()
	l.ship.follow()
	l.keep.follow()
	l.portrait.follow()
	l.library.follow()
	l.beside.follow()
	l.bringer.follow()
	l.play.follow(l)
	l.expect.follow()
	l.fade.follow(l)
	l.host.Drawn(func() {
		l.mirror.sync(l)
		l.writing.sync(l)
		if !l.inLine {
			l.inLine = true
			l.host.Page(func() {}) // has the root say so
		}
	})
}
