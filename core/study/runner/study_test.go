package runner

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	_ "gridbox/core/fixedseed"
	"gridbox/core/scenario"
	"gridbox/core/solver"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"pgregory.net/rapid"
)

// smallPlan returns a quick study with every outcome: a grid of budgets of which the
// least is never enough.
func smallPlan(t testing.TB, replications int, metrics ...string) *study.Plan {
	t.Helper()
	s, _ := catalog.FromPreset("twelve-nodes", 3)
	s.Runs = []scenario.Run{{Algorithm: "min-cost"}, {Algorithm: "first-fit"},
		{Algorithm: "multiple-best", Options: map[string]any{"criterion": "value"}}}
	s.Study = &scenario.Study{Replications: replications, Metrics: metrics,
		Vary: []scenario.Vary{{Path: "window.generate.budget", Values: []any{60.0, 150.0, 270.0}},
			{Path: "window.generate.requestNodes", From: new(2.0), To: new(3.0), Step: new(1.0)}}}
	p, faults := study.New(s, study.Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	return p
}

func run(t testing.TB, p *study.Plan, tasks []Task) *study.Part {
	t.Helper()
	part, err := Run(context.Background(), engine.All(), p, slices.Values(tasks), Env{})
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// Any division of a study, and any order and grouping of merges, with or without
// writing in between, gives the same bytes.
func TestAnySplitGivesTheSameBytes(t *testing.T) {
	const n = 24
	p := smallPlan(t, n, "cost", "start", "stats.alternatives", "instance.nodes")
	whole := run(t, p, Tasks(p, 0, n, n))
	want, output := whole.Text(), report.New(p, whole).Text()
	if got := run(t, p, Tasks(p, 0, n, 5)).Text(); !bytes.Equal(got, want) {
		t.Fatal("the size of tasks changes the study")
	}
	tasks := Tasks(p, 0, n, 1)
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(1, 7).Draw(t, "parts")
		shares := make([][]Task, count)
		for _, task := range tasks {
			k := rapid.IntRange(0, count-1).Draw(t, "owner")
			shares[k] = append(shares[k], task)
		}
		parts := make([]*study.Part, count)
		for k := range shares {
			part, err := Run(context.Background(), engine.All(), p, slices.Values(shares[k]), Env{})
			if err != nil {
				t.Fatal(err)
			}
			if rapid.Bool().Draw(t, "written") {
				again, faults := study.ParsePart(part.Text())
				if faults != nil {
					t.Fatal(faults)
				}
				part = again
			}
			parts[k] = part
		}
		for len(parts) > 1 {
			a := rapid.IntRange(0, len(parts)-1).Draw(t, "first")
			b := rapid.IntRange(0, len(parts)-2).Draw(t, "second")
			if b >= a {
				b++
			}
			both, err := study.Merge(parts[a], parts[b])
			if err != nil {
				t.Fatal(err)
			}
			parts[a] = both
			parts = slices.Delete(parts, b, b+1)
		}
		if !bytes.Equal(parts[0].Text(), want) {
			t.Fatal("the merged part differs from the whole")
		}
		if !bytes.Equal(report.New(p, parts[0]).Text(), output) {
			t.Fatal("the report of the merged part differs from that of the whole")
		}
	})
}

// The digest is the same natively and as WebAssembly: the tests run as both.
func TestReportIsTheSameEverywhere(t *testing.T) {
	p := smallPlan(t, 20)
	d := report.New(p, run(t, p, Tasks(p, 0, 20, 7)))
	const want = "sha256:d9d94e76aa0e7116133ae3816f04b878736d4139d982920339c2043b10fe23d8"
	if d.Digest != want {
		t.Errorf("digest: got %s, want %s on every platform", d.Digest, want)
	}
}

// All runs see the same instances at every point that varies no parameter of the
// generator, and a replication opened as a scenario gives the values of the
// study.
func TestCommonRandomNumbers(t *testing.T) {
	p := smallPlan(t, 6, "cost", "value")
	part := run(t, p, Tasks(p, 0, 6, 6))
	for point := range p.Points {
		for k, r := range p.Points[point].Runs {
			c := part.Column(point, k, 0, 6)
			for i, n := range c.Replications {
				s := p.Replication(point, int(n))
				again, faults := catalog.Parse(scenario.Text(s))
				if faults != nil {
					t.Fatal(faults)
				}
				a, err := engine.All().Run(context.Background(), again, r, engine.Env{})
				if err != nil || a.Metrics["cost"] != c.Values[i] || !a.Check.OK {
					t.Errorf("point %d, replication %d, %s: got %v, error %v; want %v", point, n, r.Algorithm,
						a.Metrics["cost"], err, c.Values[i])
				}
			}
		}
	}
	if study.Seed(7, 0) == study.Seed(7, 1) || study.Seed(7, 0) == study.Seed(8, 0) || study.Seed(7, 5) > doc.MaxWhole {
		t.Error("seeds of replications are equal or too large")
	}
}

