package conform_test

import (
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	_ "gridbox/core/fixedseed"
	"gridbox/core/kind/farm"
	"gridbox/core/reason"
	"gridbox/core/scenario"

	"pgregory.net/rapid"
)

// smallFarms returns all presets, at sizes that allow a thousand mutants to be
// checked quickly, and random farms with all features.
func smallFarms(t *testing.T) []*scenario.Scenario {
	t.Helper()
	var list []*scenario.Scenario
	for _, p := range farm.Presets() {
		s := scenario.NewGenerated("farm", p.ID, 7)
		if jobs, machines := 36, 6; !p.IsFixed() {
			s.Farm.Generate.Jobs, s.Farm.Generate.Machines = &jobs, &machines
			if degree := 5.0; p.ID == "farm-graph" {
				s.Farm.Generate.Degree = &degree
			}
		}
		explicit, faults := scenario.Expand(s)
		if faults != nil {
			t.Fatalf("preset %s: got faults %v, want none", p.ID, faults)
		}
		list = append(list, explicit)
	}
	seeds := 16
	if testing.Short() {
		seeds = 5
	}
	for seed := range seeds {
		s := scenario.NewGenerated("farm", "farm-mixed", 1)
		explicit, faults := scenario.Expand(s)
		if faults != nil {
			t.Fatal(faults)
		}
		explicit.Farm.Problem = *rapid.Custom(randomFarm).Example(seed)
		if costs := explicit.Farm.Policy; seed%4 == 1 { // with another metric for the bound
			zero, one := 0.0, 1.0
			costs.Cost = &farm.Cost{Makespan: &zero, Wait: &one}
			if seed%8 == 1 {
				costs.Cost = &farm.Cost{Makespan: &zero, Lateness: &one}
			}
		}
		list = append(list, explicit)
	}
	return list
}

