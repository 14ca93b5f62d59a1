package solve

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/policy"
	"gridbox/core/sorting"
	"gridbox/core/trace"
	"pgregory.net/rapid"
)

// formulas reads a policy for farms.
func formulas(t interface{ Fatal(...any) }, source string) *policy.Formulas {
	k := farm.PolicyKind()
	f, wrong := k.Read(source, nil)
	if wrong != nil {
		t.Fatal("Read of", source, "gives the fault", wrong.String())
	}
	return f
}

func solveByPolicy(t rapid.TB, p *farm.Problem, source string, how farm.Backfill) Result {
	o := Options{Formulas: formulas(t, source)}
	o.Backfill = how
	return solve(t, p, AlgorithmOwn, o)
}

// With the order of submission a policy gives the schedule of FCFS or EASY, and on one machine
// that of conservative backfilling. A formula that reads the time gives the same order.
func TestAPolicyOrdersTheQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawStream(t)
		replan := Options{}
		replan.Compression = farm.Replan
		for _, same := range []struct {
			backfill farm.Backfill
			a        Algorithm
			o        Options
		}{{farm.BackfillNone, AlgorithmFCFS, Options{}}, {farm.BackfillEASY, AlgorithmEASY, Options{}},
			{farm.BackfillConservative, AlgorithmConservative, replan}} {
			// Conservative backfilling keeps its plan if nothing ended early, on the machine
			// chosen then, and puts later jobs at the end.
			if same.backfill == farm.BackfillConservative && (len(p.Machines) > 1 || slices.ContainsFunc(p.Jobs,
				func(j farm.Job) bool { return len(j.After)+len(j.Licenses) > 0 })) {
				continue
			}
			want := solve(t, p, same.a, same.o)
			for _, source := range []string{"s", "now - w", "backfill: s", "job: 0", "machine: 7", "job: 0 / 0",
				"backfill: now - w + 0 * free"} {
				if source == "machine: 7" && !plainCost(p) {
					continue
				}
				got := solveByPolicy(t, p, source, same.backfill)
				if !bytes.Equal(doc.Canonical(got.Solution), doc.Canonical(want.Solution)) ||
					got.Metrics != want.Metrics || got.Feasible != want.Feasible {
					t.Fatalf("policy %s, %s: got\n%s\nwant as by %s\n%s", source, same.backfill,
						doc.Canonical(got.Solution), same.a, doc.Canonical(want.Solution))
				}
			}
		}
	})
}

// plainCost reports whether a machine is chosen by the earliest start alone.
func plainCost(p *farm.Problem) bool {
	w := p.Rules()
	return w.Start == 1 && w.Finish == 0 && w.Load == 0 && w.Demand == 0
}

// startOrder lists the jobs by their start.
func startOrder(r Result) (ids []string) {
	list := slices.Clone(r.Solution.Reservations)
	slices.SortStableFunc(list, func(a, b farm.Reservation) int { return sorting.Ascending(a.Start, b.Start) })
	for i := range list {
		ids = append(ids, list[i].Job)
	}
	return ids
}

// oneMachine returns a farm with one machine. Its first job occupies the machine for 10 s. The
// others are submitted at 1, 2 and so on, with the given lengths and widths.
func oneMachine(jobs ...[2]float64) *farm.Problem {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "m", Slots: 4, Memory: 1}},
		Jobs: []farm.Job{{ID: "0", Slots: 4, Duration: 10}}}
	for i, j := range jobs {
		p.Jobs = append(p.Jobs, farm.Job{ID: strconv.Itoa(i + 1), Duration: j[0], Slots: int(j[1]),
			Submitted: float64(i + 1)})
	}
	return p
}

// The ready policies take the jobs in the order that their names state. All jobs need the
// whole machine, except where the number of slots matters.
func TestReadyPolicies(t *testing.T) {
	k := farm.PolicyKind()
	lengths := oneMachine([2]float64{50, 4}, [2]float64{20, 4}, [2]float64{30, 4})
	widths := oneMachine([2]float64{10, 3}, [2]float64{14, 2}, [2]float64{12, 4}) // areas 30, 28 and 48
	for id, want := range map[string][]string{
		"fcfs": {"0", "1", "2", "3"}, "sjf": {"0", "2", "3", "1"}, "ljf": {"0", "1", "3", "2"},
		"lxf": {"0", "2", "3", "1"}, "wfp3": {"0", "2", "3", "1"}, "unicep": {"0", "2", "3", "1"},
		"f1": {"0", "1", "2", "3"}, "f2": {"0", "1", "2", "3"}, "f3": {"0", "1", "2", "3"}, "f4": {"0", "1", "2", "3"},
		"slack": {"0", "1", "2", "3"},
	} {
		r, ok := k.Find(id)
		if !ok {
			t.Fatalf("there is no ready policy %s", id)
		}
		if got := startOrder(solveByPolicy(t, lengths, r.Source, farm.BackfillNone)); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", id, got, want)
		}
	}
	saf, _ := k.Find("saf")
	got := startOrder(solveByPolicy(t, widths, saf.Source, farm.BackfillNone))
	if !slices.Equal(got, []string{"0", "2", "1", "3"}) {
		t.Errorf("saf: got order %v, want 0 2 1 3", got)
	}
	due := oneMachine([2]float64{50, 4}, [2]float64{20, 4}, [2]float64{30, 4})
	for j, at := range map[int]float64{1: 500, 3: 90} {
		due.Jobs[j].Deadline = &at
	}
	slack, _ := k.Find("slack")
	got = startOrder(solveByPolicy(t, due, slack.Source, farm.BackfillNone))
	if !slices.Equal(got, []string{"0", "3", "1", "2"}) {
		t.Errorf("slack: got order %v, want 0 3 1 2", got)
	}
}

