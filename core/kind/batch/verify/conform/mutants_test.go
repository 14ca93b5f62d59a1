package conform_test

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/reason"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// A batchMutant is an answer with one change, and where the change is.
type batchMutant struct {
	description string
	answer      *scenario.Answer
}

// At least 99 of 100 changes to the meaning of an answer are detected. Changes that do not
// change the meaning:
//
//   - relabelled: the other algorithm or option gives this very answer;
//   - weaker: the bound is lower than the one that is proven, and true;
//   - argued: other prices prove the same bound;
//   - less: the answer omits its bound or its front, which is allowed;
//   - as good: a combination of the same time and cost is chosen, in a last cycle;
//   - order: the parts of a window are in another order.
func TestBatchMutants(t *testing.T) {
	killed, total, equivalent := map[string]int{}, map[string]int{}, map[string]int{}
	s := rng.New(7, "batch/mutants", 0)
	batchAnswers(t, s, func(p *scenario.Scenario, a *scenario.Answer) {
		for _, m := range batchMutants(s, a) {
			field := strings.SplitN(m.description, " ", 2)[0]
			if !engine.All().Verify(p, m.answer).OK {
				killed[field]++
				total[field]++
				continue
			}
			if why := batchEquivalent(t, p, a, m); why != "" {
				equivalent[why]++
				continue
			}
			total[field]++
			if total[field]-killed[field] <= 3 {
				t.Logf("not noticed: %s %v: %s", a.Algorithm, a.Options, m.description)
			}
		}
	})
	all, noticed := 0, 0
	for _, field := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%s: %d of %d", field, killed[field], total[field])
		all, noticed = all+total[field], noticed+killed[field]
	}
	t.Logf("%d of %d in all; equivalent: %v", noticed, all, equivalent)
	if all < 5000 || float64(noticed) < 0.99*float64(all) {
		t.Errorf("got %d of %d mutants refuted, want 99 %% of 5,000 at least", noticed, all)
	}
}

// batchAnswers returns answers of both algorithms to the presets and to small problems with many
// ties, under options of every kind.
func batchAnswers(t *testing.T, s *rng.Stream, try func(*scenario.Scenario, *scenario.Answer)) {
	var problems []*batch.Problem
	for _, preset := range batch.Presets() {
		spec := batch.Spec{Preset: preset.ID}
		if preset.ID != "alp-amp-figure-5" {
			slots := 40
			spec.SlotsMin, spec.SlotsMax = &slots, &slots
		}
		p, faults := batch.Generate(spec, 5)
		if faults != nil {
			t.Fatal(faults)
		}
		problems = append(problems, &p)
	}
	for range 60 {
		problems = append(problems, tiedBatch(s))
	}
	for k, p := range problems {
		algorithms := []string{"alp", "amp"}
		if k%3 == 0 {
			algorithms = append(algorithms, batch.RoundRobin, batch.MaxMin, batch.Pareto,
				batch.Lexicographic)
		}
		for _, algorithm := range algorithms {
			options := map[string]any{
				"objective": choose(s, batch.ScenarioObjective, batch.LeastTime, batch.LeastCost),
				"duration":  choose(s, "corrected", "corrected", "literal"), "measure": choose(s, "window", "slots"),
				"timeQuota":   choose(s, "job", "term", "exact"),
				"budgetQuota": choose(s, "income", "mean"), "families": float64(s.UniformInt(0, 3)),
			}
			if algorithm != "alp" && algorithm != "amp" {
				options["search"] = choose(s, "amp", "alp")
			}
			if algorithm == batch.Lexicographic {
				options["order"] = choose(s, "jobs-cost-time", "jobs-time-cost", "cost-time", "time-cost")
			}
			if algorithm == batch.Pareto {
				options["pick"] = choose(s, "balanced", "time", "cost")
			}
			sc := &scenario.Scenario{Kind: "batch", Batch: &scenario.Batch{Problem: *p}}
			a, err := engine.All().RunExplicit(t.Context(), sc, scenario.Run{Algorithm: algorithm, Options: options},
				engine.Env{})
			if err != nil || !a.Check.OK {
				t.Fatalf("got error %v, check %+v; want a valid answer", err, a.Check)
			}
			try(sc, &a)
		}
	}
}

