package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/adversary"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/preset"
	"gridbox/core/scenario"
)

// openStudy returns a page that shows a small study of a generated problem.
func openStudy(t *testing.T, change ...func(*page)) *page {
	t.Helper()
	p := openPage(t, change...)
	p.act(usePreset("rbhs-mixed"), setField("placement.generate.jobs", "5"), setField("study.replications", "12"))
	p.work()
	p.command("goto", "study")
	p.work()
	st := studies.Slot.Get(p.s())
	if _, known := studies.SavedReplications(p.s()); !known || st.Refusal != "" || len(st.Faults) > 0 {
		t.Fatalf("got study %+v, want it checked without faults", studies.Slot.Get(p.s()))
	}
	return p
}

// startStudy returns a page like the one of runWithLab, with the study started.
func startStudy(t *testing.T, change ...func(*page)) (*page, *fakeStudy) {
	t.Helper()
	p := openStudy(t, change...)
	p.command("study", "start")
	if studies.Slot.Get(p.s()).Phase != state.Starting {
		t.Fatalf("got phase %v, want starting", studies.Slot.Get(p.s()).Phase)
	}
	p.work()
	if len(p.crew.studies) != 1 || studies.Slot.Get(p.s()).Phase != state.Measuring {
		t.Fatalf("got %d studies, phase %v; want one measuring", len(p.crew.studies), studies.Slot.Get(p.s()).Phase)
	}
	return p, p.crew.studies[0]
}

func TestAStudyRunsToItsEndAndIsKept(t *testing.T) {
	p, study := startStudy(t)
	st := func() *studies.State { return studies.Slot.Get(p.s()) }
	if study.order.Size != 12 || st().Size != 12 || !slices.Contains(p.crew.warmed, "placement") {
		t.Fatalf("got size %d and %d, warmed %v; want 12 and placement", study.order.Size, st().Size, p.crew.warmed)
	}
	study.measure(5)
	if st().View == nil || st().ShownParts == studies.AllParts {
		t.Fatalf("got view %v, %d parts drawn; want a first part", st().View, st().ShownParts)
	}
	if p.pass(time.Second); st().ShownParts != studies.AllParts {
		t.Errorf("got %d parts drawn, want all", st().ShownParts)
	}
	p.pass(time.Minute)
	study.measure(7)
	if st().Phase != state.Complete || st().Done != 12 || st().Stored != 12 {
		t.Errorf("got phase %v, %d done, %d stored; want complete, 12, 12", st().Phase, st().Done, st().Stored)
	}
	var kept []compute.Chunk
	studies.Find(env{p.lab}, archiveName(st().Key), func(chunks []compute.Chunk) { kept = chunks })
	if p.settle(); studies.Replications(kept) != 12 {
		t.Errorf("got %d replications stored, want 12", studies.Replications(kept))
	}
}

func TestAStudyIsPausedAndGoesOn(t *testing.T) {
	for _, keys := range []bool{false, true} {
		p, study := startStudy(t)
		do := func(button, key string) {
			if keys {
				p.command(key)
				return
			}
			p.command("study", button)
		}
		study.measure(3)
		do("pause", "escape")
		if !study.paused || studies.Slot.Get(p.s()).Phase != state.Paused || studies.Slot.Get(p.s()).Stored != 3 {
			t.Fatalf("got paused %v, phase %v, %d stored; want it paused, 3",
				study.paused, studies.Slot.Get(p.s()).Phase, studies.Slot.Get(p.s()).Stored)
		}
		study.measure(2) // was under way
		if studies.Slot.Get(p.s()).Stored != 5 {
			t.Errorf("paused: got %d stored, want 5 with the running chunk", studies.Slot.Get(p.s()).Stored)
		}
		do("resume", "run")
		if study.paused || studies.Slot.Get(p.s()).Phase != state.Measuring {
			t.Fatalf("resumed: got paused %v, phase %v; want measuring", study.paused, studies.Slot.Get(p.s()).Phase)
		}
		study.measure(12)
		if studies.Slot.Get(p.s()).Phase != state.Complete {
			t.Errorf("got phase %v, want complete", studies.Slot.Get(p.s()).Phase)
		}
		if do("start", "run"); studies.Slot.Get(p.s()).Phase != state.Starting {
			t.Errorf("a complete study, started again: got phase %v, want starting", studies.Slot.Get(p.s()).Phase)
		}
	}
}

