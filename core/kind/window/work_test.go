package window

import "testing"

// Work grows with slots, with the windows to find, and with the nodes to choose
// from. The presets are small.
func TestWork(t *testing.T) {
	for _, preset := range Presets() {
		p, faults := Generate(Spec{Preset: preset.ID}, 1)
		if faults != nil {
			t.Fatal(faults)
		}
		for _, algorithm := range []string{"first-fit", "min-cost", "max-sum", "multiple-best", "custom", "alp"} {
			if w := p.Work(algorithm); w <= 0 || w > 1e6 {
				t.Errorf("%s of %s: got %v steps, want 1 to 1e6", algorithm, preset.ID, w)
			}
		}
		few, short := p.Work("multiple-best"), p.Work("first-fit")
		p.Horizon *= 1e6
		if many := p.Work("multiple-best"); many < 3e6 || many <= few || p.Work("first-fit") != short {
			t.Errorf("%s with a long horizon: got %v steps after %v, want 3e6 at least by multiple-best only",
				preset.ID, many, few)
		}
	}
	p, _ := Generate(Spec{Preset: "square-2018"}, 1)
	one, many := p.Recurrence(Options{Subset: Dense}), p.Recurrence(Options{Subset: Dense, Cells: 100})
	if one <= 0 || one > 1e6 || many < 50*one || p.Recurrence(Options{Cells: 100}) != 0 {
		t.Errorf("recurrence: got %v steps, %v with a hundred cells; want at most 1e6, 50 times as many at least", one,
			many)
	}
	p.Request.Budget = nil
	if w := p.Recurrence(Options{Subset: Dense}); w < one || w > maxCells {
		t.Errorf("recurrence without a budget: got %v steps, want %v to %v", w, one, maxCells)
	}
	if w := (&WindowProblem{}).Recurrence(Options{Subset: Dense}); w != 0 {
		t.Errorf("recurrence without a request: got %v steps, want 0", w)
	}
	if w := (&WindowProblem{}).Work("multiple-best"); w != 0 {
		t.Errorf("without a request: got %v steps, want 0", w)
	}
	if w := (&WindowProblem{Request: &Request{Nodes: 1, Volume: 1}}).Work("multiple-best"); w != 0 {
		t.Errorf("without nodes: got %v steps, want 0", w)
	}
}
