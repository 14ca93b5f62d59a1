package conform_test

import (
	"context"
	"math"
	"strconv"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"
)

// mappings are the runs that place jobs on machines with times.
var mappings = []scenario.Run{{Algorithm: "olb"}, {Algorithm: "met"}, {Algorithm: "min-completion"},
	{Algorithm: "k-percent-best"}, {Algorithm: "k-percent-best", Options: map[string]any{"percent": 50.0}},
	{Algorithm: "min-min"}, {Algorithm: "max-min"}, {Algorithm: "duplex"}, {Algorithm: "sufferage"},
	{Algorithm: "sufferage", Options: map[string]any{"reading": "passes"}}, {Algorithm: "storage-affinity"},
	{Algorithm: "delay-scheduling"}, {Algorithm: "delay-scheduling", Options: map[string]any{"skips": 1.0}},
	{Algorithm: "local-search"}, {Algorithm: "local-search", Options: map[string]any{"effort": 30.0}}}

// drawUnrelated draws a problem with times in both forms, work, zeros, many ties and, by the
// number, data of which some are out of reach.
func drawUnrelated(number uint64) *placement.Problem {
	draw := rng.New(number, "test/unrelated", 0)
	p := &placement.Problem{}
	clusters, kinds := draw.UniformInt(1, 5), draw.UniformInt(2, 40)
	for i := range clusters {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: "c" + strconv.Itoa(i),
			MIPS: float64(draw.UniformInt(1, 3))})
		if i > 0 && draw.Chance(0.8) {
			p.Links = append(p.Links, placement.Link{A: "c" + strconv.Itoa(draw.UniformInt(0, i-1)),
				B:         p.Clusters[i].ID,
				Bandwidth: float64(draw.UniformInt(1, 4))})
		}
	}
	for i := range draw.UniformInt(0, 3) {
		p.Datasets = append(p.Datasets, placement.Dataset{ID: "d" + strconv.Itoa(i),
			Size: float64(draw.UniformInt(0, 6)),
			At:   []string{p.Clusters[draw.UniformInt(0, clusters-1)].ID}})
	}
	for j := range draw.UniformInt(0, 25) {
		job := placement.Job{ID: "j" + strconv.Itoa(j)}
		switch draw.UniformInt(0, 3) {
		case 0:
			job.MI = float64(draw.UniformInt(0, kinds))
		case 1:
			job.TimesOn = map[string]float64{}
			for _, i := range draw.Sample(clusters, draw.UniformInt(1, clusters)) {
				job.TimesOn[p.Clusters[i].ID] = float64(draw.UniformInt(0, kinds))
			}
		default:
			for range clusters {
				job.Times = append(job.Times, float64(draw.UniformInt(0, kinds)))
			}
		}
		if len(p.Datasets) > 0 && draw.Chance(0.3) {
			job.Datasets = []string{p.Datasets[draw.UniformInt(0, len(p.Datasets)-1)].ID}
		}
		p.Jobs = append(p.Jobs, job)
	}
	return p
}