func TestAReloadGoesOnWithWhatWasKept(t *testing.T) {
	s := store.Memory("")
	p, study := startStudy(t, func(p *page) { p.library = memory(s, "tab") })
	study.measure(5)
	p.command("study", "pause")
	p.pass(time.Minute)

	p = openPage(t, func(p *page) { p.library, p.address.Fragment = memory(s, "tab"), viewAddress+"study" })
	p.work()
	if done, known := studies.SavedReplications(p.s()); !known || done != 5 {
		t.Fatalf("after a reload: got %d replications, known %v; want 5", done, known)
	}
	p.command("study", "again")
	p.work()
	again := p.crew.studies[0]
	if len(again.order.Have) != 1 || studies.Slot.Get(p.s()).Done != 5 {
		t.Fatalf("continued: got %d chunks, %d done; want 1, 5", len(again.order.Have), studies.Slot.Get(p.s()).Done)
	}
	again.measure(12)
	if studies.Slot.Get(p.s()).Phase != state.Complete || studies.Slot.Get(p.s()).Stored != 12 {
		st := studies.Slot.Get(p.s())
		t.Errorf("got phase %v, %d stored; want complete, 12", st.Phase, st.Stored)
	}

	p.command("study", "cancel")
	p.work()
	if done, _ := studies.SavedReplications(p.s()); done != 12 || studies.Slot.Get(p.s()).Phase != state.Unstarted {
		t.Errorf("closed: got %d replications, phase %v; want 12, unstarted", done, studies.Slot.Get(p.s()).Phase)
	}
	p.command("study", "discard")
	p.work()
	st := studies.Slot.Get(p.s())
	if left, _ := p.library.Archive().Load(archiveName(st.Key)); len(left) != 0 || st.SavedPart.Done != 0 {
		t.Error("the discarded replications are still stored")
	}
}

// A study that is started again replaces the stored replications.
func TestAStudyBegunAnewForgetsWhatWasKept(t *testing.T) {
	s := store.Memory("")
	p, study := startStudy(t, func(p *page) { p.library = memory(s, "tab") })
	study.measure(5)
	p.command("study", "cancel")
	p.work()
	p.command("study", "start")
	p.work()
	p.crew.studies[1].measure(2)
	p.command("study", "cancel")
	p.work()
	if done, _ := studies.SavedReplications(p.s()); done != 2 {
		t.Errorf("got %d replications, want 2", done)
	}
}

func TestWhatASlowLibraryFoundStillCounts(t *testing.T) {
	p := openStudy(t)
	key := studies.Slot.Get(p.s()).SavedPart.Key
	p.library.Archive().Add(archiveName(key), 0, []byte("0 4 {}\n"))
	p.shut = true
	p.act(setField("study.replications", "13"), setField("study.replications", "12"))
	p.pass(time.Second)
	if _, known := studies.SavedReplications(p.s()); known {
		t.Error("got the stored replications before the library answered")
	}
	p.pass(2 * time.Second)
	if done, known := studies.SavedReplications(p.s()); !known || done != 0 {
		t.Errorf("slow library: got %d replications, known %v; want 0, true", done, known)
	}
	p.shut = false
	p.settle()
	if done, _ := studies.SavedReplications(p.s()); done != 4 {
		t.Errorf("library answered: got %d replications, want 4", done)
	}
}

func TestACancelledStudyIsHeardNoMore(t *testing.T) {
	p, study := startStudy(t)
	study.measure(2)
	p.command("study", "cancel")
	if !study.cancelled || studies.Slot.Get(p.s()).Phase != state.Unstarted {
		t.Fatalf("got cancelled %v, phase %v; want true, unstarted", study.cancelled, studies.Slot.Get(p.s()).Phase)
	}
	study.measure(12)
	if st := studies.Slot.Get(p.s()); st.Phase != state.Unstarted || st.View != nil || st.Done != 0 {
		t.Errorf("cancelled: got study %+v, want it unstarted without a view", studies.Slot.Get(p.s()))
	}
	// The same for a plan that arrives late.
	p.command("study", "start")
	plan := p.crew.find("tally", "plan")
	p.command("study", "cancel")
	plan.answer()
	if p.work(); len(p.crew.studies) != 1 {
		t.Error("a plan that arrived after the cancel was measured")
	}
}

