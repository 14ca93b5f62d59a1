package shell

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gridbox/app/compute"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

func first(t testing.TB) state.State {
	t.Helper()
	text, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return stateOf(text, "/some/prefix")
}

func TestTheFirstScenarioComesSolved(t *testing.T) {
	s := first(t)
	for _, a := range s.Answers {
		if !s.Fresh(a) || !a.Answer.Feasible || a.Answer.Check == nil || !a.Answer.Check.OK {
			t.Errorf("%s is not solved and verified", a.Run.Algorithm)
		}
	}
	if s.Why.Trace == nil || len(s.Why.Trace.Events) == 0 || len(s.Why.Detail) == 0 {
		t.Error("the why of the first job is missing")
	}
}

func TestWithoutItsDataThePageOpensUnsolved(t *testing.T) {
	for _, text := range []string{"", "null", "{", `{"scenario":{}}`} {
		s := stateOf([]byte(text), "")
		if s.Draft == nil || len(s.Answers) == 0 || s.Answers[0].Answer != nil {
			t.Errorf("%q: not the unsolved first scenario", text)
		}
	}
}

func TestPrerenderIsWholeMarkup(t *testing.T) {
	markup, err := Prerender("/some/prefix")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := Prerender("/some/prefix"); again != markup {
		t.Error("two prerenders differ")
	}
	if strings.Contains(markup, "style=") || strings.Contains(markup, "onclick") || strings.Contains(markup, "<script") {
		t.Error("the policy forbids inline styles and scripts")
	}
	nodes, err := html.ParseFragment(strings.NewReader(markup), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil || len(nodes) != 1 {
		t.Fatalf("%d roots, %v", len(nodes), err)
	}
	for _, want := range []string{"RBHS", "SCP Tree Search", "Lyon", "263.9"} {
		if !strings.Contains(markup, want) {
			t.Errorf("it does not show %s", want)
		}
	}
}

func TestIdsAreUnique(t *testing.T) {
	s := first(t)
	for _, side := range []string{"problem", "generate", "document"} {
		for _, dialog := range []string{"", "examples", "share", "file", "help", "runs", "table"} {
			s := state.Reduce(state.Reduce(s, state.Show{What: "side", To: side}), state.Show{What: "dialog", To: dialog})
			seen := map[string]bool{}
			for _, n := range ui.Find(page(&s), func(ui.Node) bool { return true }) {
				if id, ok := n.Attribute("id"); ok {
					if seen[id] {
						t.Errorf("side %s, dialog %s: id %s stands twice", side, dialog, id)
					}
					seen[id] = true
				}
				if label, ok := n.Attribute("for"); ok && label == "" {
					t.Errorf("side %s: a label for nothing: %s", side, ui.PlainText(n))
				}
			}
		}
	}
}

// A view whose key did not change is not drawn again; so it must not have
// changed either, whatever happens.
func TestKeysSayWhenAViewChanges(t *testing.T) {
	s := first(t)
	answered := func(i int) state.Action {
		r := s.Answers[i].Run
		return state.RunDone{Algorithm: r.Algorithm, To: s.Posed, Key: state.RunKey(r), Answer: s.Answers[i].Answer, Problem: s.Problem}
	}
	mean := 3.5
	outline := &study.Outline{Metrics: []string{"makespan"}, Points: [][]any{{}}, Runs: state.Runs(s.Draft)[:2]}
	view := &report.Document{Confidence: 0.95, Cells: []report.Cell{{Metric: "makespan", Mean: &mean, Count: 4}, {Metric: "makespan", Failed: 4}},
		Pairs: []report.Pair{{Metric: "makespan", BRun: 1}}}
	actions := []state.Action{
		state.Alive{Narrow: true, Dark: true}, state.Kept{Keep: state.Keep{Durable: true}}, state.SavedDraft{Draft: s.Draft},
		state.SelectThing{Thing: state.Thing{Kind: "cluster", ID: "Nancy"}}, state.FocusRun{Algorithm: "scp-tree"},
		state.Stepped{To: 3}, state.Play{On: true}, state.Stepped{By: 1}, state.SetField{Path: "placement.clusters[0].mips", Text: "abc"},
		state.SetField{Path: "placement.clusters[0].mips", Text: "900"}, state.RunWaits{Algorithm: "rbhs"},
		state.RunProgress{Algorithm: "rbhs", Done: 1, Total: 10, Now: 5}, answered(0), state.RunFailed{Algorithm: "rbhs", Text: "it broke"},
		state.WhyPending{Run: "rbhs", About: "j2", Key: "k"}, state.WhyArrived{Key: "k", Text: "none"},
		state.Show{What: "side", To: "generate"}, state.Show{What: "side", To: "document"}, state.SetText{Text: "{"}, state.Undo{}, state.Redo{},
		state.Show{What: "answers", To: "timeline"}, state.Show{What: "answers", To: "links"}, state.Show{What: "tool", To: "add"},
		state.Show{What: "dialog", To: "runs"}, state.ToggleRun{Algorithm: "random"}, state.Show{What: "dialog", To: "examples"}, state.Show{What: "dialog"},
		state.AddCluster{X: 0.3, Y: 0.3}, state.MoveThings{To: []state.Place{{ID: "Lyon", X: 0.2, Y: 0.2}}}, state.Tell{Text: "hello", Error: true}, state.Dismiss{},
		state.Resize{Width: 300, Height: 400}, state.Show{What: "chart", To: "loads"}, state.Linked{Link: "l", Embed: "e"}, state.UsePreset{ID: "split-network"},
		state.Show{What: "view", To: "study"}, state.AddVary{Path: "placement.generate.jobs"}, state.SetField{Path: "study.replications", Text: "x"},
		state.StudyChecked{Key: "k", Refused: "too large"}, state.StudyFound{Found: state.Found{Key: "k", Done: 3}}, state.StudyStarts{Key: "k", Kind: "placement"},
		state.StudyBegan{Outline: outline, Size: 10}, state.StudyProgress{Done: 5, Now: 900}, state.StudySeen{View: view}, state.StudyShown{}, state.StudyShown{}, state.PickCell{Point: 0, Run: 1},
		state.PicksArrived{Point: 0, Run: 1, Metric: "makespan", List: []study.Pick{{Rank: "best"}}}, state.ViewStudy{What: "log", To: 1}, state.StudyPaused{On: true}, state.StudyEnded{},
		state.ConfirmLarge{On: true}, state.StudyClosed{},
		state.SetHunt{What: "a", Value: "1"}, state.SetHunt{What: "b", Value: "0"}, state.SetHunt{What: "metric", Value: "meanTransferTime"}, state.SetHunt{What: "tries", Value: "x"},
		state.SetHunt{What: "tries", Value: "50"}, state.SetHunt{What: "turn", Of: "placement.generate.jobs"}, state.HuntStarts{Key: "k"},
		state.HuntTold{Far: state.Far{Tried: 9, Bad: "twice as bad"}, Now: 900}, state.HuntPaused{On: true}, state.HuntPaused{Now: 1000},
		state.HuntTold{Far: state.Far{Tried: 50, Sizes: "9 jobs", Small: "2 jobs"}}, state.HuntEnded{Text: "it broke"}, state.HuntEnded{Small: s.Draft, Link: "l"}, state.HuntClosed{},
		state.Show{What: "view"},
		state.Show{What: "find", Of: "job", To: "3"}, state.Show{What: "page", Of: "job", To: "1"},
	}
	for _, a := range actions {
		next := state.Reduce(s, a)
		for i := range views {
			v := &views[i]
			if v.key(&next) != v.key(&s) {
				continue
			}
			if ui.HTML(v.draw(&next, screenOf(&next))) != ui.HTML(v.draw(&s, screenOf(&s))) {
				t.Errorf("%T changes %s, but not its key", a, v.name)
			}
		}
		s = next
	}
}

// Every act that a view offers is one that the shell carries out.
func TestEveryActIsCarriedOut(t *testing.T) {
	source, err := os.ReadFile("events.go")
	if err != nil {
		t.Fatal(err)
	}
	body := string(source)
	body = body[strings.Index(body, "func (l *Lab) command("):strings.Index(body, "// show sets")]
	known := map[string]bool{}
	for _, line := range regexp.MustCompile(`case (.*):`).FindAllStringSubmatch(body, -1) {
		for _, word := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(line[1], -1) {
			known[word[1]] = true
		}
	}
	s := first(t)
	look := func(s *state.State) {
		for _, n := range ui.Find(page(s), func(n ui.Node) bool { _, ok := n.Attribute("data-act"); return ok }) {
			if act, _ := n.Attribute("data-act"); !known[act] {
				t.Errorf("nobody carries out %q", act)
			}
		}
	}
	mean := 3.5
	asked := state.Reduce(state.Reduce(s, state.Show{What: "view", To: "study"}), state.AddVary{Path: "placement.generate.jobs"})
	for _, a := range []state.Action{state.StudyChecked{Key: "k"}, state.StudyFound{Found: state.Found{Key: "k", Done: 3}}, state.StudyStarts{Key: "k", Kind: "placement"},
		state.StudyBegan{Outline: &study.Outline{Metrics: []string{"makespan"}, Points: [][]any{{}}, Runs: state.Runs(s.Draft)[:1]}, Size: 10},
		state.StudySeen{View: &report.Document{Cells: []report.Cell{{Metric: "makespan", Mean: &mean}}}}, state.StudyShown{}, state.StudyShown{}, state.PickCell{},
		state.PicksArrived{Metric: "makespan", List: []study.Pick{{Rank: "best"}}}, state.StudyPaused{On: true}, state.StudyEnded{},
		state.HuntStarts{}, state.HuntPaused{On: true}, state.HuntEnded{Small: s.Draft, Link: "l"}} {
		asked = state.Reduce(asked, a)
		look(&asked)
	}
	for _, kind := range []state.Thing{{}, {Kind: "cluster", ID: "Lyon"}, {Kind: "link", ID: "Nancy~Lyon"}, {Kind: "dataset", ID: "d1"}, {Kind: "job", ID: "j1"}} {
		s := state.Reduce(s, state.SelectThing{Thing: kind})
		for _, dialog := range []string{"", "examples", "share", "file", "help", "runs", "table"} {
			s := state.Reduce(s, state.Show{What: "dialog", To: dialog})
			look(&s)
		}
	}
}

func TestEveryKindHasAScreen(t *testing.T) {
	for _, k := range catalog.Kinds() {
		found := false
		for _, sc := range screens {
			found = found || sc.Kind == k.ID
		}
		if !found {
			t.Errorf("kind %s has no screen", k.ID)
		}
	}
}

// fakePool holds what it was asked until the test answers.
type fakePool struct {
	expands  []func([]byte, *compute.Trouble)
	solves   map[string]func(*scenario.Answer, *compute.Trouble)
	explains []func(compute.Why, *compute.Trouble)
	asked    int
	stopped  int
}

func (p *fakePool) Expand(_ string, _ []byte, done func([]byte, *compute.Trouble)) func() {
	p.expands = append(p.expands, done)
	return func() { p.stopped++ }
}

func (p *fakePool) Solve(_ string, _ []byte, r scenario.Run, _ func(int, int), done func(*scenario.Answer, *compute.Trouble)) func() {
	p.asked++
	p.solves[r.Algorithm] = done
	return func() { p.stopped++ }
}

func (p *fakePool) Explain(_ string, _ []byte, _ scenario.Run, _ map[string]string, done func(compute.Why, *compute.Trouble)) func() {
	p.explains = append(p.explains, done)
	return func() { p.stopped++ }
}

// bench is a page without a browser: a state, and the work that follows it.
type bench struct {
	s    state.State
	work *work
	pool *fakePool
}

func newBench(s state.State) *bench {
	b := &bench{s: s, pool: &fakePool{solves: map[string]func(*scenario.Answer, *compute.Trouble){}}}
	b.work = newWork(b.pool, func(f func()) { f(); b.follow() }, func(a state.Action) { b.s = state.Reduce(b.s, a) }, func() float64 { return 0 })
	return b
}

func (b *bench) follow() { b.work.follow(&b.s, screenOf(&b.s)) }

func (b *bench) act(a state.Action) {
	b.s = state.Reduce(b.s, a)
	b.follow()
}

func TestNothingIsAskedWhileAllIsKnown(t *testing.T) {
	b := newBench(first(t))
	b.follow()
	if b.pool.asked != 0 || len(b.pool.explains) != 0 {
		t.Errorf("%d runs and %d explanations asked for a solved page", b.pool.asked, len(b.pool.explains))
	}
}

func TestASmallChangeIsSolvedAtOnceAndOnlyOnce(t *testing.T) {
	b := newBench(first(t))
	runs := len(b.s.Answers)
	b.act(state.SetField{Path: "placement.jobs[0].mi", Text: "5"})
	b.follow()
	if b.pool.asked != runs {
		t.Fatalf("%d of %d runs asked", b.pool.asked, runs)
	}
	// A second change waits for what is under way, then asks once more.
	b.act(state.SetField{Path: "placement.jobs[0].mi", Text: "6"})
	if b.pool.asked != runs {
		t.Fatalf("a change in flight asks again at once: %d", b.pool.asked)
	}
	b.pool.solves["rbhs"](&scenario.Answer{Feasible: true}, nil)
	if b.pool.asked != runs+1 {
		t.Fatalf("the answer to the former draft does not lead to a new ask: %d", b.pool.asked)
	}
	b.pool.solves["rbhs"](&scenario.Answer{Feasible: true}, nil)
	if !b.s.Fresh(b.s.Answers[0]) {
		t.Error("the second answer is not fresh")
	}
}

func TestFailureIsNotTriedForEver(t *testing.T) {
	b := newBench(first(t))
	b.act(state.SetField{Path: "placement.jobs[0].mi", Text: "5"})
	n := b.pool.asked
	b.pool.solves["rbhs"](nil, &compute.Trouble{Text: "it broke", Faults: doc.Faults{{Path: "x", Why: "y"}}})
	b.follow()
	if b.pool.asked != n || b.s.Answers[0].Status != state.Failed || b.s.Answers[0].Text != "it broke" {
		t.Errorf("asked %d times, status %v", b.pool.asked, b.s.Answers[0].Status)
	}
	b.work.again(&b.s)
	b.follow()
	if b.pool.asked != n+1 {
		t.Error("Run does not try again")
	}
}

func TestCancelStopsEveryRun(t *testing.T) {
	b := newBench(first(t))
	b.act(state.SetField{Path: "placement.jobs[0].mi", Text: "5"})
	b.work.cancel(&b.s)
	b.follow()
	if b.s.Busy() || b.pool.stopped != len(b.s.Answers) {
		t.Errorf("busy %v, %d stopped", b.s.Busy(), b.pool.stopped)
	}
	asked := b.pool.asked
	b.pool.solves["rbhs"](&scenario.Answer{}, nil) // comes too late
	if b.s.Answers[0].Status != state.Cancelled || b.pool.asked != asked {
		t.Error("an answer that came after the cancel counted")
	}
}

func TestALargeProblemWaitsForAClick(t *testing.T) {
	b := newBench(first(t))
	b.act(state.UsePreset{ID: "rbhs-mixed"})
	b.act(state.SetField{Path: "placement.generate.jobs", Text: "20000"})
	e, faults := scenario.Expand(b.s.Draft)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	last := b.pool.expands[len(b.pool.expands)-1]
	last(scenario.Canonical(e), nil)
	if b.pool.asked != 0 {
		t.Fatalf("%d runs of a large problem started by themselves", b.pool.asked)
	}
	b.work.again(&b.s)
	b.follow()
	if b.pool.asked != len(b.s.Answers) {
		t.Errorf("Run started %d of %d", b.pool.asked, len(b.s.Answers))
	}
}

func TestAGeneratorThatRefusesSaysSo(t *testing.T) {
	b := newBench(first(t))
	b.act(state.UsePreset{ID: "rbhs-mixed"})
	b.pool.expands[0](nil, &compute.Trouble{Faults: doc.Faults{{Path: "placement.generate.clusters", Why: "are too many"}}})
	if !b.s.Alert.Error || !strings.Contains(b.s.Alert.Text, "too many") {
		t.Errorf("alert %+v", b.s.Alert)
	}
	b.follow()
	if len(b.pool.expands) != 1 {
		t.Error("a refused generator is asked again and again")
	}
}

func TestSelectingAJobAsksWhy(t *testing.T) {
	b := newBench(first(t))
	b.act(state.SelectThing{Thing: state.Thing{Kind: "job", ID: "j2"}})
	b.follow()
	if len(b.pool.explains) != 1 || !b.s.Why.Pending {
		t.Fatalf("%d explanations asked", len(b.pool.explains))
	}
	b.pool.explains[0](compute.Why{Detail: []byte(`{"job":"j2"}`)}, nil)
	b.follow()
	if b.s.Why.Pending || len(b.pool.explains) != 1 {
		t.Error("the explanation did not settle")
	}
}

func TestFileNames(t *testing.T) {
	for title, want := range map[string]string{"": "scenario", "Five clusters": "five-clusters", "../../etc": "etc", "Жизнь": "scenario", "a__b!": "a-b"} {
		if got := fileName(title); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}
