package i18n

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "gridbox/core/fixedseed"
)

const solver = `{"language": "de", "decimal": ",", "group": ".", "texts": {
	"job {} needs {} MB and finds at most {}": "{1} braucht {2} MB, höchstens {3} sind frei",
	"job {} is late.": "{} ist zu spät.",
	"{} is late.": "FALSCH",
	"{} of {}": "{} von {}",
	"{} nodes are left for {} jobs.": {"by": 2, "one": "{} Knoten für einen Auftrag.", "other": "{} Knoten für {} Aufträge."},
	"the only cluster": "der einzige Cluster",
	"Nothing is left.": "Nichts bleibt."}}`

func TestTextMatchesPatterns(t *testing.T) {
	c, err := Parse([]byte(solver))
	if err != nil {
		t.Fatal(err)
	}
	Use(c, englishPlural)
	defer Use(nil, nil)
	for text, want := range map[string]string{
		"job a needs 1\u202f200.5 MB and finds at most 7": "a braucht 1.200,5 MB, höchstens 7 sind frei",
		"job the only cluster is late.":                   "der einzige Cluster ist zu spät.",
		"job  is late.":                                   "job  is late.",
		"4 nodes are left for 1 jobs.":                    "4 Knoten für einen Auftrag.",
		" 4 nodes are left for 3 jobs. ":                  " 4 Knoten für 3 Aufträge. ",
		"job b is late. Nothing is left. job c is late.":  "b ist zu spät. Nichts bleibt. c ist zu spät.",
		"Lille. job b is late.":                           "Lille. b ist zu spät.",
		"a of b":                                          "a of b", // too few words to be matched
		"jobs a is late":                                  "jobs a is late",
		"v1.2 of x":                                       "v1.2 of x",
	} {
		for range 2 { // the second time from the memory
			if got := Text(text); got != want {
				t.Errorf("%q: got %q, want %q", text, got, want)
			}
		}
	}
	if got := English("job {} is late.", "a"); got != "job a is late." {
		t.Errorf("got %q from English, want it unchanged", got)
	}
}

func TestEveryFilledPatternIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z]{2,6}( [a-z]{2,6}){1,4}`)
		literal := strings.Split(text.Draw(t, "pattern"), " ")
		holes := rapid.IntRange(1, 3).Draw(t, "holes")
		for range holes {
			at := rapid.IntRange(0, len(literal)).Draw(t, "at")
			literal = append(literal[:at:at], append([]string{"{}"}, literal[at:]...)...)
		}
		key := strings.Join(literal, " ")
		values := make([]string, holes)
		for i := range values {
			values[i] = rapid.StringMatching(`[A-Z][A-Z0-9é]{0,3}`).Draw(t, "value")
		}
		m := newMatcher(map[string]entry{key: {text: "x"}, "{} other {}": {text: "y"}})
		got, found := m.match(fill(key, values))
		if got != key || strings.Join(found, "|") != strings.Join(values, "|") {
			t.Fatalf("%q with %q: got %q with %q", key, values, got, found)
		}
	})
}

func FuzzText(f *testing.F) {
	c, err := Parse([]byte(solver))
	if err != nil {
		f.Fatal(err)
	}
	Use(c, englishPlural)
	f.Add("job a is late. . ")
	f.Add("4 nodes are left for  jobs.")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.TrimSpace(text) == "" && Text(text) != text {
			t.Errorf("got %q for blanks %q", Text(text), text)
		}
		Text(text)
	})
}
