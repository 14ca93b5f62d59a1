package cite

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

func work(t *testing.T, preset string) *Work {
	t.Helper()
	s, _ := catalog.FromPreset(preset, 7)
	link, err := scenario.Link(s)
	if err != nil {
		t.Fatal(err)
	}
	return &Work{Scenario: s, Fragment: link + "&expect=0123456789abcdef&by=0.1.0", Site: "https://example.org"}
}

// Every form of every preset contains the whole address, whatever the title.
func TestForms(t *testing.T) {
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			w := work(t, p.ID)
			w.Scenario.Title = `A "B" <c> & 50 % \x {y} [z](q) ` + "`d`\n#e_f~g^h"
			for _, f := range w.Forms() {
				if f.Text == "" || f.Name == "" || f.About == "" {
					t.Errorf("%s: form without text, name or description: %+v", p.ID, f)
				}
				plain := strings.NewReplacer("&amp;", "&", "\\", "").Replace(f.Text)
				if !strings.Contains(plain, w.Fragment) {
					t.Errorf("%s: form %s does not contain the address %s: %s", p.ID, f.ID, w.Fragment, f.Text)
				}
				if f.ID == "artifact" && !strings.Contains(f.Text, "gridbox verify '") {
					t.Errorf("%s: the artifact description has no gridbox verify command: %s", p.ID, f.Text)
				}
				if f.ID != "markdown" && strings.Contains(f.Text, "<c>") {
					t.Errorf("form %s does not escape markup in the title: %s", f.ID, f.Text)
				}
			}
		}
	}
}

// The caption of a study's chart counts replications only if they can differ.
func TestCaptionOfAStudy(t *testing.T) {
	for preset, want := range map[string]bool{"five-clusters": false, "rbhs-mixed": true} {
		w := work(t, preset)
		w.Scenario.Study = &scenario.Study{Replications: 200}
		w.Scenario.View = &scenario.View{Panel: "study"}
		if got := strings.Contains(w.latex(), "Means over 200 replications."); got != want {
			t.Errorf("%s: got a count of replications in the caption: %t, want %t:\n%s", preset, got, want, w.latex())
		}
	}
}

func TestBibTeX(t *testing.T) {
	w := work(t, "markov-2004")
	for _, want := range []string{"@misc{markov2004,\n  author = {Markov}", "year = {2004}",
		"seed 7", "@misc{gridbox-", "url = {https://example.org/lab/#s1.p."} {
		if !strings.Contains(w.BibTeX(), want) {
			t.Errorf("BibTeX: got\n%s\nwant it to contain %q", w.BibTeX(), want)
		}
	}
	got := paper("Markov: Two Stage Optimization & more. FTDCS 2004, 119-124, doi 10.1109/FTDCS.2004.1316602")
	for _, want := range []string{"doi = {10.1109/FTDCS.2004.1316602}", "howpublished = {FTDCS 2004, 119-124}",
		"title = {{Two Stage Optimization \\& more}}", "year = {2004}"} {
		if !strings.Contains(got, want) {
			t.Errorf("paper: got\n%s\nwant it to contain %q", got, want)
		}
	}
	for _, k := range catalog.Kinds() {
		for _, a := range k.Algorithms {
			if a.Paper == "" {
				continue
			}
			got := paper(a.Paper)
			if strings.Count(got, "{") != strings.Count(got, "}") || strings.Contains(got, "{,") {
				t.Errorf("%s: paper has unbalanced or empty braces: %s", a.ID, got)
			}
		}
	}
}

func TestFileNames(t *testing.T) {
	for title, want := range map[string]string{"": "scenario", "Five clusters!": "five-clusters", "Größe": "gr-e",
		strings.Repeat("a", 99): strings.Repeat("a", 60)} {
		if got := FileName(title); got != want {
			t.Errorf("FileName(%q): got %q, want %q", title, got, want)
		}
	}
}

// A command is one word for a shell, whatever the link contains.
func TestCommands(t *testing.T) {
	w := work(t, "five-clusters")
	w.Fragment += "&run=a'b"
	f, _ := w.ByID("command")
	if !strings.Contains(f.Text, "gridbox verify '") || strings.Count(f.Text, "'")%2 != 0 {
		t.Errorf("the command is not one word for a shell: %s", f.Text)
	}
	if _, why := w.ByID("latx"); !strings.Contains(why, "latex") {
		t.Errorf("ByID(\"latx\"): got %q, want a suggestion of latex", why)
	}
}
