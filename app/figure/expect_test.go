package figure

import (
	"strings"
	"testing"

	"gridbox/core/scenario"
)

// An address, or the link in it, has the digest of the author's answers. The figure reports whether they are
// reproduced, and ignores an invalid digest.
func TestExpectations(t *testing.T) {
	f, _ := openFigure(t, Address{Preset: "five-clusters"})
	came := f.Expectation()
	if came.Digest == "" || came.Version == "" || strings.Contains(f.Status(), "author") {
		t.Fatalf("got answers %+v, status %q; want a digest, and no author in the status", came, f.Status())
	}
	for query, word := range map[string]string{
		"expect=" + came.Digest:                                         "reproduced",
		"expect=" + came.Digest + "," + came.Version:                    "reproduced",
		"expect=0123456789abcdef":                                       "not the author’s answers.",
		"expect=0123456789abcdef," + came.Version:                       "not the author’s answers.",
		"expect=0123456789abcdef,0.0.1":                                 "Gridbox 0.0.1 computed those",
		"expect=" + strings.Repeat("<b>", 500):                          "Solved here and verified.",
		"expect=0123456789abcdef," + strings.Repeat("version ", 500):    "not the author’s answers.",
		"expect=" + came.Digest + "&controls=placement.jobs[0].mi:1..2": "reproduced",
	} {
		a, err := ReadAddress(query, "", "five-clusters")
		if err != nil {
			t.Errorf("%.60s: %v", query, err)
		}
		f, d := openFigure(t, a)
		if got := f.Status(); !strings.Contains(got, word) || len(got) > 200 {
			t.Errorf("%.60s: got status %q, want %q in at most 200 bytes", query, got, word)
		}
		if bad := strings.Contains(query, "<b>"); bad != strings.Contains(f.PanelNote(), "no digest") {
			t.Errorf(`%.60s: got note %q, want "no digest" for markup only`, query, f.PanelNote())
		}
		if a.Controls != "" { // after a change of a number the results of the author do not apply
			f.Turn(0, 1)
			d.Settle()
			if got := f.Status(); !strings.Contains(got, "your values") {
				t.Errorf(`changed: got status %q, want "your values"`, got)
			}
			f.Restore()
			d.Settle()
			if got := f.Status(); !strings.Contains(got, "reproduced") {
				t.Errorf(`restored: got status %q, want "reproduced"`, got)
			}
		}
	}
	link, err := scenario.Link(f.source)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := ReadAddress("", link+came.Parameters(), "five-clusters")
	if f, _ := openFigure(t, a); !strings.Contains(f.Status(), "reproduced") {
		t.Errorf(`link with the expectation: got status %q, want "reproduced"`, f.Status())
	}
}
