package farm

import (
	"strings"
	"testing"

	"gridbox/app/labtest"
	"gridbox/app/panel"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/engine"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/farm/draw"
	"gridbox/core/scenario"
	"gridbox/core/waittime"
)

// twoJobQueue is a farm of a cluster: one machine, one job that runs for another ten minutes by its limit, and one
// that needs both slots.
func twoJobQueue() *scenario.Scenario {
	limit, got, really := 1200.0, 600.0, 240.0
	return &scenario.Scenario{Format: "gridbox", Version: scenario.Version, Kind: "farm",
		Farm: &scenario.Farm{Problem: farm.Problem{Machines: []farm.Machine{{ID: "c1", Slots: 2}},
			Moment: &farm.Moment{Clock: "2026-01-05T23:55:00", UsedShares: []float64{0.6, 0.7, 0.7}},
			Jobs: []farm.Job{
				{ID: "10", Slots: 1, Duration: 1200, Estimate: &limit, Submitted: -600,
					Running: &farm.Running{Machine: "c1", Since: -600}},
				{ID: "11", Slots: 2, Duration: 1200, Submitted: -10,
					Forecast: &farm.Forecast{Reason: "Resources", Start: &got, Started: &really}},
			}}}, Runs: []scenario.Run{{Algorithm: "easy"}}}
}

