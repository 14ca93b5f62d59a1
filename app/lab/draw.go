package lab

import (
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// usePreset starts from another problem of the kind, as a draft of its own, with
// the seed of the draft in front.
func (l *Lab) usePreset(id string) {
	if kind, ok := catalog.PresetKind(id); ok && kind.ID == l.s.Draft.Kind {
		d := state.FromPreset(kind.ID, id, l.s.Draft.Seed)
		l.keep.put(d, "open the example "+d.Title, true)
	}
}

// drawLists draws jobs, or what corresponds to them, on the rest of the problem: by
// a preset, or like the present ones and with a study. A draft that would lose given
// data is not changed; the drawn problem becomes a new draft.
func (l *Lab) drawLists(a state.DrawLists, study bool) {
	leave, was := l.keep.leaving(), l.s.Sheet
	if study {
		l.studied("redraw", a)
	} else {
		l.do(a)
	}
	if l.s.Sheet != was && leave != nil {
		leave(state.Notify{Text: opening(l.s.Draft) + " is open as a new draft."})
	}
}
