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
		l.drafts.openDraft(d, i18n.T("open the example {}", d.Title), true)
	}
}

// leaveBy calls f. If f opens another draft, a message names the former one and offers to return to it.
func (l *Lab) leaveBy(f func()) {
	leave, was := l.drafts.backNotice(), l.s.Sheet
	f()
	if l.s.Sheet != was && leave != nil {
		leave(state.Notify{Text: i18n.T("{} is open as a new draft.", draftPhrase(l.s.Draft))})
	}
}
