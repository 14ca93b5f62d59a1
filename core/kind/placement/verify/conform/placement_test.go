package conform_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/kind"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/reason"
	"gridbox/core/scenario"
	"gridbox/core/verify/verifytest"
)

// answers solves a preset by every algorithm and option.
func answers(t *testing.T, preset string, seed uint64) (*scenario.Scenario, []scenario.Answer) {
	t.Helper()
	asked := scenario.NewGenerated("placement", preset, seed)
	if jobs := 150; strings.HasPrefix(preset, "rbhs") {
		asked.Placement.Generate.Jobs = &jobs
	}
	s, faults := scenario.Expand(asked)
	if faults != nil {
		t.Fatal(faults)
	}
	kind, _ := catalog.ByID("placement")
	var list []scenario.Answer
	for _, a := range kind.Algorithms {
		sets := []map[string]any{{}}
		for _, o := range a.Options {
			var wider []map[string]any
			for _, set := range sets {
				for _, value := range values(o) {
					more := map[string]any{o.ID: value}
					for k, v := range set {
						more[k] = v
					}
					wider = append(wider, more)
				}
			}
			sets = wider
		}
		for _, set := range sets {
			answer, err := engine.All().RunExplicit(context.Background(), s,
				scenario.Run{Algorithm: a.ID, Options: set}, engine.Env{})
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, answer)
		}
	}
	return s, list
}

func values(o kind.Option) []any {
	if _, word := o.Default.(string); word && o.Choices == nil {
		return []any{o.Default} // the default policy; the ready ones have tests of their own
	}
	if share, number := o.Default.(float64); number {
		return []any{share, 2 * share}
	}
	if o.Choices == nil {
		return []any{false, true}
	}
	var list []any
	for _, c := range o.Choices {
		list = append(list, c)
	}
	return list
}

// Every algorithm's answer to every preset, under every option, passes.
func TestRightAnswersPass(t *testing.T) {
	for _, p := range placement.Presets() {
		s, list := answers(t, p.ID, 7)
		for _, a := range list {
			for _, v := range conform.Answer(&s.Placement.Problem, s.Seed, nil, &a).Violations {
				t.Errorf("%s %s %v: got violation %s: %s, want none", p.ID, a.Algorithm, a.Options, v.Path, v.Reason)
			}
		}
	}
}

// clone returns a copy of an answer, so that tests may change it.
func clone(t *testing.T, a scenario.Answer) scenario.Answer {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	copied := scenario.Answer{Solution: &placement.Solution{}}
	if err := json.Unmarshal(text, &copied); err != nil {
		t.Fatal(err)
	}
	return copied
}

