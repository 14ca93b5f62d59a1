package catalog

import (
	"testing"

	"gridbox/core/problem/farm"
	"gridbox/core/scenario"
)

// The longest wait is the same whether an answer has the jobs of the scenario in its order, or is one to
// another state of it.
func TestLongestWait(t *testing.T) {
	s := &scenario.Scenario{Kind: "farm", Farm: &scenario.Farm{Problem: farm.Problem{Jobs: []farm.Job{
		{ID: "a", Submitted: 1}, {ID: "b", Submitted: 2}, {ID: "c", Submitted: 3}}}}}
	for name, c := range map[string]struct {
		answer []farm.Reservation
		want   float64
	}{
		"in order":       {[]farm.Reservation{{Job: "a", Start: 9}, {Job: "a", Start: 4}, {Job: "b", Start: 7}, {Job: "c", Start: 6}}, 5},
		"in another":     {[]farm.Reservation{{Job: "c", Start: 6}, {Job: "a", Start: 9}, {Job: "b", Start: 7}, {Job: "a", Start: 4}}, 5},
		"a job is new":   {[]farm.Reservation{{Job: "a", Start: 4}, {Job: "c", Start: 13}}, 10},
		"one is gone":    {[]farm.Reservation{{Job: "a", Start: 4}, {Job: "old", Start: 90}, {Job: "b", Start: 8}, {Job: "c", Start: 5}}, 6},
		"nothing starts": {nil, 0},
	} {
		if got := longestWait(s, &scenario.Answer{Solution: &farm.Solution{Reservations: c.answer}}); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
