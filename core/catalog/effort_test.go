package catalog

import (
	"testing"

	"gridbox/core/scenario"
)

// Every preset is generated within 300 ms by estimate. Problems that took a second or more in
// a browser are estimated at 1000 ms or more; each took 0.3 seconds or more natively on two cores.
func TestMaking(t *testing.T) {
	for _, k := range Kinds() {
		for _, p := range k.Presets {
			s := scenario.NewGenerated(k.ID, p.ID, 1)
			if ms := Making(s); ms > 300 {
				t.Errorf("Making(%s): got %v ms, want at most 300", p.ID, ms)
			}
		}
	}
	for _, text := range []string{
		`"placement", "placement": {"generate": {"preset": "rbhs-mixed", "jobs": 200000}}`,
		`"placement", "placement": {"generate": {"preset": "rbhs-mixed", "clusters": 2000, "degree": 500}}`,
		`"placement", "placement": {"generate": {"preset": "rbhs-mixed", "jobs": 10000, "needsMin": 200, "needsMax": 200}}`,
		`"window", "window": {"generate": {"preset": "square-2018", "nodes": 100000}}`,
		`"batch", "batch": {"generate": {"preset": "alp-amp-2011", "slotsMin": 200000, "slotsMax": 200000}}`,
		`"group", "group": {"generate": {"preset": "gka-1000", "nodes": 500000}}`,
		`"farm", "farm": {"generate": {"preset": "farm-large", "machines": 20000, "degree": 50}}`,
		`"farm", "farm": {"generate": {"preset": "farm-large", "jobs": 300000}}`,
	} {
		s, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": ` + text + `}`))
		if faults != nil {
			t.Fatalf("Parse of %s: got faults %v, want none", text, faults)
		}
		if ms := Making(s); ms < 1000 {
			t.Errorf("Making(%s): got %v ms, want at least 1000", text, ms)
		}
	}
	s, faults := scenario.Expand(scenario.NewGenerated("group", "gka-200", 1))
	if faults != nil {
		t.Fatal(faults)
	}
	if ms := Making(s); ms != 0 {
		t.Errorf("Making of a document that generates nothing: got %v ms, want 0", ms)
	}
}
