package panel_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/group"
	"gridbox/app/kind/placement"
	"gridbox/app/kind/window"
	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

func solveWindow(t testing.TB) state.State {
	t.Helper()
	return labtest.Solve(t, labtest.Preset(t, "window", "twelve-nodes"))
}

// bare has no parts of features.
var bare panel.Additions

func answersText(s *state.State) string {
	return ui.PlainText(panel.Answers(s, &window.Screen, bare))
}

// rowsOf returns the text of a table's cells by row.
func rowsOf(n ui.Node) (rows [][]string) {
	for _, r := range ui.Find(n, func(n ui.Node) bool { return n.Tag == "tr" }) {
		var cells []string
		for _, c := range r.Children {
			cells = append(cells, ui.PlainText(c))
		}
		rows = append(rows, cells)
	}
	return rows
}

// The comparison has every metric of every answer with its value.
func TestComparisonHasTheAnswersNumbers(t *testing.T) {
	s := solveWindow(t)
	kind, _ := catalog.ByID("window")
	rows := rowsOf(panel.Answers(&s, &window.Screen, bare))
	for i, a := range s.Answers {
		alg, _ := catalog.Find("window", a.Run.Algorithm)
		want := []string{alg.Name}
		for _, m := range kind.Metrics[:5] {
			want = append(want, ui.Num(a.Answer.Metrics[m.ID]))
		}
		if got := rows[i+1][:6]; !slices.Equal(got, want) {
			t.Errorf("%s: got row %v, want %v", alg.Name, got, want)
		}
		gap := "–"
		if b := a.Answer.Bound; b != nil {
			gap = ui.PlainText(ui.Text(b.Distance()))
		}
		// Five metrics leave no space for the word optimal; the check mark stands for it.
		if sign := rows[i+1][7]; sign != a.Answer.Check.Scope {
			t.Errorf("%s: got check %q, want %q", alg.Name, sign, a.Answer.Check.Scope)
		}
		if rows[i+1][6] != gap {
			t.Errorf("%s: got distance %s from its bound, want %s", alg.Name, rows[i+1][6], gap)
		}
	}
}

// The parts below the table of answers keep their positions while a change is solved, so that none of their buttons
// is replaced under a click.
func TestPartsOfTheAnswersKeepTheirPlaces(t *testing.T) {
	open := labtest.Preset(t, "placement", "five-clusters")
	solved := labtest.Solve(t, open)
	changed := state.Reduce(solved, state.SetField{Path: "placement.clusters[1].mips", Text: "500"})
	again := labtest.Solve(t, changed)
	for name, s := range map[string]*state.State{"unsolved": &open, "solved": &solved, "changed": &changed,
		"solved again": &again} {
		parts := ui.Find(panel.Answers(s, &placement.Screen, panel.Additions{Compares: true}), func(n ui.Node) bool {
			id, _ := n.Attribute("id")
			return id == "answers"
		})[0].Children[0].Children
		var tags []string
		for i := range parts[:5] {
			tags = append(tags, parts[i].Tag)
		}
		class, _ := parts[2].Attribute("class")
		if !slices.Equal(tags, []string{"table", "div", "div", "div", "div"}) ||
			class != "control" {
			t.Errorf("%s: got parts %v, third class %q; want a table and four div", name, tags, class)
		}
		if got := ui.PlainText(parts[3]); (name == "solved again") != strings.Contains(got, "What changed?") {
			t.Errorf("%s: got fourth part %q", name, got)
		}
		markup := ui.HTML(panel.Answers(s, &placement.Screen, bare))
		if strings.Contains(markup, "whatchanged") || strings.Contains(markup, "comparewith") {
			t.Errorf("%s: got buttons of a comparison, want none without its feature", name)
		}
	}
}

// A bound is worded by its side: no availability can be above it, no cost below it.
func TestBoundsAreReportedFromTheirSide(t *testing.T) {
	w := solveWindow(t)
	w = labtest.Solve(t, labtest.WithAllAlgorithms(w))
	g := labtest.Solve(t, labtest.Preset(t, "group", "three-sites"))
	cheap, rare := ui.HTML(panel.Answers(&w, &window.Screen, bare)), ui.HTML(panel.Answers(&g, &group.Screen, bare))
	for _, c := range []struct{ markup, want string }{{cheap, "no cost can be below "},
		{cheap, "no value can be above "}, {rare, "no availability can be above "}} {
		if !strings.Contains(c.markup, c.want) {
			t.Errorf("the page has no %q", c.want)
		}
	}
	if strings.Contains(rare, "availability can be below") {
		t.Error("availability has a lower bound")
	}
}