// queueOf returns the laboratory with the queue replayed as by the workers.
func queueOf(t *testing.T, job string) state.State {
	t.Helper()
	s := labtest.Solve(t, labtest.Open(t, twoJobQueue()))
	s.Layout.Answers = "queue"
	s = state.Reduce(s, state.SelectElement{Element: state.Ref{Kind: picture.Job, ID: job}})
	why, err := engine.All().ExplainExplicit(t.Context(), s.Problem, s.Draft.Runs[0], tableParams(&s), engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	s = state.Reduce(s, state.ExplanationPending{Matrix: true, Run: s.FocusedAnswer().ID, Key: "k", To: s.PosedDraft})
	return state.Reduce(s, state.ExplanationArrived{Matrix: true, Key: "k", Detail: doc.Canonical(why.Detail)})
}

func TestQueueInWords(t *testing.T) {
	s := queueOf(t, "11")
	got := ui.PlainText(waiting(&s))
	for _, want := range []string{"Why does job 11 wait, and when does it start?", "23:59:00", "in 4 min",
		"If all jobs ran to their limits, at 01-06 00:05", "waits for free slots or memory until 01-06 00:05",
		"The cluster's reason is Resources", "It really started at 23:59:00", "1 slot instead of 2",
		"a limit of 10 min instead of 20 min", "as 3 jobs that ended before",
		"Compared with later accounting",
		"Job 11 really started at 23:59:00, inside its interval. Of 1 job that started since, 1 did so within the",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	for _, want := range []string{"Jobs in front", "10 1 20 min runs", "no job in front runs to its limit"} {
		if !strings.Contains(normaliseSpace(got), want) {
			t.Errorf("no %q in %s", want, normaliseSpace(got))
		}
	}
	if drawn := ui.HTML(waiting(&s)); strings.Count(drawn, `class="gb-waits c5"`) != 1 ||
		!strings.Contains(drawn, "gb-really") || !strings.Contains(drawn, "gb-spread") ||
		!strings.Contains(normaliseSpace(got), "1 waiting job: resources 1 priority 0") {
		t.Errorf("got %s, want one waiting job with its actual start and its spread", drawn)
	}
	s = queueOf(t, "10") // it runs, so the question is about the one in front
	if !strings.Contains(ui.PlainText(waiting(&s)), "Why does job 11 wait, and when does it start?") {
		t.Error("no question is asked about job 11")
	}
}

// The tab is shown if there is a queue, and requests nothing unless it is open.
func TestQueueWhereThereIsOne(t *testing.T) {
	s := queueOf(t, "10") // it runs
	if about := tableParams(&s); !hasQueue(&s) || about["sooner"] != "11" || about["queue"] == "" {
		t.Errorf("got request %v, want one about job 11 with its queue", about)
	}
	s.Layout.Answers = "jobs"
	if tableParams(&s) != nil {
		t.Error("asked for the queue while another view is open")
	}
	d := twoJobQueue()
	d.Farm.Jobs = d.Farm.Jobs[1:]
	if s := labtest.Open(t, d); hasQueue(&s) {
		t.Error("got a queue although nothing runs")
	}
}

func TestPercentsAddUp(t *testing.T) {
	for _, c := range []struct {
		shares []float64
		want   string
	}{
		{[]float64{0.545, 0.215, 0.24}, "55 % 21 % 24 %"},
		{[]float64{1. / 3, 1. / 3, 1. / 3}, "34 % 33 % 33 %"},
		{[]float64{0.995, 0.005}, "100 % 0 %"},
		{[]float64{0.25, 0.25}, "25 % 25 %"},
		{[]float64{1}, "100 %"},
		{nil, ""},
	} {
		if got := strings.Join(percents(c.shares), " "); got != c.want {
			t.Errorf("percents(%v): got %q, want %q", c.shares, got, c.want)
		}
	}
}

func TestDurationText(t *testing.T) {
	for seconds, want := range map[float64]string{0: "0 s", 59: "59 s", 60: "1 min", 63: "1 min 3 s", 7200: "2 h",
		93784: "1 d 2 h"} {
		if got := durationText(seconds); got != want {
			t.Errorf("durationText(%g): got %s, want %s", seconds, got, want)
		}
	}
}

// While its tab is open the queue is the picture: a row for each job with its reason, its start and the time of day.
// Another tab shows the machines again. The answer is kept while the question about another job is pending.
func TestQueueAsRows(t *testing.T) {
	s := queueOf(t, "11")
	drawn := drawing(&s)
	for _, want := range []string{`data-kind="job" data-id="11"`, `aria-pressed="true"`, "gb-likely", `gb-waits c5"`,
		"gb-runs", "gb-really", "gb-spread", "now 23:55", ">00:00<", "Job 11 starts at 23:59:00"} {
		if !strings.Contains(drawn.SVG(), want) {
			t.Errorf("no %q in %s", want, drawn.SVG())
		}
	}
	s.Layout.Find = map[string]string{contentSwitch: "jobs"}
	if rows := drawing(&s).SVG(); strings.Contains(rows, `data-id="10"`) || !strings.Contains(rows, "gb-likely") {
		t.Error("a running job is in the queue")
	}
	s.Layout.Find = nil
	if text := hinting(&s); !strings.HasPrefix(text, "Waiting jobs by priority. Colour") {
		t.Errorf(`got hint %q, want "Waiting jobs by priority"`, text)
	}
	asks := state.ExplanationPending{Matrix: true, Keep: true, Run: s.FocusedAnswer().ID, Key: "l", To: s.PosedDraft}
	if pending := state.Reduce(s, asks); !scene.Equal(drawing(&pending), drawn) ||
		!strings.Contains(ui.PlainText(waiting(&pending)), "Why does job 11 wait") {
		t.Error("the queue is not kept while a new answer is pending")
	}
	asks.To = nil
	if changed := state.Reduce(s, asks); strings.Contains(drawing(&changed).SVG(), "gb-waits") {
		t.Error("the queue of another problem is drawn")
	}
	far := draw.Waiting(rowsView(&s, []waittime.Job{{ID: "11", Start: 3e9, RunTime: 5e9, Planned: 3e9}}, "")).SVG()
	if !strings.Contains(far, " s</text>") || strings.Count(far, "gb-tick") > 9 {
		t.Errorf("queue of hundreds of years: got %s, want seconds and at most 9 ticks", far)
	}
	s.Layout.Answers = "jobs"
	if drawn := drawing(&s); strings.Contains(drawn.SVG(), "gb-waits") || !strings.Contains(drawn.SVG(), `data-id="10"`) {
		t.Error("the machines are not drawn again")
	}
}

// The switches select machines, jobs or both, and an early, typical or late replay. The chosen ones are pressed, and
// the machines are above the jobs on the same time axis.
func TestQueueSwitches(t *testing.T) {
	s := queueOf(t, "11")
	starts := map[string]bool{}
	for _, drawn := range drawns {
		for _, when := range whens {
			s.Layout.Find = map[string]string{contentSwitch: drawn[0], replaySwitch: when[0]}
			picture, pressed := drawing(&s), ui.HTML(switches(&s))
			machines := strings.Contains(picture.SVG(), `data-kind="machine" data-id="c1"`)
			jobs := strings.Contains(picture.SVG(), "gb-likely")
			if machines != (drawn[0] != "jobs") || jobs != (drawn[0] != "machines") {
				t.Errorf("switches %v: got machines %v, jobs %v", drawn, machines, jobs)
			}
			if machines && jobs && strings.Index(picture.SVG(), `data-row="c1"`) > strings.Index(picture.SVG(), `data-row="11"`) {
				t.Errorf("switches %v: the machines are below the jobs", drawn)
			}
			if machines && !strings.Contains(picture.SVG(), `data-kind="job" data-id="10"`) {
				t.Errorf("switches %v: a running job is not on its machine", drawn)
			}
			for _, name := range []string{drawn[1], when[1]} {
				if !strings.Contains(pressed, `aria-pressed="true">`+name+"<") {
					t.Errorf("switch %s is not pressed in %s", name, pressed)
				}
			}
			if strings.Count(pressed, `aria-pressed="true"`) != 2 {
				t.Errorf("got %s, want 2 pressed switches", pressed)
			}
			if _, run, ok := strings.Cut(picture.SVG(), `class="gb-runs" x="`); ok && drawn[0] == "jobs" {
				at, _, _ := strings.Cut(run, `"`)
				starts[at] = true
			}
			if hinting(&s) == "" {
				t.Error("got no hint")
			}
		}
	}
	if len(starts) != len(whens) {
		t.Errorf("got the run at %v, want %d different starts", starts, len(whens))
	}
	s.Layout.Answers = "jobs"
	if !switches(&s).IsZero() {
		t.Error("got switches although no queue is drawn")
	}
}

// While the queue is shown, every start on the screen is the predicted one, as a time of day. No algorithm's plan is
// shown, in no step of a replay.
func TestQueueShowsOneStart(t *testing.T) {
	s := queueOf(t, "11")
	mid := labtest.Explain(t, s, &Screen)
	if mid.Explanation.Trace == nil || len(mid.Explanation.Trace.Events) == 0 {
		t.Fatal("got no steps to replay")
	}
	mid = state.Reduce(mid, state.StepReplay{To: 0})
	for name, s := range map[string]state.State{"at rest": s, "replaying": mid} {
		if drawn := drawing(&s).SVG(); !strings.Contains(drawn, "gb-waits") {
			t.Errorf("%s: the queue is not drawn", name)
		}
		got := ui.PlainText(panel.Answers(&s, &Screen, panel.Additions{})) + "\n" +
			ui.PlainText(panel.Explanation(&s, &Screen)) + "\n" +
			ui.PlainText(problem(&s))
		for _, want := range []string{"Job 11 is expected to start at 23:59:00", "11 2 23:59:00", "10 1 runs"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in %s", name, want, got)
			}
		}
		for _, no := range []string{"Answer of", "runs it on", "Whole run", "c1, "} {
			if strings.Contains(got, no) {
				t.Errorf("%s: got %q in %s, want it absent", name, no, got)
			}
		}
	}
	for _, change := range []func(*state.State){
		func(s *state.State) { s.Layout.Answers = "schedule" },
		func(s *state.State) { s.Lecture.On = true }} {
		s := queueOf(t, "11")
		change(&s)
		if got := ui.PlainText(form(&s)); predictionText(&s) != "" || !strings.Contains(got, "runs it on c1") {
			t.Errorf("the plan of the algorithm is not shown again: predicted %q, form %s", predictionText(&s), got)
		}
	}
}

// Each reason that occurs has its own hue in the key.
func TestQueueKey(t *testing.T) {
	a := &waittime.Answer{Jobs: []waittime.Job{{Reason: waittime.Resources}, {Reason: waittime.Priority}, {}, {}}}
	line := reasonCounts(a)
	if got := ui.PlainText(line); got != "4 waiting jobs: resources 1 priority 1 "+
		"dependency 0 limits 0 reservation 0 nothing 2" {
		t.Errorf("got key %q, want 4 waiting jobs by reason", got)
	}
	for _, hue := range []string{`class="key c5"`, `class="key c1"`, `class="key c4"`, `class="key c9"`,
		`class="key c10"`} {
		if html := ui.HTML(line); !strings.Contains(html, hue) {
			t.Errorf("no hue %s in %s", hue, html)
		}
	}
}
