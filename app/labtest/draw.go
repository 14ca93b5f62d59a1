package labtest

import (
	"fmt"
	"hash/maphash"
	"testing"

	"gridbox/app/lab/feature/features"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/solver"
)

// A Viewer draws the page and checks every drawing. Parts that were drawn
// before, as most are, are not checked again.
type Viewer struct {
	t        testing.TB
	sc       *screen.Screen
	seed     maphash.Seed
	known    map[uint64]facts
	reported map[string]bool
	whys     map[string]solver.Explanation // explanations of the current problem
	// Drawings counts the drawings of the whole page, Parts the different parts.
	Drawings, Parts int
}

// NewViewer returns a viewer of the page of a kind.
func NewViewer(t testing.TB, sc *screen.Screen) *Viewer {
	return &Viewer{t: t, sc: sc, seed: maphash.MakeSeed(), known: map[uint64]facts{}, reported: map[string]bool{},
		whys: map[string]solver.Explanation{}}
}

// keys replace the keys and menus that the table of commands defines.
var keys = panel.Keys{Everywhere: []panel.Key{{Press: "?", Does: "this sheet"}},
	Picture: []panel.Key{{Press: "V", Does: "select"}},
	Menu:    []panel.MenuPart{{Title: "Edit", Items: []panel.MenuItem{{Name: "Undo", Act: "undo"}}}}}

// additions has the parts that the features add to the page.
var additions = features.Additions()

// Parts returns the page as package shell composes it.
func Parts(s *state.State, sc *screen.Screen) []ui.Node {
	added := additions
	added.ScreenOf = func(*state.State) *screen.Screen { return sc }
	list := []ui.Node{panel.Top(s, sc, added), panel.Picture(s, sc), panel.Explanation(s, sc),
		panel.Problem(s, sc, added),
		panel.Answers(s, sc, added), panel.Phone(s), panel.Alert(s, added), panel.Dialog(s, sc, keys, added)}
	for _, v := range added.Views {
		list = append(list, v.Draw(s, added))
	}
	return list
}

// explain is Explain with a cache.
func (v *Viewer) explain(s state.State) state.State {
	return withExplanation(v.t, s, v.sc, func(about map[string]string) solver.Explanation {
		key := state.RunKey(s.FocusedAnswer().Run) + string(doc.Canonical(about))
		why, ok := v.whys[key]
		if !ok {
			why = explanationOf(v.t, &s, about)
			v.whys[key] = why
		}
		return why
	})
}

// CheckPage draws the whole page and checks its markup.
func (v *Viewer) CheckPage(s state.State, of string, args ...any) {
	v.t.Helper()
	v.Drawings++
	v.checkNodes(Parts(&s, v.sc), true, fmt.Sprintf(of, args...))
}

// CheckPart checks a part of the page.
func CheckPart(t testing.TB, n ui.Node, of string) {
	t.Helper()
	NewViewer(t, nil).checkNodes([]ui.Node{n}, true, of)
}

// Glance draws the parts that a step of a replay changes.
func (v *Viewer) Glance(s state.State, of string, args ...any) {
	v.t.Helper()
	v.checkNodes([]ui.Node{panel.Picture(&s, v.sc), panel.Explanation(&s, v.sc)}, false, fmt.Sprintf(of, args...))
}

// checkNodes checks the markup of the nodes together: every id occurs once. If whole is set, every id that a node
// refers to must exist. of describes the state in the messages.
func (v *Viewer) checkNodes(nodes []ui.Node, whole bool, of string) {
	v.t.Helper()
	seen := map[string]bool{}
	var wants []string
	for _, n := range nodes {
		f := v.facts(n, of)
		for _, id := range f.ids {
			if seen[id] {
				v.fault(of, "the id "+id+" stands twice")
			}
			seen[id] = true
		}
		wants = append(wants, f.references...)
	}
	for _, id := range wants {
		if whole && !seen[id] {
			v.fault(of, "the id "+id+" is spoken of, but stands nowhere")
		}
	}
}

// fault reports a fault once.
func (v *Viewer) fault(of, what string) {
	v.t.Helper()
	if !v.reported[what] {
		v.reported[what] = true
		v.t.Errorf("%s: %s", of, what)
	}
}

// facts returns the facts of a node's markup and reports its faults. Markup that was seen before is not examined
// again.
func (v *Viewer) facts(n ui.Node, of string) facts {
	v.t.Helper()
	markup := ui.HTML(n)
	key := maphash.String(v.seed, markup)
	f, ok := v.known[key]
	if !ok {
		v.Parts++
		f = examine(markup)
		for _, fault := range f.faults {
			v.fault(of, fault)
		}
		v.known[key] = f
	}
	return f
}

// Draw draws every preset of a kind in every way that a visitor can: all
// answers and none, every tab, tool, chart, dialog and thing, and every step of
// every replay.
func Draw(t *testing.T, sc *screen.Screen) {
	looks := 0
	Problems(t, sc, func(t *testing.T, s state.State) { looks += DrawProblem(t, sc, s) })
	if looks < 100 {
		t.Errorf("got %d drawings of the page, want at least 100", looks)
	}
}

