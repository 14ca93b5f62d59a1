package figure

import (
	"slices"
	"strings"
	"testing"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// scriptedEngine is an engine that answers when the test calls for it.
type scriptedEngine struct {
	solving []func(*scenario.Answer, *compute.Trouble)
	pace    []func(done, total int)
	stopped int
}

func (e *scriptedEngine) Expand(_ string, text []byte, done func([]byte, *compute.Trouble)) func() {
	done(text, nil)
	return func() {}
}

func (e *scriptedEngine) Explain(string, []byte, scenario.Run, map[string]string,
	func(compute.Explanation, *compute.Trouble)) func() {
	panic("nobody asks for steps here")
}

func (e *scriptedEngine) Scope([]byte, func(compute.Scope, *compute.Trouble)) func() {
	panic("nobody asks for a study here")
}

func (e *scriptedEngine) Survey(string, []byte, string, int, func([]byte, int), func(*compute.Trouble)) func() {
	panic("nobody asks for a study here")
}

func (e *scriptedEngine) Solve(_ string, _ []byte, _ scenario.Run, progress func(done, total int),
	done func(*scenario.Answer, *compute.Trouble)) func() {
	e.solving, e.pace = append(e.solving, done), append(e.pace, progress)
	return func() {
		e.stopped++
		done(nil, &compute.Trouble{Reason: msg.Cancelled, Text: "Cancelled."})
	}
}

// openTwoClusters is a grid of two clusters whose second job runs where its data are.
func openTwoClusters(t *testing.T) (*Figure, *scriptedEngine) {
	t.Helper()
	s := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "placement", Title: "Two clusters",
		About: "# **Two** clusters\nand a link.\n\nMore.",
		Runs:  []scenario.Run{{Algorithm: "rbhs"}, {Algorithm: "scp-tree"}},
		Placement: &scenario.Placement{Problem: placement.Problem{
			Clusters: []placement.Cluster{{ID: "Lyon", MIPS: 820}, {ID: "Nancy", MIPS: 1450}},
			Links:    []placement.Link{{A: "Lyon", B: "Nancy", Bandwidth: 45}},
			Datasets: []placement.Dataset{{ID: "d1", Size: 90, At: []string{"Lyon"}}},
			Jobs: []placement.Job{{ID: "j1", MI: 820, Datasets: []string{"d1"}},
				{ID: "j2", MI: 1450, Datasets: []string{"d1"}}, {ID: "j3", MI: 0}},
		}}}
	e := &scriptedEngine{}
	f := New(Address{}, "/prefix", e)
	f.source = s
	f.show(scenario.Canonical(s))
	if f.Phase != Running {
		t.Fatalf("got phase %s of a small scenario (%s), want running", f.Phase, f.TroubleText())
	}
	return f, e
}

func placementAnswer() *scenario.Answer {
	return &scenario.Answer{Algorithm: "rbhs", Feasible: true,
		Metrics: map[string]float64{"makespan": 3, "meanTransferTime": 0.6667},
		Bound:   &scenario.Bound{Metric: "makespan", Value: 2.5, Gap: 0.2}, Check: &scenario.Check{OK: true},
		Solution: &placement.Solution{Assignments: []placement.Assignment{
			{Job: "j1", Cluster: "Lyon", RunTime: 1, Finish: 1,
				Sources: []placement.Source{{Dataset: "d1", Cluster: "Lyon", Path: []string{"Lyon"}}}},
			{Job: "j2", Cluster: "Nancy", TransferTime: 2, RunTime: 1, Finish: 3,
				Sources: []placement.Source{{Dataset: "d1", Cluster: "Lyon", Path: []string{"Lyon", "Nancy"}}}},
			{Job: "j3", Cluster: "Lyon", Start: 1, Finish: 1},
		}}}
}

