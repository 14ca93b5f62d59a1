package lab

import (
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/ui"
)

// toggleLibrary opens the library, or closes it.
func toggleLibrary(l *Lab, _, _ string) {
	to := "library"
	if l.s.Look.View == to {
		to = ""
	}
	l.do(state.Show{What: "dialog"}, state.NameCard{}, state.Show{What: "view", To: to})
	if to != "" {
		l.do(state.ChooseCard{Slot: l.s.Shelf.Chosen})
		if slot := l.keep.of(l.s.Sheet).slot; l.s.Shelf.Chosen == "" {
			l.do(state.ChooseCard{Slot: slot})
		}
		l.host.Drawn(func() { l.host.Call("jump", "shelf-rows") })
	}
}

// leaveLibrary closes the innermost open thing of the library, or the library.
func (l *Lab) leaveLibrary() {
	switch h := &l.s.Shelf; {
	case h.Renaming != "":
		l.do(state.NameCard{})
		l.host.Drawn(func() { l.host.Call("jump", "shelf-rows") })
	case h.Detail:
		l.do(state.ChooseCard{Slot: h.Chosen})
	case h.Query.Words != "":
		l.do(state.Seek{What: "words"})
	default:
		toggleLibrary(l, "", "")
	}
}

// inLibrary reports whether the library is shown.
func inLibrary(l *Lab, _ string) bool { return l.s.Look.View == "library" }

func choose(l *Lab, slot, how string) {
	l.do(state.ChooseCard{Slot: slot, Detail: l.s.Look.Narrow && how != "list"})
	l.reveal()
}

// walk moves the selection through the rows.
func walk(l *Lab, where, _ string) {
	h := &l.s.Shelf
	page := max(1, (h.Bottom-h.Top)/library.Fine.Entry-1)
	by, ok := map[string]int{"up": -1, "down": 1, "pageup": -page, "pagedown": page, "first": -1 << 30,
		"last": 1 << 30}[where]
	if ok && len(h.List) > 0 {
		l.do(state.ChooseCard{By: by})
		l.reveal()
	}
}

// reveal scrolls the selected row into view.
func (l *Lab) reveal() {
	top, bottom := l.s.Shelf.Bound()
	l.host.Drawn(func() { l.host.Call("showRow", top, bottom) })
}

// Scrolled records which pixels of the list are visible.
func (l *Lab) Scrolled(top, bottom int) {
	l.do(state.Scrolled{Top: top, Bottom: bottom})
	l.follow()
}

func seek(l *Lab, what, to string) {
	if to == ui.Unset {
		to = ""
	}
	l.do(state.Seek{What: what, To: to})
	l.reveal()
}

// openChosen opens the selected draft if it can be opened.
func openChosen(l *Lab, _, _ string) {
	if c := l.s.Shelf.Card(); c != nil && c.Broken == "" && !c.Trashed() {
		l.keep.fetch(c.Slot)
	}
}

// chosen returns the draft that a command of the library is about.
func (l *Lab) chosen(id string) *library.Card {
	if id == "" {
		id = l.s.Shelf.Chosen
	}
	return l.s.Shelf.Find(id)
}

func startRename(l *Lab, id, _ string) {
	if c := l.chosen(id); c != nil && (c.Broken != "" || c.Trashed()) {
		return
	}
	if id == "" {
		id = l.s.Shelf.Chosen
	}
	l.do(state.NameCard{Slot: id})
	l.host.Drawn(func() { l.host.Call("focusTitle") })
}
