package lab

import (
	"strings"
	"testing"
	"time"

	"gridbox/app/lab/feature/adversary"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/store"
	"gridbox/app/ui"
)

// entriesOf returns a page with the list of studies of an explicit problem.
func entriesOf(t *testing.T, change ...func(*page)) *page {
	t.Helper()
	p := openPage(t, change...)
	p.act(usePreset("five-clusters"))
	p.work()
	p.command("goto", "study")
	p.work()
	if studies.Screen(p.s()) != studies.EntriesScreen {
		t.Fatalf("got screen %s, want the list of studies", studies.Screen(p.s()))
	}
	return p
}

// Each entry starts its study immediately with the typed values.
func TestAnEntryStartsItsStudy(t *testing.T) {
	for door, size := range map[string]int{"jobs": 60, "noise": 60, "vary": 13} {
		p := entriesOf(t)
		was, sheet := p.s().Draft, p.s().Sheet
		for _, field := range []string{studies.JobsDraws, studies.NoiseTimes} {
			p.change("data-door", field, "60")
		}
		p.command("study", "door", door)
		p.work()
		if len(p.crew.studies) != 1 || p.crew.studies[0].order.Size != size ||
			studies.Screen(p.s()) != studies.StudyScreen {
			t.Fatalf("study %s: got %d studies, screen %s, alert %q; want one",
				door, len(p.crew.studies), studies.Screen(p.s()), p.s().Alert.Text)
		}
		if own := p.s().Sheet != sheet; own != (door == "jobs") {
			t.Errorf("study %s: got a separate draft %v", door, own)
		}
		p.command("undo")
		if p.s().Draft != was || studies.Screen(p.s()) != studies.EntriesScreen {
			t.Errorf("study %s: undo does not restore the draft and the list", door)
		}
	}
	p := entriesOf(t)
	p.change("data-door", studies.JobsDraws, "many")
	if p.command("study", "door", "jobs"); len(p.crew.studies) != 0 {
		t.Error("a study with a fault in its fields starts")
	}
	p.command("study", "door", "worst")
	if len(p.crew.hunts) != 1 || studies.Screen(p.s()) != "worst" {
		t.Errorf("got %d searches, screen %s; want 1, worst", len(p.crew.hunts), studies.Screen(p.s()))
	}
}

// A complete study is listed with its finding, also after a reload, and opens with its stored replications.
func TestStudiesAreListedAndOpened(t *testing.T) {
	s := store.Memory("")
	p := entriesOf(t, func(p *page) { p.library = memory(s, "tab") })
	p.command("study", "door", "noise")
	p.work()
	p.crew.studies[0].measure(200)
	list := studies.Studies(p.s())
	if len(list) != 1 || list[0].Entry != "noise" || !strings.Contains(list[0].Result, " first ") ||
		!strings.Contains(list[0].Result, " of 200") {
		t.Fatalf("got studies %+v, want one on noise with its finding", list)
	}
	p.command("study", "screen", studies.EntriesScreen)
	if got := ui.PlainText(viewNamed(p.s(), "doors")); !strings.Contains(got, list[0].Result) {
		t.Errorf("the list does not show the finding: %s", got)
	}
	p.command("study", "door", "vary")
	p.work()
	p.crew.studies[1].measure(13)
	if list = studies.Studies(p.s()); len(list) != 2 || list[0].Entry != "vary" {
		t.Fatalf("got studies %+v, want 2, the last on vary", list)
	}
	p.command("study", "open", list[1].Key)
	p.work()
	if st := studies.Slot.Get(p.s()); len(p.s().Draft.Study.Noise) != 1 || len(p.crew.studies) != 3 ||
		len(p.crew.studies[2].order.Have) == 0 || st.Done != 200 {
		t.Errorf("got %d studies, %+v; want the first one continued", len(p.crew.studies), p.s().Draft.Study)
	}
	p.pass(time.Minute)

	p = openPage(t, func(p *page) { p.library, p.address.Fragment = memory(s, "tab"), viewAddress+"study" })
	p.work()
	if again := studies.Studies(p.s()); len(again) != 2 || again[0].Result == "" || again[1].Result == "" {
		t.Errorf("after a reload: got studies %+v, want 2 with findings", again)
	}
}

// Generated jobs are a separate draft, listed with the problem for which they were generated.
func TestOtherJobsAreListedWhereTheyWereAskedFor(t *testing.T) {
	p := entriesOf(t)
	was := p.s().Draft
	p.change("data-door", studies.JobsDraws, "20")
	p.command("study", "door", "jobs")
	p.work()
	p.crew.studies[0].measure(20)
	drawn := p.s().Draft
	if drawn.Placement.Generate == nil || len(was.Placement.Jobs) == 0 || was.Placement.Generate != nil {
		t.Fatal("the jobs are not generated in a separate draft")
	}
	p.command("undo")
	p.work()
	list := studies.Studies(p.s())
	if len(list) != 1 || list[0].Entry != "jobs" || p.s().Draft != was {
		t.Fatalf("got studies %+v, want one on jobs at the former draft", list)
	}
	p.command("study", "open", list[0].Key)
	p.work()
	if p.s().Draft == was || p.s().Draft.Placement.Generate == nil || studies.Screen(p.s()) != studies.StudyScreen {
		t.Errorf("got screen %s, draft %q; want the study with generated jobs", studies.Screen(p.s()),
			p.s().Draft.Title)
	}
}

func TestAStudyIsRemoved(t *testing.T) {
	p, study := startStudy(t)
	study.measure(12)
	if len(studies.Studies(p.s())) != 1 {
		t.Fatalf("got studies %+v, want 1", studies.Slot.Get(p.s()).List)
	}
	key := studies.Slot.Get(p.s()).Key
	p.command("study", "remove")
	p.work()
	pieces, _ := p.library.Archive().Load(archiveName(key))
	if p.s().Draft.Study != nil || len(studies.Studies(p.s())) != 0 || studies.Screen(p.s()) != studies.EntriesScreen ||
		len(pieces) != 0 {
		t.Errorf("removed: got studies %+v, %d pieces; want none", studies.Slot.Get(p.s()).List, len(pieces))
	}
}

// The search is listed with how bad its instance is, and the best run is proposed as the opponent.
func TestTheSearchIsListed(t *testing.T) {
	p := entriesOf(t)
	a, b, _, _, _ := adversary.Slot.Get(p.s()).Settings(p.s().Draft)
	if want := studies.LeaderPlace(p.s()); a != "0" || want <= 0 || atoi(b) != want {
		t.Errorf("got search of %s against %s, want 0 against %d", a, b, want)
	}
	p.command("study", "door", "worst")
	adversary.Slot.Get(p.s()).Far.Bad = "1.78 times as bad"
	p.crew.hunts[0].chase.End([]byte(p.s().DraftText()), nil)
	p.settle()
	list := studies.Studies(p.s())
	if len(list) != 1 || list[0].Entry != "worst" || !strings.HasSuffix(list[0].Name, " at its worst") {
		t.Fatalf("got studies %+v, want the search for the worst instance", list)
	}
	p.command("study", "screen", studies.EntriesScreen)
	p.command("study", "open", "worst")
	if studies.Screen(p.s()) != "worst" {
		t.Errorf("got screen %s, want worst", studies.Screen(p.s()))
	}
	p.command("escape")
	if p.s().Layout.View != "" {
		t.Errorf("Escape: got view %q, want none", p.s().Layout.View)
	}
}
