package mergedisk

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	_ "gridbox/core/fixedseed"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"

	"pgregory.net/rapid"
)

// newPlan returns a quick study with infeasible replications and noise.
func newPlan(t testing.TB, replications int, metrics ...string) *study.Plan {
	t.Helper()
	s, _ := catalog.FromPreset("gka-22", 3)
	explicit, faults := scenario.Expand(s)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	explicit.Runs = []scenario.Run{{Algorithm: "gka"}, {Algorithm: "tree-greedy"}}
	explicit.Study = &scenario.Study{Replications: replications, Metrics: metrics,
		Noise: []scenario.Noise{{Path: "group.groups[*].availability", CV: 0.5}},
		Vary:  []scenario.Vary{{Path: "group.request.budget", Values: []any{1.0, 30.0, 60.0}}}}
	p, faults := study.New(explicit, study.Limits{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return p
}

// units measures some units of a plan.
func units(t testing.TB, p *study.Plan, s study.Stretch) *study.Part {
	t.Helper()
	var tasks []runner.Task
	for u := s.First; u <= s.Last; u++ {
		tasks = append(tasks, runner.Unit(p, u))
	}
	part, err := runner.Run(context.Background(), engine.All(), p, slices.Values(tasks), runner.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return part
}

func gather(t testing.TB, p *study.Plan, space Space, parts ...*study.Part) *Sheaf {
	t.Helper()
	s := New(p, catalog.Version, space)
	for _, part := range parts {
		if err := s.Add(part); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Parts with any boundaries, overlaps and order, in memory or in a file, give
// the document and the values of the undivided study, byte for byte.
func TestAnyPartsGiveTheSameBytes(t *testing.T) {
	p := newPlan(t, 40, "cost", "availability")
	all := study.Stretch{First: 0, Last: p.Units() - 1}
	whole := units(t, p, all)
	want, values := report.New(p, whole).Text(), report.ValuesCSV(p, whole)
	if held := whole.LimitedCount(0, 40); held == 0 {
		t.Error("got no limited noise in the study")
	}
	rapid.Check(t, func(t *rapid.T) {
		var parts []*study.Part
		left := []study.Stretch{all}
		for len(left) > 0 {
			first := left[0].First
			first -= min(first, rapid.IntRange(0, 5).Draw(t, "overlap"))
			last := min(all.Last, first+5+rapid.IntRange(0, 50).Draw(t, "length"))
			parts = append(parts, whole.Slice(study.Stretch{First: first, Last: last}))
			left = all.Subtract([]study.Stretch{{First: 0, Last: last}})
		}
		parts = rapid.Permutation(parts).Draw(t, "order")
		var space Space = make(Memory, Size(p))
		if rapid.Bool().Draw(t, "in a file") {
			file, err := os.CreateTemp("", "gather")
			if err != nil {
				t.Fatal(err)
			}
			defer os.Remove(file.Name())
			defer file.Close()
			if err := file.Truncate(Size(p)); err != nil {
				t.Fatal(err)
			}
			space = file
		}
		s := New(p, catalog.Version, space)
		for _, part := range parts {
			if err := s.Add(part); err != nil {
				t.Fatal(err)
			}
		}
		if !s.IsComplete() || s.Prefix() != 40 || len(s.Missing()) > 0 || s.Err() != nil {
			t.Fatalf("parts in another order: got missing units %v, error %v; want none", s.Missing(), s.Err())
		}
		if !bytes.Equal(report.New(p, s).Text(), want) {
			t.Fatal("the merged document differs from the undivided one")
		}
		if !bytes.Equal(report.ValuesCSV(p, s), values) {
			t.Fatal("the merged values differ from the undivided ones")
		}
	})
}

// Missing units are reported exactly, and the statistics of the others are those
// of the part merged in memory.
func TestMissing(t *testing.T) {
	p := newPlan(t, 70, "cost")
	rapid.Check(t, func(t *rapid.T) {
		s := New(p, "x", make(Memory, Size(p)))
		have := make([]bool, p.Units())
		for range rapid.IntRange(0, 4).Draw(t, "parts") {
			first := rapid.IntRange(0, p.Units()-1).Draw(t, "first")
			last := rapid.IntRange(first, p.Units()-1).Draw(t, "last")
			part := study.NewPart(p, "x")
			row := part.NewRow()
			for u := first; u <= last; u++ {
				row.Reset(u / len(p.Points))
				part.Add(u%len(p.Points), row)
				have[u] = true
			}
			if err := s.Add(part); err != nil {
				t.Fatal(err)
			}
		}
		missing, prefix := s.Missing(), p.Units()
		for u, there := range have {
			in := slices.ContainsFunc(missing, func(m study.Stretch) bool { return m.First <= u && u <= m.Last })
			if in == there || s.Has(u) != there {
				t.Fatalf("unit %d: got missing %t, want %t", u, in, !there)
			}
			if !there {
				prefix = min(prefix, u)
			}
		}
		if got := s.Prefix(); got != prefix/len(p.Points) {
			t.Fatalf("Prefix: got %d, want %d", got, prefix/len(p.Points))
		}
		if s.Units()+study.Count(missing) != p.Units() {
			t.Fatalf("got %d units and %d missing, want %d in sum", s.Units(), study.Count(missing), p.Units())
		}
	})
}

// Of repeated timings the least is kept, whatever the order. Any other value must be equal.
func TestOverlapsAgree(t *testing.T) {
	p := newPlan(t, 4, "cost", study.Elapsed)
	made := func(cost, ms float64) *study.Part {
		part := study.NewPart(p, "x")
		row := part.NewRow()
		for point := range p.Points {
			row.Reset(2)
			row.Values[0], row.Values[1] = cost, ms
			part.Add(point, row)
		}
		return part
	}
	s := gather(t, p, make(Memory, Size(p)), made(5, 3), made(5, 2), made(5, 9))
	if got := s.Column(1, 0, 1, 4).Values; !slices.Equal(got, []float64{2}) {
		t.Errorf("timing: got %v, want 2", got)
	}
	var disagrees *Disagreement
	if err := s.Add(made(6, 3)); !errors.As(err, &disagrees) || disagrees.Replication != 2 || disagrees.Point != 0 {
		t.Errorf("another value: got error %v, want a Disagreement at replication 2, point 0", err)
	}
	failed := study.NewPart(p, "x")
	row := failed.NewRow()
	row.Reset(2)
	row.Fail(0, "because")
	failed.Add(1, row)
	if err := s.Add(failed); !errors.As(err, &disagrees) || disagrees.Point != 1 {
		t.Errorf("a failure for a value: got error %v, want a Disagreement at point 1", err)
	}
}

// The first failures of a point are listed in their order, however they arrived.
func TestFailuresInOrder(t *testing.T) {
	p := newPlan(t, 30, "cost")
	whole := study.NewPart(p, catalog.Version)
	row := whole.NewRow()
	for n := range 30 {
		row.Reset(n)
		if n%3 == 0 {
			row.Fail(n%2, "number "+string(rune('a'+n%26)))
		}
		whole.Add(0, row)
	}
	var parts []*study.Part
	for u := p.Units() - 1; u >= 0; u-- {
		parts = append(parts, whole.Slice(study.Stretch{First: u, Last: u}))
	}
	s := gather(t, p, make(Memory, Size(p)), parts...)
	if got, want := s.Failures(0, 5), whole.Failures(0, 5); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// An error of the storage is returned.
func TestBrokenSpace(t *testing.T) {
	p := newPlan(t, 6, "cost")
	file, err := os.Create(filepath.Join(t.TempDir(), "values"))
	if err != nil {
		t.Fatal(err)
	}
	file.Close()
	s := New(p, catalog.Version, file)
	if err := s.Add(units(t, p, study.Stretch{First: 0, Last: 3})); err == nil || s.Err() == nil {
		t.Errorf("a write to a closed file: got error %v, want one from Add and Err", err)
	}
}