func TestWhatAStudyCannotDoIsReported(t *testing.T) {
	p := openStudy(t)
	p.command("study", "start")
	p.crew.find("tally", "plan").crash(p)
	if st := studies.Slot.Get(p.s()); st.Phase != state.Unstarted || !strings.Contains(st.Text, "exit status 2") {
		t.Errorf("got phase %v, %q; want unstarted with the exit status", st.Phase, st.Text)
	}
	p.command("study", "start")
	p.work()
	study := p.crew.studies[0]
	study.measure(2)
	study.order.End(&compute.Trouble{Text: "The worker stopped."})
	p.settle()
	if st := studies.Slot.Get(p.s()); st.Phase != state.Paused || st.Text != "The worker stopped." || st.Stored != 2 {
		t.Errorf(`got phase %v, %q, %d stored; want paused, "The worker stopped.", 2`, st.Phase, st.Text, st.Stored)
	}
	p.command("run")
	study.measure(12)
	if studies.Slot.Get(p.s()).Phase != state.Complete {
		t.Errorf("continued: got phase %v, want complete", studies.Slot.Get(p.s()).Phase)
	}
}

// A study is checked while it is typed, and the last text counts.
func TestTheStudyAskedForIsChecked(t *testing.T) {
	p := openStudy(t)
	p.act(studies.AddVary{Path: "placement.generate.jobs"})
	late := p.crew.find("tally", "plan")
	p.change("data-field", "study.vary[0].values", "0")
	p.work()
	faults := len(studies.Slot.Get(p.s()).Faults)
	late.answer()
	p.settle()
	if got := len(studies.Slot.Get(p.s()).Faults); got != faults {
		t.Errorf("late check of a former study: got %d faults before, %d after; want no change", faults, got)
	}
	p.command("undo")
	p.command("undo")
	p.act(setField("study.replications", "2000000"))
	if p.s().Draft.Study == nil || p.s().Draft.Study.Replications != 2000000 {
		t.Fatalf("got fields %v, want 2000000 replications", p.s().InvalidFields)
	}
	if got := p.crew.names("tally"); len(got) != 0 {
		t.Error("a large study is planned without confirmation")
	}
	p.command("run")
	if studies.Slot.Get(p.s()).Phase != state.Unstarted {
		t.Error("a large study starts without confirmation")
	}
	p.lab.Change(feature.Input{Checked: true, Attribute: func(name string) string {
		return map[string]string{"data-confirm": "large"}[name]
	}})
	if got := p.crew.names("tally"); len(got) != 1 {
		t.Error("a large study is not planned after confirmation")
	}
}

// A link may have a study of many points of a long document, each of which is written and parsed to plan it. Such a
// plan is made when the study is started.
func TestAPlanThatTakesLongIsMadeWhenTheStudyStarts(t *testing.T) {
	p := openPage(t)
	draft := scenario.NewGenerated("placement", "rbhs-mixed", 1)
	draft.Runs = []scenario.Run{{Algorithm: "random"}}
	ask := draft.Placement.Generate
	ask.Clusters, ask.Datasets, ask.Jobs = preset.PointerTo(20), preset.PointerTo(30), preset.PointerTo(60)
	for _, explicit := range []bool{false, true} {
		if explicit {
			draft, _ = scenario.Expand(draft)
		}
		many := *draft
		from, to, step := 1.0, 1000.0, 1.0
		many.Study = &scenario.Study{Replications: 1,
			Vary: []scenario.Vary{{Path: "seed", From: &from, To: &to, Step: &step}}}
		many.View = &scenario.View{Panel: "study"}
		link, err := scenario.Link(&many)
		if err != nil {
			t.Fatal(err)
		}
		p = openPage(t, func(p *page) { p.address = ReadAddress("", link) })
		p.settle()
		if p.s().Layout.View != "study" || state.IsLargeStudy(p.s().Draft) {
			t.Fatal("the link does not open a study of usual size")
		}
		if got := len(p.crew.names("tally")); got != 0 == explicit {
			t.Errorf("explicit %v: got %d plans before the start", explicit, got)
		}
	}
	p.command("run")
	if got := p.crew.names("tally"); len(got) != 1 || studies.Slot.Get(p.s()).Phase == state.Unstarted {
		t.Errorf("started: got %d plans, want 1", len(got))
	}
}

