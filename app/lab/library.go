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

// A librarian carries out the commands of the library. The page shows their results immediately;
// the storage follows in the background, in the same order.
type librarian struct {
	lab       *Lab
	listed    bool   // whether the list was loaded since the library was opened
	late      bool   // whether a reload of the list is scheduled
	held      bool   // whether a reload waits until a title has been typed, because it could move the field
	asks      int    // number of changes so far
	versions  string // the draft whose versions were requested
	persisted bool   // whether the browser was asked for persistent storage
}

// store returns the storage of the library, nil while it is not open.
func (b *librarian) store() *store.Store {
	if b.lab.keep.lib == nil {
		return nil
	}
	return b.lab.keep.lib.Store()
}

// follow loads the list while the library is shown, and the versions of the selected draft.
func (b *librarian) follow() {
	s := &b.lab.s
	if s.Look.View != "library" {
		if b.listed {
			b.sweep()
		}
		b.listed, b.versions = false, ""
		return
	}
	if b.store() == nil {
		return
	}
	if !b.listed {
		b.listed = true
		b.show()
		b.list()
		b.lab.host.Call("room")
	}
	if b.held && s.Shelf.Renaming == "" {
		b.held = false
		b.changed()
	}
	if s.Shelf.Chosen != b.versions {
		b.versions = s.Shelf.Chosen
		b.lab.keep.askVersions(s.Shelf.Chosen)
	}
}

// show shows the known list while the browser loads the current one.
func (b *librarian) show() {
	l, from, asks := b.lab, b.store(), b.asks
	l.keep.enqueue(func() func() {
		cards, listed := from.Listed()
		now := time.Now().UnixMilli()
		return func() {
			if listed && asks == b.asks && l.s.Shelf.Renaming == "" {
				l.do(state.Shelved{Cards: cards, Studies: l.s.Shelf.Studies, Now: now})
			}
		}
	})
}

// list loads the list.
func (b *librarian) list() {
	l, from, asks, lib := b.lab, b.store(), b.asks, b.lab.keep.lib
	l.keep.enqueue(func() func() {
		lib.Recover()
		cards, err := from.Cards()
		studies, _ := from.Pieces().List() // the drafts are listed even without studies
		now := time.Now().UnixMilli()
		return func() {
			b.late = false
			if b.held = l.s.Shelf.Renaming != ""; b.held {
				return
			}
			if asks != b.asks { // the page shows newer data
				b.changed()
				return
			}
			if err != nil {
				l.do(state.Notify{Text: "The library cannot be listed: " + err.Error(), Error: true})
				return
			}
			l.do(state.Shelved{Cards: cards, Studies: studies, Now: now})
		}
	})
}

// gathering is the delay of a reload, so that one reload covers several changes.
const gathering = 300 * time.Millisecond

// changed schedules a reload of the shown list, after a save in this tab or another.
func (b *librarian) changed() {
	if b.lab.s.Look.View != "library" || b.late {
		return
	}
	b.late = true
	b.lab.host.After(gathering, func() {
		if b.late = b.lab.s.Look.View == "library" && b.store() != nil; b.late {
			b.list()
			b.lab.keep.askVersions(b.lab.s.Shelf.Chosen)
		}
	})
}

// do changes the storage, and shows an error if that fails.
func (b *librarian) do(f func(*store.Store) error) {
	l, at, lib := b.lab, b.store(), b.lab.keep.lib
	if at == nil {
		return
	}
	b.asks++
	l.keep.enqueue(func() func() {
		err := f(at)
		now := kept(lib) // lists outside the library leave the trash out
		return func() {
			l.do(now)
			if err != nil {
				l.do(state.Notify{Text: "The operation failed: " + err.Error(), Error: true})
				b.listed = false // the shown list may be wrong now
			}
			l.host.Call("announce", "changed", "")
		}
	})
}

