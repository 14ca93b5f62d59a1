package lab

import (
	"slices"
	"time"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/scenario"
)

// What this file holds is about drafts that are open, here or in other tabs.
// Tabs tell each other what they have saved, where the browser lets them; where
// it does not, a tab sees it when it asks next.

// sheetOf gives the sheet of this page on which a saved draft lies.
func (k *keeper) sheetOf(slot string) (sheet int, here bool) {
	if slot != "" && k.of(k.lab.s.Sheet).slot == slot {
		return k.lab.s.Sheet, true
	}
	for sheet, p := range k.records {
		for _, d := range k.lab.s.Desk {
			if slot != "" && p.slot == slot && d.Number == sheet {
				return sheet, true
			}
		}
	}
	return 0, false
}

// now gives the draft of a slot as it lies in this page, nil where it does not.
func (k *keeper) now(slot string) *scenario.Scenario {
	sheet, here := k.sheetOf(slot)
	if !here {
		return nil
	}
	return k.on(sheet)
}

// on gives the draft of a sheet, nil for one that only the history knows.
func (k *keeper) on(sheet int) *scenario.Scenario {
	if sheet == k.lab.s.Sheet {
		return k.lab.s.Draft
	}
	for _, d := range k.lab.s.Desk {
		if d.Number == sheet {
			return d.Draft
		}
	}
	return nil
}

// retitle gives a draft of this page another title.
func (k *keeper) retitle(sheet int, title string) {
	if sheet == k.lab.s.Sheet {
		k.lab.do(state.SetField{Path: "title", Text: title})
		return
	}
	next := *k.now(k.of(sheet).slot)
	next.Title = title
	k.lab.do(state.Relay{Sheet: sheet, Draft: &next})
	k.write(sheet, &next)
}

// binned hears that a draft was put into the trash, or taken out of it: one that
// is changed in this page afterwards leaves it, also on a sheet to which undo leads.
func (k *keeper) binned(slot string, on bool) {
	for _, p := range k.records {
		if p.slot == slot {
			p.binned = on
		}
	}
}

// disown hears that a draft was deleted for good. What of it lies in this page
// is nobody's until it is changed; what undo brings back is a draft of its own.
func (k *keeper) disown(slot string) {
	for sheet, p := range k.records {
		if p.slot == slot {
			*p = record{begun: k.on(sheet)}
		}
	}
}

// saved tells other tabs of a save, has the browser asked once to keep all
// this, and deals with a library that was taken away meanwhile.
func (k *keeper) saved(slot string) {
	l := k.lab
	l.host.Call("announce", "saved", slot)
	if b := &l.library; !b.persisted {
		b.persisted = true
		l.host.Call("persist")
	}
	l.library.changed()
	if now := k.lib.Store().Losses(); now != k.losses {
		k.losses = now
		k.rescue(slot)
	}
}

// rescue saves again what lies in this page, after the browser's storage was
// cleared; the draft of one slot is saved already.
func (k *keeper) rescue(but string) {
	l := k.lab
	for sheet, p := range k.records {
		if p.slot == but || p.slot == "" || p.safe == nil {
			continue
		}
		if d := k.now(p.slot); d != nil {
			k.write(sheet, d)
		}
	}
	l.do(state.Tell{Text: "What this browser keeps for Gridbox was cleared while this page was open. What is open " +
		"here was saved again; other drafts are gone unless you have them in a file.", Error: true})
}

// follows shows a draft that another tab has open, and what is saved there.
func (k *keeper) follows(slot string, draft *scenario.Scenario) {
	l := k.lab
	*k.of(l.s.Sheet) = record{slot: slot, safe: draft, follows: true}
	l.do(state.SavedDraft{Draft: draft})
	l.do(state.Tell{Text: "This draft is open in another tab. What is saved there shows here too. As soon as you " +
		"change it here, this is a copy.", Copy: true})
}

// part ends the following of another tab: where that has let go, the draft is
// this tab's from now on, else this is a copy.
func (k *keeper) part() {
	l, p, lib := k.lab, k.of(k.lab.s.Sheet), k.lib
	slot, seen := p.slot, p.safe
	*p = record{}
	k.beside(func() func() {
		mine := false
		if lib.Holds(slot) {
			d, err := lib.Store().Load(slot)
			mine = err == nil && string(d.Text) == string(scenario.Text(seen))
		}
		return func() {
			if mine && p.slot == "" {
				*p = record{slot: slot, safe: seen}
				l.do(state.Dismiss{})
				return
			}
			if !mine {
				l.do(state.Dismiss{}, state.Tell{Text: "This is a copy from now on; the draft itself is open in " +
					"another tab."})
			}
		}
	})
}

// copyDraft is what somebody asks for who does not want to follow.
func copyDraft(l *Lab, _, _ string) {
	if k := &l.keep; k.of(l.s.Sheet).follows {
		next := *l.s.Draft
		next.Title = library.CopyTitle(next.Title, func(title string) bool {
			return slices.ContainsFunc(l.s.Keep.Drafts, func(d state.Saved) bool { return d.Title == title })
		})
		*k.of(l.s.Sheet) = record{}
		l.do(state.Dismiss{}, state.Revise{Draft: &next, Name: "work on a copy"})
	}
}

// duplicateDraft opens a copy of the draft in front as a draft of its own.
func duplicateDraft(l *Lab, _, _ string) {
	next := *l.s.Draft
	next.Title = library.CopyTitle(next.Title, func(title string) bool {
		return title == l.s.Draft.Title ||
			slices.ContainsFunc(l.s.Keep.Drafts, func(d state.Saved) bool { return d.Title == title })
	})
	l.keep.put(&next, "duplicate "+l.s.Draft.Title, false)
}

// versions opens the library on the draft in front, whose versions it lists.
func versions(l *Lab, _, _ string) {
	slot := l.keep.of(l.s.Sheet).slot
	if l.s.Look.View != "library" {
		toggleLibrary(l, "", "")
	}
	if slot != "" {
		choose(l, slot, "")
	}
}

// trashDraft moves the draft in front to the trash and opens the library, where it can be
// put back.
func trashDraft(l *Lab, _, _ string) {
	slot := l.keep.of(l.s.Sheet).slot
	versions(l, "", "")
	if slot == "" {
		return
	}
	l.keep.binned(slot, true)
	gone := max(1, time.Now().UnixMilli())
	l.library.do(func(s *store.Store) error {
		return s.Mark(slot, func(m *library.Marks) { m.Gone = gone })
	})
}

// Told hears what another tab tells: that it has saved a draft, or has changed
// something else of the library.
func (l *Lab) Told(what, slot string) {
	k := &l.keep
	if k.lib == nil {
		return
	}
	l.library.changed()
	p, sheet := k.of(l.s.Sheet), l.s.Sheet
	if what == "saved" && p.follows && p.slot == slot && l.s.Draft == p.safe {
		lib := k.lib
		k.beside(func() func() {
			d, err := lib.Store().Peek(slot)
			draft, faults := parsed(textOf(d.Text), lib.Store().Pause)
			return func() {
				if err != nil || len(faults) > 0 || l.s.Sheet != sheet || !p.follows || l.s.Draft != p.safe {
					return
				}
				p.safe = draft
				l.do(state.Revise{Draft: draft, Name: "follow the other tab"}, state.SavedDraft{Draft: draft})
			}
		})
	}
	l.follow()
}

// Room hears how much room the browser has, and what it promises.
func (l *Lab) Room(used, granted float64, lasting string) {
	l.do(state.RoomKnown{Used: used, Granted: granted, Lasting: lasting})
	l.follow()
}