func choose[T any](s *rng.Stream, of ...T) T { return of[s.UniformInt(0, len(of)-1)] }

// tiedBatch is a small batch of whole times and few prices.
func tiedBatch(s *rng.Stream) *batch.Problem {
	p := &batch.Problem{Environment: window.Environment{Horizon: float64(s.UniformInt(20, 60))},
		Cycles: s.UniformInt(1, 3), Period: float64(s.UniformInt(0, 20)), Objective: choose(s, "", "time", "cost")}
	if s.Chance(0.3) {
		limit := float64(s.UniformInt(5, 200))
		p.Limit = &limit
	}
	for i := range s.UniformInt(2, 7) {
		p.Nodes = append(p.Nodes, window.Node{ID: string(rune('a' + i)), Performance: choose(s, 1, 1.3, 2, 3),
			Price: float64(s.UniformInt(0, 6))})
	}
	for range s.UniformInt(0, 8) {
		from := s.UniformInt(0, int(p.Horizon)-1)
		p.Busy = append(p.Busy, window.Slot{Node: choose(s, p.Nodes...).ID, Start: float64(from),
			End: float64(s.UniformInt(from+1, int(p.Horizon)))})
	}
	for i := range s.UniformInt(1, 5) {
		p.Jobs = append(p.Jobs, batch.Job{ID: string(rune('1' + i)), Nodes: s.UniformInt(1, 3),
			Volume: float64(s.UniformInt(2, 20)), MinPerformance: choose(s, 1, 1.3, 2),
			MaxPrice: float64(s.UniformInt(1, 6)),
			Priority: float64(s.UniformInt(0, 1)), Cycle: s.UniformInt(1, p.Cycles)})
	}
	return p
}

// batchMutants returns copies of an answer with one change each.
func batchMutants(s *rng.Stream, a *scenario.Answer) []batchMutant {
	var out []batchMutant
	change := func(what string, do func(m *scenario.Answer)) {
		m := *a
		m.Options, m.Metrics = maps.Clone(a.Options), maps.Clone(a.Metrics)
		if a.Bound != nil {
			bound := *a.Bound
			if bound.Certificate != nil {
				cert := *bound.Certificate
				cert.Multipliers = slices.Clone(cert.Multipliers)
				bound.Certificate = &cert
			}
			m.Bound = &bound
		}
		do(&m)
		out = append(out, batchMutant{what, &m})
	}
	change("algorithm", func(m *scenario.Answer) {
		m.Algorithm = map[string]string{"alp": "amp", "amp": "alp", batch.RoundRobin: batch.MaxMin,
			batch.MaxMin: batch.RoundRobin, batch.Pareto: batch.RoundRobin,
			batch.Lexicographic: batch.RoundRobin}[a.Algorithm]
	})
	change("algorithm other", func(m *scenario.Answer) { m.Algorithm = "best" })
	for name, values := range map[string][]any{"objective": {"time", "cost", "scenario", "none"},
		"duration": {"corrected", "literal", 1.0}, "measure": {"window", "slots", ""},
		"timeQuota": {"job", "term", "exact", "x"}, "budgetQuota": {"income", "mean", true},
		"families": {0.0, 1.0, 2.0, 4.0, -1.0, 0.5, "2"}} {
		for _, x := range values {
			if a.Options[name] != x {
				change("options "+name, func(m *scenario.Answer) { m.Options[name] = x })
			}
		}
	}
	change("options unknown", func(m *scenario.Answer) { m.Options["depth"] = 1.0 })
	change("feasible", func(m *scenario.Answer) {
		if m.Feasible = !a.Feasible; !m.Feasible {
			m.Solution, m.Metrics, m.Bound, m.Reason = nil, nil, nil, reason.New("no job found a window")
		}
	})
	for name, is := range a.Metrics {
		for _, x := range []float64{is + 1, is * (1 + 1e-6), -is} {
			if x != is {
				change("metrics "+name, func(m *scenario.Answer) { m.Metrics[name] = x })
			}
		}
		change("metrics without "+name, func(m *scenario.Answer) { delete(m.Metrics, name) })
	}
	if a.Bound != nil {
		boundMutants(a, change)
	}
	if a.Solution != nil {
		for range 150 {
			change("solution", func(m *scenario.Answer) {
				m.Solution = mutateSolution(s, a.Solution.(*batch.Solution))
			})
			if last := &out[len(out)-1]; last.answer.Solution == nil {
				out = out[:len(out)-1] // not readable
			}
		}
	}
	return out
}