// rename sets the title of a draft or a study.
func (b *librarian) rename(of, title string) {
	l := b.lab
	title = strings.TrimSpace(title)
	defer l.host.Drawn(func() { l.host.Call("jump", "shelf-rows") })
	i := slices.IndexFunc(l.s.Shelf.Studies, func(st library.Study) bool { return st.Key == of })
	if i >= 0 {
		l.do(state.Titled{Slot: of, Title: title})
		st := l.s.Shelf.Studies[i]
		b.do(func(s *store.Store) error { return s.Pieces().Describe(st) })
		return
	}
	c := l.s.Shelf.Find(of)
	if c == nil || c.Title == title {
		l.do(state.NameCard{})
		return
	}
	l.do(state.Titled{Slot: of, Title: title})
	if sheet, here := l.keep.sheetOf(of); here {
		l.keep.retitle(sheet, title)
		return
	}
	lib := l.keep.lib
	l.keep.enqueue(func() func() {
		err := retitled(lib, of, title)
		return func() {
			b.listed = false
			if err != nil {
				l.do(state.Notify{Text: err.Error(), Error: true})
			}
			l.host.Call("announce", "saved", of)
		}
	})
}

// retitled sets the title of a saved draft that is on no sheet. It blocks.
func retitled(lib Library, slot, title string) error {
	if !lib.Holds(slot) {
		return errors.New("This draft is open in another tab; rename it there.")
	}
	d, err := lib.Store().Load(slot)
	if err != nil {
		return err
	}
	draft, faults := catalog.ParseWith(d.Text, lib.Store().Pause)
	if len(faults) > 0 {
		return errors.New("This draft cannot be read by this version of Gridbox, so it cannot be renamed.")
	}
	next := *draft
	next.Title = title
	d.Title, d.Text, d.Saved = title, scenario.TextWith(&next, lib.Store().Pause), time.Time{}
	return lib.Store().Save(d)
}

// duplicate copies a draft.
func (b *librarian) duplicate(id string) {
	l, c := b.lab, b.lab.chosen(id)
	if c == nil || c.Broken != "" || b.store() == nil {
		return
	}
	card, lib, slot, now := *c, l.keep.lib, store.NewSlot(), l.keep.now(c.Slot)
	if l.keep.of(l.s.Sheet).slot == c.Slot { // the current draft may be newer than the list
		if own := cardOf(&l.s); own.Face != "" {
			card.Words, card.Best, card.Face = own.Words, own.Best, own.Face
		}
	}
	l.keep.enqueue(func() func() {
		err := copied(lib.Store(), card, slot, now)
		return func() {
			b.listed = false
			if err != nil {
				l.do(state.Notify{Text: "The draft could not be duplicated: " + err.Error(), Error: true})
				return
			}
			l.do(state.ChooseCard{Slot: slot})
			l.host.Call("announce", "changed", "")
		}
	})
}

// copied saves a copy of a draft in another slot: of the state on this page if there is one,
// because a change may not be saved yet. It blocks.
func copied(s *store.Store, c library.Card, slot string, now *scenario.Scenario) error {
	d, err := s.Peek(c.Slot)
	if err != nil {
		return err
	}
	d.Slot, d.Saved = slot, time.Time{}
	if now == nil {
		now, _ = versioned(d.Text, nil, s.Pause)
	}
	if now != nil {
		next := *now
		cards, err := s.Known()
		if err != nil {
			return err
		}
		next.Title = library.CopyTitle(now.Title, func(title string) bool {
			return slices.ContainsFunc(cards, func(c library.Card) bool { return c.Title == title })
		})
		d.Title, d.Text = next.Title, scenario.TextWith(&next, s.Pause)
	}
	if err := s.Save(d); err != nil {
		return err
	}
	return s.Describe(library.Card{Slot: slot, Words: c.Words, Best: c.Best, Face: c.Face})
}

// tag sets the tags of a draft.
func (b *librarian) tag(slot, typed string) {
	if c := b.lab.s.Shelf.Find(slot); c != nil {
		b.remark(c, library.ParseTags(typed), c.Gone)
	}
}

// Studies.

func (b *librarian) openStudy(key string) {
	l := b.lab
	for _, st := range l.s.Shelf.Studies {
		if st.Key != key {
			continue
		}
		name := "the study " + library.Named(st.Title)
		l.load(name, len(st.Text), textOf([]byte(st.Text)), func(draft *scenario.Scenario, faults doc.Faults) {
			if len(faults) > 0 {
				l.do(state.Notify{Text: "The document of this study cannot be read by this version of Gridbox.",
					Detail: faultTexts(faults), Error: true})
				return
			}
			l.keep.put(draft, "open "+name, true)
			l.do(state.Show{What: "view", To: "study"})
		})
		return
	}
}

// Versions.
