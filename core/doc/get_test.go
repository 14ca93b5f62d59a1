package doc

import (
	"reflect"
	"testing"
)

func TestGetFindsWhatSetPuts(t *testing.T) {
	var d map[string]any
	Decode([]byte(`{"a":{"list":[{"id":"x","n":1},{"id":"y","n":2},{"id":"z"}]},"seed":7}`), &d)
	for path, want := range map[string][]any{
		"seed": {7.0}, "a.list[id=y].n": {2.0}, "a.list[*].n": {1.0, 2.0, nil}, "a.list[0].n": {1.0}, "a.none": {nil},
	} {
		if got, why := Get(d, path); why != "" || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %q; want %v", path, got, why, want)
		}
	}
	for _, path := range []string{"", "a..b", "a.list[9].n", "a.list[id=w].n",
		"a.none.n", "seed.n", "a.list.n", "a[0]"} {
		_, got := Get(d, path)
		if want := Set(d, path, 1.0); got != want || got == "" {
			t.Errorf("%s: %q; Set says %q", path, got, want)
		}
	}
}

func TestFieldAt(t *testing.T) {
	type thing struct {
		N *float64       `json:"n,omitempty" label:"Number" unit:"s" rule:">0"`
		M map[string]any `json:"m"`
	}
	type whole struct {
		List []thing `json:"list"`
		Seed int     `json:"seed"`
	}
	if f := FieldAt(whole{}, "list[id=a].n"); f == nil || f.Label != "Number" || f.Unit != "s" || f.Kind != "number" {
		t.Errorf("FieldAt(list[id=a].n): got %+v, want the number n", f)
	}
	if f := FieldAt(&whole{}, "seed"); f == nil || f.Kind != "whole" {
		t.Errorf("FieldAt(seed): got %+v, want a whole number", f)
	}
	for _, path := range []string{"", "list[0]", "list.n", "none", "list[0].m.x", "seed.x", "[", "seed[0]"} {
		if f := FieldAt(whole{}, path); f != nil {
			t.Errorf("FieldAt(%q): got %+v, want nil", path, f)
		}
	}
}