// farmTruths are the answers of all algorithms with all their options.
func farmTruths(t *testing.T, s *scenario.Scenario) map[string]scenario.Answer {
	list := map[string]scenario.Answer{}
	add := func(algorithm string, options map[string]any) {
		a, err := engine.All().Measure(context.Background(), s, scenario.Run{Algorithm: algorithm, Options: options},
			engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		list[farmRunOf(&a)] = a
	}
	for _, mode := range []string{"earliest", "published"} {
		for _, order := range []string{"mode", "static", "tables"} {
			for _, tries := range []float64{0, 7} {
				add("two-stage", map[string]any{"mode": mode, "order": order, "tries": tries})
			}
		}
	}
	add("fcfs", nil)
	add("easy", nil)
	add("conservative", map[string]any{"compression": "keep"})
	add("conservative", map[string]any{"compression": "replan"})
	add("easy-sjbf", nil)
	add("easy-sjbf", map[string]any{"queue": "saf", "others": "lxf", "reservations": 3.0})
	add("lookahead", map[string]any{"score": "area"})
	add("lookahead", map[string]any{"score": "slots"})
	add("greedy", nil)
	add("greedy", map[string]any{"orders": "five", "delay": 1.0})
	add("relaxed", nil)
	add("relaxed", map[string]any{"relax": 1.0})
	add("easy-plus-plus", nil)
	add("easy-plus-plus", map[string]any{"predict": "once"})
	add("easy-plus-plus", map[string]any{"predict": "share"})
	add("multifactor", nil)
	add("multifactor", map[string]any{"weightAge": 0.0, "weightSize": 0.0, "weightPriority": 0.0, "halfLife": 100.0,
		"fairshare": "classic", "backfill": "none"})
	add("multifactor", map[string]any{"weightAge": 0.0, "weightFairshare": 0.0, "favor": "small",
		"backfill": "conservative"})
	add("gang", nil)
	add("gang", map[string]any{"slice": 10.0, "share": 2.0})
	return list
}

// farmProofs are the bounds of the metrics that can have one.
func farmProofs(t *testing.T, s *scenario.Scenario) map[string]float64 {
	proven, none, one := map[string]float64{}, 0.0, 1.0
	for _, cost := range []*farm.Cost{{}, {Makespan: &none, Wait: &one}, {Makespan: &none, Lateness: &one}} {
		other, problem, policy := *s, *s.Farm, farm.Policy{}
		if problem.Policy != nil {
			policy = *problem.Policy
		}
		policy.Cost, problem.Policy, other.Farm = cost, &policy, &problem
		a, err := engine.All().Measure(context.Background(), &other, scenario.Run{Algorithm: "fcfs"}, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Bound != nil {
			proven[a.Bound.Metric] = a.Bound.Value
		}
	}
	return proven
}

func farmRunOf(a *scenario.Answer) string { return a.Algorithm + string(doc.Canonical(a.Options)) }

// A farmMutant is a changed answer; same is the reason why the meaning is
// unchanged, or "".
type farmMutant struct {
	description string
	answer      scenario.Answer
	equivalence string
}

// A farmNursery makes the mutants of one answer.
type farmNursery struct {
	s      *scenario.Scenario
	right  scenario.Answer
	truths map[string]scenario.Answer
	proven map[string]float64 // the solver's bounds of all metrics
	list   []farmMutant
}

func (n *farmNursery) add(what string, change func(a *scenario.Answer, s *farm.Solution) bool) {
	a := n.right
	a.Metrics, a.Options = maps.Clone(a.Metrics), maps.Clone(a.Options)
	if a.Bound != nil {
		bound, certificate := *a.Bound, *a.Bound.Certificate
		a.Bound = &bound
		a.Bound.Certificate = &certificate
	}
	solution, _ := a.Solution.(*farm.Solution)
	if solution != nil {
		solution = &farm.Solution{Reservations: slices.Clone(solution.Reservations)}
		for i := range solution.Reservations {
			if x := &solution.Reservations[i]; x.Preempted != nil {
				stop := *x.Preempted
				x.Preempted = &stop
			}
		}
		a.Solution = solution
	}
	if change(&a, solution) {
		n.list = append(n.list, farmMutant{what, a, n.equivalenceReason(&a)})
	}
}

// equivalenceReason returns the reason why a mutant is equivalent: the solver of the named run
// decides the same, or the solver proves as much of the metric.
func (n *farmNursery) equivalenceReason(a *scenario.Answer) string {
	truth, known := n.truths[farmRunOf(a)]
	if b := a.Bound; a.Feasible && b != nil && b.Metric != n.right.Bound.Metric && b.Value <= n.proven[b.Metric]+1e-9 {
		return "it is another bound that holds"
	}
	if known && truth.Feasible == a.Feasible &&
		string(doc.Canonical(truth.Solution)) == string(doc.Canonical(a.Solution)) &&
		maps.Equal(truth.Metrics, a.Metrics) && string(doc.Canonical(truth.Bound)) == string(doc.Canonical(a.Bound)) {
		return "the run that is named decides just so"
	}
	return ""
}

// spreadIndexes returns up to most indexes of a list, evenly over its length.
func spreadIndexes(length, most int) (list []int) {
	step := max(1, length/most)
	for i := 0; i < length; i += step {
		list = append(list, i)
	}
	return list
}

// addAll makes the mutants of an answer.
func (n *farmNursery) addAll() {
	if n.right.Feasible {
		for _, i := range spreadIndexes(len(n.right.Solution.(*farm.Solution).Reservations), 9) {
			n.solutions(i)
		}
		n.metrics()
		n.bounds()
		n.add("no schedule", func(a *scenario.Answer, _ *farm.Solution) bool {
			a.Feasible, a.Reason, a.Solution, a.Metrics, a.Bound = false, reason.New("no luck"), nil, nil, nil
			return true
		})
	} else {
		n.add("a schedule of nothing", func(a *scenario.Answer, _ *farm.Solution) bool {
			a.Feasible, a.Reason, a.Solution, a.Metrics = true, nil, &farm.Solution{}, map[string]float64{}
			return true
		})
	}
	for _, name := range slices.Sorted(maps.Keys(n.truths)) {
		other := n.truths[name]
		n.add("named "+name, func(a *scenario.Answer, _ *farm.Solution) bool {
			a.Algorithm, a.Options = other.Algorithm, other.Options
			return farmRunOf(a) != farmRunOf(&n.right)
		})
	}
}

// solutions changes one reservation, and the metrics with it if the result could
// be a schedule.
func (n *farmNursery) solutions(i int) {
	p := &n.s.Farm.Problem
	change := func(what string, do func(x *farm.Reservation, s *farm.Solution) bool) {
		n.add(what, func(a *scenario.Answer, s *farm.Solution) bool {
			if !do(&s.Reservations[i], s) {
				return false
			}
			n.measure(a, s)
			return true
		})
	}
	for k := range min(3, len(p.Machines)-1) {
		change("another machine", func(x *farm.Reservation, _ *farm.Solution) bool {
			at := slices.IndexFunc(p.Machines, func(m farm.Machine) bool { return m.ID == x.Machine })
			j := p.Jobs[slices.IndexFunc(p.Jobs, func(j farm.Job) bool { return j.ID == x.Job })]
			length := (x.Finish - x.Start) * j.SpeedOf(&p.Machines[at])
			m := &p.Machines[(at+k+1)%len(p.Machines)]
			x.Machine, x.Finish = m.ID, x.Start+length/j.SpeedOf(m)
			return true
		})
	}
	for _, by := range []float64{-60, -1, 1, 60, 1e5} {
		change("another start", func(x *farm.Reservation, s *farm.Solution) bool {
			for k := range s.Reservations {
				if y := &s.Reservations[k]; y.Job == x.Job && y.Start == x.Start && y != x {
					y.Start, y.Finish = y.Start+by, y.Finish+by
				}
			}
			x.Start, x.Finish = x.Start+by, x.Finish+by
			return true
		})
	}
	change("another finish", func(x *farm.Reservation, _ *farm.Solution) bool { x.Finish++; return true })
	change("another part", func(x *farm.Reservation, _ *farm.Solution) bool { x.Part++; return true })
	change("more slots", func(x *farm.Reservation, _ *farm.Solution) bool { x.Slots++; return true })
	change("more memory", func(x *farm.Reservation, _ *farm.Solution) bool { x.Memory++; return true })
	change("another job", func(x *farm.Reservation, _ *farm.Solution) bool { x.Job = "nobody"; return true })
	for _, how := range []string{farm.StartRunning, farm.StartDirect, farm.StartReserved, farm.StartBackfill,
		farm.StartQueued,
		farm.StartResumed} {
		change("another how", func(x *farm.Reservation, _ *farm.Solution) bool {
			was := x.StartKind
			x.StartKind = how
			return was != how
		})
	}
	change("left out", func(_ *farm.Reservation, s *farm.Solution) bool {
		s.Reservations = slices.Delete(s.Reservations, i, i+1)
		return true
	})
	change("twice", func(x *farm.Reservation, s *farm.Solution) bool {
		s.Reservations = slices.Insert(s.Reservations, i, *x)
		return true
	})
	change("changed over with the next", func(x *farm.Reservation, s *farm.Solution) bool {
		if i+1 >= len(s.Reservations) {
			return false
		}
		y := &s.Reservations[i+1]
		if x.Slots != y.Slots || x.Finish-x.Start != y.Finish-y.Start || x.Job == y.Job {
			return false
		}
		moved := x.Start != y.Start || x.Machine != y.Machine
		x.Machine, y.Machine, x.Start, y.Start, x.Finish, y.Finish = y.Machine, x.Machine, y.Start, x.Start, y.Finish,
			x.Finish
		return moved
	})
	change("stopped", func(x *farm.Reservation, _ *farm.Solution) bool {
		if x.Preempted == nil {
			x.Preempted = &farm.Preemption{By: p.Jobs[0].ID, Ratio: 2}
		} else {
			x.Preempted = nil
		}
		return true
	})
	change("stopped by another", func(x *farm.Reservation, _ *farm.Solution) bool {
		if x.Preempted == nil || x.Preempted.By == p.Jobs[0].ID {
			return false
		}
		x.Preempted.By = p.Jobs[0].ID
		return true
	})
	change("another ratio", func(x *farm.Reservation, _ *farm.Solution) bool {
		if x.Preempted == nil {
			return false
		}
		x.Preempted.Ratio *= 1.5
		return true
	})
	change("a turn or none", func(x *farm.Reservation, _ *farm.Solution) bool {
		if x.Preempted == nil {
			return false
		}
		x.Preempted.Turn = !x.Preempted.Turn
		return true
	})
}

// measure sets the metrics to those of the reservations.
func (n *farmNursery) measure(a *scenario.Answer, s *farm.Solution) {
	p := &n.s.Farm.Problem
	rules := p.Rules()
	start, end, busy, slots := map[string]float64{}, map[string]float64{}, 0.0, 0.0
	for i := range s.Reservations {
		x := &s.Reservations[i]
		if at, known := start[x.Job]; !known || x.Start < at {
			start[x.Job] = x.Start
		}
		end[x.Job] = max(end[x.Job], x.Finish)
		busy += float64(x.Slots) * max(0, x.Finish-max(0, x.Start))
	}
	makespan, wait, late := 0.0, 0.0, 0.0
	for _, j := range p.Jobs {
		makespan = max(makespan, end[j.ID])
		wait += (start[j.ID] - j.Submitted) / float64(len(p.Jobs))
		if j.Deadline != nil {
			late = max(late, end[j.ID]-*j.Deadline)
		}
	}
	for _, m := range p.Machines {
		slots += float64(m.Slots)
	}
	a.Metrics = map[string]float64{"makespan": makespan, "meanWait": wait, "maxLateness": late,
		"utilization": busy / (slots * makespan),
		"cost":        rules.CostMakespan*makespan + rules.CostWait*wait + rules.CostLateness*late}
	a.Bound.Gap, _ = a.Relative()
}

func (n *farmNursery) metrics() {
	for _, name := range slices.Sorted(maps.Keys(n.right.Metrics)) {
		for what, do := range map[string]func(x float64) float64{
			"more": func(x float64) float64 { return x + max(1e-3, 1e-6*math.Abs(x)) },
			"less": func(x float64) float64 { return x - max(1e-3, 1e-6*math.Abs(x)) },
			"half": func(x float64) float64 { return x/2 - 1 }} {
			n.add(name+" "+what, func(a *scenario.Answer, _ *farm.Solution) bool {
				a.Metrics[name] = do(a.Metrics[name])
				if a.Bound.Metric == name {
					a.Bound.Gap, _ = a.Relative()
				}
				return true
			})
		}
		n.add("no "+name, func(a *scenario.Answer, _ *farm.Solution) bool { delete(a.Metrics, name); return true })
	}
	n.add("a metric more", func(a *scenario.Answer, _ *farm.Solution) bool { a.Metrics["beauty"] = 1; return true })
}

// bounds changes the claims beyond the schedule. A lower bound is weaker but not
// false, so it is not among the mutants.
func (n *farmNursery) bounds() {
	is, was := n.right.Metrics[n.right.Bound.Metric], n.right.Bound.Value
	for _, share := range []float64{1e-3, 0.1, 0.5, 1} {
		n.add("a higher bound", func(a *scenario.Answer, _ *farm.Solution) bool {
			a.Bound.Value += share * (is - was)
			a.Bound.Gap, _ = a.Relative()
			return a.Bound.Value-was > 1e-6*max(1, is)
		})
	}
	n.add("above the metric", func(a *scenario.Answer, _ *farm.Solution) bool {
		a.Bound.Value = is + 1
		a.Bound.Gap, _ = a.Relative()
		return true
	})
	for _, by := range []float64{-0.5, 0.001, 1} {
		n.add("another gap", func(a *scenario.Answer, _ *farm.Solution) bool { a.Bound.Gap += by; return true })
	}
	n.add("no certificate", func(a *scenario.Answer, _ *farm.Solution) bool { a.Bound.Certificate = nil; return true })
	n.add("no argument", func(a *scenario.Answer, _ *farm.Solution) bool {
		a.Bound.Certificate.Argument = "experience"
		return true
	})
	n.add("about no machine", func(a *scenario.Answer, _ *farm.Solution) bool {
		a.Bound.Certificate.Count = 1e9
		return a.Bound.Certificate.Argument == "slots"
	})
	n.add("about no type", func(a *scenario.Answer, _ *farm.Solution) bool {
		a.Bound.Certificate.Group = "no such"
		return a.Bound.Certificate.Argument != "chain" && a.Bound.Certificate.Argument != "nothing"
	})
	for _, metric := range []string{"makespan", "meanWait", "maxLateness", "utilization", "cost"} {
		n.add("a bound of "+metric, func(a *scenario.Answer, _ *farm.Solution) bool {
			if metric == a.Bound.Metric || a.Metrics[metric] == 0 {
				return false
			}
			a.Bound.Metric, a.Bound.Value = metric, a.Metrics[metric]
			a.Bound.Gap = 0
			return true
		})
	}
}

// At least 99 of 100 changed answers are refuted at the changed place. Survivors
// have the same meaning or are reported. All right answers pass.
func TestFarmMutants(t *testing.T) {
	made, killed, equivalent := map[string]int{}, map[string]int{}, 0
	for _, s := range smallFarms(t) {
		truths, proven := farmTruths(t, s), farmProofs(t, s)
		for name, right := range truths {
			if v := engine.All().Verify(s, &right); !v.OK {
				t.Fatalf("answer %s: got violations %v, want none", name, v.Violations)
			}
			n := &farmNursery{s: s, right: right, truths: truths, proven: proven}
			n.addAll()
			for _, m := range n.list {
				if m.equivalence != "" {
					equivalent++
					continue
				}
				kind := m.description[:min(7, len(m.description))]
				if made[kind]++; !engine.All().Verify(s, &m.answer).OK {
					killed[kind]++
				} else if made[kind]-killed[kind] < 3 {
					t.Logf("survives: %s of %s", m.description, name)
				}
			}
		}
	}
	all, dead := 0, 0
	for kind := range made {
		all, dead = all+made[kind], dead+killed[kind]
		if float64(killed[kind]) < 0.97*float64(made[kind]) {
			t.Errorf("mutants %q: got %d of %d refuted, want 97 %% at least", kind, killed[kind], made[kind])
		}
	}
	t.Logf("%d of %d killed, %d equivalent", dead, all, equivalent)
	if float64(dead) < 0.99*float64(all) || all < 10_000 {
		t.Errorf("got %d of %d mutants refuted, want 99 %% of 10,000 at least", dead, all)
	}
}
