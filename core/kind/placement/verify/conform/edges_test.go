package conform_test

import (
	"slices"
	"strconv"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"
)

// plainProblem returns a problem without data, with clusters of these powers and jobs of this
// work.
func plainProblem(mips, work []float64) *placement.Problem {
	p := &placement.Problem{}
	for i, x := range mips {
		p.Clusters = append(p.Clusters, placement.Cluster{ID: "c" + strconv.Itoa(i), MIPS: x})
	}
	for j, x := range work {
		p.Jobs = append(p.Jobs, placement.Job{ID: "j" + strconv.Itoa(j), MI: x})
	}
	return p
}

// handmadeAnswer returns an answer that places the jobs of a plain problem and claims a bound
// by weights of the clusters. Without weights the bound is by capacity.
func handmadeAnswer(p *placement.Problem, bound float64, weights []float64, at func(j int) int) *scenario.Answer {
	ready, s, m := make([]float64, len(p.Clusters)), &placement.Solution{}, map[string]float64{"makespan": 0,
		"meanTransferTime": 0, "totalTransferTime": 0, "meanCompletionTime": 0}
	for j := range p.Jobs {
		i := at(j)
		run := p.Jobs[j].MI / p.Clusters[i].MIPS
		s.Assignments = append(s.Assignments, placement.Assignment{Job: p.Jobs[j].ID, Cluster: p.Clusters[i].ID,
			RunTime: run, Start: ready[i], Finish: ready[i] + run})
		ready[i] += run
		m["makespan"] = max(m["makespan"], ready[i])
		m["meanCompletionTime"] += ready[i]
	}
	m["meanCompletionTime"] /= float64(max(1, len(p.Jobs)))
	a := verifytest.SetBound(&scenario.Answer{Algorithm: "by hand", Feasible: true, Solution: s,
		Metrics: m}, "makespan", bound)
	a.Bound.Certificate = &scenario.Certificate{Argument: "capacity"}
	if weights != nil {
		a.Bound.Certificate = &scenario.Certificate{Argument: "branching", Limit: bound, Multipliers: weights}
	}
	return a
}

func ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }

// Arguments for bounds of the makespan prove what they should: jobs are fixed one by
// one as long as the problem is small and this does not take too long. Claims without a
// proof are refused, true or not.
func TestArgumentsForMakespans(t *testing.T) {
	spread := func(clusters int) func(j int) int { return func(j int) int { return j % clusters } }
	first := func(int) int { return 0 }
	// Three jobs of 1 for two clusters of 1, and jobs that take no time or a thousand
	// times as long.
	three := func(jobs, clusters int) *placement.Problem {
		mips, work := slices.Repeat([]float64{1e-3}, clusters), make([]float64, jobs)
		mips[0], mips[1], work[0], work[1], work[2] = 1, 1, 1, 1, 1
		return plainProblem(mips, work)
	}
	uneven := plainProblem([]float64{3, 2}, slices.Repeat([]float64{6}, 7)) // 2 or 3 each: four and three take 9
	for what, c := range map[string]struct {
		p       *placement.Problem
		at      func(j int) int
		bound   float64
		weights []float64
		scope   string // "" if the bound is refused
	}{
		"nothing to do":         {plainProblem(ones(2), nil), first, 0, nil, scenario.ScopeOptimal},
		"all work on all power": {plainProblem(ones(2), ones(4)), spread(2), 2, nil, scenario.ScopeOptimal},
		"the greatest work":     {plainProblem(ones(2), []float64{5, 1}), spread(2), 5, nil, scenario.ScopeOptimal},
		"work beyond all numbers": {plainProblem([]float64{1e308, 1e308}, []float64{1e308, 1e308}), spread(2), 1, nil,
			scenario.ScopeOptimal},
		"more than capacity shows": {plainProblem(ones(2), ones(3)), spread(2), 1.75, nil, ""},
		"three for two":            {plainProblem(ones(2), ones(3)), spread(2), 2, ones(2), scenario.ScopeOptimal},
		"six for five":             {plainProblem(ones(5), ones(6)), spread(5), 2, ones(5), scenario.ScopeOptimal},
		"nine for eight, too long": {plainProblem(ones(8), ones(9)), spread(8), 2, ones(8), ""},
		"more than three need":     {plainProblem(ones(2), ones(3)), first, 2.01, ones(2), ""},
		"as long as one job": {plainProblem(ones(2), []float64{5, 1}), spread(2), 5, []float64{},
			scenario.ScopeOptimal},
		"longer than one job": {plainProblem(ones(2), []float64{5, 1}), first, 5.5, []float64{}, ""},
		"no weight where it counts": {uneven, func(j int) int { return j / 4 }, 9, []float64{0, 1},
			scenario.ScopeOptimal},
		"no weight at all": {plainProblem(ones(2), ones(4)), spread(2), 2, []float64{0, 0},
			scenario.ScopeOptimal},
		"more than there are":       {plainProblem(ones(2), ones(4)), spread(2), 2, ones(3), ""},
		"less than there are":       {plainProblem(ones(2), ones(4)), spread(2), 2, ones(1), ""},
		"the greatest of the small": {three(64, 64), spread(2), 2, ones(64), scenario.ScopeOptimal},
		"the least of the large":    {three(65, 64), spread(2), 2, ones(64), ""},
		"large, by weights alone": {plainProblem(ones(70), ones(140)), spread(70), 2, ones(70),
			scenario.ScopeOptimal},
		"large, more than that": {plainProblem(ones(70), ones(140)), first, 2.5, ones(70), ""},
	} {
		a := handmadeAnswer(c.p, c.bound, c.weights, c.at)
		v := conform.Answer(c.p, 0, nil, a)
		switch {
		case c.scope == "" && (len(v.Violations) != 1 || v.Violations[0].Path != "bound.certificate"):
			t.Errorf("%s: got %+v, want one violation at bound.certificate", what, v)
		case c.scope != "" && (!v.OK || v.Scope != c.scope):
			t.Errorf("%s: got %+v, want %s", what, v, c.scope)
		}
	}
}

