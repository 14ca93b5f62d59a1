package picture

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/draw/layout"
	"gridbox/core/scenario"
)

// The mini of every preset shows something, stays small however large the
// problem, and is the same each time.
func TestMinisAreSmall(t *testing.T) {
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			e, faults := scenario.Expand(scenario.Generated(k.ID, p.ID, 7))
			if faults != nil {
				t.Fatal(faults)
			}
			var places []Point
			if e.Placement != nil {
				for _, q := range layout.Clusters(&e.Placement.Problem) {
					places = append(places, Point(q))
				}
			}
			kept := Mini(e, nil, places)
			if len(kept) < 40 || len(kept) > 8000 || kept != Mini(e, nil, places) {
				t.Errorf("%s has %d bytes", p.ID, len(kept))
			}
			markup := MiniMarkup(kept, 1)
			if strings.Count(markup, "<path") != strings.Count(kept, ";")+1 {
				t.Errorf("%s: a part of %s is not drawn", p.ID, kept)
			}
		}
	}
}

// Nothing that is kept can bring markup into the page.
func TestMinisBringNoMarkup(t *testing.T) {
	for _, kept := range []string{`l"/><script>alert(1)</script>`, `xM0 0h1`, `l`, `aM0 0h1" onload="x`, "l<", strings.Repeat("bM1 1h1", 1<<14)} {
		if markup := MiniMarkup(kept, 1); strings.Contains(markup, "<path") || strings.Contains(markup, "script") {
			t.Errorf("%.40q is drawn as %.200s", kept, markup)
		}
	}
}

func FuzzMiniMarkup(f *testing.F) {
	f.Add("lM0 0L1 1;dM1 1h0")
	f.Fuzz(func(t *testing.T, kept string) {
		markup := MiniMarkup(kept, 3)
		inner := strings.TrimSuffix(markup[strings.IndexByte(markup, '>')+1:], "</svg>")
		for part := range strings.SplitSeq(inner, "<path ") {
			if part != "" && (strings.Count(part, `"`) != 4 || strings.ContainsAny(part[:len(part)-2], "<>")) {
				t.Errorf("%q is drawn as %q", kept, markup)
			}
		}
	})
}
