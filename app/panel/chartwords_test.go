package panel_test

import (
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

// Each chart names both of its axes, has the unit of seconds, and says which values are better, as its metric
// defines.
func TestChartsSayHowTheyAreRead(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		s := labtest.Preset(t, sc.Kind, kind.Presets[0].ID)
		s = labtest.Solve(t, s, labtest.LightRuns(&s, sc)...)
		for _, series := range sc.Series {
			s := labtest.Explain(t, state.Reduce(s, state.Show{Field: "chart", To: series.ID}), sc)
			c := sc.Chart(&s, series.ID)
			if c.X.Title == "" || c.Y.Title == "" {
				t.Errorf("%s, %s: got axes %q and %q, want both named", sc.Kind, series.ID, c.X.Title, c.Y.Title)
			}
			for _, axis := range []string{c.X.Name(), c.Y.Name()} {
				seconds := strings.Contains(axis, "makespan") || strings.Contains(axis, "wait,") || axis == "busy" ||
					strings.Contains(axis, "transfer") || axis == "time" && sc.Kind == "farm"
				if seconds && !strings.HasSuffix(axis, ", s") {
					t.Errorf("%s, %s: the axis %q has no unit", sc.Kind, series.ID, axis)
				}
			}
			got := ui.PlainText(panel.Answers(&s, sc, bare))
			if !strings.Contains(got, series.DirectionText()) {
				t.Errorf("%s, %s: the page does not say %q", sc.Kind, series.ID, series.DirectionText())
			}
			for _, m := range kind.Metrics {
				if strings.EqualFold(m.ID, series.ID) && (series.Direction == "lower") != m.Less {
					t.Errorf("%s, %s: got reading %q, want the better direction of the metric",
						sc.Kind, series.ID, series.DirectionText())
				}
			}
		}
	}
}