// If there are more jobs than clusters, some share one. Up to 17 per cluster are
// counted, for at most eight million times, each with its least time.
func TestClustersMustBeShared(t *testing.T) {
	spread := func(clusters int) func(j int) int { return func(j int) int { return j % clusters } }
	first := func(int) int { return 0 }
	for what, c := range map[string]struct {
		p     *placement.Problem
		at    func(j int) int
		bound float64
		ok    bool
	}{
		"nine for eight":             {plainProblem(ones(8), ones(9)), spread(8), 2, true},
		"nine for eight, and less":   {plainProblem(ones(8), ones(9)), first, 1.9, true},
		"nine for eight, and more":   {plainProblem(ones(8), ones(9)), first, 2.001, false},
		"eight for eight":            {plainProblem(ones(8), ones(8)), first, 2, false},
		"17 for eight":               {plainProblem(ones(8), ones(17)), spread(8), 3, true},
		"33 for two":                 {plainProblem(ones(2), ones(33)), spread(2), 17, true},
		"35 for two":                 {plainProblem(ones(2), ones(35)), spread(2), 18, false},
		"the longest":                {plainProblem(ones(2), []float64{1, 9, 4, 1, 5}), first, 9, true},
		"more than the longest":      {plainProblem(ones(2), []float64{1, 9, 4, 1, 5}), first, 9.1, false},
		"the shortest of the longer": {plainProblem(ones(2), []float64{4, 3, 4, 3, 4}), first, 10, true},
		"more than these":            {plainProblem(ones(2), []float64{4, 3, 4, 3, 4}), first, 10.1, false},
		"where each runs best":       {plainProblem([]float64{1, 2}, []float64{6, 6, 6}), spread(2), 6, true},
		"eight million times":        {plainProblem(ones(2000), ones(4000)), spread(2000), 2, true},
		"and more of them":           {plainProblem(ones(2000), ones(4001)), spread(2000), 3, false},
	} {
		a := handmadeAnswer(c.p, c.bound, nil, c.at)
		a.Bound.Certificate = &scenario.Certificate{Argument: "counting"}
		v := conform.Answer(c.p, 0, nil, a)
		refused := len(v.Violations) == 1 && v.Violations[0].Path == "bound.certificate"
		if v.OK != c.ok || !c.ok && !refused {
			t.Errorf("%s: got %+v, want valid %t or one violation at bound.certificate", what, v, c.ok)
		}
	}
}

// An overflow of all times together is a reason to give up only if an algorithm's own
// placement causes it.
func TestTimesBeyondNumbers(t *testing.T) {
	p := plainProblem(ones(2), []float64{0.8e308, 0.8e308})
	for algorithm, ok := range map[string]bool{"fastest": true, "min-completion": false, "by hand": false} {
		v := conform.Answer(p, 0, nil, &scenario.Answer{Algorithm: algorithm, Reason: reason.New("too-long")})
		if v.OK != ok || v.Scope != scenario.ScopeValid {
			t.Errorf("%s: got %+v, want valid %t, scope %q", algorithm, v, ok, scenario.ScopeValid)
		}
	}
}

// A job that can run nowhere gets no cluster, whatever the rule.
func TestNobodyRunsWhatCannotRun(t *testing.T) {
	p := plainProblem(ones(2), ones(1))
	p.Datasets, p.Jobs[0].Datasets = []placement.Dataset{{ID: "d", Size: 1}}, []string{"d"}
	for _, algorithm := range []string{"rbhs", "scp-tree", "min-completion", "nearest-data", "fastest", "random"} {
		a := handmadeAnswer(p, 1, nil, func(int) int { return 1 })
		a.Algorithm = algorithm
		if algorithm == "rbhs" {
			half := 0.5
			a.Solution.(*placement.Solution).Assignments[0].Z = &half
		}
		if v := conform.Answer(p, 0, nil, a).Violations; !verifytest.Has(v, "although the job can run nowhere") {
			t.Errorf("%s: got violations %v, want that the job can run nowhere", algorithm, v)
		}
	}
}

