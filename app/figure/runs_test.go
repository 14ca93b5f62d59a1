package figure

import (
	"strings"
	"testing"

	"gridbox/core/scenario"
)

// Runs of one algorithm are rows with different names, shades and letters. Runs that the scenario's view hides are
// neither solved nor shown, and the laboratory opens with the same view.
func TestRowsOfRepeatedRuns(t *testing.T) {
	s, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement",
		"placement": {"clusters": [{"id": "a", "mips": 100}, {"id": "b", "mips": 50}],
		"links": [{"a": "a", "b": "b", "bandwidth": 10}], "jobs": [{"id": "j", "mi": 10}]},
		"runs": [{"algorithm": "fastest"}, {"algorithm": "rbhs"}, {"algorithm": "rbhs", "label": "<i>Mine</i>"},
		{"algorithm": "rbhs", "options": {"weights": "sum"}}, {"algorithm": "rbhs"}]}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s.View = &scenario.View{Hidden: []int{0}}
	link, err := scenario.Link(s)
	if err != nil {
		t.Fatal(err)
	}
	for word, chosen := range map[string]int{"": 0, "rbhs": 0, "<i>Mine</i>": 1, "RBHS · weights sum": 2, "4": 3,
		"fastest": 0} {
		engine := &Direct{}
		f := New(Address{Fragment: strings.TrimPrefix(link, "#"), Run: word}, "", engine)
		f.Open(nil)
		engine.Settle()
		var names []string
		for _, row := range f.Rows() {
			names = append(names, row.Letter+" "+row.Name+" "+strings.TrimPrefix(row.Swatch, "fig-swatch "))
		}
		if got := strings.Join(names, "|"); got != " RBHS fig-c1|b <i>Mine</i> fig-c1 shade1|"+
			"c RBHS · weights sum fig-c1 shade2|d RBHS #2 fig-c1 shade3" {
			t.Fatalf("got rows %s, want letters, names and shades of repeated runs", got)
		}
		if f.Rows()[chosen].Pressed != "true" {
			t.Errorf("choosing %q does not press row %d", word, chosen)
		}
		opened, faults := scenario.OpenLink(f.LabHref()[strings.Index(f.LabHref(), "#"):])
		want := []string{"rbhs", "2", "3", "4"}[chosen]
		if len(faults) > 0 || len(opened.View.Hidden) != 1 || opened.View.Run != want {
			t.Errorf("chosen %q: got view %+v, faults %v; want run %s", word, opened.View, faults, want)
		}
	}
}
