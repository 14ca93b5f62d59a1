package lab

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/compute"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

const aJob = "placement.jobs[0].mi"

func setField(path, text string) state.Action { return state.SetField{Path: path, Text: text} }

// checkSettled checks a page at rest: every run must have a checked answer to the current problem.
func checkSettled(t *testing.T, p *page) {
	t.Helper()
	s := p.s()
	for _, a := range s.Answers {
		if !s.IsFresh(a) || a.Answer.Check == nil || !a.Answer.Check.OK {
			t.Errorf("%s: got no checked answer of %s (%v %s)", s.Draft.Kind, a.Run.Algorithm, a.Status, a.Text)
		}
	}
	if s.Busy() || s.Explanation.Pending || s.Matrix.Pending {
		t.Error("some work is still pending")
	}
}

func TestNothingIsAskedWhileAllIsKnown(t *testing.T) {
	p := openPage(t)
	p.work()
	if len(p.crew.jobs) != 0 {
		t.Errorf("solved page: got %d requests, want 0", len(p.crew.jobs))
	}
	checkSettled(t, p)
}

func TestAPageWithoutWorkersIsReported(t *testing.T) {
	p := openPage(t, func(p *page) { p.workersErr = errors.New("it lacks its configuration") })
	if !p.s().Alert.Error || !strings.Contains(p.s().Alert.Text, "it lacks its configuration") {
		t.Errorf("got alert %q, want the missing configuration", p.s().Alert.Text)
	}
	for _, what := range [][]string{{"run"}, {"cancel"}, {"escape"}, {"undo"}, {"study", "start"}, {"study", "cancel"},
		{"hunt", "start"},
		{"cell", "0", "1"}, {"replication", "0", "1"}, {"result", "csv"}, {"draft", "x"}, {"tool", "add"}} {
		p.command(what[0], what[1:]...)
	}
}

func TestASmallChangeIsSolvedAtOnceAndOnlyOnce(t *testing.T) {
	p := openPage(t)
	runs := len(p.s().Answers)
	p.act(setField(aJob, "5"))
	if got := len(p.crew.names("solve")); got != runs {
		t.Fatalf("changed: got %d of %d runs requested, want all", got, runs)
	}
	// A second change waits for the running requests, then makes new ones.
	p.act(setField(aJob, "6"))
	if got := len(p.crew.jobs); got != runs {
		t.Fatalf("changed during a run: got %d requests, want %d", got, runs)
	}
	p.crew.find("solve", "rbhs").answer()
	p.pass(maxAnswerDelay)
	if a := p.s().Answers[0]; a.Answer == nil || p.s().IsFresh(a) {
		t.Error("an answer to the former problem is not marked as old")
	}
	if got := len(p.crew.jobs); got != runs+1 {
		t.Fatalf("after an old answer: got %d requests, want %d", got, runs+1)
	}
	p.work()
	checkSettled(t, p)
}

func TestAnswersToASmallProblemAreShownTogether(t *testing.T) {
	p := openPage(t)
	p.act(setField(aJob, "5"))
	p.crew.find("solve", "rbhs").answer()
	p.settle()
	if p.s().IsFresh(p.s().Answers[0]) {
		t.Error("the first answer is shown alone")
	}
	p.pass(maxAnswerDelay)
	if !p.s().IsFresh(p.s().Answers[0]) {
		t.Errorf("the first answer is not shown after %v", maxAnswerDelay)
	}
	p.crew.answer()
	if !p.s().IsFresh(p.s().Answers[1]) {
		t.Error("the last answer does not show those that wait")
	}
}

// Whatever was edited meanwhile: at rest the answers belong to the shown problem.
func TestUndoAndRedoComeToRest(t *testing.T) {
	p := openPage(t)
	p.act(setField(aJob, "5"))
	p.work()
	p.command("undo")
	p.act(setField(aJob, "7"))
	p.command("undo")
	p.command("redo")
	p.crew.find("solve", "").answer()
	p.command("undo")
	p.work()
	checkSettled(t, p)
	p.command("redo")
	p.work()
	checkSettled(t, p)
}

func TestACrashedWorkerIsReportedAndNotTriedForEver(t *testing.T) {
	p := openPage(t)
	p.act(setField(aJob, "5"))
	n := len(p.crew.jobs)
	p.crew.find("solve", "rbhs").crash(p)
	p.pass(time.Minute)
	if a := p.s().Answers[0]; len(p.crew.jobs) != n || a.Status != state.Failed ||
		!strings.Contains(a.Text, "exit status 2") {
		t.Errorf("got %d requests, status %v, %q; want no retry, failed", len(p.crew.jobs), a.Status, a.Text)
	}
	p.command("run")
	if got := p.crew.names("solve"); !slices.Contains(got, "rbhs") {
		t.Errorf("Run: got requests %v, want rbhs among them", got)
	}
	p.work()
	checkSettled(t, p)
}

