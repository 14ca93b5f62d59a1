package conform_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/scenario"
)

// windowRuns are the algorithms with their options.
var windowRuns = []scenario.Run{
	{Algorithm: "first-fit"}, {Algorithm: "first-fit", Options: map[string]any{"reading": "literal"}},
	{Algorithm: "first-fit", Options: map[string]any{"together": true}},
	{Algorithm: "min-start"}, {Algorithm: "min-start", Options: map[string]any{"together": true}},
	{Algorithm: "min-finish"}, {Algorithm: "min-runtime"}, {Algorithm: "min-cost"},
	{Algorithm: "max-sum"}, {Algorithm: "max-sum", Options: map[string]any{"minimise": true}},
	{Algorithm: "max-sum", Options: map[string]any{"subset": "dense", "cells": 1.0}},
	{Algorithm: "multiple-best"}, {Algorithm: "multiple-best", Options: map[string]any{"criterion": "value"}},
	{Algorithm: "multiple-best", Options: map[string]any{"criterion": "start", "together": true}},
	{Algorithm: "custom", Options: map[string]any{"expression": "cost + 2 * start"}},
	{Algorithm: "custom", Options: map[string]any{"expression": "sum(q) - runtime", "minimise": false}},
	{Algorithm: "custom", Options: map[string]any{"expression": "finish", "minimise": false}},
	{Algorithm: "alp"}, {Algorithm: "amp"}, {Algorithm: "profile"},
}

// windowCases returns the problems from whose answers mutants are made.
func windowCases(t *testing.T) map[string]*scenario.Scenario {
	t.Helper()
	cases := map[string]*scenario.Scenario{}
	add := func(name, preset string, seed uint64, change func(*window.WindowProblem)) {
		s, faults := scenario.Expand(scenario.NewGenerated("window", preset, seed))
		if faults != nil {
			t.Fatal(faults)
		}
		change(&s.Window.WindowProblem)
		cases[name] = s
	}
	same := func(*window.WindowProblem) {}
	for _, preset := range window.Presets() {
		if preset.ID == "twelve-nodes" || !testing.Short() {
			add(preset.ID, preset.ID, 1, same)
		}
	}
	seeds := uint64(6)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		add(fmt.Sprint("twelve ", seed), "twelve-nodes", 2+seed, same)
		add(fmt.Sprint("little money ", seed), "twelve-nodes", 2+seed, func(p *window.WindowProblem) {
			*p.Request.Budget *= 0.6 + 0.08*float64(seed)
		})
	}
	add("much money", "twelve-nodes", 3, func(p *window.WindowProblem) { p.Request.Budget = nil })
	add("no time", "twelve-nodes", 3, func(p *window.WindowProblem) {
		until := 40.0
		p.Request.Deadline = &until
	})
	add("own performances", "twelve-nodes", 4, func(p *window.WindowProblem) {
		for i := range p.Nodes {
			p.Nodes[i].Performance += float64(i) / 100
		}
	})
	add("odd prices", "twelve-nodes", 5, func(p *window.WindowProblem) {
		for i := range p.Nodes {
			p.Nodes[i].Price = math.Sqrt(p.Nodes[i].Price)
		}
	})
	return cases
}

// A windowMutant is an answer with a change.
type windowMutant struct {
	change string
	a      *scenario.Answer
}

