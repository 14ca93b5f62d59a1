package league

import (
	"context"
	"reflect"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/shake"
	"gridbox/core/study"
)

// A league on shaken traces has the same counts as shake.Run.
func TestLeagueOnShakenTraces(t *testing.T) {
	r := request(t, "farm", "farm-mixed", 0, "fcfs", "easy")
	r.Metric, r.Shake = "meanWait", &Shaking{Strength: 0.1, Load: 1.2}
	d, err := Run(context.Background(), engine.All(), r)
	if err != nil {
		t.Fatal(err)
	}
	s, err := shake.Run(context.Background(), engine.All(), shake.Request{Scenario: r.Scenario, A: r.Runs[0],
		B: r.Runs[1], Metric: "meanWait", Times: r.Instances, Strength: 0.1, Load: 1.2})
	if err != nil {
		t.Fatal(err)
	}
	p := d.Pair(s.A, s.B)
	if p.Better != s.Better || p.Worse != s.Worse || s.Better+s.Worse == 0 {
		t.Errorf("league: got %d better, %d worse; want %d, %d as of shake.Run", p.Better, p.Worse, s.Better, s.Worse)
	}
	cell, err := r.Cell(context.Background(), engine.All(), d, p, 0)
	if err != nil {
		t.Fatal(err)
	}
	explicit, _ := scenario.Expand(r.Scenario)
	if want := shake.Trace(explicit, p.Instance, 0.1, 1.2); !reflect.DeepEqual(cell.Farm, want.Farm) {
		t.Error("the cell is not the shaken trace with the worst ratio")
	}
}

// With noise the instances are those of a study with the same noise.
func TestLeagueWithNoise(t *testing.T) {
	r := request(t, "placement", "five-clusters", 20, "rbhs", "min-completion", "random")
	r.Scenario, _ = scenario.Expand(r.Scenario)
	r.Noise = []scenario.Noise{{Path: "placement.jobs[*].mi", CV: 0.3}}
	r.Instances = 12
	m, err := NewMeasurer(&r)
	if err != nil {
		t.Fatal(err)
	}
	asked := *r.Scenario
	asked.Runs, asked.Study = r.Runs, &scenario.Study{Replications: 12, Noise: r.Noise}
	plan, faults := study.New(&asked, study.Limits{})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	first, err := m.Instance(0)
	if err != nil {
		t.Fatal(err)
	}
	if want := plan.Replication(0, 0); !reflect.DeepEqual(first.Placement, want.Placement) ||
		reflect.DeepEqual(first.Placement, r.Scenario.Placement) {
		t.Error("the first instance is not the first replication")
	}
	if d, err := Run(context.Background(), engine.All(), r); err != nil || d.Compared != 12 {
		t.Errorf("Run with noise: got %+v, error %v; want 12 compared", d, err)
	}
	r.Noise[0].Path = "placement.nothing"
	if _, err := NewMeasurer(&r); err == nil {
		t.Error("noise on an unknown field is accepted")
	}
}

// A table without some instances counts only the measured ones.
func TestResultOfAPartOfTheInstances(t *testing.T) {
	r := request(t, "placement", "unrelated-machines", 10, "olb", "min-min")
	m, err := NewMeasurer(&r)
	if err != nil {
		t.Fatal(err)
	}
	table := make([][]Value, r.Instances)
	for _, i := range []int{3, 7} {
		table[i] = m.Measure(context.Background(), engine.All(), i)
	}
	d, err := r.Result(table)
	if err != nil || d.Compared != 2 || d.Rows[0].Failed != 0 || d.Pairs[0].Compared != 2 {
		t.Errorf("Result: got %+v, error %v; want 2 compared instances without failures", d, err)
	}
	if p := d.Pairs[0]; p.Instance != 3 && p.Instance != 7 {
		t.Errorf("worst instance: got %d, want one of those measured, 3 or 7", p.Instance)
	}
}