func answerOf(t *testing.T, p *placement.Problem, run scenario.Run) scenario.Answer {
	t.Helper()
	s := &scenario.Scenario{Format: "gridbox", Version: 1, Kind: "placement",
		Placement: &scenario.Placement{Problem: *p}}
	a, err := engine.All().RunExplicit(context.Background(), s, run, engine.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The fast versions place every job as the textbook's do, with equal times, zeros, one cluster,
// impossible pairs, and unreachable data.
func TestMappingsFollowTheTextbook(t *testing.T) {
	infeasible := 0
	for number := range uint64(400) {
		p := drawUnrelated(number)
		if faults := p.Validate(); faults != nil {
			t.Fatal(faults)
		}
		for _, run := range mappings {
			a := answerOf(t, p, run)
			if !a.Check.OK {
				t.Fatalf("%d %s %v: got violations %v, want none", number, run.Algorithm, run.Options,
					a.Check.Violations)
			}
			if !a.Feasible {
				infeasible++
			}
		}
	}
	if infeasible == 0 || infeasible > 2000 {
		t.Errorf("got %d of 4,000 problems without a placement, want 1 to 2,000", infeasible)
	}
}

// An answer of a rule is refused under another's name, and with two jobs of a cluster
// exchanged.
func TestMappingsAreDistinguished(t *testing.T) {
	refused := map[[2]string]bool{}
	swapped := map[string]bool{}
	name := func(r scenario.Run) string {
		reading, _ := r.Options["reading"].(string)
		return r.Algorithm + reading
	}
	for number := range uint64(60) {
		p := drawUnrelated(number)
		for _, run := range mappings {
			a := answerOf(t, p, run)
			if !a.Feasible {
				continue
			}
			for _, other := range mappings {
				b := a
				b.Algorithm, b.Options = other.Algorithm, other.Options
				if !conform.Answer(p, 0, nil, &b).OK {
					refused[[2]string{name(run), name(other)}] = true
				}
			}
			if exchange(a.Solution.(*placement.Solution)) && !conform.Answer(p, 0, nil, &a).OK {
				swapped[name(run)] = true
			}
		}
	}
	for _, run := range mappings {
		for _, other := range mappings {
			pair := [2]string{name(run), name(other)}
			if !refused[pair] && pair[0] != pair[1] && pair != [2]string{"min-min", "duplex"} {
				t.Errorf("answers of %s as those of %s: got no violation", pair[0], pair[1])
			}
		}
		if !swapped[name(run)] {
			t.Errorf("jobs of %s in another order: got no violation", name(run))
		}
	}
}

// exchange swaps the first two jobs of a cluster with different times.
func exchange(s *placement.Solution) bool {
	list := s.Assignments
	for i := range list {
		for k := range list {
			a, b := &list[i], &list[k]
			if a.Cluster == b.Cluster && a.Finish == b.Start && a.Start < a.Finish && b.Start < b.Finish &&
				a.Finish-a.Start != b.Finish-b.Start {
				start := a.Start
				b.Start, b.Finish = start, start+b.TransferTime+b.RunTime
				a.Start, a.Finish = b.Finish, b.Finish+a.TransferTime+a.RunTime
				return true
			}
		}
	}
	return false
}

// A cluster may run its jobs in any order in an answer of no algorithm; gaps and overlaps
// are found.
func TestOrderOnAClusterIsFree(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: 1}},
		Jobs: []placement.Job{{ID: "x", MI: 2}, {ID: "y", MI: 3}, {ID: "z"}}}
	for starts, ok := range map[[3]float64]bool{{0, 2, 0}: true, {3, 0, 3}: true, {0, 2, 5}: true, {0, 2, 2}: true,
		{3, 0, 1}: false, {3, 0, 6}: false, {0, 3, 0}: false, {0, 1, 0}: false, {0, 0, 0}: false, {3, 0, -1}: false} {
		s := &placement.Solution{}
		sum, last := 0.0, 0.0
		for j, start := range starts {
			run := p.Jobs[j].MI
			s.Assignments = append(s.Assignments, placement.Assignment{Job: p.Jobs[j].ID, Cluster: "a", Start: start,
				RunTime: run, Finish: start + run})
			sum, last = sum+start+run, math.Max(last, start+run)
		}
		a := scenario.Answer{Algorithm: "by hand", Feasible: true, Solution: s, Metrics: map[string]float64{
			"makespan": last, "totalTransferTime": 0, "meanTransferTime": 0, "meanCompletionTime": sum / 3}}
		check := conform.Answer(p, 0, nil, &a)
		if check.OK != ok || !ok && !verifytest.HasPath(check.Violations, "start") {
			t.Errorf("starts %v: got violations %v, want valid %t", starts, check.Violations, ok)
		}
	}
}

