package conform_test

import (
	"strings"
	"testing"

	"gridbox/core/kind/window"
	solver "gridbox/core/kind/window/solve"
	"gridbox/core/scenario"
)

// The value of any criterion is evaluated again.
func TestACustomCriterionIsEvaluatedAgain(t *testing.T) {
	p := windowProblem(t, "twelve-nodes")
	for _, text := range []string{"cost", "cost + 2 * start", "most(price) - sum(q) / nodes",
		"if(finish <= 300, cost, budget)", "mean(performance) * runtime / horizon"} {
		for _, minimise := range []bool{false, true} {
			r, err := solver.Solve(t.Context(), p, solver.AlgorithmCustom,
				solver.Options{Options: window.Options{Expression: text, Minimise: minimise}})
			if err != nil || !r.Feasible {
				t.Fatalf("%s: got error %v, shortage %+v; want a window", text, err, r.Shortage)
			}
			m := r.Metrics
			a := &scenario.Answer{Algorithm: "custom",
				Options: map[string]any{"expression": text, "minimise": minimise}, Feasible: true, Solution: r.Solution,
				Metrics: map[string]float64{"start": m.Start, "runtime": m.Runtime, "finish": m.Finish, "cost": m.Cost,
					"value": m.Value},
				Stats: map[string]float64{"criterion": r.Stats.Criterion}}
			if found := windowFaults(p, a); len(found) > 0 {
				t.Errorf("%s: got violations %+v, want none", text, found)
			}
			a.Stats["criterion"] *= 1.001
			a.Stats["criterion"] += 0.001
			if found := windowFaults(p, a); len(found) != 1 || found[0].Path != "stats.criterion" {
				t.Errorf("%s, wrong criterion: got violations %+v, want one at stats.criterion", text, found)
			}
			a.Options["expression"] = text + " +"
			if found := windowFaults(p, a); len(found) != 1 || !strings.Contains(found[0].Reason, "cannot be read") {
				t.Errorf("%s, invalid expression: got violations %+v, want that it cannot be read", text, found)
			}
		}
	}
}
