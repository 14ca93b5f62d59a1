package placement

import (
	"context"
	"math"
	"slices"
	"testing"

	"gridbox/core/problem/placement"
	"gridbox/core/trace"
)

// A move is exact: with that power the job goes there, with the next smaller
// number it stays.
func TestMovesAreExact(t *testing.T) {
	for _, algorithm := range []Algorithm{AlgorithmRBHS, AlgorithmMinCompletion, AlgorithmSCPTree, AlgorithmFastest} {
		for _, o := range []Options{{}, {Options: placement.Options{Weights: placement.Swapped}},
			{Options: placement.Options{Weights: placement.Sum, QueueAware: true}}} {
			p := preset(t, placement.Spec{Preset: "five-clusters"}, 0)
			for j := range p.Jobs {
				checkMoves(t, p, algorithm, o, j)
			}
		}
	}
}

func checkMoves(t *testing.T, p *placement.Problem, algorithm Algorithm, o Options, j int) {
	t.Helper()
	why, err := Explain(context.Background(), p, algorithm, o, p.Jobs[j].ID, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range why.Moves {
		i := slices.IndexFunc(p.Clusters, func(c placement.Cluster) bool { return c.ID == m.Cluster })
		// Only this job sees the change: earlier ones are placed as they were.
		if got := winnerWith(t, p, algorithm, o, j, i, m.MIPS); got != m.Cluster {
			t.Errorf("%s %s: with %v MIPS the job goes to %s, must go to %s", algorithm, why.Job, m.MIPS, got, m.Cluster)
		}
		less := math.Nextafter(m.MIPS, 0)
		if got := winnerWith(t, p, algorithm, o, j, i, less); got == m.Cluster {
			t.Errorf("%s %s: %s would win with %v MIPS already", algorithm, why.Job, m.Cluster, less)
		}
	}
}

// winnerWith places job j when cluster i has another power from then on.
func winnerWith(t *testing.T, p *placement.Problem, algorithm Algorithm, o Options, j, i int, mips float64) string {
	t.Helper()
	s, err := newSchedule(p, algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.run(context.Background(), j); err != nil {
		t.Fatal(err)
	}
	changed := *p
	changed.Clusters = slices.Clone(p.Clusters)
	changed.Clusters[i].MIPS = mips
	again, err := newSchedule(&changed, algorithm, o)
	if err != nil {
		t.Fatal(err)
	}
	d, err := again.scheduler.choose(context.Background(), j, s.ready)
	if err != nil {
		t.Fatal(err)
	}
	return p.Clusters[d.cluster].ID
}

// What Explain says about a job is what Solve does with it, for every
// algorithm, and the log changes nothing.
func TestExplainAgreesWithSolve(t *testing.T) {
	p := preset(t, placement.Spec{Preset: "split-network"}, 3)
	for _, algorithm := range []Algorithm{AlgorithmRBHS, AlgorithmSCPTree, AlgorithmMinCompletion,
		AlgorithmNearestData, AlgorithmFastest, AlgorithmRandom} {
		o := Options{Options: placement.Options{Cover: placement.Best, QueueAware: true}, Seed: 9}
		plain := solve(t, p, algorithm, o)
		log := &trace.Log{}
		o.Log = log
		logged := solve(t, p, algorithm, o)
		if !slices.EqualFunc(plain.Solution.Assignments, logged.Solution.Assignments, sameAssignment) || len(log.Events) != len(p.Jobs) {
			t.Errorf("%s: a log of %d events changes the answer", algorithm, len(log.Events))
		}
		m, err := Scores(context.Background(), p, algorithm, o, 5)
		if err != nil {
			t.Fatal(err)
		}
		for j := 5; j < len(p.Jobs); j++ {
			a := &plain.Solution.Assignments[j]
			o.Log = &trace.Log{}
			why, err := Explain(context.Background(), p, algorithm, o, p.Jobs[j].ID, "")
			if err != nil || why.Winner != a.Cluster || p.Clusters[m.Winners[j-5]].ID != a.Cluster {
				t.Fatalf("%s %s: explained %s, matrix %v, solved %s (%v)", algorithm, a.Job, why.Winner, m.Winners[j-5], a.Cluster, err)
			}
			total := 0.0
			for k, s := range why.Sources {
				total += s.Time
				if s.Cluster != a.Sources[k].Cluster || !slices.Equal(s.Path, a.Sources[k].Path) {
					t.Errorf("%s %s: source %v, must be %v", algorithm, a.Job, s.Source, a.Sources[k])
				}
			}
			if !close(total+1, a.TransferTime+1) {
				t.Errorf("%s %s: sources take %v, must be %v", algorithm, a.Job, total, a.TransferTime)
			}
			if last := o.Log.Events[len(o.Log.Events)-1]; last.Kind != "choose" || last.Refs[1].ID != a.Cluster {
				t.Errorf("%s %s: the last event is %v", algorithm, a.Job, last)
			}
		}
	}
}

func sameAssignment(a, b placement.Assignment) bool {
	return a.Job == b.Job && a.Cluster == b.Cluster && a.Start == b.Start && a.Finish == b.Finish
}

func TestExplainRefuses(t *testing.T) {
	p := preset(t, placement.Spec{Preset: "five-clusters"}, 0)
	if _, err := Explain(context.Background(), p, AlgorithmRBHS, Options{}, "j99", ""); err == nil {
		t.Error("a job that does not exist is explained")
	}
	if _, err := Explain(context.Background(), p, AlgorithmRBHS, Options{}, "j1", "Paris"); err == nil {
		t.Error("a cluster that does not exist is explained")
	}
	if _, err := Solve(context.Background(), p, "best", Options{}); err == nil {
		t.Error("an algorithm that does not exist is run")
	}
}
