package shell

import (
	"time"

	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A library keeps drafts; package store has the real one. Its methods wait, so
// they are called beside the page's own goroutine, one at a time.
type library interface {
	// Durable reports whether drafts outlive the page, and why not.
	Durable() (ok bool, why string)
	// Current is the draft that this tab kept last; nil when there is none.
	Current() ([]byte, error)
	// Keep saves this tab's draft, Drafts lists those of others, the last saved
	// first, and Draft reads one.
	Keep(text []byte, title, kind string) error
	Drafts() ([]state.Saved, error)
	Draft(slot string) ([]byte, error)
}

// pieces is where studies are kept, nil while the library is not open.
func (l *Lab) pieces() archive {
	if lib, ok := l.keep.lib.(interface{ archive() archive }); ok {
		return lib.archive()
	}
	return nil
}

// A keeper saves the draft a moment after every change and brings it back when
// the page starts again.
type keeper struct {
	open   func() library // may take a while
	ui     func(func())
	do     func(state.Action)
	now    func() *state.State
	held   func() string // the text with faults that this tab was left with
	lib    library       // nil until it is open
	saving bool
	linked bool // the page was opened on a link, which comes before what was kept
}

// restful is how long the draft rests before it is saved.
const restful = 400 * time.Millisecond

// start opens the library and restores the draft of this tab, unless the page
// was opened on a link; what was kept stays among the saved drafts then.
func (k *keeper) start(s *state.State) {
	begun := s.Draft
	go func() {
		lib := k.open()
		var text []byte
		if !k.linked {
			text, _ = lib.Current() // unreadable is as good as absent
		}
		drafts, _ := lib.Drafts()
		ok, why := lib.Durable()
		k.ui(func() {
			k.lib = lib
			k.do(state.Kept{Keep: state.Keep{Durable: ok, Why: why, Drafts: drafts}})
			k.restore(text, begun)
			if text := k.held(); text != "" && !k.linked {
				k.do(state.SetText{Text: text})
				k.do(state.Show{What: "side", To: "document"})
			}
		})
	}()
}

// restore brings back what was kept, unless something was changed meanwhile.
func (k *keeper) restore(text []byte, begun *scenario.Scenario) {
	if k.now().Draft != begun {
		return
	}
	if len(text) == 0 {
		k.offer()
		return
	}
	draft, faults := catalog.Parse(text)
	if len(faults) > 0 {
		k.do(state.Tell{Text: "The draft kept in this browser cannot be read any more.", Detail: said(faults), Error: true})
		return
	}
	k.do(state.Restored{Draft: draft})
}

// offer proposes the draft that was saved last to a tab that has none.
func (k *keeper) offer() {
	drafts := k.now().Keep.Drafts
	if len(drafts) == 0 || k.linked {
		return
	}
	title := drafts[0].Title
	if title == "" {
		title = "an untitled scenario"
	}
	k.do(state.Tell{Text: "You were working on " + title + ".", Draft: drafts[0].Slot})
}

// follow has the draft saved once it has rested. The first scenario, untouched,
// is no draft of anybody's.
func (k *keeper) follow(s *state.State) {
	untouched := s.Keep.Saved == nil && len(s.Past) == 0
	if k.lib == nil || k.saving || s.Draft == s.Keep.Saved || untouched {
		return
	}
	k.saving = true
	go func() {
		time.Sleep(restful)
		k.ui(k.save)
	}()
}

// save writes the draft as it is now.
func (k *keeper) save() {
	s := k.now()
	draft, text := s.Draft, scenario.Text(s.Draft)
	go func() {
		err := k.lib.Keep(text, draft.Title, draft.Kind)
		drafts, _ := k.lib.Drafts()
		ok, why := k.lib.Durable()
		k.ui(func() {
			k.saving = false
			if err != nil {
				why = err.Error()
			}
			k.do(state.Kept{Keep: state.Keep{Durable: ok, Why: why, Drafts: drafts}})
			k.do(state.SavedDraft{Draft: draft})
		})
	}()
}

// fetch opens a saved draft.
func (k *keeper) fetch(slot string) {
	if k.lib == nil {
		return
	}
	go func() {
		text, err := k.lib.Draft(slot)
		k.ui(func() {
			draft, faults := catalog.Parse(text)
			if err != nil || len(faults) > 0 {
				k.do(state.Tell{Text: "That draft cannot be read any more.", Detail: said(faults), Error: true})
				return
			}
			k.do(state.Dismiss{})
			k.do(state.Open{Draft: draft, Name: "open a saved draft"})
		})
	}()
}
