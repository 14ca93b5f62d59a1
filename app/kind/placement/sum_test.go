package placement

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/ui"
)

// The formula of a decision is correct with the numbers as shown, up to rounding, and its result equals the winner's
// score in the table.
func TestTheFormulaHoldsWithItsNumbers(t *testing.T) {
	s := labtest.Solve(t, labtest.Preset(t, "placement", "five-clusters"))
	number := regexp.MustCompile(`[0-9.]+`)
	for i := range s.Problem.Placement.Jobs {
		job := s.Problem.Placement.Jobs[i].ID
		s := labtest.Explain(t, labtest.Select(labtest.Focus(s, "rbhs"), "job", job), &Screen)
		w := explanation(&s)
		got := ui.PlainText(sum(w, w.Winner))
		var n []float64
		for _, text := range number.FindAllString(got, -1) {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatalf("got %s, want numbers only", got)
			}
			n = append(n, x)
		}
		if len(n) != 5 || math.Abs(n[0]*n[1]+n[2]*n[3]-n[4]) > 0.01*n[4] || math.Abs(n[0]+n[2]-1) > 0.001 {
			t.Errorf("%s: got %s, want a sum of 5 numbers that is right", w.Job, got)
		}
	}
}
