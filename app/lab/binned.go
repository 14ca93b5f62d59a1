package lab

import (
	"time"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/scenario"
)

// bin puts a draft into the trash.
func (b *librarian) bin(id string) {
	c := b.lab.chosen(id)
	if c == nil || c.Trashed() {
		return
	}
	b.remark(c, c.Tags, max(1, time.Now().UnixMilli()))
}

// putBack restores a draft from the trash: the one with an id, or the last deleted one.
func (b *librarian) putBack(id string) {
	h := &b.lab.s.Shelf
	switch {
	case id != "":
	case len(h.Gone) > 0:
		id = h.Gone[0]
	default:
		id = h.GoneStudy
	}
	if c := h.Find(id); c != nil {
		b.remark(c, c.Tags, 0)
		return
	}
	b.binStudy(id, 0)
}

func (b *librarian) remark(c *library.Card, tags []string, gone int64) {
	slot := c.Slot
	b.lab.do(state.Remark{Slot: slot, Tags: tags, Gone: gone})
	b.lab.keep.binned(slot, gone != 0)
	b.do(func(s *store.Store) error {
		return s.Mark(slot, func(m *library.Marks) { m.Tags, m.Gone = tags, gone })
	})
}

// purge deletes drafts permanently.
func (b *librarian) purge(slots ...string) {
	b.lab.do(state.ForgetCards{Slots: slots})
	for _, slot := range slots {
		b.lab.keep.disown(slot)
		b.do(func(s *store.Store) error { return s.Remove(slot) })
	}
}

// empty empties the trash after a confirmation.
func (b *librarian) empty(how string) {
	if how != "sure" {
		b.lab.do(state.AskEmpty{On: how == ""})
		return
	}
	var slots []string
	for i := range b.lab.s.Shelf.Cards {
		if c := &b.lab.s.Shelf.Cards[i]; c.Trashed() {
			slots = append(slots, c.Slot)
		}
	}
	b.purge(slots...)
}

// salvage downloads a draft, or its readable remains.
func (b *librarian) salvage(id string) {
	l, c := b.lab, b.lab.chosen(id)
	if c == nil || b.store() == nil {
		return
	}
	if now := l.keep.now(c.Slot); now != nil {
		l.download(fileName(now.Title)+".json", jsonType, string(scenario.Text(now)))
		return
	}
	from, slot, name := b.store(), c.Slot, fileName(c.Title)
	l.keep.enqueue(func() func() {
		d, err := from.Peek(slot)
		if err != nil {
			d.Text, err = from.Salvage(slot)
		}
		return func() {
			if err != nil || len(d.Text) == 0 {
				l.do(state.Notify{Text: "Nothing is left of that draft.", Error: true})
				return
			}
			l.download(name+".json", jsonType, string(d.Text))
		}
	})
}

func (b *librarian) binStudy(key string, gone int64) {
	l := b.lab
	l.do(state.BinStudy{Key: key, Gone: gone})
	for _, st := range l.s.Shelf.Studies {
		if st.Key == key {
			b.do(func(s *store.Store) error { return s.Pieces().Describe(st) })
		}
	}
}

// sweep permanently removes the studies that were deleted and not restored before the library was
// closed.
func (b *librarian) sweep() {
	for _, st := range b.lab.s.Shelf.Studies {
		if st.Gone != 0 {
			b.lab.do(state.ForgetCards{Study: st.Key})
			b.do(func(s *store.Store) error { return s.Pieces().Forget(st.Key) })
		}
	}
}
