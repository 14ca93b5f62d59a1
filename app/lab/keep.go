package lab

import (
	"time"

	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A keeper saves the draft a moment after every change and brings it back when
// the page starts again.
type keeper struct {
	lab    *Lab
	lib    Library // nil until it is open
	saving bool
	linked bool // the page was opened on a link, which comes before what was kept
}

// restful is how long the draft rests before it is saved.
const restful = 400 * time.Millisecond

// start opens the library and restores the draft of this tab, unless the page
// was opened on a link; what was kept stays among the saved drafts then. Held is
// the text with faults that this tab was left with.
func (k *keeper) start(held string) {
	l, begun, linked := k.lab, k.lab.s.Draft, k.linked
	l.host.Beside(func() {
		lib := l.host.Library()
		var text []byte
		if !linked {
			text, _ = lib.Current() // unreadable is as good as absent
		}
		kept := kept(lib)
		l.turn(func() {
			k.lib = lib
			l.do(kept)
			k.restore(text, begun)
			if held != "" && !k.linked {
				l.do(state.SetText{Text: held}, state.Show{What: "side", To: "document"})
			}
		})
	})
}

// kept is what a library has to say. It waits.
func kept(lib Library) state.Kept {
	drafts, _ := lib.Drafts()
	ok, why := lib.Durable()
	return state.Kept{Keep: state.Keep{Durable: ok, Why: why, Drafts: drafts}}
}

// restore brings back what was kept, unless something was changed meanwhile.
func (k *keeper) restore(text []byte, begun *scenario.Scenario) {
	if k.lab.s.Draft != begun {
		return
	}
	if len(text) == 0 {
		k.offer()
		return
	}
	draft, faults := catalog.Parse(text)
	if len(faults) > 0 {
		k.lab.do(state.Tell{Text: "The draft kept in this browser cannot be read any more.", Detail: said(faults),
			Error: true})
		return
	}
	k.lab.do(state.Restored{Draft: draft})
}

// offer proposes the draft that was saved last to a tab that has none.
func (k *keeper) offer() {
	drafts := k.lab.s.Keep.Drafts
	if len(drafts) == 0 || k.linked {
		return
	}
	title := drafts[0].Title
	if title == "" {
		title = "an untitled scenario"
	}
	k.lab.do(state.Tell{Text: "You were working on " + title + ".", Draft: drafts[0].Slot})
}

// follow has the draft saved once it has rested. The first scenario, untouched,
// is no draft of anybody's.
func (k *keeper) follow() {
	s := &k.lab.s
	untouched := s.Keep.Saved == nil && len(s.Past) == 0
	if k.lib == nil || k.saving || s.Draft == s.Keep.Saved || untouched {
		return
	}
	k.saving = true
	k.lab.host.After(restful, k.save)
}

// save writes the draft as it is now.
func (k *keeper) save() {
	l, lib, draft := k.lab, k.lib, k.lab.s.Draft
	text := scenario.Text(draft)
	l.host.Beside(func() {
		err := lib.Keep(text, draft.Title, draft.Kind)
		kept := kept(lib)
		if err != nil {
			kept.Keep.Why = err.Error()
		}
		l.turn(func() {
			k.saving = false
			l.do(kept, state.SavedDraft{Draft: draft})
		})
	})
}

// fetch opens a saved draft.
func (k *keeper) fetch(slot string) {
	if k.lib == nil {
		return
	}
	l, lib := k.lab, k.lib
	l.host.Beside(func() {
		text, err := lib.Draft(slot)
		l.turn(func() {
			draft, faults := catalog.Parse(text)
			if err != nil || len(faults) > 0 {
				l.do(state.Tell{Text: "That draft cannot be read any more.", Detail: said(faults), Error: true})
				return
			}
			l.do(state.Dismiss{}, state.Open{Draft: draft, Name: "open a saved draft"})
		})
	})
}

// archive is where studies are kept, nil while the library is not open.
func (k *keeper) archive() Archive {
	if k.lib == nil {
		return nil
	}
	return k.lib.Archive()
}
