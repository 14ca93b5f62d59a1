package lab

import (
	"slices"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// Drafts that are open in this page or in other tabs. Tabs notify each other of saves through the
// browser if it permits; otherwise a tab sees a save at its next request.

// sheetOf returns the sheet of this page with a saved draft, if there is one.
func (k *autosaver) sheetOf(slot string) (sheet int, here bool) {
	if slot != "" && k.recordOf(k.lab.s.Sheet).slot == slot {
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

// Open returns the draft of a slot if this page has it, else nil.
func (k *autosaver) Open(slot string) *scenario.Scenario {
	sheet, here := k.sheetOf(slot)
	if !here {
		return nil
	}
	return k.draftOf(sheet)
}

// draftOf returns the draft of a sheet, nil for a sheet that only the history has.
func (k *autosaver) draftOf(sheet int) *scenario.Scenario {
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

// Retitle sets the title of a draft on this page. It returns false if the draft is not on it.
func (k *autosaver) Retitle(slot, title string) bool {
	sheet, here := k.sheetOf(slot)
	if !here {
		return false
	}
	if sheet == k.lab.s.Sheet {
		k.lab.do(state.SetField{Path: "title", Text: title})
		return true
	}
	next := *k.draftOf(sheet)
	next.Title = title
	k.lab.do(state.Relay{Sheet: sheet, Draft: &next})
	k.write(sheet, &next)
	return true
}

// Slot returns the slot of the current draft, "" before it is saved.
func (k *autosaver) Slot() string { return k.recordOf(k.lab.s.Sheet).slot }

// Card returns the library's entry of the current draft.
func (k *autosaver) Card() library.Card { return cardOf(&k.lab.s) }

// Claim reports whether this tab may write to a slot. It blocks.
func (k *autosaver) Claim(slot string) bool { return k.lib.Claim(slot) }

// Recover saves the notes of pages that have ended. It blocks.
func (k *autosaver) Recover() { k.lib.Recover() }

// Alter changes the storage in the background, and calls then after the lists outside the library are renewed.
func (k *autosaver) Alter(f func(*store.Store) error, then func(error)) {
	lib := k.lib
	k.enqueue(func() func() {
		err := f(lib.Store())
		now := libraryState(lib) // lists outside the library leave the trash out
		return func() {
			k.lab.do(now)
			then(err)
			k.lab.host.Call("announce", "changed", "")
		}
	})
}

// SetBinned records that a draft was put into the trash or taken out. A draft that is changed on this
// page afterwards leaves the trash, also on a sheet that undo leads to. Earlier changes are saved first, so that their
// save does not count as a later change.
func (k *autosaver) SetBinned(slot string, on bool) {
	for sheet, p := range k.records {
		if p.slot != slot {
			continue
		}
		if on && sheet == k.lab.s.Sheet && !k.isSaved() && p.inSave != k.lab.s.Draft {
			k.write(sheet, k.lab.s.Draft)
		}
		p.binned = on
	}
}

// MarkDeleted records that a draft was deleted permanently. Its copy on this page is not saved until it
// is changed; after an undo it is a new draft.
func (k *autosaver) MarkDeleted(slot string) {
	for sheet, p := range k.records {
		if p.slot == slot {
			*p = record{original: k.draftOf(sheet)}
		}
	}
}

// announceSave notifies other tabs of a save, asks the browser once for persistent storage, and handles a
// storage that was cleared meanwhile.
func (k *autosaver) announceSave(slot string) {
	l := k.lab
	l.host.Call("announce", "saved", slot)
	if !k.persisted {
		k.persisted = true
		l.host.Call("persist")
	}
	l.notifyStored(false)
	if now := k.lib.Store().Losses(); now != k.losses {
		k.losses = now
		k.saveAgain(slot)
	}
}

// saveAgain saves the drafts of this page again after the browser's storage was cleared, except that
// of one slot.
func (k *autosaver) saveAgain(but string) {
	l := k.lab
	for sheet, p := range k.records {
		if p.slot == but || p.slot == "" || p.safe == nil {
			continue
		}
		if d := k.Open(p.slot); d != nil {
			k.write(sheet, d)
		}
	}
	l.do(state.Notify{Text: "Gridbox's data in this browser were cleared while this page was open. The draft open " +
		"here was saved again; other drafts are lost unless you have them in a file.", Error: true})
}

// followTab shows the saved state of a draft that another tab has open.
func (k *autosaver) followTab(slot string, draft *scenario.Scenario) {
	l := k.lab
	*k.recordOf(l.s.Sheet) = record{slot: slot, safe: draft, follows: true}
	l.do(state.DraftSaved{Draft: draft})
	l.do(state.Notify{Text: "This draft is open in another tab. Changes saved there appear here. If you change it " +
		"here, this becomes a copy.", Copy: true})
}

// stopFollowing ends the following of another tab. This tab takes the draft over if the other has released it, and
// otherwise gets a copy.
func (k *autosaver) stopFollowing() {
	l, p, lib := k.lab, k.recordOf(k.lab.s.Sheet), k.lib
	slot, seen := p.slot, p.safe
	*p = record{}
	k.enqueue(func() func() {
		mine := false
		if lib.Claim(slot) {
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
				l.do(state.Dismiss{}, state.Notify{Text: "This is a copy from now on; the draft itself is open in " +
					"another tab."})
			}
		}
	})
}

// copyDraft replaces a followed draft by a copy.
func copyDraft(l *Lab, _, _ string) {
	if k := &l.drafts; k.recordOf(l.s.Sheet).follows {
		next := *l.s.Draft
		next.Title = library.CopyTitle(next.Title, func(title string) bool {
			return slices.ContainsFunc(l.s.Keep.Drafts, func(d state.DraftEntry) bool { return d.Title == title })
		})
		*k.recordOf(l.s.Sheet) = record{}
		l.do(state.Dismiss{}, state.Revise{Draft: &next, Name: "work on a copy"})
	}
}

// duplicateDraft opens a copy of the current draft as a new draft.
func duplicateDraft(l *Lab, _, _ string) {
	next := *l.s.Draft
	next.Title = library.CopyTitle(next.Title, func(title string) bool {
		return title == l.s.Draft.Title ||
			slices.ContainsFunc(l.s.Keep.Drafts, func(d state.DraftEntry) bool { return d.Title == title })
	})
	l.drafts.openDraft(&next, i18n.T("duplicate {}", l.s.Draft.Title), false)
}

// TabChanged handles the notification of another tab that it has saved a draft or changed the library.
func (l *Lab) TabChanged(what, slot string) {
	k := &l.drafts
	if k.lib == nil {
		return
	}
	l.notifyStored(false)
	p, sheet := k.recordOf(l.s.Sheet), l.s.Sheet
	if what == "saved" && p.follows && p.slot == slot && l.s.Draft == p.safe {
		lib := k.lib
		k.enqueue(func() func() {
			d, err := lib.Store().Peek(slot)
			draft, faults := parseDraft(textOf(d.Text), lib.Store().Pause)
			return func() {
				if err != nil || len(faults) > 0 || l.s.Sheet != sheet || !p.follows || l.s.Draft != p.safe {
					return
				}
				p.safe = draft
				l.do(state.Revise{Draft: draft, Name: "follow the other tab"}, state.DraftSaved{Draft: draft})
			}
		})
	}
	l.follow()
}

// RecordStorage records the size of the browser's storage, and whether it is persistent.
func (l *Lab) RecordStorage(used, granted float64, lasting string) {
	l.do(state.StorageSpaceKnown{Used: used, Quota: granted, Persistent: lasting})
	l.follow()
}