func boundMutants(a *scenario.Answer, change func(string, func(*scenario.Answer))) {
	regap := func(m *scenario.Answer) { m.Bound.Gap, _ = m.Relative() }
	for _, by := range []float64{1e-6, 0.1, -1e-6, -0.5} {
		change("bound value", func(m *scenario.Answer) {
			m.Bound.Value += by * max(1, m.Bound.Value)
			regap(m)
		})
	}
	change("bound gap", func(m *scenario.Answer) { m.Bound.Gap += 1e-3 })
	change("bound metric", func(m *scenario.Answer) {
		m.Bound.Metric = map[string]string{"totalTime": "totalCost", "totalCost": "totalTime"}[m.Bound.Metric]
		m.Bound.Value = m.Metrics[m.Bound.Metric]
		regap(m)
	})
	change("bound mean", func(m *scenario.Answer) {
		m.Bound.Metric, m.Bound.Value, m.Bound.Gap = "meanTime", m.Metrics["meanTime"], 0
	})
	change("bound away", func(m *scenario.Answer) { m.Bound = nil })
	if a.Bound.Certificate == nil {
		return
	}
	change("certificate away", func(m *scenario.Answer) { m.Bound.Certificate = nil })
	change("certificate by", func(m *scenario.Answer) { m.Bound.Certificate.Argument = "all" })
	change("certificate short", func(m *scenario.Answer) { m.Bound.Certificate.Multipliers = nil })
	change("certificate long", func(m *scenario.Answer) {
		m.Bound.Certificate.Multipliers = append(m.Bound.Certificate.Multipliers, 1)
	})
	for k := range a.Bound.Certificate.Multipliers {
		for _, x := range []float64{-1, 0, 1e9, 0.5} {
			change("certificate price "+strconv.FormatFloat(x, 'g', -1, 64),
				func(m *scenario.Answer) { m.Bound.Certificate.Multipliers[k] = x })
		}
	}
}

// mutateSolution changes one leaf or one list of a solution. It returns nil if the result
// cannot be read.
func mutateSolution(s *rng.Stream, is *batch.Solution) any {
	var tree any
	if faults := doc.Decode(doc.Canonical(is), &tree); faults != nil {
		return nil
	}
	var places []func() bool
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		switch x := v.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(x)) {
				walk(x[name], func(to any) { x[name] = to })
			}
		case []any:
			for i := range x {
				walk(x[i], func(to any) { x[i] = to })
			}
			if len(x) == 0 {
				return
			}
			places = append(places, func() bool {
				i, k := s.UniformInt(0, len(x)-1), s.UniformInt(0, len(x)-1)
				switch s.UniformInt(0, 2) {
				case 0:
					set(slices.Delete(slices.Clone(x), i, i+1))
				case 1:
					set(slices.Insert(slices.Clone(x), i, x[k]))
				default:
					x[i], x[k] = x[k], x[i]
				}
				return true
			})
		case float64:
			places = append(places, func() bool {
				set(choose(s, x+1, x-1, x*(1+1e-6), x/2, 0))
				return true
			})
		case string:
			places = append(places, func() bool { set(choose(s, "a", "b", "1", "2", "n1", "n2", "zz")); return true })
		case bool:
			places = append(places, func() bool { set(!x); return true })
		}
	}
	walk(tree, func(to any) { tree = to })
	places[s.UniformInt(0, len(places)-1)]()
	out := &batch.Solution{}
	if faults := doc.Decode(doc.Canonical(tree), out); faults != nil {
		return nil
	}
	return out
}

