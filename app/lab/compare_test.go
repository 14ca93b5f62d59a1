package lab

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/compare"
	"gridbox/app/lab/feature/shelf"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/diff"
	"gridbox/core/scenario"
)

// comparing is the id of the view.
const comparing = "beside"

// pair returns the comparison.
func (p *page) pair() compare.Pair { return compare.Of(p.s()) }

// compare compares two documents.
func (p *page) compare(left, right document) {
	env{p.lab}.Compare(left, right)
	p.lab.follow()
}

// choose enters the run or the document of a side, without waiting for its effects.
func (p *page) choose(what, side, value string) {
	p.lab.Change(feature.Input{Value: value, Attribute: func(name string) string {
		return map[string]string{"data-beside": what, "data-of": side}[name]
	}})
}

// view draws a view.
func (p *page) view(name string) ui.Node {
	return p.lab.View(slices.IndexFunc(views, func(v view) bool { return v.name == name }))
}

// comparison opens the comparison on the first scenario and answers all requests.
func comparison(t *testing.T, change ...func(*page)) *page {
	t.Helper()
	p := openPage(t, change...)
	p.command("two", "open")
	p.work()
	if p.s().Layout.View != comparing || p.pair().Difference == nil {
		t.Fatalf("got view %q, comparison %v; want the comparison", p.s().Layout.View, p.pair().Difference)
	}
	return p
}

func TestTwoAnswersAreCompared(t *testing.T) {
	p := comparison(t)
	b := p.pair()
	f := b.Difference
	if b.Sides[0].Run == b.Sides[1].Run || len(f.Report.Differences) == 0 || f.Divergence < 0 || f.Logs[0] == nil ||
		f.Logs[1] == nil {
		t.Fatalf("got runs %d and %d, %d differences, parted at %d; want two runs with differences and logs",
			b.Sides[0].Run, b.Sides[1].Run, len(f.Report.Differences), f.Divergence)
	}
	if b.At != state.Ref(f.Report.Differences[0].Ref) || b.Sides[0].Explanation.About != b.At.ID ||
		b.Sides[1].Explanation.Detail == nil {
		t.Errorf("got %v at focus, explanation of %q; want the first difference", b.At, b.Sides[0].Explanation.About)
	}
	if n := len(p.crew.pendingJobs()); n != 0 {
		t.Errorf("got %d open requests, want 0", n)
	}
	// The commands go through the differences in both directions, and wrap around.
	for range f.Report.Differences {
		p.command("two", "next")
	}
	if p.work(); p.pair().At != state.Ref(f.Report.Differences[0].Ref) {
		t.Errorf("after the last difference: got %v, want the first", p.pair().At)
	}
	p.command("two", "previous")
	last := f.Report.Differences[len(f.Report.Differences)-1]
	if p.work(); p.pair().At != state.Ref(last.Ref) || p.pair().Sides[1].Explanation.About != last.ID {
		t.Errorf("before the first difference: got %v, explanation of %q; want the last",
			p.pair().At, p.pair().Sides[1].Explanation.About)
	}
}

// A click on a thing that differs selects its difference. One on an equal thing, or on nothing, has no effect, and
// the selection of the scenario remains.
func TestAClickSelectsADifference(t *testing.T) {
	p := comparison(t)
	was := p.s().Select
	second := p.pair().Difference.Report.Differences[1]
	p.gesture((`{"act": "select", "kind": "` + second.Kind + `", "id": "` + second.ID + `"}`))
	p.work()
	if b := p.pair(); b.At != state.Ref(second.Ref) || b.Sides[0].Explanation.About != second.ID {
		t.Errorf("clicked: got %v at focus, explanation of %q; want the second difference", b.At,
			b.Sides[0].Explanation.About)
	}
	for _, other := range []string{`"kind": "", "id": ""`, `"kind": "cluster", "id": "nowhere"`} {
		p.gesture((`{"act": "select", ` + other + `}`))
	}
	if p.pair().At != state.Ref(second.Ref) || len(p.s().Select) != len(was) {
		t.Errorf("clicked elsewhere: got %v at focus, selected %v; want no change", p.pair().At, p.s().Select)
	}
}

