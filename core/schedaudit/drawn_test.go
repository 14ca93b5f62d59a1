package schedaudit_test

import (
	"context"
	"math"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/export"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/kinds"
	"gridbox/core/randscenario"
	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
	"pgregory.net/rapid"
)

// schedules lists the formats in which schedules are written and judged here.
var schedules = []string{"swf", "batsim-csv"}

// TestEveryScheduleReadsBack solves drawn farms by every algorithm with drawn options,
// exports each answer in every format of schedules, and judges the files.
func TestEveryScheduleReadsBack(t *testing.T) {
	kind, _ := catalog.ByID("farm")
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		s, run := drawFarm(t, &kind)
		a, err := engine.All().RunExplicit(context.Background(), s, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Feasible {
			return
		}
		count[run.Algorithm]++
		for _, r := range a.Solution.(*farm.Solution).Reservations {
			if r.Preempted != nil {
				count["stopped"]++
			}
			if r.Part > 1 {
				count["divided"]++
			}
		}
		for _, id := range schedules {
			text := exportSchedule(t, s, &a, id)
			read, faults := schedaudit.Read(text)
			if faults != nil {
				t.Fatalf("Read of %s: got faults %v, want none\n%s", id, faults, text)
			}
			j, err := read.Judge(&s.Farm.Problem, "x")
			if err != nil {
				t.Fatalf("Judge of %s: %v\n%s", id, err, text)
			}
			for name, x := range a.Metrics { // SWF does not state the machines of parts
				if id != "swf" && math.Abs(j.Answer.Metrics[name]-x) > 1e-5*max(1, math.Abs(x)) {
					t.Fatalf("%s from %s: got %v, want %v", name, id, j.Answer.Metrics[name], x)
				}
			}
			if j.ViolationCount > 0 {
				t.Fatalf("%s of %s with %v: got violations %v, want none\n%s\n%s", id, run.Algorithm, run.Options,
					j.Answer.Check.Violations, text, scenario.Canonical(s))
			}
		}
	})
	t.Log(count)
}

func exportSchedule(t rapid.TB, s *scenario.Scenario, a *scenario.Answer, id string) []byte {
	t.Helper()
	f, err := export.ByID(id, "farm", false)
	if err != nil {
		t.Fatal(err)
	}
	text, err := f.Write(&export.Work{Scenario: s, Answers: []scenario.Answer{*a}})
	if err != nil {
		t.Fatal(err)
	}
	return text.Bytes
}

// drawFarm draws a small farm similar to a preset, with preemptible or parallel jobs and
// wrong estimates, and a run of any algorithm.
func drawFarm(t *rapid.T, kind *catalog.Kind) (*scenario.Scenario, scenario.Run) {
	seed := rapid.Uint64Range(0, 1<<20).Draw(t, "seed")
	draw := rng.New(seed, "drawn farms", 0)
	preset := rapid.SampledFrom(kind.Presets).Draw(t, "preset")
	plain := randscenario.NewSmall(preset.ID, seed, draw)
	altered := *plain
	farmed := *plain.Farm
	farmed.Machines, farmed.Jobs = append([]farm.Machine{}, farmed.Machines...), append([]farm.Job{}, farmed.Jobs...)
	altered.Farm = &farmed
	for i := range farmed.Machines {
		if draw.Chance(0.5) {
			speed := []float64{0.5, 0.75, 1, 3}[draw.IntN(4)]
			farmed.Machines[i].Speed = &speed
		}
	}
	if few := 1 + draw.IntN(3); draw.Chance(0.5) && few < len(farmed.Machines) && len(farmed.Links) == 0 {
		farmed.Machines = farmed.Machines[:few] // with little room jobs are stopped
	}
	scale := rapid.SampledFrom([]float64{1, 1, 1e-3, 1e5}).Draw(t, "scale")
	for i := range farmed.Jobs {
		j := &farmed.Jobs[i]
		j.Duration, j.Submitted = j.Duration*scale, j.Submitted*scale
		if j.Estimate != nil {
			estimate := *j.Estimate * scale
			j.Estimate = &estimate
		}
		if m := &farmed.Machines[draw.IntN(len(farmed.Machines))]; draw.Chance(0.1) && len(j.After) == 0 {
			since := -draw.Uniform(0, j.Duration/4)
			j.Submitted = since - draw.Uniform(0, 100)
			j.Running, j.Type = &farm.Running{Machine: m.ID, Since: since}, m.Type
		}
		j.Preemptible, j.Restartable = draw.Chance(0.8), draw.Chance(0.6)
		if draw.Chance(0.5) {
			estimate := j.Duration * []float64{0.3, 1, 2.5}[draw.IntN(3)]
			j.Estimate = &estimate
		}
		if draw.Chance(0.3) && j.Running == nil {
			j.Partition = 1 + draw.IntN(4)
		}
		if draw.Chance(0.3) {
			deadline := max(0, j.Submitted) + 1.2*j.Duration
			j.Priority, j.Deadline = draw.Uniform(1, 1e6), &deadline
		}
	}
	yes := rapid.Bool().Draw(t, "preemption")
	cycle := rapid.SampledFrom([]float64{0, 10, 100}).Draw(t, "cycle")
	p := farm.Policy{}
	if farmed.Policy != nil {
		p = *farmed.Policy
	}
	p.Preemption, p.Cycle = &yes, &cycle
	if one, none := 1.0, 0.0; yes {
		p.PriorityRatio, p.RemainingRatio, p.SpentRatio = &one, &none, &none
	}
	farmed.Policy = &p
	s := &altered
	if faults := scenario.Validate(s); len(faults) > 0 {
		s = plain
	}
	algorithm := rapid.SampledFrom(kind.Algorithms).Draw(t, "algorithm")
	run := scenario.Run{Algorithm: algorithm.ID, Options: map[string]any{}}
	for _, o := range algorithm.Options {
		switch _, on := o.Default.(bool); {
		case o.ID == "policy":
			table, _ := kinds.Policy("farm")
			run.Options[o.ID] = rapid.SampledFrom(table.Ready).Draw(t, o.ID).ID
		case o.ID == "tries":
			run.Options[o.ID] = float64(rapid.IntRange(0, 3).Draw(t, o.ID))
		case len(o.Choices) > 0:
			run.Options[o.ID] = rapid.SampledFrom(o.Choices).Draw(t, o.ID)
		case on:
			run.Options[o.ID] = rapid.Bool().Draw(t, o.ID)
		}
	}
	return s, run
}