func TestCancelStopsEveryRunAndHearsNoMore(t *testing.T) {
	for _, how := range []string{"cancel", "escape"} {
		p := openPage(t)
		p.act(setField(aJob, "5"))
		late := p.crew.find("solve", "rbhs")
		p.command(how)
		if p.s().Busy() || len(p.crew.pendingJobs()) != 0 {
			t.Errorf("%s: got busy %v, %d requests; want false, 0", how, p.s().Busy(), len(p.crew.pendingJobs()))
		}
		n := len(p.crew.jobs)
		late.answer() // comes too late
		p.pass(time.Minute)
		if p.s().Answers[0].Status != state.Cancelled || p.s().IsFresh(p.s().Answers[0]) || len(p.crew.jobs) != n {
			t.Errorf("%s: a late answer was accepted", how)
		}
	}
}

func TestALargeProblemWaitsForAClickAndShowsHowFarItIs(t *testing.T) {
	p := openPage(t)
	p.act(usePreset("rbhs-mixed"), setField("placement.generate.jobs", "20000"))
	for len(p.crew.names("expand")) > 0 {
		p.crew.answer()
	}
	if got := p.crew.names("solve"); len(got) != 0 {
		t.Fatalf("large problem: got %v started without a click", got)
	}
	p.command("run")
	if got := p.crew.names("solve"); len(got) != len(p.s().Answers) {
		t.Fatalf("Run: got %v started, want all runs", got)
	}
	// Another change makes the running requests useless, and waits for a click again.
	p.act(setField("placement.generate.jobs", "20001"))
	p.crew.find("expand", "").answer()
	p.settle()
	p.command("run")
	if got := len(p.crew.names("solve")); got != len(p.s().Answers) {
		t.Errorf("got %d runs requested, want %d for the current problem", got, len(p.s().Answers))
	}
	run := p.s().Answers[0].Run.Algorithm
	p.crew.find("solve", run).answer()
	p.settle()
	if a := p.s().Answers[0]; !p.s().IsFresh(a) || a.Total != 2 {
		t.Errorf("got %+v, want a current answer with progress", a)
	}
}

func TestAGeneratorThatRefusesIsReported(t *testing.T) {
	p := openPage(t)
	p.act(usePreset("rbhs-mixed"), setField("seed", "8"))
	if got := p.crew.names("expand"); len(got) != 1 {
		t.Fatalf("got %d expansions, want 1", len(got))
	}
	p.crew.find("expand", "").crash(p)
	if !p.s().Alert.Error || !strings.Contains(p.s().Alert.Text, "exit status 2") {
		t.Errorf("got alert %+v, want the exit status", p.s().Alert)
	}
	p.pass(time.Minute)
	if got := len(p.crew.pendingJobs()); got != 0 {
		t.Errorf("failed generator: got %d requests, want 0", got)
	}
}

func TestAnExpansionThatComesLateIsRefused(t *testing.T) {
	p := openPage(t)
	p.act(usePreset("rbhs-mixed"))
	late := p.crew.find("expand", "")
	p.act(setField("seed", "8"))
	late.answer()
	p.settle()
	if p.s().ProblemOf == p.s().PosedDraft {
		t.Fatal("the late problem of another seed was accepted")
	}
	p.work()
	checkSettled(t, p)
	if p.s().Problem.Seed != 8 {
		t.Errorf("got seed %d, want 8", p.s().Problem.Seed)
	}
}

// A page that switches between kinds solves and explains each of them, also while the workers of the former are still
// busy.
func TestSwitchingKinds(t *testing.T) {
	p := openPage(t)
	for _, busy := range []bool{false, true} {
		for _, k := range catalog.Kinds() {
			p.command("kind", k.ID)
			if !busy {
				p.work()
				checkSettled(t, p)
			}
			if p.s().Draft.Kind != k.ID || p.s().FocusedAnswer() == nil {
				t.Fatalf("kind %s did not open", k.ID)
			}
		}
	}
	p.work()
	checkSettled(t, p)
	p.command("kind", p.s().Draft.Kind)
	p.command("kind", "nothing")
	if p.work(); len(p.crew.pendingJobs()) > 0 {
		t.Error("opening the current or an unknown kind makes requests")
	}
}

func TestAnswersOfTheKindThatWasLeftAreRefused(t *testing.T) {
	p := openPage(t)
	p.act(setField(aJob, "5"))
	var late []*job
	for _, j := range p.crew.pendingJobs() {
		late = append(late, j)
	}
	p.command("kind", "window")
	for _, j := range late {
		j.over = false
		j.answer()
	}
	p.pass(maxAnswerDelay)
	for _, a := range p.s().Answers {
		if a.Answer != nil && a.Problem.Kind != "window" {
			t.Errorf("%s has an answer to a problem of kind %s", a.Run.Algorithm, a.Problem.Kind)
		}
	}
	p.work()
	checkSettled(t, p)
}

func TestSelectingAJobAsksWhy(t *testing.T) {
	p := openPage(t)
	p.command("select", "job:j2")
	if got := p.crew.names("explain"); len(got) != 1 || !p.s().Explanation.Pending {
		t.Fatalf("got explanations %v requested, want 1", got)
	}
	late := p.crew.find("explain", "")
	p.command("select", "job:j3")
	p.work()
	if w := p.s().Explanation; w.About != "j3" || w.Trace == nil || len(w.Detail) == 0 {
		t.Errorf("got explanation of %q, want j3 with its trace", w.About)
	}
	late.answer()
	p.settle()
	if got := p.s().Explanation.About; got != "j3" {
		t.Errorf("late explanation: got that of %s, want j3", got)
	}
	checkSettled(t, p)
}

