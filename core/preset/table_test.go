package preset

import (
	"reflect"
	"testing"
)

type table[whole, number, word any] struct {
	Preset string
	Jobs   whole
	Share  number
	Law    word
}

type (
	specTable      table[*int, *float64, *string]
	parameterTable table[int, float64, string]
)

func TestOverlayAll(t *testing.T) {
	jobs, law := 7, ""
	base := parameterTable{Jobs: 3, Share: 0.5, Law: "linear"}
	got := OverlayAll(base, specTable{Preset: "small", Jobs: &jobs, Law: &law})
	if want := (parameterTable{Jobs: 7, Share: 0.5}); got != want || base.Jobs != 3 {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A change to an effective spec changes neither the preset nor the spec.
func TestEffective(t *testing.T) {
	jobs := 7
	list := []Preset[int, parameterTable]{{ID: "small", Parameters: parameterTable{Jobs: 3, Share: 0.5, Law: "linear"}},
		{ID: "drawn", Draw: func() int { return 1 }}}
	spec := specTable{Preset: "small", Jobs: &jobs}
	over := func(base parameterTable) parameterTable { return OverlayAll(base, spec) }
	whole := Effective(list, spec.Preset, spec, over)
	if whole.Preset != "small" || *whole.Jobs != 7 || *whole.Share != 0.5 || *whole.Law != "linear" {
		t.Errorf("Effective: got %+v, want the preset small with 7 jobs", whole)
	}
	if *whole.Jobs, *whole.Share = 0, 0; jobs != 7 || list[0].Parameters.Share != 0.5 || spec.Share != nil {
		t.Error("a change to an effective spec also changes its source")
	}
	for _, name := range []string{"drawn", "none"} {
		if same := Effective(list, name, spec, over); !reflect.DeepEqual(same, spec) {
			t.Errorf("Effective(%s): got %+v, want %+v", name, same, spec)
		}
	}
}
