package onepage

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"

	"golang.org/x/net/html"
)

const shell = "<!DOCTYPE html><html data-still=\"onepage\"><head><title>" + TitleMark + "</title></head><body>\n" +
	StillMark + "<p class=\"made\">" + MadeMark + "</p>\n" + DocumentsMark + "</body></html>"

// work returns a preset with the answers of its first runs.
func work(t *testing.T, preset string, change func(*scenario.Scenario)) Work {
	t.Helper()
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		t.Fatalf("there is no preset %s", preset)
	}
	s := scenario.NewGenerated(kind.ID, preset, 7)
	if change != nil {
		change(s)
	}
	explicit, faults := scenario.Expand(s)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	w := Work{Scenario: s}
	for i, run := range catalog.Runs(s)[:2] {
		answer, err := engine.All().RunExplicit(context.Background(), explicit, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		answer.Run = &i
		w.Answers = append(w.Answers, answer)
	}
	return w
}

// texts returns the contents of the elements of a page by id.
func texts(t *testing.T, page []byte) map[string]string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "id" && n.FirstChild != nil {
				found[a.Val] = n.FirstChild.Data
			}
		}
		if n.Type == html.ElementNode && (n.Data == "title" || n.Data == "script") {
			found[n.Data+"s"] += "."
		}
	}
	return found
}

func TestAPageHoldsAllThatIsNeeded(t *testing.T) {
	for _, preset := range []string{"five-clusters", "square-2018", "alp-amp-2011", "gka-22", "markov-2004"} {
		w := work(t, preset, nil)
		w.Run, w.Site = "1", "https://gridbox.example"
		page, err := w.Write([]byte(shell))
		if err != nil {
			t.Errorf("Write(%s): %v", preset, err)
			continue
		}
		held := texts(t, page)
		s, faults := catalog.Parse([]byte(held[ScenarioID]))
		if len(faults) > 0 || scenario.Digest(s) != scenario.Digest(w.Scenario) {
			t.Errorf("%s: the scenario is not in the page, faults %v", preset, faults)
		}
		r, faults := scenario.ParseResult([]byte(held[ResultID]))
		if len(faults) > 0 || len(r.Runs) != 2 || *r.Runs[1].Run != 1 || r.Runs[1].Digest != w.Answers[1].Digest {
			t.Errorf("%s: the answers are not in the page, faults %v", preset, faults)
		}
		if held[AboutID] != `{"run":"1","site":"https://gridbox.example"}` {
			t.Errorf("%s: got %s, want the run and the site", preset, held[AboutID])
		}
		text := string(page)
		for _, part := range []string{"<svg", `href="https://gridbox.example/lab/#s1.`, "Gridbox " + catalog.Version,
			scenario.ShortDigest(w.Answers[1].Digest), `class="fig-row fig-row-on"`} {
			if !strings.Contains(text, part) {
				t.Errorf("%s: the page does not contain %s", preset, part)
			}
		}
		if strings.Contains(text, "<!--gridbox:") {
			t.Errorf("%s: a mark of the template is left in the page", preset)
		}
	}
}

func TestAPageWithoutASiteLeadsNowhere(t *testing.T) {
	w := work(t, "five-clusters", nil)
	page, err := w.Write([]byte(shell))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(page); strings.Contains(text, "/lab/") || strings.Contains(text, `href="/`) {
		t.Error("a page without a site has a link to one")
	}
}

// No text of a document becomes markup.
func TestNoTextOfADocumentBecomesMarkup(t *testing.T) {
	const hostile = `</script><script>alert(1)</script><!--` + DocumentsMark + `</title><b>`
	w := work(t, "five-clusters", func(s *scenario.Scenario) { s.Title, s.About = hostile, hostile })
	w.Site = `https://x/"><script>`
	page, err := w.Write([]byte(shell))
	if err != nil {
		t.Fatal(err)
	}
	held := texts(t, page)
	if held["scripts"] != "..." || held["titles"] != "." && held["titles"] != ".." {
		t.Errorf("got scripts %q, titles %q; want no markup from the title in\n%.900s", held["scripts"],
			held["titles"], page)
	}
	if s, faults := catalog.Parse([]byte(held[ScenarioID])); len(faults) > 0 || s.Title != hostile {
		t.Errorf("scenario in the page: got faults %v or another title", faults)
	}
}

func TestOtherFilesAreNoShells(t *testing.T) {
	w := work(t, "five-clusters", nil)
	for _, text := range []string{"", "<p>x", strings.Replace(shell, MadeMark, "", 1)} {
		if _, err := w.Write([]byte(text)); !errors.Is(err, ErrShell) {
			t.Errorf("Write with %.40q: got error %v, want ErrShell", text, err)
		}
	}
	_, err := w.Write([]byte(shell + strings.Repeat("x", Limit)))
	if err == nil || !strings.Contains(err.Error(), "5.0 MB") {
		t.Errorf("Write over the limit: got error %v, want the size of 5.0 MB", err)
	}
}
