package panel_test

import (
	"os"
	"strings"
	"testing"

	"gridbox/app/kind/batch"
	"gridbox/app/kind/kinds"
	"gridbox/app/kind/window"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// An invalid field or cell of the problem has a linked message, and the answers are not presented as answers to the
// shown problem.
func TestWhatCannotBeTakenIsReportedInWords(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		s := labtest.Solve(t, labtest.Preset(t, sc.Kind, kind.Presets[0].ID))
		fields := 0
		for _, selected := range selections(s) {
			for _, f := range fieldsOf(panel.Problem(&selected, sc, bare)) {
				path, _ := f.Attribute("data-field")
				wrong := state.Reduce(selected, state.SetField{Path: path, Text: "no number"})
				typed, refused := wrong.InvalidFields[path]
				if !refused {
					continue // a name, for which any text is valid
				}
				fields++
				shown := panel.Problem(&wrong, sc, bare)
				for _, f := range fieldsOf(shown) {
					if now, _ := f.Attribute("data-field"); now == path {
						checkFaultText(t, shown, f, typed.Reason)
					}
				}
				if got := ui.PlainText(panel.Answers(&wrong, sc, bare)); strings.Contains(got, "solved and checked") ||
					!strings.Contains(got, "A value is invalid. These answers still use the last valid one.") {
					t.Fatalf("%s: got answers %q, want a message on the invalid value", path, got)
				}
			}
		}
		if fields < 5 {
			t.Errorf("%s: got %d number fields, want at least 5", sc.Kind, fields)
		}
		broken := state.Reduce(s, state.SetText{Text: "{"})
		if got := ui.PlainText(panel.Answers(&broken, sc, bare)); strings.Contains(got, "solved and checked") {
			t.Errorf(`%s: broken text: got answers %q, want no "solved and checked"`, sc.Kind, got)
		}
	}
}

// selections returns the problem with a thing of each kind selected.
func selections(s state.State) (list []state.State) {
	for _, kind := range []string{"", "cluster", "link", "dataset", "job", "node", "busy", "group", "event",
		"machine"} {
		next := state.Reduce(s, state.SelectElement{})
		for _, id := range []string{"Lyon", "Lyon~Nancy", "d1", "j1", "n1", "b1", "Oslo", "1", "m1", "1"} {
			if kind != "" && len(next.Select) == 0 {
				next = labtest.Select(next, kind, id)
			}
		}
		if kind == "" || len(next.Select) > 0 {
			list = append(list, next)
		}
	}
	return list
}

func fieldsOf(n ui.Node) []ui.Node {
	return ui.Find(n, func(n ui.Node) bool {
		_, ok := n.Attribute("data-field")
		return ok && n.Tag == "input"
	})
}

// checkFaultText checks that a field is marked as invalid and described by a sentence on the page.
func checkFaultText(t *testing.T, page, field ui.Node, why string) {
	t.Helper()
	invalid, _ := field.Attribute("aria-invalid")
	id, _ := field.Attribute("aria-describedby")
	found := ui.Find(page, func(n ui.Node) bool {
		own, _ := n.Attribute("id")
		return own == id && id != ""
	})
	if invalid != "true" || len(found) != 1 || !strings.HasSuffix(ui.PlainText(found[0]), ui.PlainText(ui.Text(why))) {
		t.Errorf("%s: the page does not show %q for the field", ui.HTML(field), why)
	}
}

// A refuted answer is shown as refuted everywhere, and never as solved.
func TestARefutedAnswerNeverReadsAsSolved(t *testing.T) {
	for _, sc := range kinds.Screens {
		kind, _ := catalog.ByID(sc.Kind)
		s := labtest.Solve(t, labtest.Preset(t, sc.Kind, kind.Presets[0].ID))
		for _, a := range s.Answers {
			wrong := *a.Answer
			wrong.Check = &scenario.Check{Violations: []scenario.Violation{{Path: "metrics", Reason: "is not the sum"}}}
			s = labtest.WithAnswer(s, a.Run, &wrong)
		}
		s = state.Reduce(s, state.SelectElement{})
		rows := rowsOf(panel.Answers(&s, sc, bare))
		for i := range s.Answers {
			if got := strings.Join(rows[i+1], " "); !strings.Contains(got, "refuted") {
				t.Errorf(`%s: got row %q, want "refuted"`, sc.Kind, got)
			}
		}
		words := ui.PlainText(panel.Answers(&s, sc, bare))
		if strings.Contains(words, "solved and checked") || strings.Contains(words, " against ") {
			t.Errorf("%s: got %q, want no verdict on a refuted answer", sc.Kind, words)
		}
		if hint := sc.Hint(&s); strings.Contains(hint, screen.Algorithm(&s, s.FocusedAnswer()).Name) &&
			!strings.Contains(hint, "refuted") {
			t.Errorf(`%s: got hint %q, want "refuted"`, sc.Kind, hint)
		}
	}
}