// Nothing is dropped: every replication is counted as answered, infeasible,
// failed or without the metric.
func TestEveryReplicationIsCounted(t *testing.T) {
	p := smallPlan(t, 10, "cost", "stats.alternatives")
	d := report.New(p, run(t, p, Tasks(p, 0, 10, 10)))
	infeasible, lacking := 0, 0
	for _, c := range d.Cells {
		infeasible, lacking = infeasible+c.Infeasible, lacking+c.Lacking
		if c.Count+c.Infeasible+c.Failed+c.Lacking != 10 || c.Count > 0 && c.Mean == nil || c.Count > 1 &&
			c.Interval == nil {
			t.Errorf("cell: got %+v, want 10 replications counted and statistics", c)
		}
	}
	if infeasible == 0 || lacking == 0 {
		t.Errorf("got %d infeasible and %d lacking, want some of both", infeasible, lacking)
	}
	for _, q := range d.Pairs {
		if q.Count > 0 && *q.Wins+*q.Ties+*q.Losses != q.Count {
			t.Errorf("pair: got %+v, want wins, ties and losses to add up to the count", q)
		}
		if q.Count > 0 && q.Metric == "cost" && q.A == "min-cost" && *q.Losses > 0 {
			t.Errorf("pair: got %+v, want MinCost never more expensive", q)
		}
	}
}

// The view of a complete study agrees with its document. The view of a running
// one does too except for intervals, which are Student's until then.
func TestSeen(t *testing.T) {
	p := smallPlan(t, 40, "start", "cost", study.Elapsed)
	part, some := run(t, p, Tasks(p, 0, 40, 40)), run(t, p, Tasks(p, 0, 39, 40))
	whole, drawn := report.New(p, part), 0
	for _, metric := range p.Metrics {
		for point := range p.Points {
			seen := report.MetricView(p, part, metric, point)
			want := *whole
			want.Digest = ""
			want.Cells = slices.DeleteFunc(slices.Clone(want.Cells),
				func(c report.Cell) bool { return c.Metric != metric })
			vary := want.Cells[point*p.Runs()].Vary
			want.Pairs = slices.DeleteFunc(slices.Clone(want.Pairs), func(q report.Pair) bool {
				return q.Metric != metric || !reflect.DeepEqual(q.Vary, vary)
			})
			// A view counts in how many instances each run is the best; the
			// document does so under noise only.
			if counts := len(seen.Robustness); metric != study.Elapsed && counts != len(p.Points) {
				t.Errorf("%s: got counts at %d points, want %d", metric, counts, len(p.Points))
			}
			seen.Robustness = nil
			if got, want := string(doc.Canonical(seen)), string(doc.Canonical(&want)); got != want {
				t.Errorf("%s, point %d:\n%s\nwant\n%s", metric, point, got, want)
			}
			for _, c := range seen.Cells {
				if c.Interval != nil && c.Interval.Method == report.Bootstrap {
					drawn++
				}
			}
			for _, c := range report.MetricView(p, some, metric, point).Cells {
				if c.Interval != nil && c.Interval.Method != report.Student || c.Count > 1 && *c.SD > 0 &&
					c.Interval == nil && c.NoInterval != report.Later && c.NoInterval != report.TooFew {
					t.Errorf("%s, point %d: got %+v, want Student's interval in a running study", metric, point,
						c.Interval)
				}
			}
		}
	}
	if drawn == 0 {
		t.Error("no cell is skewed enough for the bootstrap")
	}
}

