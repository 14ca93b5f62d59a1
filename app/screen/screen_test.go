package screen_test

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/scenario"
)

// newState returns the laboratory on the same nodes and busy time, for a window of one job or a batch.
func newState(t testing.TB, kind string) (state.State, screen.Environment) {
	t.Helper()
	e := window.Environment{Horizon: 100, Nodes: []window.Node{
		{ID: "n1", Performance: 4, Price: 1, Attributes: map[string]float64{"q": 3}}, {ID: "n2", Performance: 2,
			Price: 0.5}},
		Busy: []window.Slot{{Node: "n1", Start: 20, End: 50}, {Node: "n1", Start: 60, End: 70}, {Node: "n2", Start: 0,
			End: 30}}}
	d := &scenario.Scenario{Format: scenario.Format, Version: scenario.Version, Kind: kind}
	if kind == "window" {
		d.Window = &scenario.Window{WindowProblem: window.WindowProblem{Environment: e,
			Request: &window.Request{Nodes: 1, Volume: 8}}}
	} else {
		d.Batch = &scenario.Batch{Problem: batch.Problem{Environment: e, Jobs: []batch.Job{{ID: "a", Nodes: 1,
			Volume: 8, MinPerformance: 1, MaxPrice: 5}}}}
	}
	if faults := catalog.Check(d); len(faults) > 0 {
		t.Fatal(faults)
	}
	return labtest.Open(t, d), screen.Environment{Environment: &e}
}

// Both kinds that find windows edit their nodes with the same forms.
func TestAnEnvironmentHasOneForm(t *testing.T) {
	for _, thing := range []state.Ref{{}, {Kind: picture.Node, ID: "n1"}, {Kind: picture.Busy, ID: "b2"}} {
		var drawn []string
		for _, kind := range []string{"window", "batch"} {
			s, e := newState(t, kind)
			s = state.Reduce(s, state.SelectElement{Element: thing})
			markup := ui.HTML(ui.El("div", e.SelectedForm(&s), e.Horizon(&s), e.Nodes(&s)))
			drawn = append(drawn, strings.ReplaceAll(markup, `data-field="`+kind+".", `data-field="`))
		}
		if drawn[0] != drawn[1] {
			t.Errorf("%v: got different forms of a window and a batch:\n%s\n%s", thing, drawn[0], drawn[1])
		}
	}
}

// A node's form has its attributes and its busy time, and typed values reach the document of either kind.
func TestFormsOfAnEnvironment(t *testing.T) {
	for _, kind := range []string{"window", "batch"} {
		s, e := newState(t, kind)
		s = labtest.Select(s, picture.Node, "n1")
		fields := map[string]string{}
		for _, n := range ui.Find(e.SelectedForm(&s), func(n ui.Node) bool {
			_, ok := n.Attribute("data-field")
			return ok
		}) {
			path, _ := n.Attribute("data-field")
			fields[strings.TrimPrefix(path, kind+".")], _ = n.Attribute("data-value")
		}
		for path, want := range map[string]string{"nodes[0].id": "n1", "nodes[0].performance": "4",
			"nodes[0].price": "1", "nodes[0].attributes.q": "3",
			"busy[0].start": "20", "busy[0].end": "50", "busy[1].start": "60", "busy[1].end": "70"} {
			if fields[path] != want {
				t.Errorf("%s: field %s: got %q, want %q", kind, path, fields[path], want)
			}
		}
		if len(fields) != 8 {
			t.Errorf("%s: got %d fields, want 8: %v", kind, len(fields), fields)
		}
		for path, text := range map[string]string{"nodes[0].attributes.q": "9", "busy[1].end": "75",
			"busy[0].node": "n2", "horizon": "120"} {
			s = state.Reduce(s, state.SetField{Path: kind + "." + path, Text: text})
		}
		after := s.Problem.Window
		env := &window.Environment{}
		if after != nil {
			env = &after.Environment
		} else {
			env = &s.Problem.Batch.Environment
		}
		if len(s.InvalidFields) > 0 || env.Nodes[0].Attributes["q"] != 9 || env.Busy[1].End != 75 ||
			env.Busy[0].Node != "n2" || env.Horizon != 120 {
			t.Errorf("%s: got typed %v, environment %+v; want every edit applied", kind, s.InvalidFields, env)
		}
	}
}