func TestAnswersArriveOneByOne(t *testing.T) {
	f, e := openTwoClusters(t)
	e.pace[1](1, 4)
	if got := f.Progress(); got != 0.125 {
		t.Errorf("got progress %v, want 1/8", got)
	}
	e.solving[0](placementAnswer(), nil)
	if f.Phase != Running || f.JobName() != "j2" {
		t.Errorf("after one answer: got phase %s, job %s; want running and the job whose data are transferred",
			f.Phase, f.JobName())
	}
	rows := f.Rows()
	if rows[0].First != "3.00" || rows[0].Gap != "20 %" || rows[0].Mark != "✓" || rows[1].First != "–" ||
		rows[1].Verdict != "running" {
		t.Errorf("got rows %+v, want 3.00 verified and one running", rows)
	}
	e.solving[1](&scenario.Answer{Algorithm: "scp-tree", Reason: &reason.Reason{Text: "no cluster holds d9"}}, nil)
	if f.Phase != Done || f.Rows()[1].Verdict != "no answer: no cluster holds d9" {
		t.Errorf("got phase %s, row %+v; want done with the reason of no answer", f.Phase, f.Rows()[1])
	}
}

func TestStories(t *testing.T) {
	f, e := openTwoClusters(t)
	if got := f.Story(); got != "3 jobs on 2 clusters with 1 dataset. Choose a job to see where its data come from." {
		t.Errorf("got story %q, want the counts and a hint", got)
	}
	e.solving[0](placementAnswer(), nil)
	e.solving[1](placementAnswer(), nil)
	for job, want := range []string{
		1: "j1 runs on Lyon from 0\u202fs: 1\u202fs to compute, done at 1\u202fs. d1 is there already.",
		2: "j2 runs on Nancy from 0\u202fs: 2\u202fs to fetch its data, 1\u202fs to compute, done at 3\u202fs. d1 " +
			"comes over Lyon → Nancy.",
		3: "j3 runs on Lyon from 1\u202fs: 0\u202fs to compute, done at 1\u202fs.",
	} {
		if want == "" {
			continue
		}
		f.PickJob(job)
		if got := f.Story(); got != want {
			t.Errorf("job %d: got %s,\nwant %s", job, got, want)
		}
	}
	for mark, want := range map[picture.Ref]string{
		{Kind: picture.Cluster, ID: "Metz"}:          "Metz runs none of the jobs.",
		{Kind: picture.Replica, ID: "d1@Nancy"}:      "No job reads d1 from Nancy.",
		{Kind: picture.Link, ID: "Nancy~Strasbourg"}: "No data cross the link between Nancy and Strasbourg.",
	} {
		if f.Pick(mark); f.Story() != want {
			t.Errorf("got story %q, want %q", f.Story(), want)
		}
	}
}

func TestPickingAMarkWalksThroughItsJobs(t *testing.T) {
	f, e := openTwoClusters(t)
	e.solving[0](placementAnswer(), nil)
	e.solving[1](placementAnswer(), nil)
	f.PickJob(0)
	var walk []string
	for _, mark := range []picture.Ref{
		{Kind: picture.Cluster, ID: "Lyon"}, {Kind: picture.Cluster, ID: "Lyon"}, {Kind: picture.Cluster, ID: "Lyon"},
		{Kind: picture.Link, ID: "Lyon~Nancy"}, {Kind: picture.Link, ID: "Nancy~Lyon"},
		{Kind: picture.Replica, ID: "d1@Lyon"}, {Kind: picture.Replica, ID: "d1@Lyon"},
		{Kind: "job", ID: "j3"},
	} {
		f.Pick(mark)
		walk = append(walk, f.JobName())
	}
	if got := strings.Join(walk, " "); got != "j1 j3 j1 j2 j2 j1 j2 j2" {
		t.Errorf("got jobs %s, want j1 j3 j1 j2 j2 j1 j2 j2", got)
	}
}

func TestStopKeepsWhatIsThere(t *testing.T) {
	f, e := openTwoClusters(t)
	e.solving[0](placementAnswer(), nil)
	f.Act()
	if e.stopped != 1 || f.Phase != Done || f.Status() != "Stopped." || f.Rows()[0].First != "3.00" {
		t.Errorf(`got %d stops, phase %s, status %q; want 1, done, "Stopped."`, e.stopped, f.Phase, f.Status())
	}
	f.Act()
	if f.Phase != Running || f.Rows()[0].First != "3.00" {
		t.Errorf("second run: got phase %s, row %+v; want running with the last answer", f.Phase, f.Rows()[0])
	}
}

