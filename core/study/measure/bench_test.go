package measure

import (
	"context"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// planned makes the plan of a study of a preset.
func planned(t testing.TB, preset string, s scenario.Study, runs ...scenario.Run) *study.Plan {
	t.Helper()
	doc, _ := catalog.FromPreset(preset, 7)
	doc.Study, doc.Runs = &s, runs
	p, faults := study.New(doc, study.Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	return p
}

// The studies of the two papers that name a number of replications: what
// drawing and solving cost by themselves, and what they cost as a study.
func BenchmarkOverhead(b *testing.B) {
	for _, c := range []struct {
		preset string
		runs   []scenario.Run
	}{
		{"square-2018", catalog.DefaultRuns("window")},
		{"alp-amp-2011", []scenario.Run{{Algorithm: "alp"}, {Algorithm: "amp"}}},
	} {
		p := planned(b, c.preset, scenario.Study{Replications: 3000}, c.runs...)
		e := engine.All()
		b.Run(c.preset+"/bare", func(b *testing.B) {
			n := 0
			for b.Loop() {
				s, err := scenario.Draw(p.Points[0].Scenario, study.Seed(7, n%3000))
				if err != nil {
					b.Fatal(err)
				}
				for _, run := range p.Points[0].Runs {
					if err := bare(e, s, run); err != nil {
						b.Fatal(err)
					}
				}
				n++
			}
		})
		b.Run(c.preset+"/study", func(b *testing.B) {
			r := newRunner(e, p, Env{})
			part := study.NewPart(p, "bench")
			row := part.NewRow()
			r.at(0)
			n := 0
			for b.Loop() {
				row.Reset(n % 3000)
				if err := r.replication(context.Background(), 0, n%3000, row); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
}

// bare calls the solver alone.
func bare(e engine.Engine, s *scenario.Scenario, run scenario.Run) error {
	for _, k := range e {
		if k.ID == s.Kind {
			a, _ := catalog.Find(s.Kind, run.Algorithm)
			_, err := k.Solve(context.Background(), run.Algorithm, engine.Input{Scenario: s, Options: a.Complete(run.Options), Bare: true})
			return err
		}
	}
	return nil
}

// What the statistics of a whole study cost, which a page makes again and again
// while replications arrive.
func BenchmarkReport(b *testing.B) {
	p := planned(b, "square-2018", scenario.Study{Replications: 3000}, catalog.DefaultRuns("window")...)
	part := run(b, p, Tasks(p, 0, 3000, 3000))
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			report.Of(p, part)
		}
	})
	b.Run("live", func(b *testing.B) {
		for b.Loop() {
			report.Live(p, part)
		}
	})
}