func TestBothReplaysGoTogether(t *testing.T) {
	p := comparison(t)
	n := len(p.pair().Difference.Decisions)
	p.command("step", "first")
	p.command("step", "on")
	if b := p.pair(); b.Step != 1 || b.Whole {
		t.Errorf("got turn %d, want 1", b.Step)
	}
	p.command("two", "part")
	if b := p.pair(); b.Step != b.Difference.Divergence+1 ||
		b.At.ID != b.Difference.Decisions[b.Difference.Divergence].A.ID {
		t.Errorf("got turn %d at %v, parted at %d; want the turn after it", b.Step, b.At, b.Difference.Divergence)
	}
	p.command("toggle")
	if !p.pair().Playing {
		t.Error("Space did not start the replay")
	}
	p.pass(time.Hour)
	if b := p.pair(); b.Playing || b.Step != n || !b.Whole {
		t.Errorf("after an hour: got turn %d of %d, playing %v; want the last, stopped", b.Step, n, b.Playing)
	}
	p.command("escape")
	if p.s().Layout.View != "" {
		t.Error("Escape did not leave the comparison")
	}
}

func TestTheDraftIsComparedWithItsFormerState(t *testing.T) {
	p := comparison(t)
	p.act(setField(aJob, "5"))
	p.work()
	p.change("data-beside", "source", "before")
	p.work()
	f := p.pair().Difference
	if p.pair().Sides[0].Draft == nil || f == nil || len(f.Fields) != 1 || f.Fields[0].Path != aJob {
		t.Fatalf("got comparison of %+v, want the draft with its changed field", p.pair().Sides[0].Title)
	}
	was := p.pair().Sides[0].Answer
	p.command("two", "swap")
	p.work()
	if p.pair().Sides[1].Answer != was || p.pair().Difference.Fields[0].Was != f.Fields[0].Is {
		t.Error("swap did not exchange the sides and the change")
	}
	p.change("data-beside", "run", "1")
	p.work()
	if p.pair().Difference == nil || p.pair().Sides[0].Run != 1 {
		t.Error("choosing another run did not compare it")
	}
}

func TestDraftsOfTheLibraryAreCompared(t *testing.T) {
	p := openPage(t)
	a, b := *p.s().Draft, *p.s().Draft
	a.Seed, b.Seed = 1, 2
	p.compare(document{Name: "Monday", Draft: &a}, document{Name: "now", Draft: p.s().Draft})
	p.work()
	if f := p.pair().Difference; f == nil || p.pair().Sides[0].Title != "Monday" || len(f.Fields) == 0 {
		t.Fatalf("got comparison %+v, want the fields changed since Monday", f)
	}
	p.compare(document{Name: "Monday", Draft: &a}, document{Name: "Tuesday", Draft: &b})
	p.work()
	if p.pair().Difference == nil || p.pair().Sides[1].Draft != &b {
		t.Error("two versions are not compared with each other")
	}
}

func TestALinkOpensTheComparison(t *testing.T) {
	p := comparison(t)
	p.command("two", "way", "over")
	p.command("dialog", "share")
	_, fragment, _ := strings.Cut(p.s().Layout.Link, "#")
	if !strings.Contains(fragment, "&beside=") {
		t.Fatalf("got link %q, want &beside= in it", fragment)
	}
	q := openPage(t, func(q *page) { q.address.Fragment = fragment })
	q.work()
	if b := q.pair(); q.s().Layout.View != comparing || b.Sides[0].Run != p.pair().Sides[0].Run ||
		b.Sides[1].Run != p.pair().Sides[1].Run || b.Way != "over" || b.Difference == nil {
		t.Errorf("opened link: got view %+v, want the same comparison", q.s().Layout)
	}
	// The same for a comparison of two documents.
	p.act(setField(aJob, "5"))
	p.change("data-beside", "source", "before")
	p.work()
	p.command("dialog", "share")
	_, fragment, _ = strings.Cut(p.s().Layout.Link, "#")
	q = openPage(t, func(q *page) { q.address.Fragment = fragment })
	q.work()
	f := q.pair().Difference
	if f == nil || len(f.Fields) != 1 ||
		scenario.Digest(q.pair().Sides[1].Draft) != scenario.Digest(p.pair().Draft(1)) {
		t.Errorf("%s: got comparison %+v, want the same one field", fragment, f)
	}
	// The parameter may be invalid.
	for _, beside := range []string{"9,99", "x", "1,1,what", ","} {
		q = openPage(t, func(q *page) { q.address.Fragment = strings.Split(fragment, "&")[0] + "&beside=" + beside })
		q.work()
		if q.s().Layout.View != comparing || q.pair().Difference == nil {
			t.Errorf("beside=%s: got view %q, want the comparison", beside, q.s().Layout.View)
		}
	}
}

