package shelf

import (
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// toggle opens the library, or closes it.
func (e *effects) toggle() {
	to := viewID
	if e.isShown() {
		to = ""
	}
	e.env.Do(state.Show{Field: "dialog"}, Slot.Do(NameCard{}), state.Show{Field: "view", To: to})
	if to != "" {
		e.env.Do(Slot.Do(ChooseCard{Slot: e.state().Chosen}))
		if slot := e.env.Drafts().Slot(); e.state().Chosen == "" {
			e.env.Do(Slot.Do(ChooseCard{Slot: slot}))
		}
		e.focusRows()
	}
}

// openVersions opens the library at the current draft, with its versions.
func (e *effects) openVersions() {
	slot := e.env.Drafts().Slot()
	if !e.isShown() {
		e.toggle()
	}
	if slot != "" {
		e.choose(slot, "")
	}
}

// escape closes the innermost open thing of the library, or the library.
func (e *effects) escape() {
	switch h := e.state(); {
	case h.Renaming != "":
		e.env.Do(Slot.Do(NameCard{}))
		e.focusRows()
	case h.Detail:
		e.env.Do(Slot.Do(ChooseCard{Slot: h.Chosen}))
	case h.Query.Text != "":
		e.env.Do(Slot.Do(Seek{Field: "words"}))
	default:
		e.toggle()
	}
}

func (e *effects) choose(slot, how string) {
	e.env.Do(Slot.Do(ChooseCard{Slot: slot, Detail: e.env.State().Layout.Narrow && how != "list"}))
	e.reveal()
}

// walk moves the selection through the rows.
func (e *effects) walk(where string) {
	rows := RowsSlot.Get(e.env.State())
	page := max(1, (rows.Bottom-rows.Top)/library.Fine.Entry-1)
	by, ok := map[string]int{"up": -1, "down": 1, "pageup": -page, "pagedown": page, "first": -1 << 30,
		"last": 1 << 30}[where]
	if ok && len(e.state().List) > 0 {
		e.env.Do(Slot.Do(ChooseCard{By: by}))
		e.reveal()
	}
}

// reveal scrolls the selected row into view.
func (e *effects) reveal() {
	top, bottom := e.state().Bound()
	e.env.AfterDraw(func() { e.env.Call("showRow", top, bottom) })
}

// setVisible records which pixels of the list are visible.
func (e *effects) setVisible(top, bottom int) {
	e.env.Do(RowsSlot.Do(SetVisible{Top: top, Bottom: bottom}))
}

func (e *effects) seek(what, to string) {
	if to == ui.Unset {
		to = ""
	}
	e.env.Do(Slot.Do(Seek{Field: what, To: to}))
	e.reveal()
}

// openChosen opens the selected draft if it can be opened.
func (e *effects) openChosen() {
	if c := e.state().Card(); c != nil && c.ReadError == "" && !c.IsTrashed() {
		e.env.Drafts().Fetch(c.Slot, func() {})
	}
}

// cardOf returns the draft with an id, or the selected draft without one; nil if there is none.
func (e *effects) cardOf(id string) *library.Card {
	if id == "" {
		id = e.state().Chosen
	}
	return e.state().Find(id)
}

func (e *effects) startRename(id string) {
	if c := e.cardOf(id); c != nil && (c.ReadError != "" || c.IsTrashed()) {
		return
	}
	if id == "" {
		id = e.state().Chosen
	}
	e.env.Do(Slot.Do(NameCard{Slot: id}))
	e.env.AfterDraw(func() { e.env.Call("focusTitle") })
}