// The document that once showed a refuted answer as solved is solved correctly now.
func TestTheDocumentThatWasRefutedIsSolved(t *testing.T) {
	text, err := os.ReadFile("testdata/window-refuted-but-solved.json")
	if err != nil {
		t.Fatal(err)
	}
	d, faults := catalog.Parse(text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s := labtest.Solve(t, labtest.Open(t, d))
	for i := range s.Answers {
		if screen.IsRefuted(&s.Answers[i]) {
			t.Errorf("%s is refuted: %+v", s.Answers[i].Run.Algorithm, s.Answers[i].Answer.Check.Violations)
		}
	}
	if got := answersText(&s); !strings.Contains(got, "solved and checked") {
		t.Errorf(`got %q, want "solved and checked"`, got)
	}
}

// A reason that several runs share is shown once, with their names unless it applies to all.
func TestAReasonIsReportedOnce(t *testing.T) {
	s := labtest.Preset(t, "window", "twelve-nodes")
	s = labtest.Solve(t, state.Reduce(s, state.SetField{Path: "window.request.budget", Text: "0"}))
	got := ui.PlainText(panel.Answers(&s, &window.Screen, bare))
	why := ui.PlainText(ui.Text(s.Answers[0].Answer.Reason.String()))
	if n := strings.Count(got, why); len(s.Answers) < 3 || n != 1 || !strings.Contains(got, "No answer: "+why) {
		t.Errorf("%d runs: got the reason %d times (%q) in %q, want once", len(s.Answers), n, why, got)
	}
	s.Answers[0].Answer = nil
	got = ui.PlainText(panel.Answers(&s, &window.Screen, bare))
	for i := range s.Answers {
		if name := screen.Algorithm(&s, &s.Answers[i]).Name; strings.Count(got, name) != min(i, 1)+1 {
			t.Errorf("got %[2]d mentions of %[1]s, want %[3]d", name, strings.Count(got, name), min(i, 1)+1)
		}
	}
}

// Totals are shown with their number of jobs: ALP drops one of the three jobs of the worked example, which makes it
// look cheap.
func TestTotalsSayOfHowManyJobs(t *testing.T) {
	s := labtest.Solve(t, labtest.Preset(t, "batch", "alp-amp-figure-5"))
	rows := rowsOf(panel.Answers(&s, &batch.Screen, bare))
	want := map[string]string{"ALP": "2 of 3", "AMP": "3 of 3"}
	for _, row := range rows {
		if jobs, ok := want[row[0]]; ok {
			if row[3] != jobs {
				t.Errorf("%s: got %s jobs, want %s", row[0], row[3], jobs)
			}
			delete(want, row[0])
		}
	}
	if len(want) > 0 || rows[0][3] != "jobs" {
		t.Errorf("got no row of %v below %v", want, rows[0])
	}
}

// A new problem has no answers to another one.
func TestAnotherProblemHasNoAnswersOfTheFormer(t *testing.T) {
	s := labtest.Solve(t, labtest.Preset(t, "placement", "five-clusters"))
	for name, next := range map[string]state.State{
		"preset": state.Reduce(s, usePreset("rbhs-mixed")),
		"opened": state.Reduce(s, state.Open{Draft: state.FromPreset("placement", "split-network", 7)}),
		"blank":  state.Reduce(s, state.Open{Draft: state.Blank("placement")}),
	} {
		for _, a := range next.Answers {
			if a.Answer != nil {
				t.Errorf("%s: %s shows its answer to the former problem", name, a.Run.Algorithm)
			}
		}
	}
	changed := state.Reduce(s, state.SetField{Path: "placement.clusters[0].mips", Text: "900"})
	if changed.Answers[0].Answer == nil {
		t.Error("a change of the problem removes its answers")
	}
}

// The page shows the time of the save, for the open draft only.
func TestSavedIsReportedWithTheTime(t *testing.T) {
	s := labtest.Preset(t, "placement", "five-clusters")
	s = state.Reduce(s, state.StoreStateKnown{Keep: state.Keep{Durable: true}})
	s = state.Reduce(s, state.Open{Draft: state.Blank("placement")})
	s = state.Reduce(s, state.MarkUntouched{Draft: s.Draft})
	if got := ui.PlainText(panel.Bar(&s, &screen.Screen{}, bare)); strings.Contains(got, "sav") {
		t.Errorf("blank problem: got %q, want nothing on saving", got)
	}
	s = state.Reduce(s, state.SetField{Path: "title", Text: "mine"})
	got := ui.PlainText(panel.Bar(&s, &screen.Screen{}, bare))
	if !strings.Contains(got, "saving") || strings.Contains(got, "saved") {
		t.Errorf(`before the save: got %q, want "saving"`, got)
	}
	s = state.Reduce(s, state.DraftSaved{Draft: s.Draft, At: 1_700_000_000_000})
	if got := ui.PlainText(panel.Bar(&s, &screen.Screen{}, bare)); !strings.Contains(got, "saved in this browser at ") {
		t.Errorf(`saved: got %q, want "saved in this browser at"`, got)
	}
	s = state.Reduce(s, state.SetField{Path: "title", Text: "mine too"})
	if got := ui.PlainText(panel.Bar(&s, &screen.Screen{}, bare)); strings.Contains(got, "saved in") {
		t.Errorf(`after a change: got %q, want no "saved in"`, got)
	}
}
