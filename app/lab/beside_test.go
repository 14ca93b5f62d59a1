package lab

import (
	"strings"
	"testing"
	"time"

	"gridbox/app/state"
	"gridbox/core/scenario"
)

// besideNow opens the screen on the first scenario and lets the workers answer.
func besideNow(t *testing.T, change ...func(*page)) *page {
	t.Helper()
	p := opened(t, change...)
	p.command("two", "open")
	p.work()
	if p.s().Look.View != state.InBeside || p.s().Beside.Found == nil {
		t.Fatalf("view %q, found %v", p.s().Look.View, p.s().Beside.Found)
	}
	return p
}

func TestTwoAnswersStandBesideEachOther(t *testing.T) {
	p := besideNow(t)
	b := &p.s().Beside
	f := b.Found
	if b.Left.Run == b.Right.Run || len(f.Report.Differences) == 0 || f.Parted < 0 || f.Logs[0] == nil ||
		f.Logs[1] == nil {
		t.Fatalf("runs %d and %d, %d differences, parted at %d", b.Left.Run, b.Right.Run,
			len(f.Report.Differences), f.Parted)
	}
	if b.At != state.Thing(f.Report.Differences[0].Thing) || b.Left.Why.About != b.At.ID || b.Right.Why.Detail == nil {
		t.Errorf("looks at %v, told of %q", b.At, b.Left.Why.About)
	}
	if n := len(p.crew.asked()); n != 0 {
		t.Errorf("%d things are still asked for", n)
	}
	// Through the differences and round, both ways.
	for range f.Report.Differences {
		p.command("two", "next")
	}
	if p.work(); p.s().Beside.At != state.Thing(f.Report.Differences[0].Thing) {
		t.Errorf("round to %v", p.s().Beside.At)
	}
	p.command("two", "previous")
	last := f.Report.Differences[len(f.Report.Differences)-1]
	if p.work(); p.s().Beside.At != state.Thing(last.Thing) || p.s().Beside.Right.Why.About != last.ID {
		t.Errorf("back to %v, told of %q", p.s().Beside.At, p.s().Beside.Right.Why.About)
	}
}

// A click on what differs looks at it; one on what is equal, or on nothing,
// changes nothing, and what is selected in the scenario stays as it was.
func TestAClickLooksAtWhatDiffers(t *testing.T) {
	p := besideNow(t)
	was := p.s().Select
	second := p.s().Beside.Found.Report.Differences[1]
	p.gesture((`{"act": "select", "kind": "` + second.Kind + `", "id": "` + second.ID + `"}`))
	p.work()
	if b := &p.s().Beside; b.At != state.Thing(second.Thing) || b.Left.Why.About != second.ID {
		t.Errorf("looks at %v, told of %q", b.At, b.Left.Why.About)
	}
	for _, other := range []string{`"kind": "", "id": ""`, `"kind": "cluster", "id": "nowhere"`} {
		p.gesture((`{"act": "select", ` + other + `}`))
	}
	if p.s().Beside.At != state.Thing(second.Thing) || len(p.s().Select) != len(was) {
		t.Errorf("looks at %v, selected %v", p.s().Beside.At, p.s().Select)
	}
}

func TestBothReplaysGoTogether(t *testing.T) {
	p := besideNow(t)
	n := len(p.s().Beside.Found.Turns)
	p.command("step", "first")
	p.command("step", "on")
	if b := &p.s().Beside; b.Turn != 1 || b.Whole {
		t.Errorf("turn %d", b.Turn)
	}
	p.command("two", "part")
	if b := &p.s().Beside; b.Turn != b.Found.Parted+1 || b.At.ID != b.Found.Turns[b.Found.Parted].A.ID {
		t.Errorf("turn %d at %v, parted at %d", b.Turn, b.At, b.Found.Parted)
	}
	p.command("toggle")
	if !p.s().Beside.Playing {
		t.Error("Space plays nothing")
	}
	p.pass(time.Hour)
	if b := &p.s().Beside; b.Playing || b.Turn != n || !b.Whole {
		t.Errorf("after an hour at turn %d of %d, playing %v", b.Turn, n, b.Playing)
	}
	p.command("escape")
	if p.s().Look.View != "" {
		t.Error("Esc stays beside")
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
		t.Fatalf("beside %+v", p.s().Beside.Left.Title)
	}
	was := p.s().Beside.Left.Answer
	p.command("two", "swap")
	p.work()
	if p.s().Beside.Right.Answer != was || p.s().Beside.Found.Fields[0].Was != f.Fields[0].Is {
		t.Error("exchanged, but not turned round")
	}
	p.change("data-beside", "run", "1")
	p.work()
	if p.s().Beside.Found == nil || p.s().Beside.Left.Run != 1 {
		t.Error("another run does not stand there")
	}
}

func TestWhatALibraryGivesStandsBeside(t *testing.T) {
	p := opened(t)
	a, b := *p.s().Draft, *p.s().Draft
	a.Seed, b.Seed = 1, 2
	p.lab.compare(document{"Monday", &a}, document{"now", p.s().Draft})
	p.work()
	if f := p.s().Beside.Found; f == nil || p.s().Beside.Left.Title != "Monday" || len(f.Fields) == 0 {
		t.Fatalf("%+v", f)
	}
	p.lab.compare(document{"Monday", &a}, document{"Tuesday", &b})
	p.work()
	if p.s().Beside.Found == nil || p.s().Beside.Right.Draft != &b {
		t.Error("two versions do not stand beside each other")
	}
}

func TestALinkLeadsToWhatStoodBeside(t *testing.T) {
	p := besideNow(t)
	p.command("two", "way", "over")
	p.command("dialog", "share")
	_, fragment, _ := strings.Cut(p.s().Look.Link, "#")
	if !strings.Contains(fragment, "&beside=") {
		t.Fatalf("link %q", fragment)
	}
	q := opened(t, func(q *page) { q.address.Fragment = fragment })
	q.work()
	if b := &q.s().Beside; q.s().Look.View != state.InBeside || b.Left.Run != p.s().Beside.Left.Run ||
		b.Right.Run != p.s().Beside.Right.Run || b.Way != "over" || b.Found == nil {
		t.Errorf("opened %+v", q.s().Look)
	}
	// Of two documents.
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
		t.Errorf("%s opened %+v", fragment, f)
	}
	// What follows may be nonsense.
	for _, beside := range []string{"9,99", "x", "1,1,what", ","} {
		q = opened(t, func(q *page) { q.address.Fragment = strings.Split(fragment, "&")[0] + "&beside=" + beside })
		q.work()
		if q.s().Look.View != state.InBeside || q.s().Beside.Found == nil {
			t.Errorf("beside=%s: view %q", beside, q.s().Look.View)
		}
	}
}

// An answer to the problem before the last change stands beside nothing as one to
// the problem of now.
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