// The table of nodes has a column for the attribute that the request values, if there is one.
func TestTheAttributeThatCountsHasAColumn(t *testing.T) {
	s, e := newState(t, "window")
	heads := func() (list []string) {
		for _, n := range ui.Find(e.Nodes(&s), func(n ui.Node) bool {
			scope, _ := n.Attribute("scope")
			return scope == "col"
		}) {
			list = append(list, ui.PlainText(n))
		}
		return list
	}
	if got := heads(); !slices.Equal(got, []string{"name", "perf.", "price"}) {
		t.Errorf("got heads %v, want name, perf., price", got)
	}
	e.Value = "q"
	if got := heads(); !slices.Equal(got, []string{"name", "perf.", "price", "q"}) {
		t.Errorf("got heads %v, want name, perf., price, q", got)
	}
}

func list(n int) screen.List {
	return screen.List{Kind: "event", Title: "Events", Head: []string{"name", "twice"}, Len: n, Add: ui.Act("add",
		"event"),
		ID:    func(i int) string { return "e" + ui.Exact(float64(i)) },
		Cells: func(i int) []ui.Node { return []ui.Node{screen.Cell(ui.Exact(float64(2 * i)))} }}
}

// A long list has pages and a filter, and a message if the filter finds nothing.
func TestLists(t *testing.T) {
	s, _ := newState(t, "window")
	rows := func() []ui.Node {
		return ui.Find(list(60).View(&s), func(n ui.Node) bool {
			act, _ := n.Attribute("data-act")
			return act == "select"
		})
	}
	if got := rows(); len(got) != state.PageRows || ui.PlainText(got[0]) != "e0" {
		t.Errorf("first page: got %d rows, want %d from e0", len(got), state.PageRows)
	}
	s = state.Reduce(s, state.Show{Field: "page", List: "event", To: "2"})
	if got := rows(); len(got) != 60-2*state.PageRows || ui.PlainText(got[0]) != "e50" {
		t.Errorf("third page: got %d rows, want %d from e50", len(got), 60-2*state.PageRows)
	}
	s = state.Reduce(s, state.Show{Field: "page", List: "event", To: "99"})
	if got := rows(); len(got) != 60-2*state.PageRows {
		t.Errorf("page after the last: got %d rows, want %d", len(got), 60-2*state.PageRows)
	}
	s = state.Reduce(s, state.Show{Field: "find", List: "event", To: " E5"})
	if got := rows(); len(got) != 11 {
		t.Errorf("find e5: got %d rows, want 11", len(got))
	}
	s = state.Reduce(s, state.Show{Field: "find", List: "event", To: "zebra"})
	if text := ui.PlainText(list(60).View(&s)); !strings.Contains(text, "None has “zebra” in its name.") {
		t.Errorf("find zebra: got %q, want a note that none has it", text)
	}
	if markup := ui.HTML(list(3).View(&s)); !strings.Contains(markup, "Add an event") {
		t.Errorf("got no button that adds an event: %s", markup)
	}
}

// A field keeps an invalid text and shows the reason.
func TestTypedFaultsShow(t *testing.T) {
	s, _ := newState(t, "window")
	s = state.Reduce(s, state.SetField{Path: "window.request.volume", Text: "much"})
	row := screen.Slider(&s, ui.FieldView{Path: "request.volume", Label: "Volume", Value: "8"}, 0,
		screen.Range{Min: 1, Max: 10, Step: 1})
	markup := ui.HTML(row)
	for _, want := range []string{`data-value="much"`, `aria-invalid="true"`, "this is not a number",
		`data-slide="window.request.volume"`, `max="10"`} {
		if !strings.Contains(markup, want) {
			t.Errorf("no %s in %s", want, markup)
		}
	}
}

