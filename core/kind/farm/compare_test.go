package farm

import "testing"

// The longest wait is the same whether an answer has the jobs in the order of the scenario or
// belongs to another state of it.
func TestMaxWait(t *testing.T) {
	p := &Problem{Jobs: []Job{{ID: "a", Submitted: 1}, {ID: "b", Submitted: 2}, {ID: "c", Submitted: 3}}}
	job := func(id string, start float64) Reservation { return Reservation{Job: id, Start: start} }
	for name, c := range map[string]struct {
		answer []Reservation
		want   float64
	}{
		"in order":       {[]Reservation{job("a", 9), job("a", 4), job("b", 7), job("c", 6)}, 5},
		"in another":     {[]Reservation{job("c", 6), job("a", 9), job("b", 7), job("a", 4)}, 5},
		"a job is new":   {[]Reservation{job("a", 4), job("c", 13)}, 10},
		"one is gone":    {[]Reservation{job("a", 4), job("old", 90), job("b", 8), job("c", 5)}, 6},
		"nothing starts": {nil, 0},
	} {
		if got := maxWait(p, &Solution{Reservations: c.answer}); got != c.want {
			t.Errorf("%s: got longest wait %v, want %v", name, got, c.want)
		}
	}
}