func TestWords(t *testing.T) {
	f, _ := openTwoClusters(t)
	if got := f.Caption(); got != "Two clusters and a link." {
		t.Errorf(`got caption %q, want "Two clusters and a link."`, got)
	}
	f.Address.Heading, f.Address.Caption = "Mine", "My caption"
	if f.Title() != "Mine" || f.Caption() != "My caption" {
		t.Errorf("got title %q, caption %q; want the author's", f.Title(), f.Caption())
	}
	if href := f.LabHref(); !strings.HasPrefix(href, "/prefix/lab/#s1.") || !strings.Contains(href, "&run=rbhs") {
		t.Errorf("got lab link %s, want the scenario and its run", href)
	}
}

func TestBroken(t *testing.T) {
	for fragment, word := range map[string]string{"s1.d.####": "damaged", "s9.d.x": "version", "hello": "not a link"} {
		f := New(Address{Fragment: fragment}, "", &Direct{})
		f.Open(nil)
		if f.Phase != Broken || len(f.Faults()) == 0 || !strings.Contains(f.Faults()[0].Reason, word) {
			t.Errorf("%s: got phase %s, faults %v; want broken, %q", fragment, f.Phase, f.Faults(), word)
		}
	}
	f := New(Address{Preset: "five-cluster"}, "", &Direct{})
	f.Open(nil)
	if f.Phase != Broken || !strings.Contains(f.TroubleText(), "no preset five-cluster") {
		t.Errorf("got phase %s, %q; want broken, no preset five-cluster", f.Phase, f.TroubleText())
	}
}

func TestLargeScenariosWait(t *testing.T) {
	f := New(Address{}, "", &scriptedEngine{})
	p := placement.Problem{Clusters: make([]placement.Cluster, 100), Links: make([]placement.Link, 400),
		Jobs: make([]placement.Job, 20_000)}
	f.explicit = &scenario.Scenario{Kind: "placement", Placement: &scenario.Placement{Problem: p}}
	f.begin([]scenario.Run{{Algorithm: "rbhs"}})
	if f.Phase != Waiting || f.ActName() != "Run" || !f.CanAct() {
		t.Errorf("got phase %s, want waiting with a Run button", f.Phase)
	}
}

// In every kind runs wait that take long by their algorithm, their options or in sum.
func TestWhatTakesLongInAFigureWaits(t *testing.T) {
	for _, c := range []struct {
		kind, preset string
		quick, long  []scenario.Run
	}{
		{"group", "gka-1000", []scenario.Run{{Algorithm: "greedy"}},
			[]scenario.Run{{Algorithm: "tree", Options: map[string]any{"nodes": 1e6, "bound": "relaxed"}}}},
		{"farm", "farm-mixed", []scenario.Run{{Algorithm: "fcfs"}},
			[]scenario.Run{{Algorithm: "two-stage", Options: map[string]any{"tries": 1e5}}}},
		{"window", "square-2018", []scenario.Run{{Algorithm: "max-sum"}},
			[]scenario.Run{{Algorithm: "max-sum", Options: map[string]any{"subset": "dense", "cells": 1000.0}}}},
		{"placement", "five-clusters", []scenario.Run{{Algorithm: "rbhs"}},
			slices.Repeat([]scenario.Run{{Algorithm: "rbhs"}}, 9000)},
	} {
		k, _ := catalog.ByID(c.kind)
		s := Preset(k, c.preset, nil)
		if c.kind == "group" {
			nodes, request := 60, 8
			s.Group.Generate.Nodes, s.Group.Generate.Request = &nodes, &request
		}
		made, faults := scenario.Expand(s)
		if faults != nil {
			t.Fatal(faults)
		}
		for wait, runs := range map[bool][]scenario.Run{false: c.quick, true: c.long} {
			f := New(Address{}, "", &scriptedEngine{})
			f.explicit, f.text = made, []byte("short")
			f.begin(runs)
			if (f.Phase == Waiting) != wait {
				t.Errorf("%s: got phase %s with %+v, want waiting %v", c.kind, f.Phase, runs[0], wait)
			}
		}
	}
}

func TestListCutsLongOnes(t *testing.T) {
	for want, ids := range map[string][]string{
		"nothing": {}, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"},
		"1, 2, 3, 4, 5 and 3 others": strings.Split("12345678", ""),
	} {
		if got := list(ids); got != want {
			t.Errorf("list(%v) = %q, want %q", ids, got, want)
		}
	}
}

