package lab

import (
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
)

// usePreset opens a problem of the preset as a new draft, with the seed of the current draft.
func (l *Lab) usePreset(id string) {
	if kind, ok := catalog.PresetKind(id); ok && kind.ID == l.s.Draft.Kind {
		d := state.FromPreset(kind.ID, id, l.s.Draft.Seed)
		l.keep.put(d, i18n.T("open the example {}", d.Title), true)
	}
}

// drawLists generates jobs, or the corresponding things of the kind, for the rest of the problem: by a preset, or
// like the present ones and with a study. If the draft would lose given data, the generated problem becomes a new
// draft.
func (l *Lab) drawLists(a state.DrawLists, study bool) {
	leave, was := l.keep.leaving(), l.s.Sheet
	if study {
		l.studied("redraw", a)
	} else {
		l.do(a)
	}
	if l.s.Sheet != was && leave != nil {
		leave(state.Notify{Text: i18n.T("{} is open as a new draft.", opening(l.s.Draft))})
	}
}