// An answer to the former problem is not compared as one to the current problem.
func TestAnOldAnswerIsNotShownAsNew(t *testing.T) {
	p := comparison(t)
	p.act(setField(aJob, "5"))
	if p.pair().Difference != nil {
		t.Error("answers to the former problem are still compared")
	}
	p.work()
	for side, answer := range p.pair().Difference.Answers {
		if problem, now := p.pair().Answer(side); now != answer || problem != p.s().Problem {
			t.Errorf("side %d has an answer to another problem", side)
		}
	}
}

// press runs the command of a key for the given focus.
func (p *page) press(name string, at ...reach) {
	p.t.Helper()
	for _, row := range keyRows() {
		if row[0] == name && slices.Contains(at, reach(row[3])) {
			p.command(row[1], row[2])
			return
		}
	}
	p.t.Fatalf("key %s has no command on %v", name, at)
}

// In every kind the user can choose two drafts, compare them, go through the differences and leave by keys alone. The
// focus follows.
func TestTwoDraftsSideBySideByKeys(t *testing.T) {
	for _, of := range []struct{ kind, number string }{
		{"placement", aJob}, {"window", "window.request.volume"}, {"batch", "batch.jobs[0].volume"},
		{"group", "group.request.nodes"}, {"farm", "farm.jobs[0].duration"},
	} {
		t.Run(of.kind, func(t *testing.T) {
			s := store.Memory("")
			p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
			p.command("kind", of.kind)
			p.work()
			p.act(state.SetField{Path: "title", Text: "First"}, state.MakeExplicit{})
			p.work()
			p.pass(time.Minute)
			p.press("B", reachNonText)
			p.press("Home", reachRows)
			p.press("Ctrl+D", reachRows)
			second := shelf.Slot.Get(p.s()).Chosen
			p.press("Enter", reachRows)
			p.work()
			p.act(state.SetField{Path: "title", Text: "Second"}, state.SetField{Path: of.number, Text: "4"})
			p.work()
			p.pass(time.Minute)
			if p.s().Draft.Title != "Second" || p.s().Alert.Error {
				t.Fatalf("got %q open, alert %s; want Second", p.s().Draft.Title, p.s().Alert.Text)
			}
			p.press("B", reachNonText)
			p.press("Home", reachRows)
			p.press("ArrowDown", reachRows)
			first := shelf.Slot.Get(p.s()).Chosen
			if first == second {
				t.Fatalf("got rows %v, want another one chosen", titles(p))
			}
			p.calls = nil
			p.press("Shift+Enter", reachRows)
			p.work()
			b := p.pair()
			if p.s().Layout.View != comparing || b.Sides[0].Title != "First" || b.Sides[1].Draft != nil ||
				b.Difference == nil {
				t.Fatalf("got view %q, %q and %q, comparison %v: %s; want First and the draft",
					p.s().Layout.View, b.Sides[0].Title, b.Sides[1].Title, b.Difference, p.s().Alert.Text)
			}
			if got := p.drainCalls("focusOn"); len(got) == 0 || got[len(got)-1] != "focusOn beside" {
				t.Errorf("got focus %v, want the comparison", got)
			}
			if !slices.ContainsFunc(b.Difference.Fields, func(f diff.Field) bool { return f.Path == of.number }) {
				t.Errorf("changed field %s is not in %v", of.number, b.Difference.Fields)
			}
			for i := range b.Difference.Report.Differences {
				p.press("]", reachNonText)
				want := b.Difference.Report.Differences[(i+1)%len(b.Difference.Report.Differences)]
				if p.work(); p.pair().At != state.Ref(want.Ref) {
					t.Fatalf("next difference %d: got %v, want %v", i+1, p.pair().At, want.Ref)
				}
			}
			p.press("[", reachNonText)
			p.press("Home", reachIdle)
			p.press("ArrowRight", reachIdle)
			if p.work(); p.pair().Step != min(1, len(b.Difference.Decisions)) {
				t.Errorf("got turn %d of %d, want the first", p.pair().Step, len(b.Difference.Decisions))
			}
			p.calls = nil
			p.press("Escape", reachEverywhere)
			if p.s().Layout.View != "library" || shelf.Slot.Get(p.s()).Chosen != first {
				t.Fatalf("Escape: got view %q, chosen %s; want the library with the first row",
					p.s().Layout.View, shelf.Slot.Get(p.s()).Chosen)
			}
			if got := p.drainCalls("jump"); len(got) == 0 || got[len(got)-1] != "jump shelf-rows" {
				t.Errorf("Escape: got focus %v, want the rows of the library", got)
			}
			// The second draft was open during the comparison.
			p.press("Escape", reachEverywhere)
			if p.work(); p.s().Layout.View != "" || p.s().Draft.Title != "Second" {
				t.Errorf("got view %q of %q, want the draft Second", p.s().Layout.View, p.s().Draft.Title)
			}
		})
	}
}

