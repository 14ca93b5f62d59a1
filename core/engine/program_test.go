package engine

import (
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/script"
	"gridbox/core/script/scripttest"
	"gridbox/core/trace"
)

func programs(t testing.TB) policy.Interpreter {
	t.Helper()
	return script.Interpreter{Host: scripttest.Host(t)}
}

// withProgram puts a program and a run of it into a scenario.
func withProgram(s *scenario.Scenario, source string) (*scenario.Scenario, scenario.Run) {
	other := *s
	other.Policies = []scenario.Policy{{ID: "mine", Language: policy.JavaScript, Source: source}}
	return &other, scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": "mine"}}
}

// programScenarios returns the scenarios on which programs are tried here.
func programScenarios(t *testing.T, kind string) []*scenario.Scenario {
	var list []*scenario.Scenario
	for _, preset := range map[string][]string{"placement": {"five-clusters", "split-network"},
		"window": {"square-2018"}, "farm": {"markov-2004", "farm-starvation", "farm-graph"}}[kind] {
		list = append(list, explicitly(t, scenario.NewGenerated(kind, preset, 7)))
	}
	return list
}

// A document with a program is solved, checked and signed like any other, and the
// answer has the metrics of the algorithm that the program reproduces.
func TestProgramsInDocuments(t *testing.T) {
	in := programs(t)
	for _, kind := range []string{"placement", "window", "farm"} {
		for _, start := range kinds.Starters(kind) {
			for _, s := range programScenarios(t, kind) {
				mine, run := withProgram(s, start.Source)
				a, err := All().Run(t.Context(), mine, run, Env{Programs: in})
				if err != nil {
					t.Fatalf("%s: %v", start.Title, err)
				}
				want, err := All().Run(t.Context(), s, scenario.Run{Algorithm: start.Algorithm}, Env{})
				if err != nil {
					t.Fatal(err)
				}
				if !a.Check.OK || a.Feasible != want.Feasible ||
					string(doc.Canonical(a.Metrics)) != string(doc.Canonical(want.Metrics)) || a.Stats["steps"] < 1000 {
					t.Errorf("%s: got %+v, %+v; want %v, %v as by %s", start.Title, a.Check, a.Metrics, want.Metrics,
						want.Reason, start.Algorithm)
				}
			}
		}
	}
}

// Errors are reported with their position in the document's source. Without an
// interpreter a run is refused.
func TestProgramsGoWrong(t *testing.T) {
	s := programScenarios(t, "placement")[0]
	mine, run := withProgram(s, "function decide() {\n  return nothing }")
	_, err := All().Run(t.Context(), mine, run, Env{Programs: programs(t)})
	if err == nil || !strings.Contains(err.Error(), "policies[0].source") ||
		!strings.Contains(err.Error(), "line 2: ReferenceError: nothing is not defined") {
		t.Error(err)
	}
	if _, err = All().Run(t.Context(), mine, run, Env{}); err == nil || !strings.Contains(err.Error(), "interpreter") {
		t.Error(err)
	}
}

// The output of a program is in the trace, and changes no answer.
func TestProgramsSay(t *testing.T) {
	s, in := programScenarios(t, "placement")[0], programs(t)
	source := kinds.Starter("placement", "rbhs")
	quiet, run := withProgram(s, source)
	loud, _ := withProgram(s, strings.Replace(source, "return best.id",
		`log("best", best.id); mark(job, "here"); return best.id`, 1))
	loud.Policies[0].Source = strings.Replace(loud.Policies[0].Source, "{ meanTransfer", "{ job, meanTransfer", 1)
	log := &trace.Log{}
	a, err := All().Run(t.Context(), loud, run, Env{Programs: in, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	b, err := All().Run(t.Context(), quiet, run, Env{Programs: in})
	if err != nil || string(doc.Canonical(a.Solution)) != string(doc.Canonical(b.Solution)) {
		t.Errorf("without output: got another answer or error %v", err)
	}
	got, marked := 0, 0
	for _, e := range log.Events {
		switch e.Kind {
		case "said":
			got++
		case "marked":
			marked++
		}
	}
	if jobs := len(s.Placement.Jobs); got != jobs || marked != jobs {
		t.Errorf("got %d lines of output and %d marks, want %d for the jobs", got, marked, jobs)
	}
}
