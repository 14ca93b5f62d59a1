package still

import (
	"regexp"
	"strings"
	"testing"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gridbox/app/figure"
	"gridbox/core/catalog"
)

func TestEveryPresetHasAStill(t *testing.T) {
	for _, preset := range catalog.PresetIDs() {
		s, err := Draw(preset, "/prefix")
		if err != nil {
			t.Errorf("Draw(%s): got error %v", preset, err)
			continue
		}
		if s.Title == "" || s.Caption == "" || !strings.HasPrefix(s.Body, `<main id="figure"`) {
			t.Errorf("%s: got title %q, caption %q, body %.60q; want all three, the body a main element",
				preset, s.Title, s.Caption, s.Body)
		}
		if !strings.Contains(s.Body, s.Picture) {
			t.Errorf("%s: the body lacks its picture", preset)
		}
		if testing.Short() {
			continue
		}
		if again, _ := Draw(preset, "/prefix"); again != s {
			t.Errorf("%s: two stills of the preset differ", preset)
		}
	}
}

// TestStillSurvivesParsing checks that a browser parses the text into the tree that the renderer wrote. vugu keeps
// only elements that equal those it would create, and adjacent texts would be parsed as one.
func TestStillSurvivesParsing(t *testing.T) {
	s, err := Draw("five-clusters", "")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(strings.NewReader("<!DOCTYPE html><html><head></head><body>" + s.Body + "</body></html>"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := html.Render(&b, doc.LastChild.LastChild.FirstChild); err != nil {
		t.Fatal(err)
	}
	if got, want := bones(b.String()), bones(s.Body); got != want {
		t.Errorf("parsed still: got\n%s\nwant\n%s", got, want)
	}
}

// TestStillIsWhatVuguWrites compares the still with the output of vugu's own renderer for the same figure, both as a
// browser would parse them.
func TestStillIsWhatVuguWrites(t *testing.T) {
	engine := &figure.Direct{}
	f := figure.New(figure.Address{Preset: "square-2018", Heading: `<b>"it's" & more</b>`}, "/p", engine)
	f.Open(nil)
	engine.Settle()
	f.Freeze()
	ours, err := renderFigure(f)
	if err != nil {
		t.Fatal(err)
	}
	root := &figure.Root{Figure: f}
	build, err := vugu.NewBuildEnv()
	if err != nil {
		t.Fatal(err)
	}
	results := build.RunBuild(root)
	for _, island := range root.Islands() {
		if err := fill(results.Out.Out[0], island.ID, island.HTML); err != nil {
			t.Fatal(err)
		}
	}
	var theirs strings.Builder
	if err := staticrender.New(&theirs).Render(results); err != nil {
		t.Fatal(err)
	}
	if got, want := reread(t, ours.Body), reread(t, theirs.String()); got != want || len(got) < 2000 {
		t.Errorf("written still: got\n%s\nwant\n%s", got, want)
	}
}

// reread returns a text as parsed and written again.
func reread(t *testing.T, text string) string {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "body",
		DataAtom: atom.Body})
	if err != nil || len(nodes) != 1 {
		t.Fatalf("ParseFragment: got %d nodes, error %v; want 1", len(nodes), err)
	}
	var b strings.Builder
	if err := html.Render(&b, nodes[0]); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// bones returns the tags and texts of a page without its picture and attributes.
func bones(text string) string {
	before, rest, _ := strings.Cut(text, "<svg")
	_, after, _ := strings.Cut(rest, "</svg>")
	return regexp.MustCompile(`<(/?[a-z0-9]+)[^>]*>`).ReplaceAllString(before+after, "<$1>")
}

func TestStillCannotBeActedOn(t *testing.T) {
	s, err := Draw("five-clusters", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"<button", "<input"} {
		for _, part := range strings.Split(s.Body, tag)[1:] {
			head, _, _ := strings.Cut(part, ">")
			if !strings.Contains(head, " disabled") {
				t.Errorf("%s%s> is enabled before the program is loaded", tag, head)
			}
		}
	}
	if !strings.Contains(s.Body, `href="/lab/#s1.`) {
		t.Error("the link to the laboratory needs the program, want a plain link")
	}
}

func TestUnknownPreset(t *testing.T) {
	if _, err := Draw("nowhere", ""); err == nil {
		t.Error("Draw(nowhere): got no error")
	}
}
