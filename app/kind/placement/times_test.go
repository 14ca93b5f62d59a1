package placement

import (
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/scenario"
)

func solveWithTimes(t *testing.T) state.State {
	t.Helper()
	d, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement", "placement": {
		"clusters": [{"id": "m0", "mips": 1}, {"id": "m1", "mips": 1}],
		"jobs": [{"id": "t0", "times": [3, 7.5]}, {"id": "t1", "times": {"m1": 4}}, {"id": "t2", "mi": 6}]},
		"runs": [{"algorithm": "min-min"}, {"algorithm": "sufferage"}]}`))
	if faults != nil {
		t.Fatal(faults)
	}
	return labtest.Solve(t, labtest.Open(t, d))
}

// The form of a job has a field for each time, and the times are drawn as a matrix.
func TestTimesAreShown(t *testing.T) {
	for id, want := range map[string][]string{"t0": {"Times of t0", "m0", "m1"}, "t1": {"m0cannot run"},
		"t2": {"Work"}} {
		s := labtest.Select(solveWithTimes(t), "job", id)
		got := text(problem(&s)) + text(form(&s))
		for _, w := range append(want, "Jobs 3") {
			if !strings.Contains(strings.ReplaceAll(got, " cannot", "cannot"), w) {
				t.Errorf("%s: got no %q in %q", id, w, got)
			}
		}
		if !strings.Contains(ui.HTML(problem(&s)), "Time of each job on each cluster") {
			t.Error("got no picture of the times")
		}
		fields := ui.Find(form(&s), func(n ui.Node) bool {
			label, _ := n.Attribute("aria-label")
			return n.Tag == "input" && strings.Contains(label, "Time of "+id)
		})
		if wanted := map[string]int{"t0": 2, "t1": 1}[id]; len(fields) != wanted {
			t.Errorf("got %[2]d time fields of %[1]s, want %[3]d", id, len(fields), wanted)
		}
	}
}

func TestEveryDrawingWithTimes(t *testing.T) { labtest.DrawProblem(t, &Screen, solveWithTimes(t)) }
