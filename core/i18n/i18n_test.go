package i18n

import (
	"strings"
	"testing"
)

func englishPlural(n float64) string {
	if n == 1 {
		return "one"
	}
	return "other"
}

const german = `{"language": "de", "decimal": ",", "group": ".", "texts": {
	"Cancel": "Abbrechen",
	"job {} is on {}.": "auf {2} liegt {1}.",
	"{} jobs are left": {"one": "{} Auftrag bleibt", "other": "{} Aufträge bleiben"},
	"{} has {} jobs": {"by": 2, "one": "{} hat einen Auftrag", "other": "{} hat {} Aufträge"},
	"job": {"one": "Auftrag", "other": "Aufträge"}}}`

func TestEnglishFillsHoles(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{T("No holes."), "No holes."},
		{T("job {} is on {}.", "j1", "A"), "job j1 is on A."},
		{T("{}", "{}"), "{}"},
		{Text("Cancel"), "Cancel"},
		{Decimal() + Group(), "." + narrowSpace},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if text, ok := Noun(2, "job"); ok {
		t.Errorf("got the noun %q without a catalogue, want none", text)
	}
	if n := testing.AllocsPerRun(100, func() { T("job {} is on {}.", "j1", "A") }); n > 1 {
		t.Errorf("got %v allocations, want at most 1", n)
	}
}

func TestCatalogueTranslates(t *testing.T) {
	c, err := Parse([]byte(german))
	if err != nil {
		t.Fatal(err)
	}
	Use(c, englishPlural)
	defer Use(nil, nil)
	one, _ := Noun(1, "job")
	many, _ := Noun(3, "job")
	for _, c := range []struct{ got, want string }{
		{Text(" Cancel "), " Abbrechen "},
		{Text("Unknown"), "Unknown"},
		{T("job {} is on {}.", "{2}", "A"), "auf A liegt {2}."},
		{T("{} jobs are left", "1"), "1 Auftrag bleibt"},
		{T("{} jobs are left", "1.200,5"), "1.200,5 Aufträge bleiben"},
		{T("{} has {} jobs", "9", "1"), "9 hat einen Auftrag"},
		{T("{} is new", "x"), "x is new"},
		{one + " " + many, "Auftrag Aufträge"},
		{Decimal() + Group(), ",."},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	if got := c.Texts(); len(got) != 5 || got[0] != "Cancel" {
		t.Errorf("got the unknown texts %q, want four that begin with Cancel", got)
	}
}

func TestParseNamesTheFault(t *testing.T) {
	for texts, want := range map[string]string{
		`{"a {}": "b {2}"}`:              `texts["a {}"]: unknown placeholder {2}`,
		`{"a {}": "b {x}"}`:              `texts["a {}"]: unknown placeholder`,
		`{"a {}": {"one": "b"}}`:         `texts["a {}"].other: missing`,
		`{"a {}": {"some": "b"}}`:        `texts["a {}"].some: no plural category`,
		`{"a {}": {"other": 1}}`:         `texts["a {}"].other: not a text`,
		`{"a": {"by": 1, "other": "b"}}`: `texts["a"].by: no number of a value`,
		`{"a": 1}`:                       `texts["a"]: neither a text nor plural forms`,
		`{"a": null}`:                    `texts["a"]: neither a text nor plural forms`,
		`[]`:                             `catalogue: `,
	} {
		_, err := Parse([]byte(`{"language": "de", "texts": ` + texts + `}`))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got the error %v for %s, want %s", err, texts, want)
		}
	}
}

func TestPatternsWithoutTranslationAreMarked(t *testing.T) {
	c, err := Parse([]byte(`{"language": "de", "missing": "*{}", "texts": {"Cancel {}": "{} abbrechen"}}`))
	if err != nil {
		t.Fatal(err)
	}
	Use(c, nil)
	defer Use(nil, nil)
	got := T("Cancel {}", "a") + "; " + T("{} of {}", "b", "c") + "; " + Text("Cancel")
	if want := "a abbrechen; *b of c; Cancel"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
