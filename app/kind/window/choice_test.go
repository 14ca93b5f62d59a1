package window

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/screen"
	"gridbox/app/ui"
)

// Sums are correct with the numbers as shown, and each term names a node of the window.
func TestTheSumsOfAWindowHold(t *testing.T) {
	number := regexp.MustCompile(`[0-9.]+`)
	sums := 0
	for _, preset := range []string{"twelve-nodes", "square-2018"} {
		s := labtest.Preset(t, "window", preset)
		s = labtest.WithAllAlgorithms(s)
		s = labtest.Solve(t, s, labtest.LightRuns(&s, &Screen)...)
		for _, a := range screen.SolvedAnswers(&s) {
			sol, p := solutionOf(&s, a), problemOf(a.Problem)
			node := formula(sol, p, a.Answer.Metrics)
			got := strings.ReplaceAll(ui.PlainText(node), "\u202f", "")
			cost, runtime, _ := strings.Cut(got, ";")
			read := func(text string) (list []float64) {
				for _, w := range number.FindAllString(strings.ReplaceAll(text, " of ", " ÷"), -1) {
					if x, err := strconv.ParseFloat(strings.TrimSuffix(w, "."), 64); err == nil {
						list = append(list, x)
					}
				}
				return list
			}
			n := read(regexp.MustCompile(` of \d+ more`).ReplaceAllString(cost, ""))
			total := 0.0
			for _, x := range n[:len(n)-1] {
				total += x
			}
			if last := n[len(n)-1]; math.Abs(total-last) > 0.005*last || len(n) < 2 {
				t.Errorf("%s, %s: got %s, want terms that add up", preset, a.ID, got)
			}
			if r := read(runtime); len(r) != 3 || math.Abs(r[0]/r[1]-r[2]) > 0.005*r[2] {
				t.Errorf("%s, %s: got %s, want a quotient that is right", preset, a.ID, runtime)
			}
			for i := range min(maxTerms, len(sol.Slots)) {
				if !strings.Contains(ui.HTML(node), `data-id="node:`+sol.Slots[i].Node+`"`) {
					t.Errorf("%s, %s: got no term of %s", preset, a.ID, sol.Slots[i].Node)
				}
			}
			sums++
		}
	}
	if sums < 10 {
		t.Errorf("got %d sums, want at least 10", sums)
	}
}
