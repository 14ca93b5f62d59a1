package farm

import (
	"testing"

	"gridbox/core/kind/farm"
)

// The first reservation of a job is found in any order of queries, also in an answer that lacks a job or has another
// order.
func TestFirstOf(t *testing.T) {
	solution := &farm.Solution{Reservations: []farm.Reservation{{Job: "a", Start: 5}, {Job: "a", Start: 3},
		{Job: "b", Start: 1}, {Job: "d", Start: 2}, {Job: "c", Start: 4}}}
	want := map[string]float64{"a": 3, "b": 1, "c": 4, "d": 2}
	for _, order := range []string{"abcd", "dcba", "xaxbxdxc", "bbaacc", "cxdcb"} {
		first := firstOf(solution)
		for _, id := range order {
			r, start := first(string(id)), want[string(id)]
			if (r == nil) != (start == 0) || r != nil && (r.Job != string(id) || r.Start != start) {
				t.Errorf("order %s: got first reservation of %c %v, want that at %v", order, id, r, start)
			}
		}
	}
	if firstOf(nil)("a") != nil {
		t.Error("got a reservation without an answer")
	}
}
