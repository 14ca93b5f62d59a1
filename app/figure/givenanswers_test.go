package figure

import (
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// solvePreset returns the text of a preset and the answers with which a figure solved it.
func solvePreset(t *testing.T, preset string) (text []byte, answers []scenario.Answer) {
	t.Helper()
	kind, _ := catalog.PresetKind(preset)
	text = scenario.Canonical(Preset(kind, preset, nil))
	engine := &Direct{}
	f := New(Address{}, "", engine)
	f.OpenDocument(text)
	engine.Settle()
	f.Run()
	engine.Settle()
	for _, e := range f.entries {
		if e.Answer == nil {
			t.Fatalf("%s: got no answer of %s", preset, e.Name)
		}
		answer := *e.Answer
		answer.Run = &e.Place
		answers = append(answers, answer)
	}
	return text, answers
}

func TestGivenAnswersAreShownUntilTheyAreSolvedAgain(t *testing.T) {
	text, answers := solvePreset(t, "five-clusters")
	for _, changed := range []bool{false, true} {
		given := append([]scenario.Answer(nil), answers...)
		if changed {
			given[1].Digest = "sha256:0000"
		}
		engine := &Direct{}
		f := New(Address{}, "", engine)
		f.Alone = true
		f.Give(given)
		f.OpenDocument(text)
		engine.Step()
		if f.Phase != Running || f.Rows()[0].First == "–" {
			t.Errorf("while solving: got phase %s, first row %+v; want running with the given answer",
				f.Phase, f.Rows()[0])
		}
		engine.Settle()
		if got := strings.Contains(f.Status(), "reproduced"); f.Phase != Done || got == changed {
			t.Errorf("answers changed %v: got status %q", changed, f.Status())
		}
	}
}

// A figure of a scenario that waits for a click shows the answers that its page contains.
func TestALargeScenarioShowsGivenAnswersAndWaits(t *testing.T) {
	text, answers := solvePreset(t, "gka-1000")
	engine := &Direct{}
	f := New(Address{}, "", engine)
	f.Give(answers)
	f.OpenDocument(text)
	engine.Settle()
	if f.Phase != Waiting || f.Rows()[0].First == "–" || !strings.Contains(f.Status(), "made with") {
		t.Errorf("got phase %s, status %q, row %+v; want waiting with the given answer",
			f.Phase, f.Status(), f.Rows()[0])
	}
}

// A figure outside a site has no links to one.
func TestAFigureAloneLeadsToASiteOnlyWhereThereIsOne(t *testing.T) {
	text, _ := solvePreset(t, "five-clusters")
	for site, want := range map[string]string{"": "", "https://gridbox.example": "https://gridbox.example/"} {
		engine := &Direct{}
		f := New(Address{}, site, engine)
		f.Alone = true
		if early := f.LabHref(); (early == "") != (site == "") {
			t.Errorf("site %q: got lab link %q before a document is open", site, early)
		}
		f.OpenDocument(text)
		engine.Settle()
		if f.HomeHref() != want || !strings.HasPrefix(f.LabHref(), want) || (f.LabHref() == "") != (site == "") {
			t.Errorf("site %q: got home %q, lab %q; want %q", site, f.HomeHref(), f.LabHref(), want)
		}
	}
}