// A formula for machines chooses among those where the job starts soonest. A formula for
// backfilling chooses among jobs that may start before the first one.
func TestFurtherDecisions(t *testing.T) {
	p := &farm.Problem{Machines: []farm.Machine{{ID: "a", Slots: 2, Memory: 1}, {ID: "b", Slots: 4, Memory: 9},
		{ID: "c", Slots: 3, Memory: 5}}, Jobs: []farm.Job{{ID: "1", Slots: 1, Duration: 5}}}
	for source, want := range map[string]string{"machine: slots": "a", "machine: -slots": "b", "machine: -which": "c",
		"machine: abs(capacity - 5)": "c", "machine: if(slots = 4, 0 / 0, 1)": "a", "machine: 0/0": "a"} {
		r := solveByPolicy(t, p, source, farm.BackfillEASY)
		if got := r.Solution.Reservations[0].Machine; got != want {
			t.Errorf("%s: got %s, want %s", source, got, want)
		}
	}
	// 0 keeps three of four slots until 10; 1 needs four; 2 and 3 fit in parallel to 0, one at
	// a time.
	narrow := oneMachine([2]float64{5, 4}, [2]float64{4, 1}, [2]float64{3, 1})
	narrow.Jobs[0].Slots = 3
	narrow.Jobs[3].Submitted = 2
	for source, want := range map[string][]string{"job: s": {"0", "2", "3", "1"},
		"job: s\nbackfill: r": {"0", "3", "2", "1"}} {
		if got := startOrder(solveByPolicy(t, narrow, source, farm.BackfillEASY)); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", source, got, want)
		}
	}
}

// Scores that are NaN come last, are counted and are reported. A log changes nothing.
func TestScoresThatAreNoNumbers(t *testing.T) {
	p := oneMachine([2]float64{50, 4}, [2]float64{20, 4}, [2]float64{30, 4})
	source := "if(r = 50, 0 / 0, if(r = 20, 1 / 0, 5))"
	o := Options{Formulas: formulas(t, source), Log: &trace.Log{}}
	o.Backfill = farm.BackfillNone
	r := solve(t, p, AlgorithmOwn, o)
	if got := startOrder(r); !slices.Equal(got, []string{"0", "3", "2", "1"}) || r.Stats.Unscored != 1 {
		t.Errorf("got order %v, %d jobs without score; want 0 3 2 1 and one", got, r.Stats.Unscored)
	}
	scores, unscored := 0, 0
	for _, e := range o.Log.Events {
		switch e.Kind {
		case "score":
			scores++
		case "unscored":
			unscored++
		}
	}
	if scores == 0 || unscored != 1 {
		t.Errorf("got %d events of scores, %d without a score; want some and one", scores, unscored)
	}
}

// BenchmarkOwn compares policies with EASY on the same streams. The last two are overloaded,
// so that thousands of jobs wait. "of easy" is the ratio of the times, which should be at most
// 1.5. Other load on the machine affects both, but not equally: with a count of 5 the least
// times are compared.
func BenchmarkOwn(b *testing.B) {
	over, jobs := 2.0, 10_000
	k := farm.PolicyKind()
	for _, size := range []struct {
		machines int
		interval float64
	}{{100, 10}, {100, 8}, {100, 6}, {10, 60}} {
		machines, interval := size.machines, size.interval
		p := preset(b, farm.Spec{Preset: "farm-large", Machines: &machines, Jobs: &jobs, Interval: &interval,
			Overestimate: &over}, 1)
		easy := 0.0
		run := func(name string, a Algorithm, o Options) {
			name += "/machines=" + strconv.Itoa(machines) + "/interval=" + strconv.Itoa(int(interval))
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if _, err := Solve(context.Background(), p, a, o); err != nil {
						b.Fatal(err)
					}
				}
				took := float64(b.Elapsed()) / float64(b.N)
				if a == AlgorithmEASY {
					easy = took
				} else if easy > 0 {
					b.ReportMetric(took/easy, "of-easy")
				}
			})
		}
		run("easy", AlgorithmEASY, Options{})
		for _, id := range []string{"fcfs", "sjf", "f1", "wfp3", "unicep", "slack"} {
			r, _ := k.Find(id)
			run(id, AlgorithmOwn, Options{Formulas: formulas(b, r.Source)})
		}
	}
}