// A refusal by the checker makes a replication fail, only in checked
// replications.
func TestRefusedAnswersFail(t *testing.T) {
	p := smallPlan(t, 12, "cost")
	kind := engine.Window()
	kind.Check = func(*scenario.Scenario, *scenario.Answer) scenario.Check {
		return scenario.Check{Violations: []scenario.Violation{{Path: "solution", Reason: "is wrong"}}}
	}
	part, err := Run(context.Background(), engine.Engine{kind}, p, slices.Values([]Task{{5, 0, 12}}), Env{})
	if err != nil {
		t.Fatal(err)
	}
	c := part.Column(5, 0, 0, 12)
	if c.Failed != 5 || len(c.Values)+c.Infeasible != 7 { // 0, 1, 2, 4 and 8 are checked
		t.Errorf("refused answers: got %+v, want 5 failures of 12", c)
	}
	d := report.New(p, part)
	if len(d.Failures) == 0 || !strings.Contains(d.Failures[0].Reason, "solution is wrong") ||
		d.Failures[0].Seed != study.Seed(3, 0) {
		t.Errorf("failures: got %+v, want a wrong solution in replication 3", d.Failures)
	}
	again, faults := study.ParsePart(part.Text())
	if faults != nil || !bytes.Equal(again.Text(), part.Text()) {
		t.Errorf("failures written and read: got faults %v or another part", faults)
	}
}

// A rule to stop ends at the same check for any division of the work.
func TestStop(t *testing.T) {
	s, _ := catalog.FromPreset("twelve-nodes", 3)
	s.Study = &scenario.Study{Replications: 400, Metrics: []string{"cost", "runtime"},
		Stop: &scenario.Stop{Metric: "cost", Width: 0.05, First: 10}}
	p, faults := study.New(s, study.Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	if looks := report.Checkpoints(p); !slices.Equal(looks, []int{10, 20, 40, 80, 160, 320, 400}) {
		t.Errorf("Looks: got %v, want 10 doubled up to 400", looks)
	}
	whole := run(t, p, Tasks(p, 0, 400, 100))
	limit, stopped := report.End(p, whole)
	if !stopped || limit < 20 || limit > 320 {
		t.Fatalf("End: got %d, stopped %t; want 20 to 320, true", limit, stopped)
	}
	enough := run(t, p, Tasks(p, 0, limit, 13))
	if !bytes.Equal(report.New(p, enough).Text(), report.New(p, whole).Text()) {
		t.Error("replications after the end change the report")
	}
	if d := report.New(p, enough); d.Replications != limit || !d.Stopped ||
		d.Cells[0].Count+d.Cells[0].Infeasible != limit {
		t.Errorf("report: got %d replications, cell %+v; want %d", d.Replications, d.Cells[0], limit)
	}
	few := run(t, p, Tasks(p, 0, limit/2, 13))
	if _, stopped := report.End(p, few); stopped {
		t.Error("half of the replications: got stopped, want not")
	}
}

// Timings are not part of the digest, and merging keeps the least.
func TestTimings(t *testing.T) {
	p := smallPlan(t, 8, "cost", study.Elapsed)
	timed := func(tick float64) *study.Part {
		now := 0.0
		part, err := Run(context.Background(), engine.All(), p, slices.Values(Tasks(p, 0, 8, 8)),
			Env{Clock: func() float64 { now += tick; return now }})
		if err != nil {
			t.Fatal(err)
		}
		return part
	}
	slow, fast := timed(5), timed(2)
	a, b := report.New(p, slow), report.New(p, fast)
	if a.Digest != b.Digest || bytes.Equal(a.Text(), b.Text()) {
		t.Errorf("with other timings: got digests %s and %s; want the same digest and other texts", a.Digest,
			b.Digest)
	}
	for _, order := range [][]*study.Part{{slow, fast}, {fast, slow}} {
		both, err := study.Merge(order...)
		if err != nil || !bytes.Equal(both.Text(), fast.Text()) {
			t.Errorf("merged timings: got error %v or other than the least", err)
		}
	}
}

// Parts of different studies or versions are refused with the reason.
func TestMergeRefuses(t *testing.T) {
	a := run(t, smallPlan(t, 4, "cost"), []Task{{5, 0, 4}})
	other := run(t, smallPlan(t, 5, "cost"), []Task{{5, 0, 4}})
	newer := *a
	newer.Engine = "9.9.9"
	for name, c := range map[string]struct {
		part *study.Part
		want string
	}{"another study": {other, "is of another study"}, "another version": {&newer, "was computed by Gridbox 9.9.9"}} {
		if _, err := study.Merge(a, c.part); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Merge, %s: got error %v, want %q", name, err, c.want)
		}
	}
	// The digest of a part shows a change in it. A part without one is compared
	// with the others.
	text := bytes.Replace(a.Text(), []byte(`"values":[[2`), []byte(`"values":[[1`), 1)
	if _, faults := study.ParsePart(text); len(faults) != 1 || faults[0].Path != "digest" {
		t.Errorf("a changed part: got faults %v, want one at digest", faults)
	}
	changed, faults := study.ParsePart(removeDigest(text))
	if changed == nil {
		t.Fatal(faults)
	}
	if _, err := study.Merge(a, changed); err == nil || !strings.Contains(err.Error(), "disagree about replication") {
		t.Errorf("a changed part without a digest: got error %v, want a disagreement", err)
	}
	if _, err := study.Merge(); err == nil {
		t.Error("Merge of no parts returns no error")
	}
}