// windowMutants returns copies of an answer with one change each.
func windowMutants(t *testing.T, s *scenario.Scenario, of *scenario.Answer) (list []windowMutant) {
	t.Helper()
	add := func(what string, change func(a *scenario.Answer, w *window.Solution)) {
		a := copyOf(t, of)
		w, _ := a.Solution.(*window.Solution)
		change(a, w)
		list = append(list, windowMutant{what, a})
	}
	for _, run := range windowRuns {
		if run.Options == nil && run.Algorithm != of.Algorithm {
			add("name "+run.Algorithm, func(a *scenario.Answer, _ *window.Solution) { a.Algorithm = run.Algorithm })
		}
	}
	for name, others := range map[string][]any{"reading": {"corrected", "literal"}, "together": {true, false},
		"criterion": {"start", "finish", "runtime", "cost", "value"}, "minimise": {true, false},
		"subset": {"exact", "dense"}, "cells": {1.0, 9.0}, "expression": {"cost", "start", "runtime - sum(q)"}} {
		for _, other := range others {
			if is, has := of.Options[name]; has && is != other {
				add(fmt.Sprint("option ", name, " ", other), func(a *scenario.Answer, _ *window.Solution) {
					a.Options[name] = other
				})
			}
		}
	}
	if !of.Feasible {
		add("feasible without a solution", func(a *scenario.Answer, _ *window.Solution) { a.Feasible = true })
		return list
	}
	add("infeasible", func(a *scenario.Answer, _ *window.Solution) {
		a.Feasible, a.Solution, a.Metrics, a.Bound, a.Reason = false, nil, nil, nil, reason.New("there is no window")
		a.Stats = map[string]float64{"windows": 1e9, "stopped": 1}
	})
	for name := range of.Metrics {
		add("metric "+name, func(a *scenario.Answer, _ *window.Solution) {
			a.Metrics[name] += 0.001 * (1 + math.Abs(a.Metrics[name]))
		})
	}
	if of.Bound != nil {
		add("gap", func(a *scenario.Answer, _ *window.Solution) { a.Bound.Gap += 0.01 })
		for _, by := range []float64{-0.01, 0.01} {
			add(fmt.Sprint("bound by ", by), func(a *scenario.Answer, _ *window.Solution) {
				a.Bound.Value += by * (1 + math.Abs(a.Bound.Value))
				a.Bound.Gap, _ = a.Relative()
			})
		}
		if of.Bound.Gap > 0 {
			add("no gap", func(a *scenario.Answer, _ *window.Solution) {
				a.Bound.Value, a.Bound.Gap = a.Metrics[a.Bound.Metric], 0
			})
		}
		for name := range of.Metrics {
			if name != of.Bound.Metric {
				add("bound of "+name, func(a *scenario.Answer, _ *window.Solution) {
					a.Bound = &scenario.Bound{Metric: name, Value: a.Metrics[name]}
				})
			}
		}
	}
	list = append(list, windowChanges(t, s, of)...)
	return list
}

// windowChanges returns copies with a changed solution and metrics that fit it.
func windowChanges(t *testing.T, s *scenario.Scenario, of *scenario.Answer) (list []windowMutant) {
	t.Helper()
	p := &s.Window.WindowProblem
	add := func(what string, change func(a *scenario.Answer, w *window.Solution)) {
		a := copyOf(t, of)
		change(a, a.Solution.(*window.Solution))
		list = append(list, windowMutant{what, a})
	}
	for i := range of.Solution.(*window.Solution).Slots {
		add("cost of a slot", func(_ *scenario.Answer, w *window.Solution) { w.Slots[i].Cost *= 1.01 })
		add("end of a slot", func(_ *scenario.Answer, w *window.Solution) { w.Slots[i].End++ })
		for k := range p.Nodes {
			add("node "+p.Nodes[k].ID, func(a *scenario.Answer, w *window.Solution) {
				w.Slots[i].Node = p.Nodes[k].ID
				fit(p, a, w)
			})
		}
	}
	for _, by := range []float64{-30, -1, 1, 30} {
		add(fmt.Sprint("start by ", by), func(a *scenario.Answer, w *window.Solution) {
			for i := range w.Slots {
				w.Slots[i].Start += by
			}
			fit(p, a, w)
		})
	}
	if of.Algorithm != "multiple-best" {
		add("an alternative", func(_ *scenario.Answer, w *window.Solution) {
			w.Alternatives = []window.Window{{Slots: w.Slots}}
		})
		return list
	}
	for k := range of.Solution.(*window.Solution).Alternatives {
		add("no alternative "+fmt.Sprint(k), func(_ *scenario.Answer, w *window.Solution) {
			w.Alternatives = slices.Delete(w.Alternatives, k, k+1)
			w.Chosen = slices.IndexFunc(w.Alternatives, func(x window.Window) bool {
				return slices.Equal(x.Slots, w.Slots)
			})
		})
		add("chosen "+fmt.Sprint(k), func(a *scenario.Answer, w *window.Solution) {
			w.Chosen, w.Slots = k, slices.Clone(w.Alternatives[k].Slots)
			fit(p, a, w)
		})
	}
	return list
}