// The line below the answers shows their state and the possible actions.
func TestControlShowsTheState(t *testing.T) {
	s := solveWindow(t)
	if got := answersText(&s); !strings.Contains(got, "solved and checked") {
		t.Errorf(`got %q, want "solved and checked"`, got)
	}
	refuted := *s.Answers[0].Answer
	refuted.Check = &scenario.Check{Violations: []scenario.Violation{{Path: "metrics.cost", Reason: "is not the sum"}}}
	wrong := labtest.WithAnswer(s, s.Answers[0].Run, &refuted)
	if got := answersText(&wrong); strings.Contains(got, "solved and checked") || !strings.Contains(got,
		"the checker refutes") {
		t.Errorf(`refuted answer: got %q, want "the checker refutes"`, got)
	}
	markup := ui.HTML(panel.Answers(&wrong, &window.Screen, bare))
	if !strings.Contains(markup, "refuted: is not the sum") {
		t.Error("the reason of the refutation is not shown")
	}
	busy := state.Reduce(s, state.RunWaits{Run: s.Focus})
	if got := answersText(&busy); !strings.Contains(got, "solving Cancel") {
		t.Errorf(`busy: got %q, want "solving" with Cancel`, got)
	}
	old := state.Reduce(s, state.SetField{Path: "window.request.volume", Text: "90"})
	if got := answersText(&old); !strings.Contains(got, "These answers are for the former one") {
		t.Errorf(`changed: got %q, want "These answers are for the former one"`, got)
	}
	failed := state.Reduce(s, state.RunFailed{Run: s.Focus, Text: "It broke.",
		Faults: doc.Faults{{Path: "seed", Reason: "is odd"}}})
	if got := answersText(&failed); !strings.Contains(got, "It broke. seed: is odd Run again") {
		t.Errorf(`failed: got %q, want the reason and "Run again"`, got)
	}
	fresh := labtest.Preset(t, "window", "twelve-nodes")
	if got := answersText(&fresh); !strings.Contains(got, "not run yet") || !strings.Contains(got,
		"Press Run to solve it") {
		t.Errorf(`fresh: got %q, want "not run yet"`, got)
	}
}

// Progress is the mean of the running runs, and the time left is shown once it can be estimated.
func TestProgress(t *testing.T) {
	s := solveWindow(t)
	for i, a := range s.Answers[:2] {
		s = state.Reduce(s, state.RunWaits{Run: a.ID})
		if i == 0 {
			s = state.Reduce(s, state.RunProgress{Run: a.ID, Done: 0, Total: 10, Now: 1000})
			s = state.Reduce(s, state.RunProgress{Run: a.ID, Done: 5, Total: 10, Now: 4000})
		}
	}
	done, total, left := panel.Progress(&s)
	if done != 250 || total != 1000 || left != "about 10 s left" {
		t.Errorf(`got progress %d of %d, %q; want 250 of 1000, "about 10 s left"`, done, total, left)
	}
}

// The table behind a chart has the chart's numbers.
func TestTableBehindTheChart(t *testing.T) {
	s := solveWindow(t)
	s = state.Reduce(state.Reduce(s, state.Show{Field: "chart", To: "cost"}), state.Show{Field: "dialog", To: "table"})
	rows := rowsOf(panel.Dialog(&s, &window.Screen, panel.Keys{}, bare))[1:]
	for _, a := range s.Answers {
		alg, _ := catalog.Find("window", a.Run.Algorithm)
		at := slices.IndexFunc(rows, func(r []string) bool { return r[0] == alg.Name })
		if at < 0 || !strings.Contains(strings.Join(rows[at], " "), ui.Num(a.Answer.Metrics["cost"])) &&
			math.Trunc(a.Answer.Metrics["cost"]) != a.Answer.Metrics["cost"] {
			t.Errorf("%s: got rows %v, want its cost", alg.Name, rows)
		}
	}
}

// The page shows where the draft is stored.
func TestSavedIsReported(t *testing.T) {
	s := solveWindow(t)
	for want, keep := range map[string]state.Keep{"": {},
		"not saved: kept in memory only": {Reason: "private window", SavedDraft: s.Draft}} {
		s.Keep = keep
		got := ui.PlainText(panel.Bar(&s, &screen.Screen{}, bare))
		if want != "" && !strings.Contains(got, want) || want == "" &&
			strings.Contains(got, "sav") {
			t.Errorf("%+v: got %q, want %q", keep, got, want)
		}
	}
	s.Keep = state.Keep{Durable: true, SavedDraft: s.Draft}
	if got := ui.PlainText(panel.Bar(&s, &screen.Screen{}, bare)); !strings.Contains(got, "saved in this browser") {
		t.Errorf(`saved: got %q, want "saved in this browser"`, got)
	}
	s.Keep.SavedDraft = state.FromPreset("window", "square-2018", 7)
	if got := ui.PlainText(panel.Bar(&s, &screen.Screen{}, bare)); !strings.Contains(got, "saving") {
		t.Errorf(`not saved yet: got %q, want "saving"`, got)
	}
}

