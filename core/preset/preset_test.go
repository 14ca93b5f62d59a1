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
			got.Drawn() != (want.ID == "drawn") {
			t.Errorf("%s: got %+v, %v", want.ID, got, faults)
		}
	}
	_, faults := Find(presets, `no "such" one`)
	if len(faults) != 1 || faults[0].Path != "preset" || faults[0].Value != `"no \"such\" one"` ||
		!strings.HasSuffix(faults[0].Why, "choose one of small, drawn") {
		t.Errorf("an unknown name gives %v", faults)
	}
}

func TestOver(t *testing.T) {
	four := func(p parameters) parameters { p.jobs = 4; return p }
	if got, faults := Over(presets, "small", false, four); faults != nil || got.Parameters.jobs != 4 ||
		presets[0].Parameters.jobs != 3 {
		t.Errorf("parameters over a preset give %+v, %v", got, faults)
	}
	if got, faults := Over(presets, "drawn", true, four); faults != nil || !got.Drawn() || got.Parameters.jobs != 0 {
		t.Errorf("a drawn preset alone gives %+v, %v", got, faults)
	}
	if _, faults := Over(presets, "drawn", false, four); len(faults) != 1 || faults[0].Path != "preset" ||
		faults[0].Value != `"drawn"` {
		t.Errorf("parameters of a drawn preset give %v", faults)
	}
	if _, faults := Over(presets, "none", false, four); len(faults) != 1 {
		t.Errorf("an unknown name gives %v", faults)
	}
}

func TestWithAndLay(t *testing.T) {
	base := parameters{jobs: 3}
	more := With(base, func(p *parameters) { p.jobs = 5 })
	if base.jobs != 3 || more.jobs != 5 {
		t.Errorf("with: %v from %v", more, base)
	}
	n := 7
	Lay(&more.jobs, nil)
	if more.jobs != 5 {
		t.Errorf("nothing over it: %d", more.jobs)
	}
	if Lay(&more.jobs, &n); more.jobs != 7 {
		t.Errorf("7 over it: %d", more.jobs)
	}
}
