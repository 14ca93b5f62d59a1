package stepview

import (
	"context"
	"testing"

	"gridbox/app/kind/batch"
	"gridbox/app/kind/farm"
	"gridbox/app/kind/group"
	"gridbox/app/kind/placement"
	"gridbox/app/kind/window"
	"gridbox/app/screen"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// A step has the same picture on paper and in figures as in the laboratory, in every kind.
func TestPictureIsThatOfTheLaboratory(t *testing.T) {
	for _, sc := range []*screen.Screen{&placement.Screen, &window.Screen, &batch.Screen, &group.Screen, &farm.Screen} {
		kind, _ := catalog.ByID(sc.Kind)
		explicit, faults := scenario.Expand(scenario.NewGenerated(sc.Kind, kind.Presets[0].ID, 7))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		job := ""
		if ids, ok := doc.List(scenario.Problem(explicit), "jobs"); ids > 0 {
			job = ok(ids - 1)
		}
		for _, whole := range []bool{false, true} {
			if whole && !sc.Wholes {
				continue
			}
			run := catalog.Runs(explicit)[1]
			r := New(explicit, 1, job, whole)
			a, err := engine.All().RunExplicit(context.Background(), explicit, run, engine.Env{})
			if err != nil || !r.SetAnswer(&a) {
				t.Fatalf("%s: got error %v, reason %q; want an answer", sc.Kind, err, r.None)
			}
			why, err := engine.All().ExplainExplicit(context.Background(), explicit, run, r.About, engine.Env{})
			if err != nil {
				t.Fatal(err)
			}
			r.SetExplanation(why.Trace, doc.Canonical(why.Detail))
			if r.Steps() < 3 {
				t.Fatalf("%s: got %d steps, want at least 3", sc.Kind, r.Steps())
			}
			for n := 1; n <= r.Steps()+r.Steps()/40; n += 1 + r.Steps()/40 {
				r.GoTo(n) // the last one is the last step
				s := r.s
				s.Layout.Width, s.Layout.Height = 640, 400
				if got, want := r.Picture(640, 400).SVG(), sc.Picture(&s).SVG(); got != want {
					t.Errorf("%s, job %q, whole %v, step %d of %d: got\n%s\nwant\n%s",
						sc.Kind, job, whole, n, r.Steps(), got, want)
					break
				}
			}
		}
	}
}