// Each dialog has its contents.
func TestDialogs(t *testing.T) {
	s := solveWindow(t)
	s.Keep.Drafts = []state.DraftEntry{{Slot: "a", Title: "Mine", Kind: "window"}, {Slot: "b"}}
	s = state.Reduce(s, state.LinkReady{Link: "https://example.org/lab/#s1.x",
		Forms: []cite.Form{{ID: "link"}, {ID: "frame", Name: "Frame", About: "a page", Text: "<script>"}}})
	for dialog, want := range map[string]string{"open": "Recent Mine", "examples": "All kinds",
		"share": "Explicit scenario",
		"help":  "Documentation"} {
		on := state.Reduce(s, state.Show{Field: "dialog", To: dialog})
		got := ui.PlainText(panel.Dialog(&on, &window.Screen, panel.Keys{}, bare))
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %q: %.400s", dialog, want, got)
		}
	}
	long := state.Reduce(s, state.LinkReady{Reason: "It is too long for a link."})
	long = state.Reduce(long, state.Show{Field: "dialog", To: "share"})
	if got := ui.PlainText(panel.Dialog(&long, &window.Screen, panel.Keys{}, bare)); !strings.Contains(got,
		"It is too long for a link. Save as a file") {
		t.Errorf("long scenario: got %q, want the offer of a file", got)
	}
	again := state.Reduce(s, state.AddRun{Algorithm: "first-fit"})
	again = state.Reduce(again, state.Show{Field: "dialog", To: "runs"})
	got := ui.PlainText(panel.Dialog(&again, &window.Screen, panel.Keys{}, bare))
	for _, want := range []string{"FirstFit 2 runs Add", "MinCost 1 run Add", "ALP no run yet Add"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
}

// The generator's form shows the values that are set, and the defaults of the preset for the others.
func TestGeneratorForm(t *testing.T) {
	s := labtest.Preset(t, "window", "square-2018")
	s = state.Reduce(s, state.SetField{Path: "window.generate.budget", Text: "321"})
	fields, empty := 0, 0
	for _, n := range ui.Find(panel.Problem(&s, &window.Screen, bare), func(n ui.Node) bool {
		_, ok := n.Attribute("data-field")
		return ok
	}) {
		path, _ := n.Attribute("data-field")
		value, _ := n.Attribute("data-value")
		if !strings.HasPrefix(path, "window.generate.") {
			continue
		}
		if path == "window.generate.budget" && value != "321" {
			t.Errorf("got budget %q, want 321", value)
		}
		fields++
		if value == "" {
			empty++
		}
	}
	if fields < 5 || empty < fields-4 {
		t.Errorf("got %d of %d fields empty, want at most 4 filled", empty, fields)
	}
}

// Faults of the text are listed with their places, up to a hundred.
func TestFaultsOfTheText(t *testing.T) {
	s := state.Reduce(solveWindow(t), state.Show{Field: "side", To: "document"})
	s = state.Reduce(s, state.SetText{Text: `{"format": 7}`})
	if got := ui.PlainText(panel.Problem(&s, &window.Screen, bare)); !strings.Contains(got,
		"Back to the draft") ||
		!strings.Contains(got, "fault") {
		t.Errorf(`got %q, want the fault and "Back to the draft"`, got)
	}
	s.Text = &state.TextDraft{Faults: make(doc.Faults, 103)}
	if got := ui.PlainText(panel.Problem(&s, &window.Screen, bare)); !strings.Contains(got, "103 faults") ||
		!strings.Contains(got, "and 3 more") {
		t.Errorf("got %.200q, want 103 faults, 3 of them not listed", got)
	}
}

// The selected thing can be deleted at the picture, by its name.
func TestToolsOfTheSelection(t *testing.T) {
	s := labtest.Select(labtest.Preset(t, "placement", "five-clusters"), "link", "Nancy~Lyon")
	if markup := ui.HTML(panel.Picture(&s, &placement.Screen)); !strings.Contains(markup,
		"Delete link Nancy – Lyon (Del)") {
		t.Error("the tool does not name the link to delete")
	}
	s = labtest.Select(s, "dataset", "d1")
	if markup := ui.HTML(panel.Picture(&s, &placement.Screen)); !strings.Contains(markup, `data-dataset="d1"`) {
		t.Error("the picture does not know the selected dataset")
	}
}
