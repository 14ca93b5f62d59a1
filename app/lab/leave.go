package lab

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// Leaving hears that the page may be gone in a moment: what the library does not
// have yet is noted where that takes no time, and comes back with the page.
func (l *Lab) Leaving() {
	l.catchUp()
	k := &l.keep
	if l.live && k.lib == nil && k.linked == "" && len(k.early) > 0 {
		// The library is not open yet: the tab's session holds what was done so far.
		var texts []string
		for _, e := range k.early {
			texts = append(texts, string(scenario.Text(e.draft)))
		}
		if faulty := l.s.Faulty(l.s.Sheet); faulty != "" {
			texts = append(texts, faulty)
		}
		l.mirror.held = strings.Join(texts, apart)
		l.host.Call("hold", l.mirror.held)
	}
	if !l.live || k.lib == nil {
		return
	}
	l.mirror.hold(l)
	k.note(true)
}

// maxNoted is the length in bytes of a draft up to which every change of it is noted.
const maxNoted = 1 << 18

// Note keeps what the library does not have yet where it outlives the page, unless that
// takes long: after every change of a short draft, since a page may go at any moment.
func (l *Lab) Note() {
	switch {
	case l.keep.lib != nil:
		l.keep.note(false)
	case len(l.keep.early) > 0:
		l.Leaving()
	}
}

// note notes the drafts that the library does not have as they are now; of those that
// are long, or noted already, only where all are asked for.
func (k *keeper) note(all bool) {
	for sheet, p := range k.records {
		draft, typed := k.unsaved(sheet, p)
		now := noted{draft, typed}
		if draft == nil || p.follows || !all && (p.size > maxNoted || p.noted == now) {
			continue
		}
		if p.slot == "" {
			p.slot = store.NewSlot()
		}
		note := store.Draft{Slot: p.slot, Title: draft.Title, Kind: draft.Kind, Text: scenario.Text(draft),
			Typed: typed}
		front := sheet == k.lab.s.Sheet
		if front && draft == k.lab.s.Draft {
			note.History = k.noted(note.Text)
		}
		k.lib.Note(note, front, p.before)
		p.noted, p.size = now, len(note.Text)
	}
}

// unsaved returns the draft of a sheet and the text with faults beside it where the
// library or the last note has another state, else nil.
func (k *keeper) unsaved(sheet int, p *record) (draft *scenario.Scenario, typed string) {
	draft, typed = p.under, k.lab.s.Faulty(sheet)
	if p.owed != nil {
		draft = p.owed
	}
	if draft == nil && typed != p.typed {
		draft = p.safe
	}
	if sheet == k.lab.s.Sheet && (!k.settled() || !k.remembered() || typed != p.typed || p.noted.draft != nil) {
		draft = k.lab.s.Draft
	}
	return draft, typed
}

// apart stands between the drafts that the tab's session holds; no document has it.
const apart = "\x1e"

// takeHeld takes up what the tab's session held: the drafts of a page that was gone
// before the library was open, which come beside what the library has, the last one
// in front; and a text with faults, which goes on being one.
func (l *Lab) takeHeld(text string) {
	if text == "" {
		return
	}
	l.mirror.held = text // the session forgets it once it is elsewhere
	parts := strings.Split(text, apart)
	var drafts []*scenario.Scenario
	for _, one := range parts {
		if draft, faults := catalog.Parse([]byte(one)); len(faults) == 0 {
			drafts = append(drafts, draft)
		}
	}
	if len(drafts) < len(parts)-1 { // somebody has typed what stands apart
		l.do(state.SetText{Text: text}, state.Show{What: "side", To: "document"})
		return
	}
	for i, draft := range drafts {
		if l.do(state.Open{Draft: draft, Name: "go on where the page was left"}); i < len(drafts)-1 {
			l.keep.write(l.s.Sheet, draft)
		}
	}
	if len(drafts) < len(parts) {
		l.do(state.SetText{Text: parts[len(parts)-1]}, state.Show{What: "side", To: "document"})
	}
}

// Resume opens the example that was in front when the page before this one went, given
// as its document, unless it is in front already.
func (l *Lab) Resume(example string) {
	if example == "" || example == string(scenario.Text(l.s.Draft)) {
		return
	}
	if draft, faults := catalog.Parse([]byte(example)); len(faults) == 0 {
		l.keep.put(draft, "go on where the page was left", true)
		l.follow()
	}
}

// Retype goes on with the text of the document that was being typed when the page before
// this one went.
func (l *Lab) Retype(text string) {
	l.do(state.SetText{Text: text}, state.Show{What: "side", To: "document"})
	l.follow()
}

// jots keeps a text with faults beside its draft once it has rested.
func (k *keeper) jots() {
	if p := k.of(k.lab.s.Sheet); k.jotting || p.slot == "" || p.typed == k.lab.s.Faulty(k.lab.s.Sheet) {
		return
	}
	k.jotting = true
	k.lab.host.After(restful, func() {
		k.jotting = false
		k.jot(k.lab.s.Sheet)
	})
}

// jot keeps the text with faults of a sheet, or that there is none any more. What
// was never saved has nothing beside which it could lie; the tab's session holds it.
func (k *keeper) jot(sheet int) {
	p, lib := k.of(sheet), k.lib
	text, slot := k.lab.s.Faulty(sheet), p.slot
	if text == p.typed || p.safe == nil || p.follows {
		return
	}
	p.typed = text
	k.beside(func() func() {
		lib.Store().SetTyped(slot, text)
		return nothing
	})
}

// retype shows a text with faults that lay beside a draft, now in front.
func (k *keeper) retype(typed string) {
	if typed != "" {
		k.of(k.lab.s.Sheet).typed = typed
		k.lab.do(state.SetText{Text: typed})
	}
}

// before gives the texts of a draft that may be found when the page comes back.
func (p *record) before() (texts [][]byte) {
	for _, d := range []*scenario.Scenario{p.safe, p.under} {
		if d != nil {
			texts = append(texts, scenario.Text(d))
		}
	}
	return texts
}
