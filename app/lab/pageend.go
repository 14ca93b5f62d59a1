package lab

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// Leaving notes unsaved drafts synchronously, because the page may be closing. The next page
// restores them.
func (l *Lab) Leaving() {
	l.catchUp()
	k := &l.drafts
	if l.live && k.lib == nil && k.linkedDocument == "" && len(k.earlySheets) > 0 {
		// Until the library is open, the tab's session stores the drafts.
		var texts []string
		for _, e := range k.earlySheets {
			texts = append(texts, string(scenario.Text(e.draft)))
		}
		if faulty := l.s.Faulty(l.s.Sheet); faulty != "" {
			texts = append(texts, faulty)
		}
		l.sentValues.heldText = strings.Join(texts, draftSeparator)
		l.host.Call("hold", l.sentValues.heldText)
	}
	if !l.live || k.lib == nil {
		return
	}
	l.sentValues.storeTyped(l)
	k.note(true)
}

// maxNoted is the length in bytes of a draft up to which every change of it is noted.
const maxNoted = 1 << 18

// Note stores unsaved drafts where they outlive the page, unless that takes long. It is called after every change of
// a short draft, since a page may close at any time. It also tells the page if an example is no longer shown, because
// the next page would open it instead of the stored draft.
func (l *Lab) Note() {
	switch {
	case l.drafts.lib != nil:
		l.drafts.note(false)
		l.sentValues.sendExample(l)
	case len(l.drafts.earlySheets) > 0:
		l.Leaving()
	}
}

// note stores the drafts whose current state is not in the library. Long drafts, and drafts that
// are noted already, are stored only if all is set.
func (k *autosaver) note(all bool) {
	for sheet, p := range k.records {
		draft, typed := k.unsavedDraft(sheet, p)
		now := typedDraft{draft, typed}
		if draft == nil || p.follows || !all && (p.size > maxNoted || p.lastNote == now) {
			continue
		}
		if p.slot == "" {
			p.slot = store.NewSlot()
		}
		note := store.Draft{Slot: p.slot, Title: draft.Title, Kind: draft.Kind, Text: scenario.Text(draft),
			TypedText: typed}
		front := sheet == k.lab.s.Sheet
		if front && draft == k.lab.s.Draft {
			note.History = k.noteHistory(note.Text)
		}
		if k.lib.Note(note, front, textOrNil(p.inSave), func() []byte { return textOrNil(p.safe) }) {
			p.notes++
		}
		p.lastNote, p.size = now, len(note.Text)
	}
}

// unsavedDraft returns the draft of a sheet and its text with faults if neither the library nor the last
// note has them, else nil.
func (k *autosaver) unsavedDraft(sheet int, p *record) (draft *scenario.Scenario, typed string) {
	draft, typed = p.inSave, k.lab.s.Faulty(sheet)
	if p.unsaved != nil {
		draft = p.unsaved
	}
	if draft == nil && typed != p.faultyText {
		draft = p.safe
	}
	if sheet == k.lab.s.Sheet && (!k.isSaved() || !k.isHistoryStored() || typed != p.faultyText ||
		p.lastNote.draft != nil) {
		draft = k.lab.s.Draft
	}
	return draft, typed
}

// draftSeparator separates the drafts in the tab's session; documents do not contain it.
const draftSeparator = "\x1e"

// restoreSession restores the tab's session: the drafts of a page that closed before the library was
// open, the last one in front, and a text with faults.
func (l *Lab) restoreSession(text string) {
	if text == "" {
		return
	}
	l.sentValues.heldText = text // the session drops it once it is stored elsewhere
	parts := strings.Split(text, draftSeparator)
	var drafts []*scenario.Scenario
	for _, one := range parts {
		if draft, faults := catalog.Parse([]byte(one)); len(faults) == 0 {
			drafts = append(drafts, draft)
		}
	}
	if len(drafts) < len(parts)-1 { // a document contains the separator after all
		l.do(state.SetText{Text: text}, state.Show{Field: "side", To: "document"})
		return
	}
	for i, draft := range drafts {
		if l.do(state.Open{Draft: draft, Name: "go on where the page was left"}); i < len(drafts)-1 {
			l.drafts.write(l.s.Sheet, draft)
		}
	}
	if len(drafts) < len(parts) {
		l.do(state.SetText{Text: parts[len(parts)-1]}, state.Show{Field: "side", To: "document"})
	}
}

// Resume opens the example that was in front when the former page closed, given as its document,
// unless it is in front already.
func (l *Lab) Resume(example string) {
	if example == "" || example == string(scenario.Text(l.s.Draft)) {
		return
	}
	if draft, faults := catalog.Parse([]byte(example)); len(faults) == 0 {
		l.drafts.openDraft(draft, "go on where the page was left", true)
		l.follow()
	}
}

// Retype restores the text of the document that was being typed when the former page closed.
func (l *Lab) Retype(text string) {
	l.do(state.SetText{Text: text}, state.Show{Field: "side", To: "document"})
	l.follow()
}

// scheduleTyped saves a text with faults next to its draft after a delay.
func (k *autosaver) scheduleTyped() {
	if p := k.recordOf(k.lab.s.Sheet); k.savingText || p.slot == "" || p.faultyText == k.lab.s.Faulty(k.lab.s.Sheet) {
		return
	}
	k.savingText = true
	k.lab.host.AfterFunc(saveDelay, func() {
		k.savingText = false
		k.saveTyped(k.lab.s.Sheet)
	})
}

// saveTyped saves the text with faults of a sheet, or its absence. A draft that was never saved has no
// place for it; its text is in the tab's session.
func (k *autosaver) saveTyped(sheet int) {
	p, lib := k.recordOf(sheet), k.lib
	text, slot := k.lab.s.Faulty(sheet), p.slot
	if text == p.faultyText || p.safe == nil || p.follows {
		return
	}
	p.faultyText = text
	k.enqueue(func() func() {
		lib.Store().SetTypedText(slot, text)
		return noop
	})
}

// retype shows a saved text with faults in the current draft.
func (k *autosaver) retype(typed string) {
	if typed != "" {
		k.recordOf(k.lab.s.Sheet).faultyText = typed
		k.lab.do(state.SetText{Text: typed})
	}
}

// textOrNil returns the text of a draft, nil if there is no draft.
func textOrNil(d *scenario.Scenario) []byte {
	if d == nil {
		return nil
	}
	return scenario.Text(d)
}
