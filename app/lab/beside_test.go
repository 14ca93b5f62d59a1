package lab

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/lab/feature/shelf"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/diff"
	"gridbox/core/scenario"
)

// besideNow opens the comparison on the first scenario and answers all requests.
func besideNow(t *testing.T, change ...func(*page)) *page {
	t.Helper()
	p := opened(t, change...)
	p.command("two", "open")
	p.work()
	if p.s().Look.View != state.InBeside || p.s().Beside.Found == nil {
		t.Fatalf("got view %q, comparison %v; want the comparison", p.s().Look.View, p.s().Beside.Found)
	}
	return p
}

func TestTwoAnswersStandBesideEachOther(t *testing.T) {
	p := besideNow(t)
	b := &p.s().Beside
	f := b.Found
	if b.Left.Run == b.Right.Run || len(f.Report.Differences) == 0 || f.Parted < 0 || f.Logs[0] == nil ||
		f.Logs[1] == nil {
		t.Fatalf("got runs %d and %d, %d differences, parted at %d; want two runs with differences and logs",
			b.Left.Run, b.Right.Run, len(f.Report.Differences), f.Parted)
	}
	if b.At != state.Thing(f.Report.Differences[0].Thing) || b.Left.Why.About != b.At.ID || b.Right.Why.Detail == nil {
		t.Errorf("got %v at focus, explanation of %q; want the first difference", b.At, b.Left.Why.About)
	}
	if n := len(p.crew.asked()); n != 0 {
		t.Errorf("got %d open requests, want 0", n)
	}
	// The commands go through the differences in both directions, and wrap around.
	for range f.Report.Differences {
		p.command("two", "next")
	}
	if p.work(); p.s().Beside.At != state.Thing(f.Report.Differences[0].Thing) {
		t.Errorf("after the last difference: got %v, want the first", p.s().Beside.At)
	}
	p.command("two", "previous")
	last := f.Report.Differences[len(f.Report.Differences)-1]
	if p.work(); p.s().Beside.At != state.Thing(last.Thing) || p.s().Beside.Right.Why.About != last.ID {
		t.Errorf("before the first difference: got %v, explanation of %q; want the last",
			p.s().Beside.At, p.s().Beside.Right.Why.About)
	}
}

// A click on a thing that differs selects its difference. One on an equal thing, or on nothing, has no effect, and
// the selection of the scenario remains.
func TestAClickLooksAtWhatDiffers(t *testing.T) {
	p := besideNow(t)
	was := p.s().Select
	second := p.s().Beside.Found.Report.Differences[1]
	p.gesture((`{"act": "select", "kind": "` + second.Kind + `", "id": "` + second.ID + `"}`))
	p.work()
	if b := &p.s().Beside; b.At != state.Thing(second.Thing) || b.Left.Why.About != second.ID {
		t.Errorf("clicked: got %v at focus, explanation of %q; want the second difference", b.At, b.Left.Why.About)
	}
	for _, other := range []string{`"kind": "", "id": ""`, `"kind": "cluster", "id": "nowhere"`} {
		p.gesture((`{"act": "select", ` + other + `}`))
	}
	if p.s().Beside.At != state.Thing(second.Thing) || len(p.s().Select) != len(was) {
		t.Errorf("clicked elsewhere: got %v at focus, selected %v; want no change", p.s().Beside.At, p.s().Select)
	}
}

func TestBothReplaysGoTogether(t *testing.T) {
	p := besideNow(t)
	n := len(p.s().Beside.Found.Turns)
	p.command("step", "first")
	p.command("step", "on")
	if b := &p.s().Beside; b.Turn != 1 || b.Whole {
		t.Errorf("got turn %d, want 1", b.Turn)
	}
	p.command("two", "part")
	if b := &p.s().Beside; b.Turn != b.Found.Parted+1 || b.At.ID != b.Found.Turns[b.Found.Parted].A.ID {
		t.Errorf("got turn %d at %v, parted at %d; want the turn after it", b.Turn, b.At, b.Found.Parted)
	}
	p.command("toggle")
	if !p.s().Beside.Playing {
		t.Error("Space did not start the replay")
	}
	p.pass(time.Hour)
	if b := &p.s().Beside; b.Playing || b.Turn != n || !b.Whole {
		t.Errorf("after an hour: got turn %d of %d, playing %v; want the last, stopped", b.Turn, n, b.Playing)
	}
	p.command("escape")
	if p.s().Look.View != "" {
		t.Error("Escape did not leave the comparison")
	}
}