// Problems calls draw with every preset of a kind, and with a blank problem of it up to its first answer, each in a
// subtest. Short tests get only small presets. Of large presets with equal numbers of things it takes one.
func Problems(t *testing.T, sc *screen.Screen, draw func(*testing.T, state.State)) {
	kind, _ := catalog.ByID(sc.Kind)
	drawn := map[string]bool{}
	for _, p := range kind.Presets {
		s := WithAllAlgorithms(Preset(t, sc.Kind, p.ID))
		sizes := fmt.Sprint(scenario.Amounts(s.Problem))
		if isLarge(&s) && drawn[sizes] || testing.Short() && !isSmall(&s, sc) {
			continue
		}
		drawn[sizes] = true
		t.Run(p.ID, func(t *testing.T) { draw(t, s) })
	}
	drawFirstSteps(t, sc, draw)
}

// DrawProblem draws one problem in every way.
func DrawProblem(t *testing.T, sc *screen.Screen, s state.State) (looks int) {
	v := NewViewer(t, sc)
	v.drawUnsolved(state.New(s.Draft), s)
	s = Solve(t, s, LightRuns(&s, sc)...)
	v.arrangements(v.explain(s))
	v.runs(s)
	v.drawElements(s)
	v.replays(s)
	v.troubles(s)
	t.Logf("%d looks at the page, %d different parts", v.Drawings, v.Parts)
	return v.Drawings
}

// isLarge reports whether a problem is drawn in fewer ways: its drawings are
// long, and most of their faults come from large numbers of things.
func isLarge(s *state.State) bool { return len(doc.Canonical(s.Problem)) > 10_000 }

// SampleAnswers returns the answers that are drawn one by one: all, or only the focused one of a large problem.
func SampleAnswers(s *state.State) []state.Answer {
	if isLarge(s) && s.FocusedAnswer() != nil {
		return []state.Answer{*s.FocusedAnswer()}
	}
	return s.Answers
}

// isSmall reports whether short tests draw the problem: it has a few thousand
// bytes, and no run takes long.
func isSmall(s *state.State, sc *screen.Screen) bool {
	for _, r := range state.Runs(s.Draft) {
		if sc.WeightOf(s, r) > 0.5 {
			return false
		}
	}
	return len(doc.Canonical(s.Problem)) < 3000
}

// drawUnsolved draws the page before there are answers: prerendered, then live.
func (v *Viewer) drawUnsolved(before, live state.State) {
	v.CheckPage(before, "prerendered")
	v.CheckPage(live, "live")
	for _, a := range live.Answers {
		live = state.Reduce(live, state.RunWaits{Run: a.ID})
	}
	v.CheckPage(live, "waiting")
	for i, a := range live.Answers {
		live = state.Reduce(live, state.RunProgress{Run: a.ID, Done: i, Total: 10, Now: 100})
		live = state.Reduce(live, state.RunProgress{Run: a.ID, Done: i + 1, Total: 10, Now: 9000})
	}
	v.CheckPage(live, "running")
}

// arrangements draws the tabs, tools, charts, dialogs and sizes.
func (v *Viewer) arrangements(s state.State) {
	show := func(what, to string) state.State { return state.Reduce(s, state.Show{Field: what, To: to}) }
	for _, side := range []string{"problem", "document", "own"} {
		v.CheckPage(show("side", side), "side %s", side)
	}
	for _, a := range v.sc.Answers {
		tab := show("answers", a.ID)
		v.CheckPage(tab, "tab %s, without its table", a.ID)
		for _, other := range SampleAnswers(&tab) {
			v.CheckPage(v.explain(Focus(tab, other.ID)), "tab %s of %s", a.ID, other.Run.Algorithm)
		}
	}
	for _, c := range v.sc.Series {
		chart := v.explain(show("chart", c.ID))
		v.CheckPage(chart, "chart %s", c.ID)
		v.CheckPage(state.Reduce(chart, state.Show{Field: "dialog", To: "table"}), "table of chart %s", c.ID)
	}
	v.drawPolicies(s)
	for _, tool := range v.sc.Tools() {
		v.CheckPage(show("tool", tool.ID), "tool %s", tool.ID)
	}
	for _, dialog := range []string{"open", "draft", "commands", "replay", "examples", "menu", "share", "help",
		"runs", "table"} {
		v.CheckPage(show("dialog", dialog), "dialog %s", dialog)
	}
	code := state.QRCodeReady{SVG: `<svg role="img" aria-label="a code"></svg>`}
	v.CheckPage(state.Reduce(show("dialog", "share"), code), "the code of an address")
	v.drawBulkDialogs(s, show)
	for _, phone := range []string{"picture", "problem", "answers"} {
		v.CheckPage(state.Reduce(show("phone", phone), state.Alive{Narrow: true, Dark: true}), "phone, %s", phone)
	}
	v.CheckPage(state.Reduce(s, state.Resize{Width: 320, Height: 240}), "small")
	v.CheckPage(state.Reduce(s, state.Span{From: 1, To: 2}), "a part of the time")
	v.CheckPage(show("theme", "dark"), "dark")
}