func TestResultsAreLookedAtInManyWays(t *testing.T) {
	p, study := startStudy(t)
	study.measure(12)
	metrics := studies.Slot.Get(p.s()).Outline.Metrics
	p.change("data-look", "metric", metrics[1])
	if study.order.About["metric"] != metrics[1] || studies.Slot.Get(p.s()).Metric != metrics[1] {
		t.Errorf("got view %v, want the second metric", study.order.About)
	}
	p.change("data-look", "log", "on")
	p.lab.Change(feature.Input{Checked: true, Value: "on", Attribute: func(name string) string {
		return map[string]string{"data-look": "bands"}[name]
	}})
	if studies.Slot.Get(p.s()).Log || !studies.Slot.Get(p.s()).Bands {
		t.Errorf("got log %v, bands %v; want false, true", studies.Slot.Get(p.s()).Log, studies.Slot.Get(p.s()).Bands)
	}
	p.command("cell", "0", "1")
	if pick := studies.Slot.Get(p.s()).Pick; pick == nil || pick.Run != 1 || len(pick.List) == 0 {
		t.Fatalf("got pick %+v, want instances of run 1", pick)
	}
	for how, want := range map[string]string{"document": ".study.json application/json {", "part": ".part.json",
		"csv": ".study.csv text/csv", "values": ".values.csv", "vega": ".vl.json"} {
		p.command("result", how)
		if got := p.drainCalls("download"); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("result %s: got download %.80q, want %q", how, got, want)
		}
	}
	p.command("result", "svg")
	if got := p.drainCalls("exportSpec"); len(got) != 1 || !strings.Contains(got[0], " svg {") {
		t.Errorf("result svg: got %.80q, want one SVG", got)
	}
	p.command("replication", "9", "0")
	if !p.s().Alert.Error {
		t.Error("a missing replication: got no error")
	}
	p.command("replication", "0", fmt.Sprint(studies.Slot.Get(p.s()).Pick.List[0].Replication))
	if s := p.s(); s.Layout.View != "" || !s.Alert.Undo || studies.Slot.Get(s).Phase != state.Complete ||
		s.Draft.Study != nil {
		t.Errorf("got view %q, alert %+v; want the replication without a study, with Undo", s.Layout.View, s.Alert)
	}
	p.work()
	checkSettled(t, p)
}

func TestAReadyStudyOpens(t *testing.T) {
	p := openPage(t)
	p.command("goto", "study")
	for _, kind := range []string{"placement", "farm"} {
		id := state.ReadyStudies(kind)[0].ID
		p.command("ready", id)
		if p.work(); p.s().Draft.Kind != kind || p.s().Draft.Study == nil || len(studies.Slot.Get(p.s()).Faults) > 0 {
			t.Errorf("the prepared study %s did not open", id)
		}
	}
	d := p.s().Draft
	if p.command("ready", "nothing"); p.s().Draft != d {
		t.Error("an unknown prepared study changed the draft")
	}
}

// hunting returns a page on which a search was started.
func hunting(t *testing.T) (*page, *fakeHunt) {
	t.Helper()
	p := openStudy(t)
	p.command("hunt", "start")
	if len(p.crew.hunts) != 1 || adversary.Slot.Get(p.s()).Phase != state.Measuring {
		t.Fatalf("got %d searches, phase %v; want one measuring", len(p.crew.hunts), adversary.Slot.Get(p.s()).Phase)
	}
	return p, p.crew.hunts[0]
}

func TestAHuntIsReportedPausedAndEnds(t *testing.T) {
	p, hunt := hunting(t)
	hunt.chase.Progress(compute.SearchProgress{Tried: 3, Bad: "twice as bad"})
	hunt.chase.Progress(compute.SearchProgress{Tried: 4})
	p.settle()
	if got := adversary.Slot.Get(p.s()).Far.Tried; got != 0 {
		t.Errorf("got %d tried shown immediately, want 0", got)
	}
	p.pass(time.Second)
	hunt.chase.Progress(compute.SearchProgress{Tried: 5, Bad: "twice as bad"})
	p.settle()
	if got := adversary.Slot.Get(p.s()).Far; got.Tried != 5 || got.Bad != "twice as bad" {
		t.Errorf("got %+v, want 5 tried, twice as bad", got)
	}
	p.command("hunt", "pause")
	if !hunt.paused || adversary.Slot.Get(p.s()).Phase != state.Paused {
		t.Error("the search does not pause")
	}
	p.command("hunt", "resume")
	if hunt.paused || adversary.Slot.Get(p.s()).Phase != state.Measuring {
		t.Error("the search does not resume")
	}
	small := state.FromPreset("placement", firstPreset, 7)
	hunt.chase.End(scenario.Canonical(small), nil)
	p.settle()
	if h := adversary.Slot.Get(p.s()); h.Phase != state.Complete || h.SmallInstance == nil ||
		!strings.HasPrefix(h.Link, "https://example.org/some/lab/#s") {
		t.Fatalf("got end %+v, want complete with an instance and its link", h)
	}
	p.command("hunt", "open")
	if s := p.s(); s.Draft.Title != small.Title || s.Layout.View != "" || !s.Alert.Undo {
		t.Errorf("got %q open, want %q with Undo", s.Draft.Title, small.Title)
	}
}

