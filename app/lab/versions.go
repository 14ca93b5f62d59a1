package lab

import (
	"errors"
	"slices"
	"strings"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A document is one of two compared documents.
type document struct {
	Name  string
	Draft *scenario.Scenario
}

// askVersions requests the versions of a draft.
func (k *keeper) askVersions(slot string) {
	l := k.lab
	if slot == "" || k.lib == nil {
		l.do(state.VersionsKnown{Slot: slot})
		return
	}
	from := k.lib.Store()
	k.enqueue(func() func() {
		list, _ := from.Versions(slot) // an unreadable list counts as empty
		return func() { l.do(state.VersionsKnown{Slot: slot, List: list}) }
	})
}

// version reads one of the known versions and a second document, which is the slot's current draft or the version
// before. It calls then with both.
func (k *keeper) version(id, arg string, then func(v library.Version, was, is document)) {
	l, known := k.lab, &k.lab.s.Versions
	i := slices.IndexFunc(known.List, func(v library.Version) bool { return v.ID == id })
	if i < 0 || k.lib == nil {
		return
	}
	from, slot, v, now := k.lib.Store(), known.Of, known.List[i], k.now(known.Of)
	before := library.Version{}
	if arg == "before" && i > 0 {
		before = known.List[i-1]
	}
	k.enqueue(func() func() {
		text, err := from.VersionText(slot, id)
		was, err := versioned(text, err, from.Pause)
		is := now
		switch {
		case err != nil:
		case before.ID != "":
			is = was
			text, err = from.VersionText(slot, before.ID)
			was, err = versioned(text, err, from.Pause)
		case is == nil:
			d, wrong := from.Peek(slot)
			is, err = versioned(d.Text, wrong, from.Pause)
		}
		if err == nil {
			prepare(was, from.Pause)
		}
		return func() {
			if err != nil {
				l.do(state.Notify{Text: "That version cannot be read: " + err.Error(), Error: true})
				return
			}
			then(v, document{v.Word(), was}, document{"now", is})
		}
	})
}

// versioned parses the text of a document; its faults are joined into one error.
func versioned(text []byte, err error, pause func()) (*scenario.Scenario, error) {
	if err != nil {
		return nil, err
	}
	draft, faults := catalog.ParseWith(text, pause)
	if len(faults) > 0 {
		return nil, errors.New(faults[0].String())
	}
	return draft, nil
}

// compare lists the differences between a version and the current draft or the version before.
func (b *librarian) compare(id, with string) {
	if b.lab.s.Shelf.Compared == id && b.lab.s.Shelf.With == with {
		b.lab.do(state.Compared{})
		return
	}
	b.lab.keep.version(id, with, func(_ library.Version, was, is document) {
		pause := b.store().Pause
		b.lab.keep.enqueue(func() func() {
			changes := library.ChangesWith(seen(was.Draft), seen(is.Draft), pause)
			return func() { b.lab.do(state.Compared{ID: id, With: with, Changes: changes}) }
		})
	})
}

// seen returns a document without its view, which does not count as a change.
func seen(d *scenario.Scenario) *scenario.Scenario {
	own := *d
	own.View = nil
	return &own
}

// restore replaces the draft by a version, as a step that can be undone.
func (b *librarian) restore(id, slot string) {
	b.lab.keep.version(id, "now", func(v library.Version, was, _ document) {
		b.lab.keep.fetchThen(slot, func() {
			l := b.lab
			if was.Draft.Kind != l.s.Draft.Kind {
				return // it could not be opened; the message has the reason
			}
			l.do(state.Show{What: "view"}, state.Revise{Draft: was.Draft, Name: "go back to version " + v.Word()},
				state.Notify{Text: "This is version " + v.Word() + ".", Undo: true})
		})
	})
}

// tryVersion opens a version as a new draft.
func (b *librarian) tryVersion(id string) {
	b.lab.keep.version(id, "now", func(v library.Version, was, _ document) {
		own, from := *was.Draft, library.Named(was.Draft.Title)
		own.Title = from + ", " + v.Word()
		b.lab.do(state.Open{Draft: &own, Name: "try a version in a copy"}, state.Notify{Undo: true,
			Text: "This is a copy of version " + v.Word() + ". " + from + " itself stays as it is."})
	})
}

// nameVersion sets or removes the name of a version.
func (b *librarian) nameVersion(id, name string) {
	slot := b.lab.s.Versions.Of
	name = strings.Join(strings.Fields(name), " ")
	b.do(func(s *store.Store) error {
		return s.Reword(slot, id, func(v *library.Version) { v.Name = name })
	})
	b.listed = false
	b.lab.keep.askVersions(slot)
}

// sideBySide compares a version with the current draft, or another draft with the open one. Without
// an id it takes the selected draft.
func (b *librarian) sideBySide(id, with string) {
	if id != "" && with != "open" {
		b.lab.keep.version(id, with, func(_ library.Version, was, is document) { b.lab.compare(was, is) })
		return
	}
	from, c, l := b.store(), b.lab.chosen(id), b.lab
	if c == nil || from == nil || c.Broken != "" || c.Trashed() {
		return
	}
	if c.Slot == l.keep.of(l.s.Sheet).slot { // the open draft compares two answers of its own
		l.beside.command("open", "")
		return
	}
	slot, name := c.Slot, c.Name()
	l.keep.enqueue(func() func() {
		d, err := from.Peek(slot)
		draft, err := versioned(d.Text, err, from.Pause)
		return func() {
			if err == nil {
				l.compare(document{name, draft}, document{library.Named(l.s.Draft.Title), l.s.Draft})
			}
		}
	})
}