// An answer is shown for its own problem; an outdated one only if the kind reports that it still fits.
func TestSolutionsFitTheProblem(t *testing.T) {
	s, _ := newState(t, "window")
	s = labtest.Solve(t, s)
	fits := func(yes bool) *window.Solution {
		return screen.Solution[window.Solution](&s, s.FocusedAnswer(),
			func(now, then *scenario.Scenario) bool { return yes })
	}
	if fits(false) == nil {
		t.Error("a current answer has no solution")
	}
	name := screen.AnswerName(&s, s.FocusedAnswer())
	s = state.Reduce(s, state.SetField{Path: "window.nodes[0].price", Text: "2"})
	if fits(false) != nil || fits(true) == nil {
		t.Error("an outdated answer is shown where it does not fit, or not where it fits")
	}
	if got := screen.AnswerName(&s, s.FocusedAnswer()); got != name+" (before the last change)" {
		t.Errorf("got %q, want %q", got, name+" (before the last change)")
	}
	none := screen.Lacking(&state.Answer{Answer: &scenario.Answer{Reason: &reason.Reason{Text: "too dear"}}}, "window")
	if got := ui.PlainText(none); got != "No window: too dear" {
		t.Errorf(`got %q, want "No window: too dear"`, got)
	}
	if got := ui.PlainText(screen.Lacking(nil, "window")); got != "There is no answer yet." {
		t.Errorf(`got %q, want "There is no answer yet."`, got)
	}
	if screen.AnswerName(&s, nil) != "" || len(screen.SolvedAnswers(&s)) != len(s.Answers) {
		t.Error("a missing answer has a name, or an answer is not listed")
	}
}

// A list begins with an invitation that selects nothing.
func TestOffer(t *testing.T) {
	many := make([]string, 900)
	for i := range many {
		many[i] = "m" + ui.Exact(float64(i))
	}
	n := screen.Offer("to", "Connect to", "choose one", ui.A("data-connect", "x"), many)
	options := ui.Find(n, func(n ui.Node) bool { return n.Tag == "option" })
	first, _ := options[0].Attribute("value")
	if len(options) != 301 || first != ui.Unset || ui.PlainText(options[0]) != "choose one" ||
		ui.PlainText(options[300]) != "m299" {
		t.Errorf("got %d options, the first %q; want 301, unset", len(options), first)
	}
	if !screen.Offer("to", "", "", ui.Attr{}, nil).IsZero() {
		t.Error("an empty offer is not empty")
	}
}

// The best number has the strongest tint.
func TestTint(t *testing.T) {
	for v, want := range map[float64]string{0: "h5", 10: "h0", 5: "h3"} {
		if got := screen.Tint(v, 0, 10); got.Value != want {
			t.Errorf("Tint(%v, 0, 10): got %s, want %s", v, got.Value, want)
		}
	}
	if got := screen.Tint(4, 4, 4); got.Value != "h5" {
		t.Errorf("Tint of equal values: got %s, want h5", got.Value)
	}
}

// Events are read by their roles and names.
func TestEventsAreRead(t *testing.T) {
	s := labtest.Solve(t, labtest.Preset(t, "placement", "five-clusters"))
	if screen.Step(&s) != nil {
		t.Error("got a step without a replay")
	}
	if screen.Title(&s) == "the scenario" {
		t.Error("got no title of the example")
	}
	s = state.Reduce(s, state.SetField{Path: "title", Text: ""})
	if screen.Title(&s) != "the scenario" {
		t.Errorf(`got title %q, want "the scenario"`, screen.Title(&s))
	}
	got := screen.Versus(&s, &s.Answers[0], &s.Answers[1])
	if text := ui.PlainText(ui.El("p", got)); !strings.HasSuffix(text, ".") || len(text) < 20 {
		t.Errorf("got comparison %q, want a sentence of at least 20 bytes", text)
	}
	sc := screen.Screen{Weight: func(*state.State) float64 { return 3 }}
	if w := sc.WeightOf(&s, scenario.Run{}); w != 3 {
		t.Errorf("got weight %v, want 3", w)
	}
	if w, h := screen.RowsSize(&s); w != state.PictureWidth || h >= state.PictureHeight {
		t.Errorf("got size %v x %v, want full width, less than full height", w, h)
	}
	s = state.Reduce(s, state.Resize{Width: 300, Height: 50})
	if w, h := screen.RowsSize(&s); w != 300 || h != 120 {
		t.Errorf("resized: got size %v x %v, want 300 x 120", w, h)
	}
}
