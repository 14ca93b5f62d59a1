package mini

import (
	"strings"
	"testing"
)

// No stored text can add markup to the page.
func TestMinisBringNoMarkup(t *testing.T) {
	for _, kept := range []string{`l"/><script>alert(1)</script>`, `xM0 0h1`, `l`, `aM0 0h1" onload="x`, "l<", strings.Repeat("bM1 1h1", 1<<14)} {
		if markup := Draw(kept, 1).SVG(); strings.Contains(markup, "<path") || strings.Contains(markup, "script") {
			t.Errorf("Draw(%.40q): got %.200s, want no path and no script", kept, markup)
		}
	}
}

func FuzzMiniMarkup(f *testing.F) {
	f.Add("lM0 0L1 1;dM1 1h0")
	f.Fuzz(func(t *testing.T, kept string) {
		markup := Draw(kept, 3).SVG()
		inner := strings.TrimSuffix(markup[strings.IndexByte(markup, '>')+1:], "</svg>")
		for part := range strings.SplitSeq(inner, "<path ") {
			if part != "" && (strings.Count(part, `"`) != 4 || strings.ContainsAny(part[:len(part)-2], "<>")) {
				t.Errorf("Draw(%q): got %q, want paths with two plain attributes", kept, markup)
			}
		}
	})
}
