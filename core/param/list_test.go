package param

import (
	"reflect"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// Each result is a control whose ends are valid in the document. It is the same after writing and
// reading.
func TestEverythingFoundIsAControl(t *testing.T) {
	for _, kind := range catalog.Kinds() {
		for _, preset := range []string{kind.Presets[0].ID, kind.Presets[len(kind.Presets)-1].ID} {
			s, _ := catalog.FromPreset(preset, 1)
			made, faults := scenario.Expand(s)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			x := Find(s, made)
			early, late := 0, 0
			for i := 0; i < len(x.List); i += 1 + len(x.List)/200 {
				f := x.List[i]
				c, why := x.Control(f.Path)
				if why != "" && !strings.Contains(why, "upside down") { // no value is between its bounds
					t.Errorf("%s: Control of %+v: %s", preset, f, why)
					continue
				}
				if why != "" {
					continue
				}
				again, faults := Read(Write([]Control{c}))
				if len(faults) > 0 || !reflect.DeepEqual(again[0], c) || f.Field == "" || f.Group == "" {
					t.Fatalf("%s: got %+v after writing and reading, faults %v; want %+v", preset, again, faults, c)
				}
				if early++; !x.original.Find(f.Path) {
					early, late = early-1, late+1
				}
				if why := x.Settle(&again[0]); why != "" {
					t.Errorf("%s: Settle of %+v: %s", preset, f, why)
				}
			}
			if early+late < 5 || late == 0 {
				t.Errorf("%s: got %d given and %d generated parameters, want at least 5 and some generated", preset,
					early, late)
			}
		}
	}
}

func TestListFindsByWords(t *testing.T) {
	s, _ := catalog.FromPreset("five-clusters", 1)
	made, _ := scenario.Expand(s)
	lyon := made.Placement.Clusters[0].ID
	var hits []string
	for _, f := range Find(s, made).List {
		if f.Matches([]string{strings.ToLower(lyon), "power"}) {
			hits = append(hits, f.Path)
		}
	}
	if len(hits) != 1 || hits[0] != "placement.clusters[id="+lyon+"].mips" {
		t.Errorf("got the matches %v, want the power of Lyon only", hits)
	}
}