func TestCanvasFollowsItsPlace(t *testing.T) {
	f, _ := openTwoClusters(t)
	still := f.StillCanvas().Width
	for _, c := range []struct{ width, height, want float64 }{
		{0, 0, still},     // not laid out yet
		{288, 288, 340},   // a phone
		{360, 270, still}, // next to the table
		{520, 390, still},
		{900, 675, 900},
	} {
		if got := f.CanvasFor(c.width, c.height); got.Width != c.want {
			t.Errorf("CanvasFor(%v, %v) = %v, want the width %v", c.width, c.height, got, c.want)
		}
	}
}

// A kind whose answers are explained by decisions is solved, compared and explained job by job.
func TestFigureOfABatch(t *testing.T) {
	engine := &Direct{}
	f := New(Address{Preset: "alp-amp-figure-5", Run: "amp"}, "", engine)
	f.Open(nil)
	engine.Settle()
	rows := f.Rows()
	if f.Phase != Done || len(rows) != 2 || rows[1].First != "160.0" ||
		rows[1].Second != "1390" || rows[1].Mark != "✓" ||
		f.Head(0) != "total time" {
		t.Fatalf("got phase %s, head %q, rows %+v; want done with total time 160.0 and 1390", f.Phase, f.Head(0), rows)
	}
	if f.JobCount() != 3 || !f.CanSlide() || f.Story() != "6 nodes, 3 jobs." || f.Versus() == "" {
		t.Errorf("got %d jobs, story %q, comparison %q; want 3 jobs of 6 nodes", f.JobCount(), f.Story(), f.Versus())
	}
	all := f.Picture(smallCanvas)
	f.Pick(picture.Ref{Kind: markid.Alternative, ID: markid.WindowID(1, 2, "2")})
	if f.JobName() != "2" ||
		f.Story() != "Job 2: cycle 1, window 1, of 3, start 230, end 260, cost 420, nodes cpu2, cpu1, cpu4." {
		t.Errorf("picked window: got job %s, story %q; want job 2 in its window", f.JobName(), f.Story())
	}
	if f.Picture(smallCanvas) == all {
		t.Error("the picture does not change with the chosen job")
	}
	f.Choose(0)
	f.PickJob(3)
	if f.Story() != "There is no decision for job 3." {
		t.Errorf("job 3 of ALP: got story %q, want no decision", f.Story())
	}
}

func TestTwoAnswersInAFigure(t *testing.T) {
	for beside, want := range map[string]string{"1,2": "fig-sides", "2,1,over": "fig-over", "1,7": "", "": ""} {
		f, e := openTwoClusters(t)
		f.beside = beside
		other := placementAnswer()
		other.Algorithm, other.Metrics = "scp-tree", map[string]float64{"makespan": 3.768, "meanTransferTime": 0}
		moved := &other.Solution.(*placement.Solution).Assignments[1]
		*moved = placement.Assignment{Job: "j2", Cluster: "Lyon", Start: 1, RunTime: 2.768, Finish: 3.768}
		e.solving[0](placementAnswer(), nil)
		e.solving[1](other, nil)
		drawn := f.Picture(Canvas{Width: 720, Height: 405})
		if (want != "") != strings.Contains(drawn, "gb-two") || !strings.Contains(drawn, want) {
			t.Errorf("comparison %q: got picture %.200s, want %q", beside, drawn, want)
		}
		if want == "" {
			continue
		}
		for _, strength := range []string{"same", "explains"} {
			if !strings.Contains(drawn, `data-strength="`+strength+`"`) {
				t.Errorf("comparison %q: the picture has no strength %s", beside, strength)
			}
		}
		if got := f.Versus(); !strings.Contains(got, "ends") {
			t.Errorf(`comparison %q: got sentence %q, want "ends"`, beside, got)
		}
		if narrow := f.Picture(Canvas{Width: 340, Height: 405}); want == "fig-sides" &&
			!strings.Contains(narrow, "fig-stacked") {
			t.Errorf("comparison %q on a phone: got %.200s, want it stacked", beside, narrow)
		}
	}
}