func TestTheMatrixIsRequestedWhileItIsShown(t *testing.T) {
	p := openPage(t)
	p.command("answers", "scores")
	if len(p.crew.names("explain")) != 1 || !p.s().Matrix.Pending {
		t.Fatal("opening the scores does not request them")
	}
	p.work()
	if len(p.s().Matrix.Detail) == 0 {
		t.Fatal("the scores are empty")
	}
	p.act(setField(aJob, "5"))
	p.work()
	if m := &p.s().Matrix; m.To != p.s().PosedDraft || len(m.Detail) == 0 {
		t.Error("the scores are those of the former problem")
	}
	p.act(setField(aJob, "6"))
	for len(p.crew.names("solve")) > 0 {
		p.crew.answer()
		p.pass(maxAnswerDelay)
	}
	p.crew.find("explain", "").crash(p)
	if p.s().Explanation.Text == "" && p.s().Matrix.Text == "" {
		t.Error("a failed explanation has no message")
	}
	p.work()
}

func TestTheReplayPlaysToItsEnd(t *testing.T) {
	p := openPage(t)
	p.command("select", "job:j2")
	p.work()
	n := len(p.s().Explanation.Trace.Events)
	p.command("toggle")
	if p.pass(time.Second); p.s().Explanation.Step == 0 || !p.s().Explanation.Playing {
		t.Errorf("after a second: got step %d, want it playing", p.s().Explanation.Step)
	}
	p.command("toggle")
	at := p.s().Explanation.Step
	if p.pass(time.Minute); p.s().Explanation.Step != at {
		t.Error("a paused replay continues")
	}
	p.command("play")
	if p.pass(time.Hour); p.s().Explanation.Step != n || p.s().Explanation.Playing {
		t.Errorf("got end at step %d of %d, want the last, stopped", p.s().Explanation.Step, n)
	}
	for _, c := range []struct {
		id   string
		want int
	}{{"first", 0}, {"last", n}} {
		if p.command("step", c.id); p.s().Explanation.Step != c.want {
			t.Errorf("step %s: got %d, want %d", c.id, p.s().Explanation.Step, c.want)
		}
	}
	p.command("step", "back")
	p.command("step", "back")
	p.command("step", "on")
	if p.s().Explanation.Step != n-1 {
		t.Errorf("back, back, on: got step %d of %d, want the last but one", p.s().Explanation.Step, n)
	}
}

func TestPaceIsToReadAlongOrHalfAMinute(t *testing.T) {
	for events, want := range map[int]time.Duration{0: 900 * time.Millisecond, 10: 900 * time.Millisecond,
		100: 300 * time.Millisecond, 100000: 30 * time.Millisecond} {
		if got := pace(events, 0); got != want {
			t.Errorf("pace(%d): got %v, want %v", events, got, want)
		}
	}
}

func TestWorkersThatStopThemselvesShowNoMessage(t *testing.T) {
	p := openPage(t)
	p.act(usePreset("rbhs-mixed"))
	p.crew.find("expand", "").fail(&compute.Trouble{Reason: "cancelled", Text: "Stopped."})
	p.settle()
	if p.s().Alert.Error {
		t.Errorf("got alert %q, want none", p.s().Alert.Text)
	}
}

// The papers' presets are large: each is expanded, waits for a click and is solved, and nothing is requested twice.
func TestTheLargestExamplesAreSolvedByAClick(t *testing.T) {
	for _, preset := range []string{"rbhs-computation", "rbhs-data", "rbhs-mixed"} {
		p := openPage(t, func(p *page) { p.address.Preset = preset })
		p.work()
		p.command("run")
		p.work()
		checkSettled(t, p)
		if got := len(slices.DeleteFunc(slices.Clone(p.crew.jobs),
			func(j *job) bool { return j.task != "solve" })); got != len(p.s().Answers) {
			t.Errorf("%s: %d runs, got %d requests; want one each", preset, len(p.s().Answers), got)
		}
	}
}

// Undo restores a generated draft itself; its problem is generated again.
func TestUndoComesBackToAGeneratedDraft(t *testing.T) {
	p := openPage(t)
	p.command("example", "twelve-nodes")
	p.work()
	checkSettled(t, p)
	before := p.s().Answers[0].Answer.Metrics["finish"]
	if p.s().Draft.Window == nil || p.s().Draft == p.s().Problem {
		t.Fatal("the example is not generated")
	}
	p.act(setField("window.request.volume", "625"))
	p.work()
	checkSettled(t, p)
	if p.s().Answers[0].Answer.Metrics["finish"] == before {
		t.Fatal("the change does not change the answer")
	}
	p.command("undo")
	p.work()
	checkSettled(t, p)
	if got := p.s().Answers[0].Answer.Metrics["finish"]; got != before {
		t.Errorf("undone: got finish %v, want %v", got, before)
	}
}
