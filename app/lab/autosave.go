package lab

import (
	"errors"
	"slices"
	"strings"
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// An autosaver saves every draft of the page with a delay after a change, each in a slot of its own, and restores the
// current one when the page starts again.
type autosaver struct {
	lab            *Lab
	lib            Library // nil until it is open
	saving         bool
	linkedDocument string // the scenario that the page's address opened, which precedes the saved draft; "" for none
	previousSlot   string // the slot of the draft that this tab showed before

	savingText bool // a text with faults waits to be saved

	queue []func() (then func()) // operations of the library that wait, in order
	busy  bool

	sheet       int                // the current sheet at the last follow
	lastDraft   *scenario.Scenario // its draft
	records     map[int]*record    // by sheet
	earlySheets []earlySheet       // sheets that changed before the library was open
	losses      int                // number of losses of the storage that were handled

	persisted bool // whether the browser was asked for persistent storage
}

// A record is the state of a sheet in the library.
type record struct {
	slot     string             // "" before the first save
	safe     *scenario.Scenario // the draft that was saved last
	original *scenario.Scenario // the example that it began with; nil for the user's own draft
	unsaved  *scenario.Scenario // the draft when it was left, if it could not be saved yet
	inSave   *scenario.Scenario // the draft that is being saved
	// follows is set while another tab has the draft, and this one shows its saved state. binned is set if the draft
	// was moved to the trash while it was open.
	follows, binned bool
	importReport    string // the import report that the library has yet to save
	faultyText      string // the text with faults that is saved next to the draft
	lastVersion     lastVersion
	describedDraft  *scenario.Scenario    // the draft that the library's entry describes
	lastNote        typedDraft            // the last note for the end of the page
	notes           int                   // number of notes
	size            int                   // bytes of the draft, 0 if unknown
	trail           trail                 // the history that was written last
	steps           [2]*scenario.Scenario // the drafts one step of undo and of redo away in the stored history
}

// typedDraft is a draft together with its text with faults.
type typedDraft struct {
	draft      *scenario.Scenario
	faultyText string
}

// An earlySheet is a sheet whose draft changed before the library was open.
type earlySheet struct {
	sheet int
	draft *scenario.Scenario
}

// Delays before a draft is saved, and after a failed save.
const (
	saveDelay  = 400 * time.Millisecond
	retryDelay = 5 * time.Second
)

// recordOf returns the record of a sheet.
func (k *autosaver) recordOf(sheet int) *record {
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

// enqueue runs f in the background after all earlier functions, so that an older state never replaces a newer one. f
// returns a function for the page's goroutine.
func (k *autosaver) enqueue(f func() (then func())) {
	k.queue = append(k.queue, f)
	k.next()
}

// next starts the first function of the queue in the background, unless another one runs. After the function has
// ended, its result runs on the page's goroutine, and the next one starts.
func (k *autosaver) next() {
	if k.busy || len(k.queue) == 0 {
		return
	}
	f := k.queue[0]
	k.queue, k.busy = k.queue[1:], true
	k.lab.host.Background(func() {
		then := f()
		k.lab.runOnPage(func() {
			k.busy = false
			then()
			k.next()
		})
	})
}

func noop() {}

// follow saves the current draft after a delay, and the draft before it immediately.
func (k *autosaver) follow() {
	s := &k.lab.s
	if k.lib == nil {
		k.recordEarly(s.Sheet, s.Draft)
		return
	}
	if s.Sheet != k.sheet {
		k.switchSheet(s.Sheet)
	}
	k.lastDraft = s.Draft
	k.scheduleTyped()
	if s.Keep.SavedDraft == s.Draft && !k.isSaved() { // undone while a later draft is being saved
		k.lab.do(state.DraftSaved{At: s.Keep.At})
	}
	if p := k.recordOf(s.Sheet); s.Draft == p.original && p.safe == nil && s.Keep.UntouchedDraft != s.Draft {
		k.lab.do(state.MarkUntouched{Draft: s.Draft})
	}
	if k.saving || k.isSaved() && k.isHistoryStored() {
		return
	}
	if k.recordOf(s.Sheet).follows {
		k.stopFollowing()
	}
	k.saving = true
	wait := saveDelay
	if s.Keep.SaveError != "" {
		wait = retryDelay
	}
	k.lab.host.AfterFunc(wait, func() {
		switch k.saving = !k.isSaved(); {
		case k.saving && k.recordOf(s.Sheet).inSave == s.Draft: // it is being saved already
		case k.saving:
			k.write(s.Sheet, s.Draft)
		case !k.isHistoryStored():
			k.storeHistory()
		}
	})
}

// recordEarly records the current draft while the library is not open.
func (k *autosaver) recordEarly(sheet int, draft *scenario.Scenario) {
	k.earlySheets = slices.DeleteFunc(k.earlySheets, func(e earlySheet) bool { return e.sheet == sheet })
	if draft != k.recordOf(sheet).original {
		k.earlySheets = append(k.earlySheets, earlySheet{sheet, draft})
	}
}

// saveEarly saves the drafts that were left before the library was open; follow saves the current
// draft.
func (k *autosaver) saveEarly() {
	for _, e := range k.earlySheets {
		if e.sheet != k.lab.s.Sheet {
			k.write(e.sheet, e.draft)
		}
	}
	k.earlySheets = nil
}

// isSaved reports whether the current draft is saved or needs no saving. While another draft of its sheet is being
// saved, it is not, because that one will replace it.
func (k *autosaver) isSaved() bool {
	draft, p := k.lab.s.Draft, k.recordOf(k.lab.s.Sheet)
	if p.inSave != nil && p.inSave != draft {
		return false
	}
	return draft == p.safe || draft == p.original && p.safe == nil
}

// switchSheet goes from one sheet to another. An unchanged example is not saved.
func (k *autosaver) switchSheet(to int) {
	left, p := k.sheet, k.recordOf(k.sheet)
	k.sheet = to
	k.saveTyped(left)
	switch slot := p.slot; {
	case p.follows:
	case k.lastDraft == p.original && p.safe != nil:
		p.safe = nil
		k.enqueue(func() func() {
			k.lib.Remove(slot)
			return noop
		})
	case k.lastDraft != p.original && k.lastDraft != p.safe:
		k.write(left, k.lastDraft)
	}
	next := k.recordOf(to)
	if next.safe != nil {
		k.setFront(next.slot)
	}
	k.lab.do(state.DraftSaved{Draft: next.safe, At: k.lab.s.Keep.At})
}

// setFront records the slot that a reload returns to.
func (k *autosaver) setFront(slot string) {
	k.enqueue(func() func() {
		k.lib.Front(slot)
		return noop
	})
}

// write saves the current draft of a sheet.
func (k *autosaver) write(sheet int, draft *scenario.Scenario) {
	l, lib, p := k.lab, k.lib, k.recordOf(sheet)
	if p.slot == "" {
		p.slot = store.NewSlot()
	}
	p.unsaved, p.inSave = nil, draft
	slot, front, revive := p.slot, sheet == l.s.Sheet, p.binned
	p.binned = false
	brought, trail := p.importReport, p.trail
	past, future := k.steps(sheet, draft)
	steps, notes := adjacentDrafts(past, future), p.notes
	k.enqueue(func() func() {
		text := scenario.TextWith(draft, lib.Store().Pause) // a long draft would block the page
		now, err := lib.Keep(slot, text, draft.Title, draft.Kind)
		if err == nil && revive { // a draft in use does not stay in the trash
			err = lib.Store().Mark(now, func(m *library.Marks) { m.TrashedAt = 0 })
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
			lib.Store().SetHistory(now, text, h) // the draft is saved even without a history
		}
		kept := libraryState(lib)
		at := time.Now().UnixMilli()
		return func() {
			k.saving = false
			if p.inSave == draft {
				p.inSave = nil
			}
			l.do(kept)
			if err != nil {
				p.binned = p.binned || revive
				k.showSaveError(err)
				if sheet != l.s.Sheet { // follow saves only the current sheet
					p.unsaved = draft
					l.host.AfterFunc(retryDelay, func() {
						if p.unsaved == draft && sheet != l.s.Sheet {
							k.write(sheet, draft)
						}
					})
				}
				return
			}
			if now != p.slot {
				p.lastVersion = lastVersion{}
			}
			p.trail, p.steps = next, steps
			if p.notes == notes { // a later note has a later draft or history
				lib.Unnote(slot)
			}
			p.lastNote = typedDraft{} // a note that stays is renewed, because it follows the former save
			p.slot, p.safe, p.importReport = now, draft, ""
			k.announceSave(now)
			if sheet == l.s.Sheet {
				if shown := l.s.Keep.SaveError != "" && l.s.Message().Text == saveErrorText(l.s.Keep.SaveError); shown {
					l.do(state.Dismiss{Passing: true})
				}
				l.do(state.DraftSaved{Draft: draft, At: at})
			}
		}
	})
}

// showSaveError shows that a draft could not be saved, once for all tries that follow.
func (k *autosaver) showSaveError(err error) {
	l, first := k.lab, k.lab.s.Keep.SaveError == ""
	l.do(state.DraftSaved{SaveError: err.Error()})
	if !first {
		return
	}
	t := state.Notify{Text: saveErrorText(err.Error()), Error: true}
	if !errors.Is(err, store.ErrFull) {
		t.Detail = []string{err.Error()}
	}
	l.appendNotice(t)
}

// saveErrorText returns instructions for a draft that could not be saved.
func saveErrorText(why string) string {
	if strings.HasPrefix(why, store.ErrFull.Error()) {
		return "The last change is not saved: the browser has no room left for this site. Delete drafts in the " +
			"library and empty its trash, or save this one as a file."
	}
	return "The last change is not saved yet; Gridbox keeps trying. Save the draft as a file to be safe."
}

// fetch opens a saved draft, on its sheet if it has one.
func (k *autosaver) fetch(slot string) { k.Fetch(slot, noop) }

// Fetch calls then after it has opened the draft.
func (k *autosaver) Fetch(slot string, then func()) {
	if k.lib == nil {
		return
	}
	if sheet, here := k.sheetOf(slot); here {
		if k.lab.do(state.Dismiss{}, state.Show{Field: "dialog"}); sheet != k.lab.s.Sheet {
			d := k.Open(slot)
			k.lab.do(state.Open{Draft: d, Name: i18n.T("go back to {}", state.TitleInSentence(d.Title)), Sheet: sheet})
		} else if k.lab.viewOf(k.lab.s.Layout.View) != nil {
			k.lab.do(state.Show{Field: "view"})
		}
		then()
		return
	}
	l, lib := k.lab, k.lib
	k.enqueue(func() func() {
		now, text, err := lib.Acquire(slot)
		binned, brought, typed := isTrashed(lib, slot), importReport(lib, slot), lib.Store().TypedText(slot)
		return func() {
			l.load("a saved draft", len(text), textOf(text), func(draft *scenario.Scenario, faults doc.Faults) {
				if err != nil || len(faults) > 0 {
					l.do(state.Notify{Text: "That draft can no longer be read.", Detail: faultTexts(faults),
						Error: true})
					return
				}
				l.do(state.Dismiss{}, state.Open{Draft: draft, Name: "open a saved draft"})
				k.showReport(brought)
				if now == "" {
					k.followTab(slot, draft)
					then()
					return
				}
				*k.recordOf(l.s.Sheet) = record{slot: now, safe: draft, binned: binned}
				k.setFront(now)
				l.do(state.DraftSaved{Draft: draft})
				k.retype(typed)
				then()
			})
		}
	})
}

// openDraft opens a document on a new sheet. An example is saved only once it is
// changed, because it can be opened again.
func (k *autosaver) openDraft(draft *scenario.Scenario, name string, example bool) {
	k.openWithNotice(draft, name, example, state.Notify{})
}

// openWithNotice opens a document like openDraft, with a message. If the former draft is the user's own, the
// message offers the way back to it.
func (k *autosaver) openWithNotice(draft *scenario.Scenario, name string, example bool, notice state.Notify) {
	l := k.lab
	leave := k.backNotice()
	l.do(state.Open{Draft: draft, Name: name})
	if example {
		k.recordOf(l.s.Sheet).original = draft
	}
	if leave == nil {
		if notice.Text != "" {
			l.do(notice)
		}
		return
	}
	if notice.Text == "" {
		notice.Text = i18n.T("{} is open.", draftPhrase(draft))
	}
	leave(notice)
}

// backNotice returns a function that adds the location of the current draft to the message about another one. It
// returns nil if the draft is not the user's own. It must be called before the other draft is opened.
func (k *autosaver) backNotice() func(state.Notify) {
	if !k.isOwn() {
		return nil
	}
	p, title := k.recordOf(k.lab.s.Sheet), k.lab.s.Draft.Title
	if p.slot == "" {
		p.slot = store.NewSlot()
	}
	return func(notice state.Notify) {
		notice.Undo, notice.Draft, notice.DraftLabel = false, p.slot, i18n.T("Back to {}", state.TitleInSentence(title))
		notice.Text += i18n.T(" Your draft {} is unchanged.", quoteTitle(title))
		k.lab.do(notice)
	}
}

// draftPhrase returns the beginning of a sentence about a draft that was opened.
func draftPhrase(d *scenario.Scenario) string {
	kind, _ := catalog.ByID(d.Kind)
	switch {
	case d.Title != "":
		return d.Title
	case state.IsBlank(d):
		return i18n.T("A new problem of the kind {}", kind.Name)
	}
	return "An untitled scenario"
}

// isOwn reports whether the current draft is the user's own.
func (k *autosaver) isOwn() bool {
	p := k.recordOf(k.lab.s.Sheet)
	return k.lab.live && k.lab.s.Draft != p.original
}

// archive returns the storage of studies, nil while the library is not open.
func (k *autosaver) archive() feature.Archive {
	if k.lib == nil {
		return nil
	}
	return k.lib.Archive()
}
