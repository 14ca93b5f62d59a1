package farm

import "testing"

// Effort grows with jobs, with machines beyond a hundred, and with the orders that are tried.
func TestEffort(t *testing.T) {
	p := Problem{Jobs: make([]Job, 50), Machines: make([]Machine, 100)}
	if w := p.Effort("fcfs", Options{Tries: 9}); w != 2 {
		t.Errorf("%v ms", w)
	}
	if w := p.Effort("two-stage", Options{Tries: 9}); w != 20 {
		t.Errorf("%v ms with nine tries", w)
	}
	p.Machines = make([]Machine, 250)
	if w := p.Effort("fcfs", Options{}); w != 5 {
		t.Errorf("%v ms on many machines", w)
	}
}