func TestTheDraftStandsBesideWhatItWas(t *testing.T) {
	p := besideNow(t)
	p.act(set(aJob, "5"))
	p.work()
	p.change("data-beside", "source", "before")
	p.work()
	f := p.s().Beside.Found
	if p.s().Beside.Left.Draft == nil || f == nil || len(f.Fields) != 1 || f.Fields[0].Path != aJob {
		t.Fatalf("got comparison of %+v, want the draft with its changed field", p.s().Beside.Left.Title)
	}
	was := p.s().Beside.Left.Answer
	p.command("two", "swap")
	p.work()
	if p.s().Beside.Right.Answer != was || p.s().Beside.Found.Fields[0].Was != f.Fields[0].Is {
		t.Error("swap did not exchange the sides and the change")
	}
	p.change("data-beside", "run", "1")
	p.work()
	if p.s().Beside.Found == nil || p.s().Beside.Left.Run != 1 {
		t.Error("choosing another run did not compare it")
	}
}

func TestWhatALibraryGivesStandsBeside(t *testing.T) {
	p := opened(t)
	a, b := *p.s().Draft, *p.s().Draft
	a.Seed, b.Seed = 1, 2
	p.lab.compare(document{Name: "Monday", Draft: &a}, document{Name: "now", Draft: p.s().Draft})
	p.work()
	if f := p.s().Beside.Found; f == nil || p.s().Beside.Left.Title != "Monday" || len(f.Fields) == 0 {
		t.Fatalf("got comparison %+v, want the fields changed since Monday", f)
	}
	p.lab.compare(document{Name: "Monday", Draft: &a}, document{Name: "Tuesday", Draft: &b})
	p.work()
	if p.s().Beside.Found == nil || p.s().Beside.Right.Draft != &b {
		t.Error("two versions are not compared with each other")
	}
}

func TestALinkLeadsToWhatStoodBeside(t *testing.T) {
	p := besideNow(t)
	p.command("two", "way", "over")
	p.command("dialog", "share")
	_, fragment, _ := strings.Cut(p.s().Look.Link, "#")
	if !strings.Contains(fragment, "&beside=") {
		t.Fatalf("got link %q, want &beside= in it", fragment)
	}
	q := opened(t, func(q *page) { q.address.Fragment = fragment })
	q.work()
	if b := &q.s().Beside; q.s().Look.View != state.InBeside || b.Left.Run != p.s().Beside.Left.Run ||
		b.Right.Run != p.s().Beside.Right.Run || b.Way != "over" || b.Found == nil {
		t.Errorf("opened link: got view %+v, want the same comparison", q.s().Look)
	}
	// The same for a comparison of two documents.
	p.act(set(aJob, "5"))
	p.change("data-beside", "source", "before")
	p.work()
	p.command("dialog", "share")
	_, fragment, _ = strings.Cut(p.s().Look.Link, "#")
	q = opened(t, func(q *page) { q.address.Fragment = fragment })
	q.work()
	f := q.s().Beside.Found
	if f == nil || len(f.Fields) != 1 ||
		scenario.Digest(q.s().Beside.Right.Draft) != scenario.Digest(p.s().BesideDraft(1)) {
		t.Errorf("%s: got comparison %+v, want the same one field", fragment, f)
	}
	// The parameter may be invalid.
	for _, beside := range []string{"9,99", "x", "1,1,what", ","} {
		q = opened(t, func(q *page) { q.address.Fragment = strings.Split(fragment, "&")[0] + "&beside=" + beside })
		q.work()
		if q.s().Look.View != state.InBeside || q.s().Beside.Found == nil {
			t.Errorf("beside=%s: got view %q, want the comparison", beside, q.s().Look.View)
		}
	}
}

