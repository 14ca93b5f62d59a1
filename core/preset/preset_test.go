package preset

import (
	"strings"
	"testing"
)

type parameters struct{ jobs int }

var presets = []Preset[string, parameters]{
	{ID: "small", Parameters: parameters{jobs: 3}},
	{ID: "drawn", Draw: func() string { return "a problem" }},
}

func TestFind(t *testing.T) {
	for _, want := range presets {
		got, faults := Find(presets, want.ID)
		if faults != nil || got.ID != want.ID || got.Parameters != want.Parameters ||
			got.IsFixed() != (want.ID == "drawn") {
			t.Errorf("Find(%s): got %+v, faults %v; want this preset", want.ID, got, faults)
		}
	}
	_, faults := Find(presets, `no "such" one`)
	if len(faults) != 1 || faults[0].Path != "preset" || faults[0].Value != `"no \"such\" one"` ||
		!strings.HasSuffix(faults[0].Reason, "choose one of small, drawn") {
		t.Errorf("Find of an unknown name: got faults %v, want the known names", faults)
	}
}

func TestResolve(t *testing.T) {
	four := func(p parameters) parameters { p.jobs = 4; return p }
	if got, faults := Resolve(presets, "small", false, four); faults != nil || got.Parameters.jobs != 4 ||
		presets[0].Parameters.jobs != 3 {
		t.Errorf("Resolve of a preset: got %+v, faults %v; want 4 jobs and an unchanged preset", got, faults)
	}
	if got, faults := Resolve(presets, "drawn", true, four); faults != nil || !got.IsFixed() ||
		got.Parameters.jobs != 0 {
		t.Errorf("Resolve of a drawn preset alone: got %+v, faults %v; want the drawn preset", got, faults)
	}
	if _, faults := Resolve(presets, "drawn", false, four); len(faults) != 1 || faults[0].Path != "preset" ||
		faults[0].Value != `"drawn"` {
		t.Errorf("Resolve of a drawn preset with parameters: got faults %v, want one at preset", faults)
	}
	if _, faults := Resolve(presets, "none", false, four); len(faults) != 1 {
		t.Errorf("Resolve of an unknown name: got faults %v, want one", faults)
	}
}

func TestModifyAndOverlay(t *testing.T) {
	base := parameters{jobs: 3}
	more := Modify(base, func(p *parameters) { p.jobs = 5 })
	if base.jobs != 3 || more.jobs != 5 {
		t.Errorf("Modify: got %v from %v, want 5 jobs from 3", more, base)
	}
	n := 7
	Overlay(&more.jobs, nil)
	if more.jobs != 5 {
		t.Errorf("Overlay of nil: got %d, want 5", more.jobs)
	}
	if Overlay(&more.jobs, &n); more.jobs != 7 {
		t.Errorf("Overlay of 7: got %d, want 7", more.jobs)
	}
}