// fit sets times, costs, metrics, bound and criterion to those of the nodes and the
// start of a solution.
func fit(p *window.WindowProblem, a *scenario.Answer, w *window.Solution) {
	m := window.Metrics{Start: w.Slots[0].Start}
	nodes := map[string]*window.Node{}
	for i := range p.Nodes {
		nodes[p.Nodes[i].ID] = &p.Nodes[i]
	}
	for i := range w.Slots {
		m.Runtime = max(m.Runtime, p.Request.Volume/nodes[w.Slots[i].Node].Performance)
	}
	for i := range w.Slots {
		n, length := nodes[w.Slots[i].Node], m.Runtime
		if a.Algorithm == "alp" || a.Algorithm == "amp" {
			length = p.Request.Volume / n.Performance
		}
		w.Slots[i].End, w.Slots[i].Cost = w.Slots[i].Start+length, n.Price*length
		m.Cost += n.Price * length
		m.Value += n.Attributes[p.ValueAttribute()]
	}
	m.Finish = m.Start + m.Runtime
	a.Metrics = map[string]float64{"start": m.Start, "runtime": m.Runtime, "finish": m.Finish, "cost": m.Cost,
		"value": m.Value}
	if a.Bound != nil {
		a.Bound.Value, a.Bound.Gap = a.Metrics[a.Bound.Metric], 0
	}
	switch a.Options["expression"] {
	case "cost + 2 * start":
		a.Stats["criterion"] = m.Cost + 2*m.Start
	case "sum(q) - runtime":
		a.Stats["criterion"] = m.Value - m.Runtime
	case "finish":
		a.Stats["criterion"] = m.Finish
	}
}

func copyOf(t *testing.T, a *scenario.Answer) *scenario.Answer {
	t.Helper()
	b := *a
	b.Options, b.Metrics, b.Stats = maps.Clone(a.Options), maps.Clone(a.Metrics), maps.Clone(a.Stats)
	if a.Bound != nil {
		bound := *a.Bound
		b.Bound = &bound
	}
	if w, ok := a.Solution.(*window.Solution); ok {
		text, err := json.Marshal(w)
		if err != nil {
			t.Fatal(err)
		}
		v := &window.Solution{}
		if err := json.Unmarshal(text, v); err != nil {
			t.Fatal(err)
		}
		b.Solution = v
	}
	return &b
}

// meansTheSame reports whether a mutant is still true:
//
//   - the named algorithm with its options gives this window and these
//     alternatives, or is also infeasible;
//   - or the window is as good by the only number that Max Sum, Min Cost and
//     custom promise, if they leave a tie open (for Min Cost up to the rounding
//     of a cost);
//   - only the bound differs and is true: it is looser, or one of another metric
//     that the window reaches.
func meansTheSame(t *testing.T, s *scenario.Scenario, m *windowMutant) bool {
	t.Helper()
	truth, err := engine.Engine{engine.Window()}.Measure(t.Context(), s,
		scenario.Run{Algorithm: m.a.Algorithm, Options: knownOptions(m.a)}, engine.Env{})
	if err != nil {
		return false // no such option
	}
	is, _ := m.a.Solution.(*window.Solution)
	must, _ := truth.Solution.(*window.Solution)
	switch {
	case m.a.Feasible != truth.Feasible || !truth.Feasible:
		return m.a.Feasible == truth.Feasible && is == nil
	case !metricsFit(m.a, &truth, m.a.Metrics):
		return false
	}
	if b := m.a.Bound; b != nil {
		if gap, _ := m.a.Relative(); math.Abs(gap-b.Gap) > 1e-9 {
			return false
		}
		if passes(t, s, b, m.a) {
			return false
		}
	}
	if equalSolutions(is, must) {
		return true
	}
	if len(is.Slots) != len(must.Slots) || is.Slots[0].End <= is.Slots[0].Start {
		return false
	}
	by := map[string]string{"min-cost": "cost", "max-sum": "value"}[m.a.Algorithm]
	if by != "" {
		return math.Abs(m.a.Metrics[by]-truth.Metrics[by]) < 1e-9*math.Abs(truth.Metrics[by])
	}
	return m.a.Algorithm == "custom" && math.Abs(m.a.Stats["criterion"]-truth.Stats["criterion"]) < 1e-9
}

