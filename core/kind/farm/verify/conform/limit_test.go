package conform_test

import (
	"strings"
	"testing"

	"gridbox/core/kind/farm"
	solver "gridbox/core/kind/farm/solve"
	"gridbox/core/kind/farm/verify/conform"
)

// All of a thousand jobs are checked: under the name of another algorithm every
// answer is refused.
func TestThousandJobsAreFollowed(t *testing.T) {
	machines, jobs, factor, interval := 20, 1000, 2.0, 60.0
	p, faults := farm.Generate(farm.Spec{Preset: "farm-large", Machines: &machines, Jobs: &jobs, Overestimate: &factor,
		Interval: &interval}, 1)
	if faults != nil {
		t.Fatal(faults)
	}
	for j := range p.Jobs {
		p.Jobs[j].User = string(rune('a' + j*j%5))                        // user by whom EASY++ predicts
		p.Jobs[j].Preemptible, p.Jobs[j].Restartable = j%3 == 0, j%3 == 0 // gang suspends these
	}
	runs := farmRuns(0, farm.ByMode)
	for i, r := range runs {
		answer, other := farmAnswer(t, &p, r.algorithm, r.options), runs[(i+1)%len(runs)]
		if c := conform.Answer(&p, nil, answer); !c.OK {
			t.Fatalf("%s %v: got violations %v, want none", answer.Algorithm, answer.Options, c.Violations)
		}
		named := farmAnswer(t, &p, other.algorithm, solver.Options{Options: other.options.Options, NoBound: true})
		answer.Algorithm, answer.Options = named.Algorithm, named.Options
		c := conform.Answer(&p, nil, answer)
		if c.OK || !strings.Contains(c.Violations[0].Reason, "is not what "+named.Algorithm+" does") {
			t.Errorf("answer of %s as one of %s %v: got violations %v, want that the algorithm decides otherwise",
				r.algorithm, named.Algorithm, named.Options, c.Violations)
		}
	}
}
