package lab

import (
	"errors"
	"slices"
	"strings"
	"time"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A keeper saves every draft of the page a moment after it has changed, each in
// a slot of its own, and brings the one in front back when the page starts again.
type keeper struct {
	lab    *Lab
	lib    Library // nil until it is open
	saving bool
	linked string // what the page's address opened, which comes before what was kept; "" for nothing
	left   string // the slot of the draft that this tab had then

	jotting bool // a text with faults rests

	queue []func() (then func()) // what the library still has to do, one after the other
	busy  bool

	sheet   int                // whose draft was in front when follow looked last
	last    *scenario.Scenario // that draft
	records map[int]*record    // what is known of each sheet
	early   []early            // what was changed before the library was open
	losses  int                // how often the library was taken away, as far as it was dealt with
}

// A record is a sheet as the library knows it.
type record struct {
	slot  string             // "" before the first save
	safe  *scenario.Scenario // the draft as it was saved last
	begun *scenario.Scenario // the example that it began with; nil for what is somebody's own
	owed  *scenario.Scenario // the draft as it was left, where it could not be saved yet
	under *scenario.Scenario // the draft whose save is under way
	// Follows says that another tab has the draft, and this one shows what is
	// saved there; binned, that it was put into the trash while it was open.
	follows, binned bool
	brought         string // the report of what was brought in, where the library has yet to keep it
	typed           string // the text with faults that lies beside it in the library
	last            keepsake
	painted         *scenario.Scenario    // the draft as the list has it
	trail           trail                 // how its history was written last
	steps           [2]*scenario.Scenario // where one step of undo and of redo led, in the history that is stored
}

// An early is a sheet as it was left, or is, while the library opens.
type early struct {
	sheet int
	draft *scenario.Scenario
}

// How long a draft rests before it is saved, and after a save that failed.
const (
	restful = 400 * time.Millisecond
	patient = 5 * time.Second
)

// of is what is known of a sheet.
func (k *keeper) of(sheet int) *record {
	if k.records == nil {
		k.records = map[int]*record{}
	}
	p := k.records[sheet]
	if p == nil {
		p = &record{}
		k.records[sheet] = p
	}
	return p
}

// start opens the library and restores the draft of this tab, unless the page
// was opened on a link; what was kept stays among the saved drafts then.
func (k *keeper) start(around Around) {
	l, begun := k.lab, k.lab.s.Draft
	k.sheet, k.last = l.s.Sheet, begun
	this := &ask{} // a long draft takes a while to read; Cancel leaves it in the library
	l.host.Beside(func() {
		lib := l.host.Library()
		slot, text, err := lib.Current()
		had := leftover{slot: slot, empty: len(text) == 0}
		if !had.empty {
			if len(text) >= longDocument && k.linked == "" {
				l.turn(func() {
					l.reading = this
					l.do(state.SetOpening{Name: "your draft"})
				})
			}
			had.draft, had.faults = parsed(textOf(text), lib.Store().Pause)
		}
		kept, binned, brought := kept(lib), trashed(lib, slot), reported(lib, slot)
		typed := lib.Store().Typed(slot)
		l.turn(func() {
			k.lib = lib
			defer k.saveEarly()
			l.do(kept)
			if l.reading == this {
				l.reading = nil
			}
			if err != nil && !errors.Is(err, store.ErrNone) {
				l.tellToo(state.Tell{Text: "The draft kept in this browser could not be read. What is done from " +
					"now on is a draft of its own; the other stays where it is.", Detail: []string{err.Error()},
					Error: true})
				had = leftover{empty: true}
			}
			if k.linked != "" || this.ended {
				if !had.empty && len(had.faults) == 0 {
					k.left = had.slot
				}
				k.remind(had)
				return
			}
			k.tellAside(around.Aside)
			if k.restore(had, begun) {
				k.recall(l.s.Sheet, slot, had.draft, text)
				k.retype(typed)
			}
			k.reported(brought)
			k.binned(slot, binned)
			l.takeHeld(around.Held)
		})
	})
}

// unlinked goes back to the draft of this tab after a link that could not be read, and
// calls then.
func (k *keeper) unlinked(then func()) {
	if k.linked = ""; k.left == "" { // the library is not open yet
		then()
		return
	}
	k.fetchThen(k.left, then)
}

// A leftover is the draft that this tab was left with, as it was read.
type leftover struct {
	slot   string
	empty  bool // there is none
	draft  *scenario.Scenario
	faults doc.Faults
}

// remind tells a reader of a link where the draft of this tab is.
func (k *keeper) remind(had leftover) {
	switch {
	case had.empty, k.lab.s.Alert.Text != "", k.lab.s.Look.Task != nil: // an exercise leads back by itself
		return
	case len(had.faults) > 0:
		k.lab.tellToo(unreadable(had.faults))
		return
	}
	k.lab.do(state.Tell{Text: "You opened " + k.linked + ". Your draft " + quoted(had.draft.Title) + " is safe.",
		Draft: had.slot, Back: "Back to my draft"})
}

func named(title string) string {
	if title == "" {
		return "an untitled scenario"
	}
	return title
}

// quoted returns a title in quotes, as a sentence names a draft.
func quoted(title string) string {
	if title == "" {
		return "without a title"
	}
	return "\"" + title + "\""
}

// kept is what a library has to say. It waits.
func kept(lib Library) state.Kept {
	drafts, _ := lib.Drafts()
	ok, why := lib.Durable()
	return state.Kept{Keep: state.Keep{Durable: ok, Why: why, Drafts: drafts}}
}

// trashed reports whether a draft lies in the trash. It waits.
func trashed(lib Library, slot string) bool {
	cards, _ := lib.Store().Known()
	return slices.ContainsFunc(cards, func(c library.Card) bool { return c.Slot == slot && c.Trashed() })
}

// reported is the report of a draft that was brought in. It waits.
func reported(lib Library, slot string) string {
	cards, _ := lib.Store().Known()
	for i := range cards {
		if cards[i].Slot == slot {
			return cards[i].Report
		}
	}
	return ""
}

// reported shows how what is in front was brought in.
func (k *keeper) reported(report string) {
	if report != "" {
		k.lab.do(state.HasReport{Report: report})
	}
}

// restore brings back what was kept, unless something was changed meanwhile.
func (k *keeper) restore(had leftover, begun *scenario.Scenario) (done bool) {
	if k.lab.s.Draft != begun {
		return false
	}
	if had.empty {
		k.of(k.sheet).slot = had.slot
		k.offer()
		return false
	}
	if len(had.faults) > 0 {
		k.lab.tellToo(unreadable(had.faults))
		return false
	}
	*k.of(k.sheet) = record{slot: had.slot, safe: had.draft}
	k.last = had.draft
	k.lab.do(state.Restored{Draft: had.draft})
	return true
}

// tellToo tells something beside what is being told, as one message.
func (l *Lab) tellToo(t state.Tell) {
	if a := l.s.Message(); a.Text != "" && a.Text != t.Text {
		t.Text = a.Text + " " + t.Text
		t.Detail = append(slices.Clone(a.Detail), t.Detail...)
		t.Error = t.Error || a.Error
		t.Undo = t.Undo || a.Undo
	}
	l.do(t)
}

// unreadable tells of a draft that was kept by another version, or is broken.
func unreadable(faults doc.Faults) state.Tell {
	return state.Tell{Text: "The draft kept in this browser cannot be read by this version of Gridbox; " +
		"it stays where it is.", Detail: said(faults), Error: true}
}

// tellAside says where the draft is that was open when the program stopped.
func (k *keeper) tellAside(slot string) {
	if slot == "" {
		return
	}
	for _, d := range k.lab.s.Keep.Drafts {
		if d.Slot == slot {
			k.lab.tellToo(state.Tell{Text: "The laboratory stopped while " + named(d.Title) +
				" was open. It is set aside as it was saved last.", Draft: slot})
			return
		}
	}
	k.lab.tellToo(state.Tell{Text: "The laboratory stopped because of a mistake in it. It begins here without what " +
		"was open."})
}

// offer proposes the draft that was saved last to a tab that has none.
func (k *keeper) offer() {
	if drafts := k.lab.s.Keep.Drafts; len(drafts) > 0 && k.lab.s.Alert.Text == "" {
		k.lab.do(state.Tell{Text: "You were working on " + named(drafts[0].Title) + ".", Draft: drafts[0].Slot})
	}
}

// beside has the library do something once it has done what it was asked before,
// so that an older state never comes to lie over a newer one; then runs on the
// page's goroutine.
func (k *keeper) beside(f func() (then func())) {
	k.queue = append(k.queue, f)
	k.next()
}

func (k *keeper) next() {
	if k.busy || len(k.queue) == 0 {
		return
	}
	f := k.queue[0]
	k.queue, k.busy = k.queue[1:], true
	k.lab.host.Beside(func() {
		then := f()
		k.lab.turn(func() {
			k.busy = false
			then()
			k.next()
		})
	})
}

func nothing() {}

// follow has the draft in front saved once it has rested, and what was in front
// before it at once.
func (k *keeper) follow() {
	s := &k.lab.s
	if k.lib == nil {
		k.watch(s.Sheet, s.Draft)
		return
	}
	if s.Sheet != k.sheet {
		k.turn(s.Sheet)
	}
	k.last = s.Draft
	k.jots()
	if p := k.of(s.Sheet); s.Draft == p.begun && p.safe == nil && s.Keep.Untouched != s.Draft {
		k.lab.do(state.Untouched{Draft: s.Draft})
	}
	if k.saving || k.settled() && k.remembered() {
		return
	}
	if k.of(s.Sheet).follows {
		k.part()
	}
	k.saving = true
	wait := restful
	if s.Keep.Failed != "" {
		wait = patient
	}
	k.lab.host.After(wait, func() {
		switch k.saving = !k.settled(); {
		case k.saving:
			k.write(s.Sheet, s.Draft)
		case !k.remembered():
			k.remember()
		}
	})
}

// watch remembers what is in front while there is no library to save it.
func (k *keeper) watch(sheet int, draft *scenario.Scenario) {
	k.early = slices.DeleteFunc(k.early, func(e early) bool { return e.sheet == sheet })
	if draft != k.of(sheet).begun {
		k.early = append(k.early, early{sheet, draft})
	}
}

// saveEarly saves what was left before the library was open; what is in front is
// saved like everything in front.
func (k *keeper) saveEarly() {
	for _, e := range k.early {
		if e.sheet != k.lab.s.Sheet {
			k.write(e.sheet, e.draft)
		}
	}
	k.early = nil
}

// settled reports whether the library has what is in front, or need not have it.
func (k *keeper) settled() bool {
	draft, p := k.lab.s.Draft, k.of(k.lab.s.Sheet)
	return draft == p.safe || draft == p.begun && p.safe == nil
}

// turn leaves one sheet for another. An example in which nothing was changed is
// no draft of anybody's, so nothing of it stays.
func (k *keeper) turn(to int) {
	left, p := k.sheet, k.of(k.sheet)
	k.sheet = to
	k.jot(left)
	switch slot := p.slot; {
	case p.follows:
	case k.last == p.begun && p.safe != nil:
		p.safe = nil
		k.beside(func() func() {
			k.lib.Remove(slot)
			return nothing
		})
	case k.last != p.begun && k.last != p.safe:
		k.write(left, k.last)
	}
	next := k.of(to)
	if next.safe != nil {
		k.front(next.slot)
	}
	k.lab.do(state.SavedDraft{Draft: next.safe, At: k.lab.s.Keep.At})
}

// front has a reload come back to a slot.
func (k *keeper) front(slot string) {
	k.beside(func() func() {
		k.lib.Front(slot)
		return nothing
	})
}

// write saves the draft of a sheet as it is now.
func (k *keeper) write(sheet int, draft *scenario.Scenario) {
	l, lib, p := k.lab, k.lib, k.of(sheet)
	if p.slot == "" {
		p.slot = store.NewSlot()
	}
	p.owed, p.under = nil, draft
	slot, front, revive := p.slot, sheet == l.s.Sheet, p.binned
	brought, trail := p.brought, p.trail
	past, future := k.steps(sheet, draft)
	steps := nearest(past, future)
	k.beside(func() func() {
		text := scenario.TextWith(draft, lib.Store().Pause) // a long one would keep the page from answering
		now, err := lib.Keep(slot, text, draft.Title, draft.Kind)
		if err == nil && revive { // what is worked on does not lie in the trash
			err = lib.Store().Mark(now, func(m *library.Marks) { m.Gone = 0 })
		}
		if err == nil && brought != "" {
			err = lib.Store().Mark(now, func(m *library.Marks) { m.Report = brought })
		}
		if err == nil && front {
			lib.Front(now)
		}
		next := trail
		if err == nil {
			var h store.History
			h, next = trail.history(draft, text, past, future, lib.Store().Pause)
			lib.Store().SetHistory(now, text, h) // without it the draft is saved all the same
		}
		kept := kept(lib)
		at := time.Now().UnixMilli()
		return func() {
			k.saving = false
			if p.under == draft {
				p.under = nil
			}
			l.do(kept)
			if err != nil {
				k.refused(err)
				if sheet != l.s.Sheet { // nobody looks at it, so that nothing else has it saved
					p.owed = draft
					l.host.After(patient, func() {
						if p.owed == draft && sheet != l.s.Sheet {
							k.write(sheet, draft)
						}
					})
				}
				return
			}
			if now != p.slot {
				p.last = keepsake{}
			}
			p.trail, p.steps = next, steps
			p.slot, p.safe, p.binned, p.brought = now, draft, false, ""
			k.saved(now)
			if sheet == l.s.Sheet {
				if said := l.s.Keep.Failed != "" && l.s.Message().Text == refusal(l.s.Keep.Failed); said {
					l.do(state.Dismiss{Passing: true})
				}
				l.do(state.SavedDraft{Draft: draft, At: at})
			}
		}
	})
}

// refused says that the library could not take a draft, once for all tries that follow.
func (k *keeper) refused(err error) {
	l, first := k.lab, k.lab.s.Keep.Failed == ""
	l.do(state.SavedDraft{Failed: err.Error()})
	if !first {
		return
	}
	t := state.Tell{Text: refusal(err.Error()), Error: true}
	if !errors.Is(err, store.ErrFull) {
		t.Detail = []string{err.Error()}
	}
	l.tellToo(t)
}

// refusal says what can be done about a draft that could not be saved.
func refusal(why string) string {
	if strings.HasPrefix(why, store.ErrFull.Error()) {
		return "The last change is not saved: the browser has no room left for this site. Delete drafts in the " +
			"library and empty its trash, or save this one as a file."
	}
	return "The last change is not saved yet, and saving is tried again. Save the draft as a file to be sure of it."
}

// fetch puts a saved draft in front, on the sheet where it lies if it lies on one.
func (k *keeper) fetch(slot string) { k.fetchThen(slot, nothing) }

// fetchThen is fetch that goes on once the draft is there.
func (k *keeper) fetchThen(slot string, then func()) {
	if k.lib == nil {
		return
	}
	if sheet, here := k.sheetOf(slot); here {
		if k.lab.do(state.Dismiss{}, state.Show{What: "dialog"}); sheet != k.lab.s.Sheet {
			d := k.now(slot)
			k.lab.do(state.Open{Draft: d, Name: "go back to " + named(d.Title), Sheet: sheet})
		} else if k.lab.s.Look.View == "library" {
			k.lab.do(state.Show{What: "view"})
		}
		then()
		return
	}
	l, lib := k.lab, k.lib
	k.beside(func() func() {
		now, text, err := lib.Take(slot)
		binned, brought, typed := trashed(lib, slot), reported(lib, slot), lib.Store().Typed(slot)
		return func() {
			l.load("a saved draft", len(text), textOf(text), func(draft *scenario.Scenario, faults doc.Faults) {
				if err != nil || len(faults) > 0 {
					l.do(state.Tell{Text: "That draft cannot be read any more.", Detail: said(faults), Error: true})
					return
				}
				l.do(state.Dismiss{}, state.Open{Draft: draft, Name: "open a saved draft"})
				k.reported(brought)
				if now == "" {
					k.follows(slot, draft)
					then()
					return
				}
				*k.of(l.s.Sheet) = record{slot: now, safe: draft, binned: binned}
				k.front(now)
				l.do(state.SavedDraft{Draft: draft})
				k.retype(typed)
				then()
			})
		}
	})
}

// put puts a document in front on a sheet of its own. An example can be had
// again, so that it is kept only once it is changed.
func (k *keeper) put(draft *scenario.Scenario, name string, example bool) {
	k.putTelling(draft, name, example, state.Tell{})
}

// putTelling is put with a message about what was opened. Where the draft that
// is left is the user's own, the message says that it is unchanged and offers
// the way back.
func (k *keeper) putTelling(draft *scenario.Scenario, name string, example bool, tell state.Tell) {
	l := k.lab
	leave := k.leaving()
	l.do(state.Open{Draft: draft, Name: name})
	if example {
		k.of(l.s.Sheet).begun = draft
	}
	if leave == nil {
		if tell.Text != "" {
			l.do(tell)
		}
		return
	}
	if tell.Text == "" {
		tell.Text = opening(draft) + " is open."
	}
	leave(tell)
}

// leaving returns a function that tells the user where the current draft is once another
// one is in front, nil where it is not the user's own. Call leaving before the
// other draft is opened.
func (k *keeper) leaving() func(state.Tell) {
	if !k.own() {
		return nil
	}
	p, title := k.of(k.lab.s.Sheet), k.lab.s.Draft.Title
	if p.slot == "" {
		p.slot = store.NewSlot()
	}
	return func(tell state.Tell) {
		tell.Undo, tell.Draft, tell.Back = false, p.slot, "Back to "+named(title)
		tell.Text += " Your draft " + quoted(title) + " is unchanged."
		k.lab.do(tell)
	}
}

// opening is what a sentence about a draft that was opened begins with.
func opening(d *scenario.Scenario) string {
	kind, _ := catalog.ByID(d.Kind)
	switch {
	case d.Title != "":
		return d.Title
	case state.IsBlank(d):
		return "A new problem of the kind " + kind.Name
	}
	return "An untitled scenario"
}

// own reports whether what is in front is somebody's work.
func (k *keeper) own() bool {
	p := k.of(k.lab.s.Sheet)
	return k.lab.live && k.lab.s.Draft != p.begun
}

// archive is where studies are kept, nil while the library is not open.
func (k *keeper) archive() Archive {
	if k.lib == nil {
		return nil
	}
	return k.lib.Archive()
}