// knownOptions returns the options of a mutant that its algorithm has.
func knownOptions(a *scenario.Answer) map[string]any {
	options := map[string]any{}
	for name, of := range map[string]string{"reading": "first-fit", "criterion": "multiple-best",
		"together": "first-fit min-start min-finish min-runtime multiple-best", "expression": "custom",
		"minimise": "max-sum custom", "subset": "max-sum", "cells": "max-sum", "attribute": "max-sum"} {
		if is, has := a.Options[name]; has && strings.Contains(of, a.Algorithm) {
			options[name] = is
		}
	}
	if a.Algorithm == "custom" && options["minimise"] == nil {
		options["minimise"] = false // the default
	}
	return options
}

// metricsFit reports whether metrics belong to the solution: they equal those of the
// truth if the solutions are equal.
func metricsFit(a, truth *scenario.Answer, metrics map[string]float64) bool {
	is, must := a.Solution.(*window.Solution), truth.Solution.(*window.Solution)
	if !slices.Equal(is.Slots, must.Slots) {
		return true // checked by the checker's own tests
	}
	for name, x := range metrics {
		if y := truth.Metrics[name]; math.Abs(x-y) > 1e-9*(1+math.Abs(y)) {
			return false
		}
	}
	return true
}

// passes reports whether some window exceeds a bound, by the algorithm that examines
// all windows.
func passes(t *testing.T, s *scenario.Scenario, b *scenario.Bound, a *scenario.Answer) bool {
	t.Helper()
	by := map[string]string{"start": "min-start", "finish": "min-finish", "runtime": "min-runtime", "cost": "min-cost",
		"value": "max-sum"}[b.Metric]
	least := b.Metric != "value" || a.Algorithm == "max-sum" && a.Options["minimise"] == true
	run := scenario.Run{Algorithm: by}
	if b.Metric == "value" {
		run.Options = map[string]any{"minimise": least}
	}
	best, err := engine.Engine{engine.Window()}.Measure(t.Context(), s, run, engine.Env{})
	if err != nil || !best.Feasible {
		t.Fatalf("got error %v, reason %v; want a window", err, best.Reason)
	}
	x := best.Metrics[b.Metric]
	if least {
		return b.Value > x+1e-9*math.Abs(x)
	}
	return b.Value < x-1e-9*math.Abs(x)
}

func equalSolutions(a, b *window.Solution) bool {
	one, err := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err == nil && err2 == nil && string(one) == string(other)
}

// At least 99 of 100 changes to the meaning of an answer are found.
func TestWindowMutants(t *testing.T) {
	made, equal, alive := 0, 0, map[string]int{}
	var shown []string
	for name, s := range windowCases(t) {
		for _, run := range windowRuns {
			a, err := engine.Engine{engine.Window()}.RunExplicit(t.Context(), s, run, engine.Env{})
			if err != nil || !a.Check.OK {
				t.Fatalf("%s, %s %v: got error %v, check %+v; want a valid answer", name, run.Algorithm, run.Options,
					err, a.Check)
			}
			for _, m := range windowMutants(t, s, &a) {
				made++
				v := engine.Engine{engine.Window()}.Verify(s, m.a)
				if !v.OK {
					continue
				}
				if meansTheSame(t, s, &m) {
					equal++
					continue
				}
				alive[strings.Fields(m.change)[0]]++
				shown = append(shown, fmt.Sprintf("%s, %s %v: %s", name, run.Algorithm, run.Options, m.change))
			}
		}
	}
	left, killed := 0, 0
	for _, n := range alive {
		left += n
	}
	killed = made - equal - left
	rate := float64(killed) / float64(made-equal)
	t.Logf("%d mutants, %d mean the same, %d of %d others killed: %.2f %%; alive %v", made, equal, killed, made-equal,
		100*rate, alive)
	slices.Sort(shown)
	t.Log(strings.Join(shown[:min(len(shown), 60)], "\n"))
	if rate < 0.99 || made < 3_000 {
		t.Errorf("got %.2f %% of %d mutants refuted, want 99 %% of 3,000 at least", 100*rate, made)
	}
}
