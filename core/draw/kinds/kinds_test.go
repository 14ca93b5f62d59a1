package kinds

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/draw/layout"
	"gridbox/core/draw/mini"
	"gridbox/core/draw/picture"
	"gridbox/core/scenario"
)

// The mini of every preset is not empty, is small however large the problem,
// and is the same each time.
func TestMinisAreSmall(t *testing.T) {
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			e, faults := scenario.Expand(scenario.NewGenerated(k.ID, p.ID, 7))
			if faults != nil {
				t.Fatal(faults)
			}
			var places []picture.Point
			if e.Placement != nil {
				for _, q := range layout.Clusters(&e.Placement.Problem) {
					places = append(places, picture.Point(q))
				}
			}
			kept := Mini(e, nil, places)
			if len(kept) < 40 || len(kept) > 8000 || kept != Mini(e, nil, places) {
				t.Errorf("Mini(%s): got %d bytes or another picture the second time, want 40 to 8000", p.ID,
					len(kept))
			}
			markup := mini.Draw(kept, 1).SVG()
			if strings.Count(markup, "<path") != strings.Count(kept, ";")+1 {
				t.Errorf("%s: some part of %s is not drawn", p.ID, kept)
			}
		}
	}
}
