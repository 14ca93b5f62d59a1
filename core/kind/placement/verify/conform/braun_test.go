package conform_test

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/importer"
	"gridbox/core/importer/etc"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/verify/conform"
	"gridbox/core/realfiles"
	"gridbox/core/scenario"
)

// The best known solutions of Braun's benchmark pass with the expected makespans, and the
// bound of an answer to each instance is proven from its multipliers alone.
func TestBraunSolutions(t *testing.T) {
	var all struct {
		Instances map[string]struct {
			Solutions map[string]float64 `json:"solutions"`
		} `json:"instances"`
	}
	if err := json.Unmarshal(realfiles.File(t, "braun/expect.json"), &all); err != nil {
		t.Fatal(err)
	}
	solutions := 0
	for name, instance := range all.Instances {
		file := importer.File{Name: name, Data: realfiles.File(t, "braun/"+name)}
		p := &etc.Format.Read([]importer.File{file}, importer.Wishes{}).Scenario.Placement.Problem
		bound := answerOf(t, p, scenario.Run{Algorithm: "min-min"})
		if !bound.Check.OK || bound.Check.Scope != scenario.ScopeBounded {
			t.Errorf("%s: got %+v, want scope %q", name, bound.Check, scenario.ScopeBounded)
		}
		for sol, want := range instance.Solutions {
			a := solutionOf(t, p, string(realfiles.File(t, "braun/"+sol)))
			a.Bound = &scenario.Bound{Metric: "makespan", Value: bound.Bound.Value,
				Gap: a.Metrics["makespan"]/bound.Bound.Value - 1, Certificate: bound.Bound.Certificate}
			check := conform.Answer(p, 0, nil, a)
			if !check.OK || check.Scope != scenario.ScopeBounded || math.Abs(a.Metrics["makespan"]-want) > 1e-9*want {
				t.Errorf("%s: got makespan %v, %+v; want %v, scope %q", sol, a.Metrics["makespan"], check, want,
					scenario.ScopeBounded)
			}
			solutions++
		}
	}
	if solutions != 8 {
		t.Errorf("got %d solutions, want 8", solutions)
	}
}

// solutionOf returns an answer from the machines of the tasks.
func solutionOf(t *testing.T, p *placement.Problem, text string) *scenario.Answer {
	t.Helper()
	words := strings.Fields(text)
	if len(words) != len(p.Jobs) {
		t.Fatalf("got %d machines, want %d for the tasks", len(words), len(p.Jobs))
	}
	s, ready, sum, last := &placement.Solution{}, make([]float64, len(p.Clusters)), 0.0, 0.0
	for j, word := range words {
		i, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		run := p.RunTime(j, i)
		s.Assignments = append(s.Assignments, placement.Assignment{Job: p.Jobs[j].ID, Cluster: p.Clusters[i].ID,
			Start: ready[i], RunTime: run, Finish: ready[i] + run})
		ready[i] += run
		sum, last = sum+ready[i], max(last, ready[i])
	}
	return &scenario.Answer{Algorithm: "by hand", Feasible: true, Solution: s, Metrics: map[string]float64{
		"makespan": last, "totalTransferTime": 0, "meanTransferTime": 0,
		"meanCompletionTime": sum / float64(len(words))}}
}