// batchEquivalent returns the rule by which an undetected change has no effect, "" if there is
// none.
func batchEquivalent(t *testing.T, p *scenario.Scenario, a *scenario.Answer, m batchMutant) string {
	is := m.answer
	switch {
	case is.Algorithm != a.Algorithm || !maps.Equal(is.Options, a.Options):
		other, err := engine.All().Measure(t.Context(), p, scenario.Run{Algorithm: is.Algorithm, Options: is.Options},
			engine.Env{})
		if err != nil || other.Feasible != is.Feasible || !sameText(other.Metrics, is.Metrics) {
			return ""
		}
		if !is.Feasible || equivalentSolution(other.Solution.(*batch.Solution), is.Solution.(*batch.Solution)) != "" {
			return "relabelled"
		}
	case is.Bound == nil && a.Bound != nil && is.Feasible:
		return "less"
	case a.Bound != nil && is.Feasible && is.Bound.Value < a.Bound.Value && is.Bound.Metric == a.Bound.Metric:
		return "weaker"
	case strings.HasPrefix(m.description, "certificate price"):
		return "argued"
	case m.description == "solution":
		return equivalentSolution(a.Solution.(*batch.Solution), is.Solution.(*batch.Solution))
	}
	return ""
}

// sameText compares documents to nine digits, since sums may be in another order.
func sameText(a, b any) bool {
	rough := func(v any) string {
		return numbers.ReplaceAllStringFunc(string(doc.Canonical(v)), func(text string) string {
			x, _ := strconv.ParseFloat(text, 64)
			return strconv.FormatFloat(x, 'g', 9, 64)
		})
	}
	return rough(a) == rough(b)
}

var numbers = regexp.MustCompile(`-?\d+(\.\d+)?(e[-+]?\d+)?`)

func equivalentSolution(a, b *batch.Solution) string {
	plain := func(s *batch.Solution) *batch.Solution {
		out := &batch.Solution{}
		doc.Decode(doc.Canonical(s), out)
		for i := range out.Alternatives {
			for k := range out.Alternatives[i].Windows {
				slices.SortFunc(out.Alternatives[i].Windows[k].Slots,
					func(x, y window.Allocation) int { return strings.Compare(x.Node, y.Node) })
			}
		}
		return out
	}
	a, b = plain(a), plain(b)
	if sameText(a, b) {
		return "order"
	}
	for i := range b.Cycles {
		if i < len(a.Cycles) && len(b.Cycles[i].Front) == 0 {
			b.Cycles[i].Front, b.Cycles[i].Hull = a.Cycles[i].Front, a.Cycles[i].Hull
		}
	}
	if sameText(a, b) {
		return "less"
	}
	total := func(s *batch.Solution) (time, cost float64) {
		for _, x := range s.Chosen {
			for _, list := range s.Alternatives {
				if list.Job == x.Job && list.Cycle == x.Cycle {
					w := &list.Windows[x.Window]
					time += w.End - w.Start
					cost += w.Cost
				}
			}
		}
		return time, cost
	}
	timeA, costA := total(a)
	timeB, costB := total(b)
	b.Chosen = a.Chosen
	if sameText(a, b) && math.Abs(timeA-timeB) < 1e-9*timeA && math.Abs(costA-costB) <= 1e-9*costA {
		return "as good"
	}
	return ""
}