// An explanation contains the state of the clusters at the decision of the job, and its winner is
// the cluster of the answer.
func TestMappingsAreExplained(t *testing.T) {
	for number := range uint64(40) {
		p := drawUnrelated(number)
		for _, run := range mappings {
			a := answerOf(t, p, run)
			if !a.Feasible {
				continue
			}
			o := solve.Options{}
			o.Percent, _ = run.Options["percent"].(float64)
			skips, _ := run.Options["skips"].(float64)
			effort, _ := run.Options["effort"].(float64)
			o.Skips, o.Effort = int(skips), int(effort)
			if run.Options["reading"] == "passes" {
				o.Reading = placement.Passes
			}
			for _, x := range a.Solution.(*placement.Solution).Assignments {
				w, err := solve.Explain(context.Background(), p, solve.Algorithm(run.Algorithm), o, x.Job, "")
				if err != nil || w.Winner != x.Cluster {
					t.Fatalf("%d %s %s: got error %v, cluster %s; want %s", number, run.Algorithm, x.Job, err,
						w.Winner, x.Cluster)
				}
				for _, s := range w.Scores {
					passes := o.Reading == placement.Passes // which decides by the loads at the start of a pass
					if s.Cluster == x.Cluster && (s.Ready != x.Start || s.Rank != 1 && !passes && w.Reason == "") {
						t.Fatalf("%d %s %s: got score %+v, want ready at %v and rank 1", number, run.Algorithm, x.Job,
							s, x.Start)
					}
				}
			}
		}
	}
}

// The exact search finds the least makespan that brute force finds, and its answers are refused if
// they are longer.
func TestExactIsShortest(t *testing.T) {
	refused := 0
	for number := range uint64(150) {
		p := drawUnrelated(number)
		p.Jobs = p.Jobs[:min(len(p.Jobs), 7)]
		a := answerOf(t, p, scenario.Run{Algorithm: "exact"})
		if !a.Check.OK {
			t.Fatalf("%d: got violations %v, want none", number, a.Check.Violations)
		}
		if !a.Feasible {
			continue
		}
		if got, want := a.Metrics["makespan"], minMakespan(p); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("%d: got makespan %v, want %v", number, got, want)
		}
		other := answerOf(t, p, scenario.Run{Algorithm: "met"})
		longer := other.Metrics["makespan"] > a.Metrics["makespan"]*(1+1e-9)
		other.Algorithm, other.Options = "exact", nil
		if check := conform.Answer(p, 0, nil, &other); check.OK == longer {
			t.Fatalf("%d: answer of MET as exact: got %+v, want violations %v", number, check, longer)
		} else if longer {
			refused++
		}
		other.Stats["stopped"] = 1
		if longer && conform.Answer(p, 0, nil, &other).OK {
			t.Fatalf("%d: stopped search of %d jobs: got no violation", number, len(p.Jobs))
		}
	}
	if refused < 30 {
		t.Errorf("got %d longer answers, want 30 at least", refused)
	}
}

// minMakespan returns the least makespan of all placements, each job with its data from the nearest
// replica.
func minMakespan(p *placement.Problem) float64 {
	times := make([][]float64, len(p.Jobs))
	for j := range p.Jobs {
		times[j] = make([]float64, len(p.Clusters))
		for i := range p.Clusters {
			w, err := solve.Explain(context.Background(), p, solve.AlgorithmMET, solve.Options{}, p.Jobs[j].ID,
				p.Clusters[i].ID)
			if s := w.Scores[i]; err == nil && s.Final != nil {
				times[j][i] = *s.RS + s.CRA
			} else {
				times[j][i] = math.Inf(1)
			}
		}
	}
	best, load := math.Inf(1), make([]float64, len(p.Clusters))
	var try func(j int)
	try = func(j int) {
		if j == len(times) {
			longest := 0.0
			for _, x := range load {
				longest = max(longest, x)
			}
			best = min(best, longest)
			return
		}
		for i, t := range times[j] {
			was := load[i]
			load[i] += t
			try(j + 1)
			load[i] = was
		}
	}
	try(0)
	return best
}
