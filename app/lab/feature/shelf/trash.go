package shelf

import (
	"time"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/cite"
	"gridbox/core/scenario"
)

// bin puts a draft into the trash.
func (e *effects) bin(id string) {
	c := e.cardOf(id)
	if c == nil || c.IsTrashed() {
		return
	}
	e.remark(c, c.Tags, max(1, time.Now().UnixMilli()))
}

// undo restores the draft or the study that was deleted last.
func (e *effects) undo() {
	if h := e.state(); len(h.Deleted) > 0 || h.DeletedStudy != "" {
		e.restoreDraft("")
	}
}

// restoreDraft restores a draft from the trash: the one with an id, or the last deleted one.
func (e *effects) restoreDraft(id string) {
	h := e.state()
	switch {
	case id != "":
	case len(h.Deleted) > 0:
		id = h.Deleted[0]
	default:
		id = h.DeletedStudy
	}
	if c := h.Find(id); c != nil {
		e.remark(c, c.Tags, 0)
		return
	}
	e.binStudy(id, 0)
}

func (e *effects) remark(c *library.Card, tags []string, gone int64) {
	slot := c.Slot
	e.env.Do(Slot.Do(Remark{Slot: slot, Tags: tags, Gone: gone}))
	e.env.Drafts().SetBinned(slot, gone != 0)
	e.do(func(s *store.Store) error {
		return s.Mark(slot, func(m *library.Marks) { m.Tags, m.TrashedAt = tags, gone })
	})
}

// purge deletes drafts permanently.
func (e *effects) purge(slots ...string) {
	e.env.Do(Slot.Do(ForgetCards{Slots: slots}))
	for _, slot := range slots {
		e.env.Drafts().MarkDeleted(slot)
		e.do(func(s *store.Store) error { return s.Remove(slot) })
	}
}

// empty empties the trash after a confirmation.
func (e *effects) empty(how string) {
	if how != "sure" {
		e.env.Do(Slot.Do(ConfirmEmpty{On: how == ""}))
		return
	}
	var slots []string
	for i := range e.state().Cards {
		if c := &e.state().Cards[i]; c.IsTrashed() {
			slots = append(slots, c.Slot)
		}
	}
	e.purge(slots...)
}

// salvage downloads a draft, or its readable remains.
func (e *effects) salvage(id string) {
	const jsonType = "application/json"
	c, from := e.cardOf(id), e.env.Store()
	if c == nil || from == nil {
		return
	}
	if now := e.env.Drafts().Open(c.Slot); now != nil {
		e.env.Download(cite.FileName(now.Title)+".json", jsonType, string(scenario.Text(now)))
		return
	}
	slot, name := c.Slot, cite.FileName(c.Title)
	e.env.Enqueue(func() func() {
		d, err := from.Peek(slot)
		if err != nil {
			d.Text, err = from.Salvage(slot)
		}
		return func() {
			if err != nil || len(d.Text) == 0 {
				e.env.Do(state.Notify{Text: "Nothing is left of that draft.", Error: true})
				return
			}
			e.env.Download(name+".json", jsonType, string(d.Text))
		}
	})
}

func (e *effects) binStudy(key string, gone int64) {
	e.env.Do(Slot.Do(BinStudy{Key: key, Gone: gone}))
	for _, st := range e.state().Studies {
		if st.Key == key {
			e.do(func(s *store.Store) error { return s.Pieces().Describe(st) })
		}
	}
}

// sweep permanently removes the studies that were deleted and not restored before the library was
// closed.
func (e *effects) sweep() {
	for _, st := range e.state().Studies {
		if st.TrashedAt != 0 {
			e.env.Do(Slot.Do(ForgetCards{Study: st.Key}))
			e.do(func(s *store.Store) error { return s.Pieces().Forget(st.Key) })
		}
	}
}

// binCurrent moves the current draft to the trash and opens the library, where it can be restored.
func (e *effects) binCurrent() {
	slot := e.env.Drafts().Slot()
	e.openVersions()
	if slot == "" {
		return
	}
	e.env.Drafts().SetBinned(slot, true)
	gone := max(1, time.Now().UnixMilli())
	e.do(func(s *store.Store) error {
		return s.Mark(slot, func(m *library.Marks) { m.TrashedAt = gone })
	})
}
