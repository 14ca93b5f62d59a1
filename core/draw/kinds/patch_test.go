package kinds_test

import (
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/draw/kinds"
	"gridbox/core/draw/patch"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/draw/stepview"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// checkChanges fails unless the changes between two pictures turn the first into the second.
func checkChanges(t *testing.T, what string, a, b *scene.Node) int {
	t.Helper()
	changes, ok := patch.Diff(a, b)
	if !ok {
		return -1
	}
	if got := scenetest.Apply(a, changes); !scene.Equal(scenetest.SortAttrs(got), scenetest.SortAttrs(b)) {
		t.Errorf("%s: the changes give another picture than the second: %.300s", what, got.SVG())
	}
	return len(changes)
}

// The changes between two pictures turn the first into the second: from the problem of each preset
// to its answers, and between steps of their runs in both directions. Consecutive steps need fewer
// changes than there are marks.
func TestChangesOfRealPictures(t *testing.T) {
	patched := 0
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			s, _ := catalog.FromPreset(p.ID, 7)
			e, faults := scenario.Expand(s)
			if faults != nil {
				t.Fatal(faults)
			}
			if testing.Short() && !isSmall(e) {
				continue
			}
			v := picture.View{Scenario: e, Width: 640, Height: 400, Name: p.ID}
			list := []*scene.Node{kinds.Draw(v)}
			for i, run := range catalog.Runs(s)[:1] {
				a, err := engine.All().RunExplicit(t.Context(), e, run, engine.Env{})
				if err != nil || !a.Feasible {
					continue
				}
				v.Answer, v.Colour = &a, i+1
				list = append(list, kinds.Draw(v))
				list = append(list, steps(t, e, &a, run)...)
			}
			for i := 1; i < len(list); i++ {
				patched += min(1, 1+checkChanges(t, p.ID, list[i-1], list[i]))
				checkChanges(t, p.ID, list[i], list[i-1])
				checkChanges(t, p.ID, list[i], list[len(list)/2])
			}
		}
	}
	if patched < 100 {
		t.Errorf("got %d pictures changed in place, want at least 100", patched)
	}
}

func isSmall(s *scenario.Scenario) bool { return len(scenario.Canonical(s)) < 40_000 }

// steps returns pictures of steps of a run: the first ones, and some from the whole run.
func steps(t *testing.T, e *scenario.Scenario, a *scenario.Answer, run scenario.Run) (list []*scene.Node) {
	r := stepview.New(e, 1, "", true)
	if !r.SetAnswer(a) {
		return nil
	}
	why, err := engine.All().ExplainExplicit(t.Context(), e, run, r.About, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	r.SetExplanation(why.Trace)
	for n := 1; n <= r.Steps(); n += 1 + max(0, n-6)*4 {
		r.GoTo(n)
		list = append(list, r.Picture(640, 400))
	}
	return list
}
