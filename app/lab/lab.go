// Package lab is the laboratory without its browser.
//
// It owns the one state. The page reports events to a [Lab]: a command, the value of a field, a
// gesture. The Lab turns them into actions, and state.Reduce returns the next state. At the end of
// a turn, follow carries out the effects of the state: workers expand, solve and explain the
// problem, the library saves the draft, and adapters of the page are brought up to
// date. The page then draws the views whose facets have changed.
//
// Each effect belongs to a part such as work, portrait or keeper, whose method follow
// compares the state with what it started before. Features with folders of their own are in
// gridbox/app/lab/feature. A [Host] gives access to the page; tests have one with a manual clock.
package lab

import (
	"strings"

	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/features"
	"gridbox/app/state"
	"gridbox/core/i18n"
)

// A Lab is the laboratory of one page. Its methods are called on the page's one
// goroutine.
type Lab struct {
	host    Host
	s       state.State
	live    bool // whether effects of the state are carried out
	inLine  bool // whether the page's adapters are told that it is live
	tab     string
	workers feature.Workers

	features      []feature.Feature
	answerUpdater answerUpdater
	drafts        autosaver
	entryUpdater  entryUpdater
	play          player
	sentValues    sentValues
	writing       writing
	expect        expecter
	reading       *feature.Request // the document that is being read; nil for none
	messageTimer  messageTimer
	// The programs with a permission, as last sent to workers and browser.
	sentPermissions, storedPermissions string

	exportRequest *feature.Request // the last requested export
}

// New returns the laboratory with the first scenario and its answers, equal to
// the prerendered page, so that nothing moves when it takes over. First is the
// text of [FirstJSON], base the path before the site's own addresses.
func New(host Host, first []byte, base string) *Lab {
	l := &Lab{host: host, s: stateOf(first, base)}
	l.answerUpdater = answerUpdater{lab: l, solving: map[string]*feature.Request{},
		failedRuns: map[string]*feature.Request{}}
	l.drafts = autosaver{lab: l}
	l.entryUpdater = entryUpdater{lab: l}
	l.expect = expecter{lab: l}
	l.features = features.All(env{l})
	return l
}

// State returns the current state, which must not be changed.
func (l *Lab) State() *state.State { return &l.s }

// Start makes the page live.
func (l *Lab) Start() {
	workers, err := l.host.Workers()
	if err != nil {
		l.do(state.Notify{Text: i18n.T("The page is not complete: {}. Reload it.", err.Error()), Error: true})
		return
	}
	l.workers, l.live = workers, true
	around := l.host.StartState()
	l.tab = around.Tab
	l.do(state.Alive{Narrow: around.Narrow, Dark: around.Dark, Theme: around.Theme})
	if around.PictureSize[0] > 0 && around.PictureSize[1] > 0 {
		l.resizePicture(around.PictureSize[0], around.PictureSize[1], false)
	}
	l.drafts.recordOf(l.s.Sheet).original = l.s.Draft // the first scenario is not the user's draft
	l.storedPermissions = around.AllowedPrograms
	l.do(state.Allow{Digests: strings.Fields(around.AllowedPrograms)})
	l.openTask(around.Task)
	l.openAddress()
	l.drafts.start(around)
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

// runOnPage runs f on the page's goroutine, followed by the effects of the new
// state.
func (l *Lab) runOnPage(f func()) {
	l.host.Page(func() {
		f()
		l.follow()
	})
}

// follow starts the effects of the current state, and updates the page's adapters after the views are drawn.
func (l *Lab) follow() {
	if !l.live {
		return
	}
	l.permit()
	l.answerUpdater.follow()
	l.followOpening()
	l.drafts.follow()
	l.entryUpdater.follow()
	for _, f := range l.features {
		if f.Follow != nil {
			f.Follow()
		}
	}
	l.play.follow(l)
	l.expect.follow()
	l.messageTimer.follow(l)
	l.host.AfterDraw(func() {
		l.sentValues.sync(l)
		l.writing.sync(l)
		if !l.inLine {
			l.inLine = true
			l.host.Page(func() {}) // so that the root shows it
		}
	})
}

// callClosed calls an adapter after the page is updated. A dialog that the update closes has then given the focus
// back.
func (l *Lab) callClosed(adapter string, args ...any) {
	l.follow()
	l.host.AfterDraw(func() { l.host.Call(adapter, args...) })
}

// receive runs f with the reply to a request, on the page's goroutine, unless the request has ended.
func (l *Lab) receive(a *feature.Request, f func()) {
	l.runOnPage(func() {
		if !a.Ended {
			f()
		}
	})
}
