package lab

import (
	"fmt"
	"strings"
	"testing"

	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/scenario"
)

// largeGrid returns a grid of 600 clusters as a text that is long enough to be read in the background.
func largeGrid() string {
	var clusters, links []string
	for i := range 600 {
		clusters = append(clusters, fmt.Sprintf(`{"id": "c%d", "mips": 100, "x": null, "y": null}`, i))
		links = append(links, fmt.Sprintf(`{"a": "c%d", "b": "c%d", "bandwidth": 10}`, i, (i*7+1)%600))
	}
	text := `{"format": "gridbox", "version": 1, "kind": "placement", "title": "Wide", "placement": {"clusters": [` +
		strings.Join(clusters, ",\n") + `], "links": [` + strings.Join(links, ",\n") +
		`], "datasets": [], "jobs": [{"id": "j", "mi": 100}]}}`
	return strings.ReplaceAll(text, `, "x": null, "y": null`, "") + strings.Repeat(" ", longDocument)
}

// ways are the ways to open a document.
var ways = map[string]func(p *page, text string){
	"drop":  func(p *page, text string) { p.lab.File("wide.json", text, "") },
	"paste": func(p *page, text string) { p.lab.Paste(text, "", "") },
	"link": func(p *page, text string) {
		p.address = Address{Fragment: "s1." + scenario.Pack([]byte(text))}
		p.lab.Navigate()
	},
}

// A long document is read in the background with a notice, however it is opened. Cancel keeps the former draft, and
// faults are reported.
func TestEveryWayInLeavesThePageFree(t *testing.T) {
	for name, open := range ways {
		p := openPage(t)
		was := p.s().Draft
		open(p, largeGrid())
		if p.s().Draft != was || p.s().Opening == "" {
			t.Errorf("%s: parsed without a pause, or without a notice: %q", name, p.s().Opening)
		}
		p.command("cancelopening")
		if p.work(); p.s().Draft != was || p.s().Opening != "" {
			t.Errorf("%s: after Cancel: got %q, opening %q; want the draft unchanged",
				name, p.s().Draft.Title, p.s().Opening)
		}
		open(p, strings.Replace(largeGrid(), `"mips": 100`, `"mips": -100`, 1))
		if p.work(); p.s().Draft != was || !p.s().Alert.Error || p.s().Opening != "" {
			t.Errorf("%s: with a fault: got %q, alert %+v; want the draft unchanged and an error",
				name, p.s().Draft.Title, p.s().Alert)
		}
		open(p, largeGrid()[:20_000]+strings.Repeat(" ", longDocument))
		if p.work(); p.s().Draft != was || !p.s().Alert.Error {
			t.Errorf("%s: an incomplete document was opened", name)
		}
		if text := p.lab.answerUpdater.document(); strings.Contains(string(text), "-100") {
			t.Errorf("%s: the workers get the document with faults", name)
		}
		open(p, largeGrid())
		if p.work(); p.s().Draft.Title != "Wide" || len(p.s().Positions) != 600 || p.s().Opening != "" {
			t.Errorf("%s: got %q, opening %q; want Wide with 600 places", name, p.s().Draft.Title, p.s().Opening)
		}
	}
}

// A second document replaces one that is still being read.
func TestTheLastDocumentIsOpened(t *testing.T) {
	p := openPage(t)
	p.lab.File("wide.json", largeGrid(), "")
	p.lab.File("second.json", strings.Replace(largeGrid(), "Wide", "Second", 1), "")
	if p.work(); p.s().Draft.Title != "Second" || p.s().Opening != "" {
		t.Errorf("got %q, opening %q; want Second", p.s().Draft.Title, p.s().Opening)
	}
}

// A generated problem is read in the same way. Cancel undoes the step that requested it.
func TestAGeneratorLeavesThePageFree(t *testing.T) {
	const text = `{"format": "gridbox", "version": 1, "kind": "placement", "title": "Many", "seed": 7,
		"placement": {"generate": {"preset": "rbhs-mixed", "clusters": 600}}}`
	p := openPage(t)
	was := p.s().Draft
	p.lab.File("many.json", text, "")
	if p.settle(); p.s().Opening != "Many" {
		t.Errorf("got opening %q, want Many", p.s().Opening)
	}
	p.command("cancelopening")
	if p.work(); p.s().Draft != was || p.s().Opening != "" {
		t.Errorf("after Cancel: got %q, opening %q; want the draft unchanged", p.s().Draft.Title, p.s().Opening)
	}
	p.lab.File("many.json", text, "")
	p.settle()
	p.shut = true
	p.crew.answer()
	for range 3 {
		p.settle()
	}
	if p.s().ProblemOf == p.s().PosedDraft {
		t.Error("the generated problem is parsed without a pause")
	}
	p.shut = false
	if p.work(); p.s().ProblemOf != p.s().PosedDraft || len(p.s().Positions) != 600 || p.s().Opening != "" {
		t.Errorf("got %d places, opening %q; want 600, none", len(p.s().Positions), p.s().Opening)
	}
}

// A tab whose address has a long link that cannot be read returns to its own draft.
func TestABrokenLinkGivesTheDraftBack(t *testing.T) {
	kept := store.Memory("")
	mine := *state.FromPreset("placement", "five-clusters", 3)
	mine.Title = "mine"
	if _, err := memory(kept, "tab").Keep("tab", scenario.Text(&mine), mine.Title, mine.Kind); err != nil {
		t.Fatal(err)
	}
	broken := strings.Replace(largeGrid(), `"mips": 100`, `"mips": -100`, 1)
	p := openPage(t, func(p *page) {
		p.library, p.address = memory(kept, "tab"), Address{Fragment: "s1." + scenario.Pack([]byte(broken))}
	})
	if p.work(); p.s().Draft.Title != "mine" || !p.s().Alert.Error {
		t.Errorf("broken link: got %q, alert %+v; want mine and an error", p.s().Draft.Title, p.s().Alert)
	}
}
