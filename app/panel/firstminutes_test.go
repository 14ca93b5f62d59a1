package panel_test

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

var (
	tags       = regexp.MustCompile(`<[^>]*>`)
	quotations = regexp.MustCompile(`“([^”]+)”`)
)

// The quotations in the article "First minutes" are on the first screen of each kind.
func TestTheFirstMinutesAreAsWritten(t *testing.T) {
	article, err := os.ReadFile("../../site/docs/first-minutes.md")
	if err != nil {
		t.Fatal(err)
	}
	walks := strings.Split(string(article), "\n## ")[1:]
	if len(walks) != len(kinds.Screens) {
		t.Fatalf("got %d walks, want %d, one for each kind", len(walks), len(kinds.Screens))
	}
	for i, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		s := labtest.Solve(t, labtest.Preset(t, sc.Kind, kind.Presets[0].ID))
		if s.Main() == (state.Ref{}) {
			switch sc.Kind {
			case "placement":
				s = labtest.Select(s, "job", "j1")
			case "batch":
				s = labtest.Select(s, "job", "1")
			case "farm":
				s = labtest.Select(s, "job", "19")
			}
		}
		s = labtest.Explain(t, s, sc)
		drawn := ui.HTML(panel.Picture(&s, sc)) + ui.HTML(panel.Problem(&s, sc, bare)) +
			ui.HTML(panel.Explanation(&s, sc)) +
			ui.HTML(panel.Answers(&s, sc, bare))
		inline := strings.NewReplacer("<b>", "", "</b>", "").Replace(drawn)
		shown := normaliseSpace(html.UnescapeString(tags.ReplaceAllString(drawn, ""))) + "\n" +
			normaliseSpace(html.UnescapeString(tags.ReplaceAllString(inline, " ")))
		quotes := quotations.FindAllStringSubmatch(walks[i], -1)
		if len(quotes) < 3 {
			t.Errorf("%s: got %d quotations, want at least 3", sc.Kind, len(quotes))
		}
		for _, q := range quotes {
			if !strings.Contains(shown, normaliseSpace(q[1])) {
				t.Errorf("%s: %q is not on the screen", sc.Kind, q[1])
			}
		}
	}
}

// normaliseSpace replaces all white space in a text by single spaces.
func normaliseSpace(text string) string { return strings.Join(strings.Fields(text), " ") }
