package solve

import (
	"context"
	"math"
	"slices"
	"testing"

	"gridbox/core/kind/placement"
	"gridbox/core/trace"
)

// A move is exact: with this power the job runs there, and with the next
// smaller number it does not. A cluster without a move wins with no power up to
// the limit of the search.
func TestMovesAreExact(t *testing.T) {
	for _, algorithm := range []Algorithm{AlgorithmRBHS, AlgorithmMinCompletion, AlgorithmSCPTree, AlgorithmFastest} {
		for _, o := range []Options{{}, {Options: placement.Options{Weights: placement.Swapped}},
			{Options: placement.Options{Weights: placement.Sum, QueueAware: true}}} {
			p := preset(t, placement.Spec{Preset: "five-clusters"}, 0)
			moves := 0
			for j := range p.Jobs {
				moves += checkMoves(t, p, algorithm, o, j)
			}
			if moves < len(p.Jobs)/2 {
				t.Errorf("%s %+v: got %d moves, want %d at least", algorithm, o, moves, len(p.Jobs)/2)
			}
		}
	}
}

// checkMoves checks the number of moves.
func checkMoves(t *testing.T, p *placement.Problem, algorithm Algorithm, o Options, j int) int {
	t.Helper()
	why, err := Explain(context.Background(), p, algorithm, o, p.Jobs[j].ID, "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Clusters {
		c := &p.Clusters[i]
		if k := slices.IndexFunc(why.Moves, func(m Move) bool { return m.Cluster == c.ID }); k >= 0 {
			// Only this job's decision uses the change: earlier ones are
			// unchanged.
			enough := why.Moves[k].MIPS
			if got := winnerWith(t, p, algorithm, o, j, i, enough); got != c.ID {
				t.Errorf("%s %s, %v MIPS: got cluster %s, want %s", algorithm, why.Job, enough, got, c.ID)
			}
			less := math.Nextafter(enough, 0)
			if got := winnerWith(t, p, algorithm, o, j, i, less); got == c.ID {
				t.Errorf("%s %s: %s wins with %v MIPS, fewer than its move", algorithm, why.Job, c.ID, less)
			}
			continue
		}
		for k := range doublings {
			if more := math.Ldexp(c.MIPS, k+1); c.ID != why.Winner &&
				winnerWith(t, p, algorithm, o, j, i, more) == c.ID {
				t.Errorf("%s %s: %s wins with %v MIPS, but has no move", algorithm, why.Job, c.ID, more)
				break
			}
		}
	}
	return len(why.Moves)
}

// winnerWith places job j if cluster i has another power from then on.
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

// Explain returns for a job what Solve decides, for every algorithm, and the
// log changes nothing.
func TestExplainAgreesWithSolve(t *testing.T) {
	p := preset(t, placement.Spec{Preset: "split-network"}, 3)
	for _, algorithm := range []Algorithm{AlgorithmRBHS, AlgorithmSCPTree, AlgorithmMinCompletion,
		AlgorithmNearestData, AlgorithmFastest, AlgorithmRandom} {
		o := Options{Options: placement.Options{Cover: placement.Best, QueueAware: true}, Seed: 9}
		plain := solve(t, p, algorithm, o)
		log := &trace.Log{}
		o.Log = log
		logged := solve(t, p, algorithm, o)
		if !slices.EqualFunc(plain.Solution.Assignments, logged.Solution.Assignments, sameAssignment) ||
			len(log.Events) != len(p.Jobs) {
			t.Errorf("%s: the answer with a log differs, or got %d events, want %d", algorithm, len(log.Events),
				len(p.Jobs))
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
				t.Fatalf("%s %s: got cluster %s by Explain, index %v by the matrix, error %v; want %s", algorithm,
					a.Job, why.Winner, m.Winners[j-5], err, a.Cluster)
			}
			total := 0.0
			for k, s := range why.Sources {
				total += s.Time
				if s.Cluster != a.Sources[k].Cluster || !slices.Equal(s.Path, a.Sources[k].Path) {
					t.Errorf("%s %s: got source %v, want %v", algorithm, a.Job, s.Source, a.Sources[k])
				}
			}
			if !nearlyEqual(total+1, a.TransferTime+1) {
				t.Errorf("%s %s: got transfer time %v of the sources, want %v", algorithm, a.Job, total,
					a.TransferTime)
			}
			if last := o.Log.Events[len(o.Log.Events)-1]; last.Kind != "choose" || last.Refs[1].ID != a.Cluster {
				t.Errorf("%s %s: got last event %v, want choose of %s", algorithm, a.Job, last, a.Cluster)
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
		t.Error("Explain of an unknown job: got no error")
	}
	if _, err := Explain(context.Background(), p, AlgorithmRBHS, Options{}, "j1", "Paris"); err == nil {
		t.Error("Explain for an unknown cluster: got no error")
	}
	if _, err := Solve(context.Background(), p, "best", Options{}); err == nil {
		t.Error("Solve with an unknown algorithm: got no error")
	}
}
