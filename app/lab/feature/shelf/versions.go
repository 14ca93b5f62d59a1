package shelf

import (
	"strings"

	"gridbox/app/lab/feature"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
)

// compare lists the differences between a version and the current draft, if with is "now", or the version before. It
// hides the list if it is shown already.
func (e *effects) compare(id, with string) {
	if own := e.state(); own.Version == id && own.Baseline == with {
		e.env.Do(Slot.Do(ChangesArrived{}))
		return
	}
	e.env.Drafts().Version(id, with, func(_ library.Version, was, is feature.Document) {
		pause := e.env.Store().Pause
		e.env.Enqueue(func() func() {
			changes := library.DraftChanges(was.Draft, is.Draft, pause)
			return func() { e.env.Do(Slot.Do(ChangesArrived{ID: id, Baseline: with, Changes: changes})) }
		})
	})
}

// restore replaces the draft by a version, as a step that can be undone.
func (e *effects) restore(id, slot string) {
	drafts := e.env.Drafts()
	drafts.Version(id, "now", func(v library.Version, was, _ feature.Document) {
		drafts.Fetch(slot, func() {
			if was.Draft.Kind != e.env.State().Draft.Kind {
				return // it could not be opened; the message has the reason
			}
			e.env.Do(state.Show{Field: "view"}, state.Revise{Draft: was.Draft, Name: i18n.T("go back to version {}",
				v.Label())},
				state.Notify{Text: i18n.T("This is version {}.", v.Label()), Undo: true})
		})
	})
}

// tryVersion opens a version as a new draft.
func (e *effects) tryVersion(id string) {
	e.env.Drafts().Version(id, "now", func(v library.Version, was, _ feature.Document) {
		own, from := *was.Draft, library.DisplayTitle(was.Draft.Title)
		own.Title = from + ", " + v.Label()
		e.env.Do(state.Open{Draft: &own, Name: "try a version in a copy"}, state.Notify{Undo: true,
			Text: i18n.T("This is a copy of version {}. {} itself stays as it is.", v.Label(), from)})
	})
}

// nameVersion sets or removes the name of a version.
func (e *effects) nameVersion(id, name string) {
	slot := e.env.State().Versions.Slot
	name = strings.Join(strings.Fields(name), " ")
	e.do(func(s *store.Store) error {
		return s.Reword(slot, id, func(v *library.Version) { v.Name = name })
	})
	e.listed = false
	e.env.Drafts().RequestVersions(slot)
}

// sideBySide opens the comparison of two documents. With an id it compares that version with the one named by with.
// Without an id, or if with is "open", it compares a draft of the library with the open draft. The open draft is
// compared with itself. Unreadable and trashed drafts are ignored.
func (e *effects) sideBySide(id, with string) {
	if id != "" && with != "open" {
		e.env.Drafts().Version(id, with, func(_ library.Version, was, is feature.Document) {
			e.env.Compare(was, is)
		})
		return
	}
	from, c := e.env.Store(), e.cardOf(id)
	if c == nil || from == nil || c.ReadError != "" || c.IsTrashed() {
		return
	}
	if c.Slot == e.env.Drafts().Slot() { // the open draft compares two answers of its own
		e.env.Compare(feature.Document{}, feature.Document{})
		return
	}
	slot, name := c.Slot, c.Name()
	e.env.Enqueue(func() func() {
		d, err := from.Peek(slot)
		draft, faults := catalog.ParseWith(d.Text, from.Pause)
		return func() {
			if err == nil && len(faults) == 0 {
				open := e.env.State().Draft
				e.env.Compare(feature.Document{Name: name, Draft: draft},
					feature.Document{Name: library.DisplayTitle(open.Title), Draft: open})
			}
		}
	})
}