// Each change to a right answer is found, with its path.
func TestTamperingIsFound(t *testing.T) {
	s, list := answers(t, "five-clusters", 0)
	type hand = func(a *scenario.Answer, first *placement.Assignment, s *placement.Solution)
	for _, c := range []struct {
		name, path string
		tamper     hand
	}{
		{"another job", "assignments[0].job",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) { x.Job = "j9" }},
		{"no such cluster", "assignments[0].cluster",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) { x.Cluster = "Paris" }},
		{"another cluster", "assignments[0]", func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) {
			if x.Cluster = "Nice"; x.RunTime == 30000.0/950 {
				x.Cluster = "Rennes"
			}
		}},
		{"earlier start", "start", func(_ *scenario.Answer, _ *placement.Assignment, s *placement.Solution) {
			for i := range s.Assignments {
				if s.Assignments[i].Start > 0 {
					s.Assignments[i].Start /= 2
					return
				}
			}
		}},
		{"negative start", "start", func(_ *scenario.Answer, x *placement.Assignment,
			_ *placement.Solution) {
			x.Start = -1
		}},
		{"shorter transfer", "transferTime",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) { x.TransferTime *= 0.999 }},
		{"shorter run", "runTime", func(_ *scenario.Answer, x *placement.Assignment,
			_ *placement.Solution) {
			x.RunTime *= 0.999999
		}},
		{"earlier finish", "finish", func(_ *scenario.Answer, x *placement.Assignment,
			_ *placement.Solution) {
			x.Finish -= 1
		}},
		{"no sources", "sources", func(_ *scenario.Answer, x *placement.Assignment,
			_ *placement.Solution) {
			x.Sources = nil
		}},
		{"one source twice", "sources[1].dataset",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) { x.Sources[1] = x.Sources[0] }},
		{"a dataset not needed", "sources[0].dataset",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) { x.Sources[0].Dataset = "d5" }},
		{"no such dataset", "sources[0].dataset",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) { x.Sources[0].Dataset = "d77" }},
		{"no replica there", "sources[1].cluster",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) {
				x.Sources[1].Cluster = "Nice"
			}},
		{"empty path", "sources[0].path",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) { x.Sources[0].Path = nil }},
		{"path of no link", "sources[1].path",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) {
				x.Sources[1].Path = []string{"Lille", "Nice", x.Cluster}
			}},
		{"path to elsewhere", "sources[1].path",
			func(_ *scenario.Answer, x *placement.Assignment, _ *placement.Solution) {
				x.Sources[1].Path = append(x.Sources[1].Path, "Atlantis")
			}},
		{"a job too few", "assignments", func(_ *scenario.Answer, _ *placement.Assignment, s *placement.Solution) {
			s.Assignments = s.Assignments[:len(s.Assignments)-1]
		}},
		{"a job too many", "assignments", func(_ *scenario.Answer, x *placement.Assignment, s *placement.Solution) {
			s.Assignments = append(s.Assignments, *x)
		}},
		{"smaller makespan", "metrics.makespan",
			func(a *scenario.Answer, _ *placement.Assignment, _ *placement.Solution) { a.Metrics["makespan"]-- }},
		{"smaller total", "metrics.totalTransferTime",
			func(a *scenario.Answer, _ *placement.Assignment, _ *placement.Solution) {
				a.Metrics["totalTransferTime"] *= 0.9
			}},
		{"smaller mean", "metrics.meanTransferTime",
			func(a *scenario.Answer, _ *placement.Assignment, _ *placement.Solution) {
				a.Metrics["meanTransferTime"] *= 0.9
			}},
		{"no metric", "metrics.meanCompletionTime",
			func(a *scenario.Answer, _ *placement.Assignment, _ *placement.Solution) {
				delete(a.Metrics, "meanCompletionTime")
			}},
		{"invented metric", "metrics.beauty",
			func(a *scenario.Answer, _ *placement.Assignment, _ *placement.Solution) { a.Metrics["beauty"] = 1 }},
		{"bound above", "bound.value", func(a *scenario.Answer, _ *placement.Assignment,
			_ *placement.Solution) {
			a.Bound.Value = 1e6
		}},
		{"bound of another metric", "bound.metric",
			func(a *scenario.Answer, _ *placement.Assignment, _ *placement.Solution) { a.Bound.Metric = "cost" }},
		{"smaller gap", "bound.gap", func(a *scenario.Answer, _ *placement.Assignment,
			_ *placement.Solution) {
			a.Bound.Gap /= 2
		}},
		{"no solution", "solution", func(a *scenario.Answer, _ *placement.Assignment,
			_ *placement.Solution) {
			a.Solution = nil
		}},
		{"said infeasible", "feasible", func(a *scenario.Answer, _ *placement.Assignment, _ *placement.Solution) {
			a.Feasible, a.Reason, a.Solution = false, reason.New("too-hard"), nil
		}},
		{"infeasible without a reason", "reason",
			func(a *scenario.Answer, _ *placement.Assignment, _ *placement.Solution) {
				a.Feasible, a.Solution = false, nil
			}},
	} {
		for _, right := range list {
			a := clone(t, right)
			solution := a.Solution.(*placement.Solution)
			c.tamper(&a, &solution.Assignments[0], solution)
			if !verifytest.HasPath(conform.Answer(&s.Placement.Problem, s.Seed, nil, &a).Violations, c.path) {
				t.Errorf("%s in an answer of %s %v: got violations %v, want one at %s", c.name, a.Algorithm, a.Options,
					conform.Answer(&s.Placement.Problem, s.Seed, nil, &a).Violations, c.path)
			}
		}
	}
}

