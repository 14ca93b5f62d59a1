package panel

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gridbox/app/state"
	plot "gridbox/core/draw/chart"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The saved charts as Vega-Lite: one point, a numeric axis with bands, and an axis of words on a logarithmic scale.
func TestStudyChartGolden(t *testing.T) {
	for name, c := range map[string]struct {
		vary []scenario.Vary
		look []state.Action
	}{
		"point": {nil, nil},
		"bands": {[]scenario.Vary{{Path: "window.generate.budget", Values: []any{150.0, 210.0, 270.0}}},
			[]state.Action{state.ViewStudy{What: "bands", To: 1}}},
		"words": {[]scenario.Vary{{Path: "runs[0].options.reading", Values: []any{"corrected", "literal"}}},
			[]state.Action{state.ViewStudy{What: "metric", Metric: "cost"}, state.ViewStudy{What: "log", To: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			d := state.FromPreset("window", "twelve-nodes", 7)
			d.Runs = []scenario.Run{{Algorithm: "first-fit", Options: map[string]any{"reading": "corrected"}},
				{Algorithm: "min-cost"}}
			d.Study = &scenario.Study{Replications: 12, Metrics: []string{"start", "cost"}, Vary: c.vary}
			plan, faults := study.New(d, study.Limits{})
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			part, err := runner.Run(context.Background(), engine.All(), plan,
				slices.Values(runner.Tasks(plan, 0, 12, 12)), runner.Env{})
			if err != nil {
				t.Fatal(err)
			}
			outline := plan.Outline()
			s := state.New(d)
			for _, a := range append([]state.Action{state.StudyStarts{Key: "k", Kind: "window"},
				state.StudyBegan{Outline: &outline, Size: 12}}, c.look...) {
				s = state.Reduce(s, a)
			}
			view := report.Of(plan, part)
			view.Cells = slices.DeleteFunc(view.Cells, func(c report.Cell) bool { return c.Metric != s.Study.Metric })
			s = state.Reduce(s, state.StudySeen{View: view})
			chart := StudyChart(&s)
			got := append(chart.JSON(plot.Light), '\n')
			file := filepath.Join("testdata", "chart-"+name+".json")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s differs (-update writes it): error %v\n%s", file, err, got)
			}
		})
	}
}