// An answer to the former problem is not compared as one to the current problem.
func TestAnOldAnswerIsNotShownAsNew(t *testing.T) {
	p := besideNow(t)
	p.act(set(aJob, "5"))
	if p.s().Beside.Found != nil {
		t.Error("answers to the former problem are still compared")
	}
	p.work()
	for side, answer := range p.s().Beside.Found.Answers {
		if problem, now := p.s().BesideAnswer(side); now != answer || problem != p.s().Problem {
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
			p := opened(t, func(p *page) { p.library = memory(s, "tab") })
			p.command("kind", of.kind)
			p.work()
			p.act(state.SetField{Path: "title", Text: "First"}, state.MakeExplicit{})
			p.work()
			p.pass(time.Minute)
			p.press("B", notTyping)
			p.press("Home", onRows)
			p.press("Ctrl+D", onRows)
			second := shelf.Slot.Of(p.s()).Chosen
			p.press("Enter", onRows)
			p.work()
			p.act(state.SetField{Path: "title", Text: "Second"}, state.SetField{Path: of.number, Text: "4"})
			p.work()
			p.pass(time.Minute)
			if p.s().Draft.Title != "Second" || p.s().Alert.Error {
				t.Fatalf("got %q open, alert %s; want Second", p.s().Draft.Title, p.s().Alert.Text)
			}
			p.press("B", notTyping)
			p.press("Home", onRows)
			p.press("ArrowDown", onRows)
			first := shelf.Slot.Of(p.s()).Chosen
			if first == second {
				t.Fatalf("got rows %v, want another one chosen", titles(p))
			}
			p.calls = nil
			p.press("Shift+Enter", onRows)
			p.work()
			b := &p.s().Beside
			if p.s().Look.View != state.InBeside || b.Left.Title != "First" || b.Right.Draft != nil || b.Found == nil {
				t.Fatalf("got view %q, %q and %q, comparison %v: %s; want First and the draft",
					p.s().Look.View, b.Left.Title, b.Right.Title, b.Found, p.s().Alert.Text)
			}
			if got := p.called("focusOn"); len(got) == 0 || got[len(got)-1] != "focusOn beside" {
				t.Errorf("got focus %v, want the comparison", got)
			}
			if !slices.ContainsFunc(b.Found.Fields, func(f diff.Field) bool { return f.Path == of.number }) {
				t.Errorf("changed field %s is not in %v", of.number, b.Found.Fields)
			}
			for i := range b.Found.Report.Differences {
				p.press("]", notTyping)
				want := b.Found.Report.Differences[(i+1)%len(b.Found.Report.Differences)]
				if p.work(); p.s().Beside.At != state.Thing(want.Thing) {
					t.Fatalf("next difference %d: got %v, want %v", i+1, p.s().Beside.At, want.Thing)
				}
			}
			p.press("[", notTyping)
			p.press("Home", notOperated)
			p.press("ArrowRight", notOperated)
			if p.work(); p.s().Beside.Turn != min(1, len(b.Found.Turns)) {
				t.Errorf("got turn %d of %d, want the first", p.s().Beside.Turn, len(b.Found.Turns))
			}
			p.calls = nil
			p.press("Escape", everywhere)
			if p.s().Look.View != "library" || shelf.Slot.Of(p.s()).Chosen != first {
				t.Fatalf("Escape: got view %q, chosen %s; want the library with the first row",
					p.s().Look.View, shelf.Slot.Of(p.s()).Chosen)
			}
			if got := p.called("jump"); len(got) == 0 || got[len(got)-1] != "jump shelf-rows" {
				t.Errorf("Escape: got focus %v, want the rows of the library", got)
			}
			// The second draft was open during the comparison.
			p.press("Escape", everywhere)
			if p.work(); p.s().Look.View != "" || p.s().Draft.Title != "Second" {
				t.Errorf("got view %q of %q, want the draft Second", p.s().Look.View, p.s().Draft.Title)
			}
		})
	}
}

// Leaving the comparison returns to the button that opened it, and from a study to the study.
func TestLeavingTwoAnswersLeadsBack(t *testing.T) {
	p := opened(t)
	p.work()
	for _, view := range []string{"", "study"} {
		p.command("goto", view)
		p.command("two", "open")
		p.work()
		p.command("two", "swap") // which has other ones and did not open it
		p.calls = nil
		p.press("Escape", everywhere)
		if p.s().Look.View != view || !slices.Equal(p.called("focusOn"), []string{"focusOn " + panel.CompareButton}) {
			t.Errorf("from %q Escape: got view %q, focus %v; want the same view and the Compare button",
				view, p.s().Look.View, p.calls)
		}
	}
	got := ui.PlainText(p.lab.View(slices.IndexFunc(views, func(v view) bool { return v.name == "bar" })))
	if !strings.Contains(got, "Compare") {
		t.Errorf(`got bar %q, want "Compare"`, got)
	}
}

// The sentence below the answers names the run that beats the chosen one, and its button compares the two.
func TestTheBetterAnswerIsNamedAndCompared(t *testing.T) {
	p := opened(t)
	p.work()
	page := ui.HTML(whole(p.s()))
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
	b := &p.s().Beside
	if p.s().Look.View != state.InBeside || b.Left.Run != i || b.Right.Run != 0 {
		t.Errorf("got view %q with runs %d and %d, want both answers with %d and 0", p.s().Look.View, b.Left.Run,
			b.Right.Run, i)
	}
	p.command("goto", "")
	p.command("focus", p.s().Answers[i].ID)
	p.work()
	if strings.Contains(ui.HTML(whole(p.s())), "Compare the two") {
		t.Error("got a better answer than the best, want none")
	}
}