// removeDigest returns the text of a part without digest, as in early builds.
func removeDigest(text []byte) []byte {
	return regexp.MustCompile(`"digest":"sha256:[0-9a-f]*",`).ReplaceAll(text, nil)
}

// A cancelled run returns complete replications and the context's error.
func TestCancel(t *testing.T) {
	p := smallPlan(t, 50, "cost")
	ctx, cancel := context.WithCancel(context.Background())
	done := 0
	part, err := Run(ctx, engine.All(), p, slices.Values(Tasks(p, 0, 50, 10)), Env{Done: func() {
		if done++; done == 7 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || part.Total() != 7 || part.IsComplete() {
		t.Errorf("cancelled Run: got %d replications, error %v; want 7, Canceled", part.Total(), err)
	}
}

// Broken parts are refused with a reason; nothing panics.
func TestBrokenParts(t *testing.T) {
	text := string(removeDigest(run(t, smallPlan(t, 4, "cost"), []Task{{0, 0, 2}, {3, 2, 4}}).Text()))
	if _, faults := study.ParsePart([]byte(text)); len(faults) > 0 {
		t.Fatal(faults)
	}
	for name, change := range map[string][2]string{
		"another format":     {`"gridbox-part"`, `"gridbox"`},
		"a newer version":    {`"format":"gridbox-part"`, `"version":2,"format":"gridbox-part"`},
		"a stretch too far":  {`[[0,1]]`, `[[0,4]]`},
		"a stretch too many": {`[[0,1]]`, `[[0,1],[3,3]]`},
		"a huge stretch":     {`[[0,1]]`, `[[0,99999999999]]`},
		"no stretch":         {`[[0,1]]`, `[]`},
		"half a stretch":     {`[[0,1]]`, `[[0]]`},
	} {
		if strings.Count(text, change[0]) == 0 {
			t.Fatalf("%s: the text has no %s", name, change[0])
		}
		broken := strings.Replace(text, change[0], change[1], 1)
		if name == "a newer version" {
			broken = strings.Replace(text, `"version":1}`, `"version":2}`, 1)
		}
		if _, faults := study.ParsePart([]byte(broken)); len(faults) == 0 {
			t.Errorf("ParsePart with %s: got no fault", name)
		}
	}
}

// A value that is not finite fails its run, since no document can represent it.
func TestNotFinite(t *testing.T) {
	p := smallPlan(t, 2, "cost")
	kind := engine.Window()
	kind.Solve = func(context.Context, string, engine.Input) (solver.Output, error) {
		return solver.Output{Feasible: true, Metrics: map[string]float64{"cost": math.NaN()}}, nil
	}
	part, err := Run(context.Background(), engine.Engine{kind}, p, slices.Values([]Task{{0, 1, 2}}), Env{})
	if c := part.Column(0, 0, 0, 2); err != nil || c.Failed != 1 || len(c.Values) != 0 {
		t.Errorf("a value of NaN: got %+v, error %v; want one failure", c, err)
	}
}

// The answers of a study of gaps are checked with their bounds.
func TestGapsPassTheChecker(t *testing.T) {
	for _, preset := range []string{"five-clusters", "split-network", "gka-22"} {
		s, _ := catalog.FromPreset(preset, 7)
		s.Study = &scenario.Study{Replications: 5, Metrics: []string{"gap"}}
		p, faults := study.New(s, study.Limits{})
		if faults != nil {
			t.Fatal(faults)
		}
		if failures := run(t, p, Tasks(p, 0, 5, 5)).Failures(0, 5); len(failures) > 0 {
			t.Errorf("%s: got failure %q, want none", preset, failures[0].Reason)
		}
	}
}

// planOf returns the plan of a reviewed document whose study overstated its results.
func planOf(t *testing.T, name string, replications int) *study.Plan {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	s, faults := catalog.Parse(text)
	if faults != nil {
		t.Fatal(faults)
	}
	if replications > 0 {
		s.Study.Replications = replications
	}
	p, faults := study.New(s, study.Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	return p
}

// The review's S1: one explicit instance is one measurement, for any number of
// replications. With a run that uses the seed it is a study again, but the
// others still cannot differ.
func TestOneInstanceIsOneMeasurement(t *testing.T) {
	p := planOf(t, "study-one-instance.json", 200)
	if !p.Single() || p.Replications() != 1 || study.Measure(p.Scenario).Solves != 2 {
		t.Fatalf("one instance: got %d replications, %+v; want 1, 2 solves", p.Replications(),
			study.Measure(p.Scenario))
	}
	part := run(t, p, Tasks(p, 0, p.Replications(), 1))
	d := report.New(p, part)
	if q := d.Pairs[0]; d.Instances != 1 || q.P != nil || q.Wins != nil || q.Interval != nil || q.Verdict != "" ||
		*q.MeanDifference == 0 || d.Cells[0].Interval != nil || d.Cells[0].NoInterval != report.OneInstance {
		t.Errorf("one instance: got %+v, want no p-value and no interval", d)
	}
	if again, faults := study.ParsePart(part.Text()); faults != nil || !bytes.Equal(again.Text(), part.Text()) {
		t.Errorf("its part written and read: got faults %v or another part", faults)
	}
	s := *p.Scenario
	s.Runs = append(slices.Clone(s.Runs), scenario.Run{Algorithm: "random"})
	s.Study = &scenario.Study{Replications: 40, Metrics: []string{"makespan"}}
	q, faults := study.New(&s, study.Limits{})
	if faults != nil || q.Single() || q.Replications() != 40 {
		t.Fatalf("with a run that uses the seed: got faults %v or one replication, want 40", faults)
	}
	d = report.New(q, run(t, q, Tasks(q, 0, 40, 40)))
	if fixed, mixed := d.Pairs[0], d.Pairs[1]; d.Instances != 0 || mixed.P == nil || fixed.P != nil ||
		fixed.NoInterval != report.OneInstance {
		t.Errorf("with a run that uses the seed: got pairs %+v and %+v, want a p-value of the second only",
			d.Pairs[0], d.Pairs[1])
	}
	// The fixed problem of a generator cannot differ either.
	written := scenario.NewGenerated("placement", "five-clusters", 1)
	drawn := scenario.NewGenerated("placement", "fat-tree", 1)
	if !catalog.Single(written) || catalog.Single(drawn) {
		t.Error("Single: want true for a fixed preset, false for a drawn one")
	}
}

// The review's S2: ten instances without a late job do not end a study of lateness.
func TestZerosDoNotStop(t *testing.T) {
	p := planOf(t, "study-stop-zero.json", 0)
	part := run(t, p, Tasks(p, 0, 40, 40))
	if _, stopped := report.End(p, part); stopped {
		t.Error("the study ends before a late job")
	}
	c := part.Column(0, 0, 0, 10)
	if slices.Max(c.Values) != 0 {
		t.Errorf("late jobs of the first ten instances: got %v, want 0", c.Values)
	}
	d := report.MetricView(p, part, "maxLateness", 0)
	if i := d.Cells[0].Interval; i != nil && i.Low == i.High {
		t.Errorf("interval of zeros: got %+v, want none", d.Cells[0])
	}
}

// The review's S4: a run without a win in 35 is never called chance because of
// the correction for the others, and a stronger result is not weaker.
func TestHolmHasNoFloor(t *testing.T) {
	p := planOf(t, "study-holm-floor.json", 0)
	d := report.New(p, run(t, p, Tasks(p, 0, p.Replications(), 10)))
	seen := 0
	for i := range d.Pairs {
		q := &d.Pairs[i]
		if q.P == nil || *q.Wins > 0 && *q.Losses > 0 || *q.Wins+*q.Losses < 20 {
			continue
		}
		if seen++; !q.Significant || q.Verdict != report.Different {
			t.Errorf("%s and %s at %v: got %d wins, %d losses, p %v of %d comparisons; want significant", q.A, q.B,
				q.Vary, *q.Wins, *q.Losses, *q.Holm, d.Comparisons)
		}
	}
	if seen == 0 {
		t.Error("got no pair in which one run always wins")
	}
}
