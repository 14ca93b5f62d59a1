package runner

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"

	"pgregory.net/rapid"
)

// noisyPlan returns the plan of a study of a small grid with noise on some of
// its numbers. Given means that its jobs are given, not drawn.
func noisyPlan(t testing.TB, replications int, given bool, noise ...scenario.Noise) *study.Plan {
	t.Helper()
	s, _ := catalog.FromPreset("five-clusters", 7)
	s, _ = scenario.Expand(s)
	if !given {
		p := *s.Placement
		p.Jobs, p.Generate = nil, nil
		jobs := 12
		text := doc.Canonical(&scenario.Scenario{Format: s.Format, Version: 1, Kind: s.Kind, Seed: 7, Placement: &p})
		var document map[string]any
		doc.Decode(text, &document)
		document["placement"].(map[string]any)["generate"] = map[string]any{"preset": "rbhs-mixed", "jobs": jobs}
		var faults doc.Faults
		if s, faults = catalog.Parse(doc.Canonical(document)); faults != nil {
			t.Fatal(faults)
		}
	}
	s.Study = &scenario.Study{Replications: replications, Noise: noise}
	p, faults := study.New(s, study.Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	return p
}

var (
	work     = scenario.Noise{Path: "placement.jobs[*].mi", CV: 0.3}
	links    = scenario.Noise{Path: "placement.links[*].bandwidth", CV: 0.1}
	lyon     = scenario.Noise{Path: "placement.clusters[id=Lyon].mips", CV: 1}
	position = scenario.Noise{Path: "placement.clusters[*].x", CV: 2} // often limited to 1
)

// Any division of a study with noise gives the same bytes.
func TestNoiseInAnySplit(t *testing.T) {
	const n = 9
	for _, given := range []bool{true, false} {
		p := noisyPlan(t, n, given, work, lyon, position)
		whole := run(t, p, Tasks(p, 0, n, n))
		want, got := whole.Text(), report.New(p, whole).Text()
		if whole.LimitedCount(2, n) == 0 || whole.LimitedCount(2, 3) >= whole.LimitedCount(2, n) ||
			whole.LimitedCount(0, n) != 0 {
			t.Fatalf("noise entries 2 and 0: got %d and %d limited results, want more with replications and 0",
				whole.LimitedCount(2, n), whole.LimitedCount(0, n))
		}
		rapid.Check(t, func(t *rapid.T) {
			tasks := rapid.Permutation(Tasks(p, 0, n, 1)).Draw(t, "order")
			cut := rapid.IntRange(0, n).Draw(t, "cut")
			var parts []*study.Part
			for _, share := range [][]Task{tasks[:cut], tasks[cut:]} {
				slices.SortFunc(share, func(a, b Task) int { return a.From - b.From })
				part, err := Run(context.Background(), engine.All(), p, slices.Values(share), Env{})
				if err != nil {
					t.Fatal(err)
				}
				again, faults := study.ParsePart(part.Text())
				if faults != nil {
					t.Fatal(faults)
				}
				parts = append(parts, again)
			}
			both, err := study.Merge(parts...)
			if err != nil || !bytes.Equal(both.Text(), want) || !bytes.Equal(report.New(p, both).Text(), got) {
				t.Fatalf("merged parts: got error %v or another study than the whole", err)
			}
		})
	}
}

// The digest is the same on every platform, since exp and ln are implemented here.
func TestNoiseIsTheSameEverywhere(t *testing.T) {
	p := noisyPlan(t, 6, true, work, links)
	const want = "sha256:03a2fbb74cb351d7eefe06e9e48a1cc60ef486c21e32ec90a6463619a8edc288"
	if d := report.New(p, run(t, p, Tasks(p, 0, 6, 6))); d.Digest != want {
		t.Errorf("digest: got %s, want %s on every platform", d.Digest, want)
	}
}

// Replication r is the same for any number of replications and other noise,
// undisturbed numbers stay as given, and noise of 0 has no effect.
func TestNoiseTouchesNothingElse(t *testing.T) {
	for _, given := range []bool{true, false} {
		one, many := noisyPlan(t, 3, given, work), noisyPlan(t, 50, given, links, work)
		plain := noisyPlan(t, 3, given, scenario.Noise{Path: work.Path}, scenario.Noise{Path: lyon.Path})
		before := string(scenario.Canonical(one.Points[0].Scenario))
		for r := range 3 {
			instance := func(p *study.Plan) *scenario.Scenario {
				s, err := p.Instance(0, r, make([]int32, 3))
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			a, b, c := instance(one), instance(many), instance(plain)
			same := func(x, y any) bool { return bytes.Equal(doc.Canonical(x), doc.Canonical(y)) }
			if !same(a.Placement.Jobs, b.Placement.Jobs) {
				t.Errorf("replication %d: the jobs depend on more than the seed and the noise", r)
			}
			drawn, _ := scenario.Draw(one.Points[0].Scenario, a.Seed)
			if !same(c, drawn) {
				t.Errorf("replication %d: noise of 0 changes the instance", r)
			}
			if !same(a.Placement.Clusters, drawn.Placement.Clusters) ||
				!same(a.Placement.Links, drawn.Placement.Links) ||
				same(b.Placement.Links, drawn.Placement.Links) || same(a.Placement.Jobs, drawn.Placement.Jobs) {
				t.Errorf("replication %d: the noise changes other numbers, or none", r)
			}
		}
		if string(scenario.Canonical(one.Points[0].Scenario)) != before {
			t.Error("the study's own document is changed")
		}
	}
}

// A study with noise of 0 has the results of one without noise.
func TestNoNoise(t *testing.T) {
	with, without := noisyPlan(t, 4, false, scenario.Noise{Path: work.Path}), noisyPlan(t, 4, false)
	a := report.New(with, run(t, with, Tasks(with, 0, 4, 4)))
	b := report.New(without, run(t, without, Tasks(without, 0, 4, 4)))
	if !bytes.Equal(doc.Canonical(a.Cells), doc.Canonical(b.Cells)) {
		t.Error("noise of 0 changes the study")
	}
	if p := noisyPlan(t, 40, true, scenario.Noise{Path: work.Path}); !p.Single() || p.Replications() != 1 {
		t.Errorf("an explicit document with noise of 0: got %d replications, want 1", p.Replications())
	}
	if p := noisyPlan(t, 40, true, work); p.Single() || p.Replications() != 40 {
		t.Errorf("an explicit document with noise: got %d replications, want 40", p.Replications())
	}
}

// The factors have mean 1 and the requested spread, each within four times its
// own error.
func TestFactors(t *testing.T) {
	const n = 3000
	for _, cv := range []float64{0.05, 0.3, 1} {
		p := noisyPlan(t, n, true, scenario.Noise{Path: "placement.jobs[*].mi", CV: cv})
		given := p.Points[0].Scenario.Placement.Jobs
		var count, sum, logs, squares float64
		for r := range n {
			s, err := p.Instance(0, r, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range given {
				f := s.Placement.Jobs[i].MI / given[i].MI
				l := math.Log(f)
				count, sum, logs, squares = count+1, sum+f, logs+l, squares+l*l
			}
		}
		if mean := sum / count; math.Abs(mean-1) > 4*cv/math.Sqrt(count) {
			t.Errorf("cv %v: got mean %v of %v factors, want 1", cv, mean, count)
		}
		variance, want := squares/count-logs/count*logs/count, math.Log(1+cv*cv)
		if math.Abs(variance-want) > 4*want*math.Sqrt(2/count) {
			t.Errorf("cv %v: got variance %v of the logarithms, want %v", cv, variance, want)
		}
	}
}

// A replication opened as a scenario gives the values of the study.
func TestNoisyReplicationsOpen(t *testing.T) {
	p := noisyPlan(t, 3, false, work, links)
	part := run(t, p, Tasks(p, 0, 3, 3))
	for k, r := range p.Points[0].Runs {
		c := part.Column(0, k, 0, 3)
		for i, n := range c.Replications {
			s, faults := catalog.Parse(scenario.Text(p.Replication(0, int(n))))
			if faults != nil {
				t.Fatal(faults)
			}
			a, err := engine.All().Run(context.Background(), s, r, engine.Env{})
			if err != nil || a.Metrics[p.Metrics[0]] != c.Values[i] {
				t.Errorf("replication %d, %s: got %v, error %v; want %v", n, r.Algorithm, a.Metrics, err, c.Values[i])
			}
		}
	}
}

// Unknown paths, paths without numbers and impossible values are refused with a
// reason. An invalid instance is a failed replication.
func TestNoiseFaults(t *testing.T) {
	s, _ := catalog.FromPreset("five-clusters", 7)
	s, _ = scenario.Expand(s)
	for _, c := range []struct {
		noise        scenario.Noise
		path, reason string
	}{
		{scenario.Noise{Path: "placement.job[*].mi", CV: 1}, "study.noise[0].path", "did you mean jobs?"},
		{scenario.Noise{Path: "placement.jobs.mi", CV: 1}, "study.noise[0].path", "write placement.jobs[*]"},
		{scenario.Noise{Path: "placement.jobs[*].id", CV: 1}, "study.noise[0].path", "is no number"},
		{scenario.Noise{Path: "placement.jobs[id=nobody].mi", CV: 1}, "study.noise[0].path", "leads to no number"},
		{scenario.Noise{Path: "placement.generate.jobs", CV: 1}, "study.noise[0].path", "is no number of the problem"},
		{scenario.Noise{Path: "seed", CV: 1}, "study.noise[0].path", "is no number of the problem"},
		{scenario.Noise{Path: "placement.jobs[*].mi", CV: -1}, "study.noise[0].cv", "at least 0 and at most 5"},
		{scenario.Noise{Path: "placement.jobs[*].mi", CV: 50}, "study.noise[0].cv", "at least 0 and at most 5"},
		{scenario.Noise{CV: 1}, "study.noise[0].path", "is not a path"},
	} {
		noisy := *s
		noisy.Study = &scenario.Study{Replications: 3, Noise: []scenario.Noise{c.noise}}
		_, faults := study.New(&noisy, study.Limits{})
		if len(faults) == 0 || faults[0].Path != c.path || !strings.Contains(faults[0].Reason, c.reason) {
			t.Errorf("noise %+v: got faults %v, want %s: %s", c.noise, faults, c.path, c.reason)
		}
	}
	w, _ := catalog.FromPreset("twelve-nodes", 7)
	w, _ = scenario.Expand(w)
	w.Study = &scenario.Study{Replications: 5, Noise: []scenario.Noise{{Path: "window.busy[*].start", CV: 5}}}
	p, faults := study.New(w, study.Limits{})
	if faults != nil {
		t.Fatal(faults)
	}
	d := report.New(p, run(t, p, Tasks(p, 0, 5, 5)))
	if len(d.Failures) == 0 || !strings.Contains(d.Failures[0].Reason,
		"the noise makes a problem that makes no sense") {
		t.Errorf("invalid instances: got failures %+v, want the noise as the reason", d.Failures)
	}
}