func TestWhatAHuntCannotDoIsReported(t *testing.T) {
	for want, end := range map[string]func(*fakeHunt){
		"The worker stopped": func(h *fakeHunt) {
			h.chase.End(nil, &compute.Trouble{Text: "The worker stopped."})
		},
		"The search cannot continue": func(h *fakeHunt) { h.chase.End(nil, trouble(faulty())) },
		"found cannot be read":       func(h *fakeHunt) { h.chase.End([]byte("{"), nil) },
	} {
		p, hunt := hunting(t)
		end(hunt)
		if p.settle(); !strings.Contains(adversary.Slot.Get(p.s()).Text, want) {
			t.Errorf("ended search: got message %q, want %q", adversary.Slot.Get(p.s()).Text, want)
		}
	}
}

func faulty() error {
	_, faults := scenario.Parse([]byte("{}"))
	return faults
}

func TestACancelledHuntIsHeardNoMore(t *testing.T) {
	p, hunt := hunting(t)
	p.command("hunt", "cancel")
	p.pass(time.Second)
	hunt.chase.Progress(compute.SearchProgress{Tried: 9, Over: true})
	hunt.chase.End(nil, nil)
	p.settle()
	if h := adversary.Slot.Get(p.s()); !hunt.cancelled || h.Phase != state.Unstarted || h.Far.Tried != 0 {
		t.Errorf("cancelled search: got %+v, want unstarted", h)
	}
	// A search with invalid settings does not start.
	p.change("data-hunt", "tries", "many")
	if p.command("hunt", "start"); len(p.crew.hunts) != 1 {
		t.Error("a search with an invalid number of tries starts")
	}
}

// The table of a study is downloaded as TeX and Markdown, and its pairs as CSV, by the worker for other programs'
// formats.
func TestAStudyIsHandedOutAsTables(t *testing.T) {
	p, study := startStudy(t)
	study.measure(12)
	for how, want := range map[string][2]string{"latex": {".study.tex application/x-tex ", "\\toprule"},
		"markdown": {".study.md text/markdown ", "| --- |"}, "pairs": {".pairs.csv text/csv ", ",a,b,"}} {
		p.calls = nil
		p.command("result", how, "")
		p.work()
		if calls := p.drainCalls("download"); len(calls) != 1 || !strings.Contains(calls[0], want[0]) ||
			!strings.Contains(calls[0], want[1]) {
			t.Errorf("result %s: got downloads %.400q, want %q with %q", how, calls, want[0], want[1])
		}
	}
	if p.s().Alert.Error {
		t.Errorf("got alert %+v, want no error", p.s().Alert)
	}
}

// A complete study of two varied numbers names the one that matters most, and one of a single number does not.
func TestWhichVariedNumberMattersMost(t *testing.T) {
	for _, two := range []bool{true, false} {
		p := openPage(t)
		p.act(usePreset("rbhs-mixed"), setField("placement.generate.jobs", "5"), setField("study.replications", "6"),
			studies.AddVary{Path: "placement.generate.jobs"}, setField("study.vary[0].values", "5, 20"))
		if two {
			p.act(studies.AddVary{Path: "placement.generate.dataShare"}, setField("study.vary[1].values", "0.5, 0.6"))
		}
		p.work()
		p.command("goto", "study")
		p.work()
		p.command("study", "start")
		p.work()
		if len(p.crew.studies) != 1 {
			t.Fatalf("got %d studies, want 1: %+v", len(p.crew.studies), studies.Slot.Get(p.s()))
		}
		study := p.crew.studies[0]
		study.measure(study.order.Size - 1)
		if studies.Slot.Get(p.s()).Influence != nil {
			t.Error("an incomplete study has effects")
		}
		study.measure(1)
		p.pass(time.Second)
		e, view := studies.Slot.Get(p.s()).Influence, ui.PlainText(labNode(p.s()))
		if !two {
			if e != nil || strings.Contains(view, "matters most") {
				t.Errorf("one varied number: got effects %+v, want none", e)
			}
			continue
		}
		if e == nil || len(e.List) == 0 || !strings.Contains(e.List[0].Path, "jobs") ||
			!strings.Contains(view, "Jobs matters most to the makespan of every algorithm. For ") {
			t.Errorf("got effects %+v, want jobs first", e)
		}
		metrics := studies.Slot.Get(p.s()).Outline.Metrics
		p.lab.Change(feature.Input{Attribute: func(name string) string {
			return map[string]string{"data-look": "metric"}[name]
		}, Value: metrics[1]})
		p.settle()
		if e = studies.Slot.Get(p.s()).Influence; e.Metric != metrics[1] {
			t.Errorf("got effects on %s, want those on the shown %s", e.Metric, metrics[1])
		}
	}
}
