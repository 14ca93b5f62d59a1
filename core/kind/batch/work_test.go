package batch

import (
	"testing"

	"gridbox/core/kind/window"
)

// Work grows with slots, jobs and cycles.
func TestWork(t *testing.T) {
	p := Problem{Jobs: make([]Job, 20)}
	p.Slots = make([]window.Slot, 100)
	if w := p.Work(); w != 1 {
		t.Errorf("%v ms", w)
	}
	if p.Cycles = 3; p.Work() != 3 {
		t.Errorf("%v ms for three cycles", p.Work())
	}
	p.Slots = make([]window.Slot, 10_000)
	if w := p.Work(); w != 600 {
		t.Errorf("%v ms for many slots", w)
	}
}