// Leaving the comparison returns to the button that opened it, and from a study to the study.
func TestLeavingTwoAnswersLeadsBack(t *testing.T) {
	p := openPage(t)
	p.work()
	for _, view := range []string{"", "study"} {
		p.command("goto", view)
		p.command("two", "open")
		p.work()
		p.command("two", "swap") // which has other ones and did not open it
		p.calls = nil
		p.press("Escape", reachEverywhere)
		if p.s().Layout.View != view || !slices.Equal(p.drainCalls("focusOn"), []string{"focusOn to-compare"}) {
			t.Errorf("from %q Escape: got view %q, focus %v; want the same view and the Compare button",
				view, p.s().Layout.View, p.calls)
		}
	}
	got := ui.PlainText(p.view("bar"))
	if !strings.Contains(got, "Compare") {
		t.Errorf(`got bar %q, want "Compare"`, got)
	}
}

// The sentence below the answers names the run that beats the chosen one, and its button compares the two.
func TestTheBetterAnswerIsNamedAndCompared(t *testing.T) {
	p := openPage(t)
	p.work()
	page := ui.HTML(labNode(p.s()))
	for _, want := range []string{"Min completion ends ",
		"RBHS is a published algorithm, and here a simple rule beats it. Why?",
		"Compare the two"} {
		if !strings.Contains(page, want) {
			t.Errorf("got no %q below the answers", want)
		}
	}
	i := slices.IndexFunc(p.s().Answers, func(a state.Answer) bool { return a.Run.Algorithm == "min-completion" })
	p.command("comparewith", p.s().Answers[i].ID)
	p.work()
	b := p.pair()
	if p.s().Layout.View != comparing || b.Sides[0].Run != i || b.Sides[1].Run != 0 {
		t.Errorf("got view %q with runs %d and %d, want both answers with %d and 0", p.s().Layout.View, b.Sides[0].Run,
			b.Sides[1].Run, i)
	}
	p.command("goto", "")
	p.command("focus", p.s().Answers[i].ID)
	p.work()
	if strings.Contains(ui.HTML(labNode(p.s())), "Compare the two") {
		t.Error("got a better answer than the best, want none")
	}
}