// A wrong Z, a detour and one host too many are found if they are claims.
func TestClaimsAreChecked(t *testing.T) {
	s, list := answers(t, "five-clusters", 0)
	for _, right := range list {
		a := clone(t, right)
		x := &a.Solution.(*placement.Solution).Assignments[0]
		if a.Algorithm == "rbhs" {
			*x.Z += 0.01
			if !verifytest.HasPath(conform.Answer(&s.Placement.Problem, s.Seed, nil, &a).Violations, "[0].z") {
				t.Error("wrong Z: got no violation at z")
			}
		}
	}
	// Lyon reads d3 over Rennes instead of Nancy.
	p := &s.Placement.Problem
	long := &placement.Solution{Assignments: []placement.Assignment{{Job: "j", Cluster: "Lyon", RunTime: 1,
		TransferTime: 45 * (1.0/16 + 1.0/20), Finish: 1 + 45*(1.0/16+1.0/20),
		Sources: []placement.Source{{Dataset: "d3", Cluster: "Lille", Path: []string{"Lille", "Rennes", "Lyon"}}}}}}
	q := *p
	q.Jobs = []placement.Job{{ID: "j", MI: 820, Datasets: []string{"d3"}}}
	m := map[string]float64{"makespan": long.Assignments[0].Finish, "meanCompletionTime": long.Assignments[0].Finish,
		"totalTransferTime": long.Assignments[0].TransferTime, "meanTransferTime": long.Assignments[0].TransferTime}
	a := scenario.Answer{Feasible: true, Metrics: m, Solution: long}
	for _, a.Algorithm = range []string{"by hand", "scp-tree", "nearest-data"} {
		v := conform.Answer(&q, 0, nil, &a).Violations
		if byHand := a.Algorithm == "by hand"; !verifytest.HasPath(v, "sources[0].path") || byHand != (len(v) == 1) {
			t.Errorf("%s: detour: got violations %v, want one at sources[0].path", a.Algorithm, v)
		}
	}
	// d1 and d4 are both in Lyon; reading d1 from Rennes makes two hosts.
	q.Jobs = []placement.Job{{ID: "j", Datasets: []string{"d1", "d4"}}}
	two := placement.Assignment{Job: "j", Cluster: "Lyon", TransferTime: 6, Finish: 6, Sources: []placement.Source{
		{Dataset: "d1", Cluster: "Rennes", Path: []string{"Rennes", "Lyon"}},
		{Dataset: "d4", Cluster: "Lyon", Path: []string{"Lyon"}}}}
	a.Algorithm = "scp-tree"
	a.Solution = &placement.Solution{Assignments: []placement.Assignment{two}}
	a.Metrics = map[string]float64{"makespan": 6, "meanCompletionTime": 6, "totalTransferTime": 6,
		"meanTransferTime": 6}
	if v := conform.Answer(&q, 0, nil, &a).Violations; len(v) != 1 || !verifytest.HasPath(v, "sources") {
		t.Errorf("one host too many: got violations %v, want one at sources", v)
	}
}

// A right infeasible answer passes.
func TestInfeasiblePasses(t *testing.T) {
	p := &placement.Problem{Clusters: []placement.Cluster{{ID: "a", MIPS: 1}},
		Datasets: []placement.Dataset{{ID: "d", Size: 1}},
		Jobs:     []placement.Job{{ID: "j", Datasets: []string{"d"}}}}
	a := scenario.Answer{Algorithm: "rbhs", Reason: reason.New("d has no replica")}
	if v := conform.Answer(p, 0, nil, &a).Violations; len(v) != 0 {
		t.Errorf("right infeasible answer: got violations %v, want none", v)
	}
}

// Answers share paths. A path that was followed is not followed again, but
// another path with the same beginning in memory is.
func TestSharedPathsAreDistinguished(t *testing.T) {
	p := &placement.Problem{
		Clusters: []placement.Cluster{{ID: "a", MIPS: 1}, {ID: "b", MIPS: 1}, {ID: "c", MIPS: 1}},
		Links:    []placement.Link{{A: "a", B: "b", Bandwidth: 1}, {A: "b", B: "c", Bandwidth: 1}},
		Datasets: []placement.Dataset{{ID: "d", Size: 1, At: []string{"a"}}},
		Jobs:     []placement.Job{{ID: "j0", Datasets: []string{"d"}}, {ID: "j1", Datasets: []string{"d"}}},
	}
	long := []string{"a", "b", "c", "b", "c"}
	for what, c := range map[string]struct {
		from string
		path []string
		time float64
		want string
	}{
		"the same":          {"a", long[:3], 2, ""},
		"a detour":          {"a", long, 4, "[1].sources[0].path"},
		"a part":            {"a", long[:2], 1, "[1].sources[0].path"},
		"from elsewhere":    {"b", long[:3], 2, "[1].sources[0].cluster"},
		"from nobody":       {"z", long[:3], 2, "[1].sources[0].cluster"},
		"no path":           {"a", nil, 2, "[1].sources[0].path"},
		"the same, renewed": {"a", []string{"a", "b", "c"}, 2, ""},
	} {
		s := &placement.Solution{Assignments: []placement.Assignment{
			{Job: "j0", Cluster: "c", TransferTime: 2, Finish: 2,
				Sources: []placement.Source{{Dataset: "d", Cluster: "a", Path: long[:3]}}},
			{Job: "j1", Cluster: "c", Start: 2, TransferTime: c.time, Finish: 2 + c.time,
				Sources: []placement.Source{{Dataset: "d", Cluster: c.from, Path: c.path}}}}}
		a := scenario.Answer{Algorithm: "by hand", Feasible: true, Solution: s, Metrics: map[string]float64{
			"makespan": 2 + c.time, "totalTransferTime": 2 + c.time, "meanTransferTime": (2 + c.time) / 2,
			"meanCompletionTime": (4 + c.time) / 2}}
		v := conform.Answer(p, 0, nil, &a).Violations
		if c.want == "" && len(v) > 0 || c.want != "" && !verifytest.HasPath(v, c.want) {
			t.Errorf("%s: got violations %v, want %q", what, v, c.want)
		}
	}
}