// Links of any length are checked: one whose time is too short to count, one so long
// that no path includes it, and both directions.
func TestLinksOfAnyLength(t *testing.T) {
	p := plainProblem([]float64{1, 1, 9}, ones(3))
	p.Links = []placement.Link{{A: "c0", B: "c1", Bandwidth: 1e300}, {A: "c1", B: "c2", Bandwidth: 1},
		{A: "c0", B: "c2", Bandwidth: 1e-30}}
	p.Datasets = []placement.Dataset{{ID: "d", Size: 1, At: []string{"c0"}}}
	for j := range p.Jobs {
		p.Jobs[j].Datasets = []string{"d"}
	}
	s := &scenario.Scenario{Kind: "placement", Placement: &scenario.Placement{Problem: *p}}
	for _, algorithm := range []string{"rbhs", "scp-tree", "min-completion", "fastest"} {
		a, err := engine.All().RunExplicit(t.Context(), s, scenario.Run{Algorithm: algorithm}, engine.Env{})
		if err != nil || !a.Feasible || !a.Check.OK {
			t.Fatalf("%s: got error %v, reason %v, check %v; want a valid placement", algorithm, err, a.Reason,
				a.Check)
		}
		if algorithm != "fastest" {
			continue
		}
		x := &a.Solution.(*placement.Solution).Assignments[0]
		if x.Cluster != "c2" || !slices.Equal(x.Sources[0].Path, []string{"c0", "c1", "c2"}) {
			t.Fatalf("got %+v, want cluster c2 and the path c0 c1 c2", x)
		}
		x.Sources[0].Path = []string{"c0", "c2"}
		if v := engine.All().Verify(s, &a).Violations; !verifytest.HasPath(v, "[0].sources[0].path") {
			t.Errorf("longer path: got violations %v, want one at sources[0].path", v)
		}
	}
}

// In a problem with more than a million jobs times clusters every second job is checked
// against its rule. Random numbers are drawn for the others too.
func TestEverySecondJobIsFollowed(t *testing.T) {
	n := 1030
	p := plainProblem(ones(n), ones(n))
	s := &scenario.Scenario{Kind: "placement", Seed: 3, Placement: &scenario.Placement{Problem: *p}}
	a, err := engine.All().RunExplicit(t.Context(), s, scenario.Run{Algorithm: "random"}, engine.Env{Bare: true})
	if err != nil || !a.Feasible {
		t.Fatalf("got error %v, reason %v; want a placement", err, a.Reason)
	}
	list := a.Solution.(*placement.Solution).Assignments
	at := func(j int) int {
		return slices.IndexFunc(p.Clusters, func(c placement.Cluster) bool { return c.ID == list[j].Cluster })
	}
	for moved, ok := range map[int]bool{-1: true, 500: false, 501: true, 1028: false} {
		b := handmadeAnswer(p, 1, nil, func(j int) int {
			if j == moved {
				return (at(j) + 1) % n
			}
			return at(j)
		})
		b.Algorithm = "random"
		if v := conform.Answer(p, 3, nil, b); v.OK != ok {
			t.Errorf("job %d on another cluster: got violations %v, want valid %t", moved, v.Violations, ok)
		}
	}
}

// A path that is longer than another, or as long and not the first, is reported as such,
// not as missing.
func TestLongerWaysAreNamed(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: 1}, {ID: "b", MIPS: 1}, {ID: "c", MIPS: 9}},
		Links: []placement.Link{{A: "a", B: "b", Bandwidth: 10}, {A: "b", B: "c", Bandwidth: 10},
			{A: "a", B: "c", Bandwidth: 1}},
		Datasets: []placement.Dataset{{ID: "d", Size: 2, At: []string{"a"}}},
		Jobs:     []placement.Job{{ID: "j", MI: 900, Datasets: []string{"d"}}}}
	for bandwidth, want := range map[float64]string{1: "takes 1 s/MB; d can be had from 0.2 s/MB away",
		5: "is not the way that comes first in the document"} {
		p.Links[2].Bandwidth = bandwidth
		s := &scenario.Scenario{Kind: "placement", Placement: &scenario.Placement{Problem: *p}}
		a, err := engine.All().RunExplicit(t.Context(), s, scenario.Run{Algorithm: "fastest"}, engine.Env{})
		if err != nil || len(a.Check.Violations) > 0 {
			t.Fatalf("got error %v, check %+v; want a valid answer", err, a.Check)
		}
		source := &a.Solution.(*placement.Solution).Assignments[0].Sources[0]
		direct, round := []string{"a", "c"}, []string{"a", "b", "c"}
		if len(source.Path) == 2 {
			direct = round
		}
		source.Path = direct
		if v := conform.Answer(p, 0, nil, &a).Violations; !verifytest.Has(v, want) {
			t.Errorf("path %v instead of %v: got violations %+v, want %q", direct, round, v, want)
		}
	}
}
