package engine

import (
	"context"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// The same run gives the same answer any number of times, in any order of the
// runs and with any label: part of the conformance suite.
func TestRepeatedRuns(t *testing.T) {
	for _, k := range catalog.Kinds() {
		s := explicitly(t, smallestPreset(t, k))
		for _, a := range k.Algorithms {
			var runs []scenario.Run
			for _, run := range variants(&a) {
				again := run
				again.Label = "again"
				runs = append(runs, run, again, run)
			}
			forth, back := digests(t, s, runs, false), digests(t, s, runs, true)
			for i := range runs {
				if forth[i] != back[i] {
					t.Errorf("%s: run %d: got digest %s in reverse order, want %s", a.ID, i, back[i], forth[i])
				}
				if first := i / 3 * 3; forth[i] != forth[first] {
					t.Errorf("%s: run %d: got digest %s, want %s as of the equal run", a.ID, i, forth[i],
						forth[first])
				}
			}
		}
	}
}

// smallestPreset returns the preset of a kind with the shortest document.
func smallestPreset(t *testing.T, k catalog.Kind) *scenario.Scenario {
	t.Helper()
	var least *scenario.Scenario
	length := 0
	for _, p := range k.Presets {
		s, _ := catalog.FromPreset(p.ID, 7)
		if n := len(scenario.Canonical(explicitly(t, s))); least == nil || n < length {
			least, length = s, n
		}
	}
	return least
}

func digests(t *testing.T, s *scenario.Scenario, runs []scenario.Run, backwards bool) []string {
	t.Helper()
	list := make([]string, len(runs))
	for n := range runs {
		i := n
		if backwards {
			i = len(runs) - 1 - n
		}
		a, err := All().Measure(context.Background(), s, runs[i], Env{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Label != runs[i].Label {
			t.Errorf("got label %q, want %q", a.Label, runs[i].Label)
		}
		list[i] = a.ContentDigest()
	}
	return list
}
