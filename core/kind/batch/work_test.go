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
		t.Errorf("20 jobs, 100 slots: got %v ms, want 1", w)
	}
	if p.Cycles = 3; p.Work() != 3 {
		t.Errorf("three cycles: got %v ms, want 3", p.Work())
	}
	p.Slots = make([]window.Slot, 10_000)
	if w := p.Work(); w != 600 {
		t.Errorf("three cycles of 10,000 slots: got %v ms, want 600", w)
	}
}
