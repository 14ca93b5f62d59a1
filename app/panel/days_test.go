package panel_test

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/ui"
	"gridbox/core/kind/farm"
	"gridbox/core/scenario"
)

// The makespan of a log of two months is shown in days, that of an hour in seconds.
func TestLongTimesAreInDays(t *testing.T) {
	i := slices.IndexFunc(kinds.Screens, func(sc *screen.Screen) bool { return sc.Kind == "farm" })
	for duration, want := range map[float64]string{63 * 86400: "makespan, days", 3600: "makespan, s"} {
		d := &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "farm",
			Farm: &scenario.Farm{Problem: farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 1}},
				Jobs: []farm.Job{{ID: "1", Slots: 1, Duration: duration}}}}, Runs: []scenario.Run{{Algorithm: "fcfs"}}}
		s := labtest.Solve(t, labtest.Open(t, d))
		got := ui.PlainText(panel.Answers(&s, kinds.Screens[i], bare))
		if !strings.Contains(strings.ToLower(got), want) || duration > 86400 && !strings.Contains(got, " 63.00") {
			t.Errorf("%v s: no %q in %q", duration, want, got)
		}
	}
}
