package answers

import (
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// A selectedRun is a run of the scenario, or an algorithm that is not among them, with Index -1.
type selectedRun struct {
	scenario.Run
	Index int
	Name  string // distinct among the scenario's runs
}

// SelectedRuns returns the runs to solve: those of the scenario or, if --algorithm or --run are given,
// the named ones of the scenario or the kind, each once and in the given order.
func (c *Call) SelectedRuns(s *scenario.Scenario) (chosen []selectedRun, ok bool) {
	runs := catalog.Runs(s)
	names := catalog.Names(s.Kind, runs)
	taken := make([]bool, len(runs))
	take := func(i int) {
		if !taken[i] {
			taken[i] = true
			chosen = append(chosen, selectedRun{runs[i], i, names[i]})
		}
	}
	if !c.HasFlag("algorithm") && !c.HasFlag("run") {
		for i := range runs {
			take(i)
		}
		return chosen, true
	}
	for _, id := range c.Flags["algorithm"] {
		found := false
		for i, r := range runs {
			if r.Algorithm == id {
				found = true
				take(i)
			}
		}
		if found {
			continue
		}
		run := scenario.Run{Algorithm: id}
		if faults := catalog.CheckRun(s.Kind, run); len(faults) > 0 {
			faults[0].Path = "--algorithm"
			c.Blame("", faults)
			return nil, false
		}
		chosen = append(chosen, selectedRun{run, -1, catalog.NameOf(s.Kind, run)})
	}
	for _, word := range c.Flags["run"] {
		i, ok := catalog.Pick(s.Kind, runs, word)
		if !ok {
			c.Say("--run: " + word + " is not a run of this scenario" + doc.Suggest(word, names) +
				"; the runs, from 0, are " + strings.Join(names, ", ") + "\n")
			return nil, false
		}
		take(i)
	}
	return chosen, true
}
