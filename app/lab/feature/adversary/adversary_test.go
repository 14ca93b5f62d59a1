package adversary_test

import (
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature/adversary"
	"gridbox/app/lab/feature/study"
	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// The question and the screen satisfy the drawing rules in every state of the search, for each kind.
func TestTheSearchIsDrawn(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		v := labtest.NewViewer(t, sc)
		s := labtest.Preset(t, sc.Kind, kind.Presets[0].ID)
		s = state.Reduce(s, state.Show{Field: "view", To: "study"})
		words := state.Fighters(s.Draft)
		last := words[len(words)-1]
		for _, screen := range []string{study.EntriesScreen, "worst"} {
			s = state.Reduce(s, study.Slot.Do(study.ShowScreen{To: screen}))
			for _, c := range []state.Change[adversary.State]{
				adversary.SetA{Run: last}, adversary.SetB{Run: words[0]}, adversary.SetB{Run: last},
				adversary.SetB{Run: words[0]}, adversary.SetTries{Text: "many"}, adversary.SetTries{Text: "70"},
				adversary.Start{Key: "k"},
				adversary.Progress{Far: adversary.Far{Tried: 1, Bad: "twice as bad"}, Now: 900},
				adversary.Pause{}, adversary.Resume{Now: 950},
				adversary.Progress{Far: adversary.Far{Tried: 1, Sizes: "9 jobs", SmallSizes: "2 jobs",
					Bad:    "twice as bad",
					Shrunk: 4}, Now: 9000}, adversary.End{Text: "A worker was lost."},
				adversary.End{SmallInstance: s.Draft, Link: "https://example.org/lab/#s1.x"},
				adversary.Progress{Far: adversary.Far{Tried: 1, None: "nothing was worse"}}, adversary.End{},
				adversary.Close{}} {
				s = state.Reduce(s, adversary.Slot.Do(c))
				v.CheckPage(s, "%s on %s after %T", sc.Kind, screen, c)
			}
		}
	}
}
