package runner

import (
	"context"
	"testing"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/solver"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// newPlan returns the plan of a study of a preset.
func newPlan(t testing.TB, preset string, s scenario.Study, runs ...scenario.Run) *study.Plan {
	t.Helper()
	doc, _ := catalog.FromPreset(preset, 7)
	doc.Study, doc.Runs = &s, runs
	p, faults := study.New(doc, study.Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	return p
}

// BenchmarkOverhead measures the cost of a study beyond drawing instances and
// solving them. Both are done for the same replications in turn, so that other
// load affects both equally.
func BenchmarkOverhead(b *testing.B) {
	for _, c := range []struct {
		preset string
		runs   []scenario.Run
	}{
		{"square-2018", catalog.DefaultRuns("window")},
		{"alp-amp-2011", []scenario.Run{{Algorithm: "alp"}, {Algorithm: "amp"}}},
		{"gka-22", []scenario.Run{{Algorithm: "gka"}, {Algorithm: "frontier"}}},
	} {
		b.Run(c.preset, func(b *testing.B) {
			p, e := newPlan(b, c.preset, scenario.Study{Replications: 3000}, c.runs...), engine.All()
			r := newRunner(e, p, Env{})
			row := study.NewPart(p, "bench").NewRow()
			var alone, whole time.Duration
			solve := func(n int) {
				s, err := scenario.Draw(p.Points[0].Scenario, study.Seed(7, n))
				if err != nil {
					b.Fatal(err)
				}
				for _, run := range p.Points[0].Runs {
					if err := bare(e, s, run); err != nil {
						b.Fatal(err)
					}
				}
			}
			replicate := func(n int) {
				row.Reset(n)
				if err := r.replication(context.Background(), 0, n, row); err != nil {
					b.Fatal(err)
				}
			}
			for n := 0; b.Loop(); n++ {
				// The second one has warm caches.
				first, second := solve, replicate
				if n%2 == 1 {
					first, second = replicate, solve
				}
				began := time.Now()
				first(n / 2 % 3000)
				middle := time.Now()
				second(n / 2 % 3000)
				before, after := middle.Sub(began), time.Since(middle)
				if n%2 == 1 {
					before, after = after, before
				}
				alone, whole = alone+before, whole+after
			}
			b.ReportMetric(100*(whole.Seconds()/alone.Seconds()-1), "%over")
			b.ReportMetric(float64(whole.Microseconds())/float64(b.N), "µs/replication")
		})
	}
}

// bare calls the solver alone.
func bare(e engine.Engine, s *scenario.Scenario, run scenario.Run) error {
	for _, k := range e {
		if k.ID == s.Kind {
			a, _ := catalog.Find(s.Kind, run.Algorithm)
			_, err := k.Solve(context.Background(), run.Algorithm,
				engine.Input{Scenario: s, Options: a.Complete(run.Options), Settings: solver.Settings{Bare: true}})
			return err
		}
	}
	return nil
}

// BenchmarkReport measures the statistics of a whole study, which a page
// computes repeatedly while replications arrive.
func BenchmarkReport(b *testing.B) {
	p := newPlan(b, "square-2018", scenario.Study{Replications: 3000}, catalog.DefaultRuns("window")...)
	part, most := run(b, p, Tasks(p, 0, 3000, 3000)), run(b, p, Tasks(p, 0, 2999, 2999))
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			report.New(p, part)
		}
	})
	b.Run("seen", func(b *testing.B) {
		for b.Loop() {
			report.MetricView(p, part, p.Metrics[0], 0)
		}
	})
	b.Run("seen while it fills", func(b *testing.B) {
		for b.Loop() {
			report.MetricView(p, most, p.Metrics[0], 0)
		}
	})
}
