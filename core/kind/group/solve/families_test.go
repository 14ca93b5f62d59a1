package solve

import (
	"context"
	"math"
	"strconv"
	"testing"
	"time"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
)

// A family is a way to make problems that are hard for some algorithm: the hard
// instances for exact knapsack solvers, transferred to groups.
type family struct {
	name   string
	spec   func(s *group.Spec)
	adjust func(p *group.Problem, s *rng.Stream)
}

// families returns the hard families of the literature on knapsacks (values
// independent of prices, or weakly, strongly or fully correlated with them), of
// this problem (groups that are equal, few, large or single nodes; members
// with availabilities of their own; variants), and of the numbers.
func families() []family {
	f := func(x float64) *float64 { return &x }
	i := func(x int) *int { return &x }
	sums := func(value func(price float64, s *rng.Stream) float64) func(p *group.Problem, s *rng.Stream) {
		return func(p *group.Problem, s *rng.Stream) {
			p.Request.Objective = group.ObjectiveSum
			for k := range p.Nodes {
				p.Nodes[k].Value = value(p.Nodes[k].Price, s)
			}
		}
	}
	own := func(worth func(price float64, s *rng.Stream) float64) func(p *group.Problem, s *rng.Stream) {
		return func(p *group.Problem, s *rng.Stream) {
			for k := range p.Nodes {
				p.Nodes[k].Availability = f(worth(p.Nodes[k].Price, s))
			}
		}
	}
	scaled := func(s *group.Spec) { s.PriceMin, s.PriceMax, s.PriceStep = f(2000), f(15_000), f(1) }
	equal := func(price float64, _ *rng.Stream) float64 { return price }
	plus := func(price float64, _ *rng.Stream) float64 { return price + 1000 }
	near := func(price float64, s *rng.Stream) float64 { return price + math.Floor(s.Uniform(-1000, 1000)) }
	return []family{
		{"independent", nil, nil},
		{"weakly correlated", func(s *group.Spec) { s.Correlation = f(0.5) }, nil},
		{"strongly correlated", func(s *group.Spec) { s.Correlation = f(1) }, nil},
		{"strongly correlated, fine prices", func(s *group.Spec) { s.Correlation, s.PriceStep = f(1), f(0.0001) }, nil},
		{"same odds", func(s *group.Spec) { s.AvailabilityMin, s.AvailabilityMax = f(0.9), f(0.9) }, nil},
		{"same prices", func(s *group.Spec) { s.PriceMin, s.PriceMax = f(5), f(5) }, nil},
		{"same odds and prices", func(s *group.Spec) {
			s.AvailabilityMin, s.AvailabilityMax, s.PriceMin, s.PriceMax = f(0.9), f(0.9), f(5), f(5)
		}, nil},
		{"nearly certain", func(s *group.Spec) { s.AvailabilityMin = f(0.999) }, nil},
		{"two prices", func(s *group.Spec) { s.PriceStep = f(13) }, nil},
		{"whole prices", func(s *group.Spec) { s.PriceStep = f(1) }, nil},
		{"fine prices", func(s *group.Spec) { s.PriceStep = f(0.000001) }, nil},
		{"single nodes", func(s *group.Spec) { s.GroupMax = i(1) }, nil},
		{"single nodes, strongly correlated",
			func(s *group.Spec) { s.GroupMax, s.Correlation, s.PriceStep = i(1), f(1), f(0.001) }, nil},
		{"large groups", func(s *group.Spec) { s.GroupMin, s.GroupMax = i(300), i(500) }, nil},
		{"few groups", func(s *group.Spec) { s.GroupMin, s.GroupMax = i(1000), i(3000) }, nil},
		{"pairs, strongly correlated", func(s *group.Spec) {
			s.GroupMin, s.GroupMax, s.Correlation, s.PriceStep = i(2),
				i(2), f(1), f(0.001)
		}, nil},
		{"members", func(s *group.Spec) { s.OwnMin = f(0.8) }, nil},
		{"members in few groups", func(s *group.Spec) {
			s.OwnMin, s.GroupMin, s.GroupMax = f(0.8), i(1000),
				i(3000)
		}, nil},
		{"members, strongly correlated", nil,
			own(func(price float64, _ *rng.Stream) float64 { return rng.Exp((price - 20) / 100) })},
		{"members, weakly correlated", nil,
			own(func(price float64, s *rng.Stream) float64 { return rng.Exp((price - 20 - s.Float64()) / 100) })},
		{"members with ties", func(s *group.Spec) { s.PriceStep = f(1) },
			own(func(price float64, _ *rng.Stream) float64 { return 0.99 - price/1000 })},
		{"sum, independent", scaled,
			sums(func(_ float64, s *rng.Stream) float64 { return math.Floor(s.Uniform(1, 15_000)) })},
		{"sum, weakly correlated", scaled, sums(near)},
		{"sum, strongly correlated", scaled, sums(plus)},
		{"sum, inversely correlated", scaled, func(p *group.Problem, s *rng.Stream) {
			sums(equal)(p, s)
			for k := range p.Nodes {
				p.Nodes[k].Price += 1000
			}
		}},
		{"subset sum", scaled, sums(equal)},
		{"subset sum, cents", nil, sums(equal)},
		{"subset sum of even prices", func(s *group.Spec) {
			s.PriceMin, s.PriceMax, s.PriceStep = f(2000), f(15_000),
				f(2)
		}, func(p *group.Problem, s *rng.Stream) {
			sums(equal)(p, s)
			p.Request.Budget = math.Floor(p.Request.Budget/2)*2 + 1
		}},
		{"subset sum with a price for groups", scaled, func(p *group.Problem, s *rng.Stream) {
			sums(equal)(p, s)
			for g := range p.Groups {
				p.Groups[g].Value = -2000
			}
		}},
		{"strongly correlated with a price for groups", scaled, func(p *group.Problem, s *rng.Stream) {
			sums(plus)(p, s)
			for g := range p.Groups {
				p.Groups[g].Value = -math.Floor(s.Uniform(0, 4000))
			}
		}},
		{"variants", nil, lots(func(cost float64, nodes int,
			s *rng.Stream) float64 {
			return 0.5 + s.Float64()/2
		}, false)},
		{"variants, strongly correlated", nil,
			lots(func(cost float64, nodes int, _ *rng.Stream) float64 {
				return rng.Exp((cost - 20*float64(nodes)) / 100)
			}, false)},
		{"variants, subset sum", scaled, lots(func(cost float64, _ int, _ *rng.Stream) float64 { return cost }, true)},
	}
}

// lots replaces groups by lists of variants: one node for the price of the
// first, two for less than the first two, and so on.
func lots(value func(cost float64, nodes int, s *rng.Stream) float64, sum bool) func(p *group.Problem, s *rng.Stream) {
	return func(p *group.Problem, s *rng.Stream) {
		if sum {
			p.Request.Objective = group.ObjectiveSum
		}
		at := map[string]int{}
		for g := range p.Groups {
			at[p.Groups[g].ID] = g
			p.Groups[g].Availability = nil
		}
		cost := make([]float64, len(p.Groups))
		for k := range p.Nodes {
			g := at[p.Nodes[k].Group]
			cost[g] += p.Nodes[k].Price
			n := len(p.Groups[g].Variants) + 1
			total := math.Floor(cost[g]*(1-0.01*float64(min(n, 30)))*100) / 100
			p.Groups[g].Variants = append(p.Groups[g].Variants,
				group.Variant{Nodes: n, Value: value(total, n, s), Cost: total})
		}
	}
}

// problem returns problem n of the family, with a number of nodes and a budget
// that is a share of the mean price.
func (x *family) problem(t testing.TB, nodes, n int, share float64) *group.Problem {
	p := notes(t, nodes, n, func(s *group.Spec) {
		s.BudgetShare = &share
		if x.spec != nil {
			x.spec(s)
		}
	})
	if x.adjust != nil {
		x.adjust(p, rng.New(7, x.name, 0))
	}
	if faults := p.Validate(); faults != nil {
		t.Fatalf("%s: got fault %v, want none", x.name, faults[0])
	}
	return p
}

// No family takes more than the allowed effort, whatever the request. An answer
// that is not proven by then states its gap. The plain ones are proven.
func TestFamilies(t *testing.T) {
	size, requests := 10_000, []int{5, 80, 1000}
	if testing.Short() {
		size, requests = 2000, []int{80}
	}
	proven := map[string]bool{"independent": true, "weakly correlated": true, "strongly correlated": true,
		"same prices": true, "same odds": true,
		"nearly certain": true, "two prices": true, "whole prices": true, "fine prices": true, "single nodes": true,
		"members": true, "variants": true,
		"sum, independent": true, "sum, strongly correlated": true, "subset sum": true, "subset sum, cents": true,
		"subset sum of even prices": true}
	for _, x := range families() {
		for _, n := range requests {
			p := x.problem(t, size, n, 5/8.5)
			r := mustSolve(t, p, AlgorithmFrontier, Options{})
			if !r.Feasible {
				if r.Reason == nil {
					t.Errorf("%s, n=%d: got neither a window nor a reason", x.name, n)
				}
				continue
			}
			if !r.HasBound || r.Bound < r.Metrics.Value || r.Stats.Effort > maxEffort*3/2 {
				t.Errorf("%s, n=%d: got %v, bound %v, effort %d; want a valid bound within the limit", x.name, n,
					r.Metrics, r.Bound, r.Stats.Effort)
			}
			if n == 80 && proven[x.name] && r.Bound != r.Metrics.Value {
				t.Errorf("%s, n=%d: got bound %v, want the value %v", x.name, n, r.Bound, r.Metrics.Value)
			}
		}
	}
}

// BenchmarkFamilies reports for each family the worst time over requests and
// budgets, in milliseconds, and the widest gap in percent.
func BenchmarkFamilies(b *testing.B) {
	for _, x := range families() {
		b.Run(x.name, func(b *testing.B) {
			worst, gap, effort := 0.0, 0.0, 0
			for b.Loop() {
				for _, n := range []int{5, 80, 1000} {
					for _, share := range []float64{0.3, 5 / 8.5, 0.9, 1.2} {
						p := x.problem(b, 10_000, n, share)
						began := time.Now()
						r, err := Solve(context.Background(), p, AlgorithmFrontier, Options{})
						if err != nil {
							b.Fatal(err)
						}
						worst, effort = max(worst, time.Since(began).Seconds()*1e3), max(effort, r.Stats.Effort)
						if r.Feasible {
							gap = max(gap, 100*(1-r.Metrics.Value/r.Bound))
						}
					}
				}
			}
			b.ReportMetric(worst, "worst-ms")
			b.ReportMetric(gap, "gap-%")
			b.ReportMetric(float64(effort)/1e6, "Mlooks")
		})
	}
}

// If hundreds of groups are tied, the search of a core and the distribution of
// the tied ones are used; GKA finds the same value.
func TestCoresAgreeWithTheTable(t *testing.T) {
	met := 0
	for seed := range uint64(24) {
		s := rng.New(seed, "cores", 0)
		p := &group.Problem{Request: &group.Request{Nodes: s.UniformInt(2, 9), Objective: group.ObjectiveSum}}
		dearest, extra := s.UniformInt(5, 40), float64(s.UniformInt(-3, 3))
		for len(p.Nodes) < 500 {
			g := "g" + strconv.Itoa(len(p.Groups))
			worth := 0.0
			if seed%3 == 2 {
				worth = -float64(s.UniformInt(0, 2))
			}
			p.Groups = append(p.Groups, group.Group{ID: g, Value: worth})
			for range s.UniformInt(1, 2) {
				price := float64(s.UniformInt(1, dearest))
				p.Nodes = append(p.Nodes,
					group.Node{ID: "n" + strconv.Itoa(len(p.Nodes)), Group: g, Price: price, Value: price + extra})
			}
		}
		p.Request.Budget = float64(s.UniformInt(p.Request.Nodes, p.Request.Nodes*dearest))
		best, table := mustSolve(t, p, AlgorithmFrontier, Options{}), mustSolve(t, p, AlgorithmGKA, Options{})
		if best.Metrics.Value != table.Metrics.Value || best.Bound != best.Metrics.Value ||
			best.Metrics.Cost > p.Request.Budget {
			t.Errorf("seed %d: got %v by frontier with bound %v, want %v as by GKA", seed, best.Metrics, best.Bound,
				table.Metrics)
		}
		if best.Stats.FreeGroups > coreThreshold {
			met++
		}
	}
	if met < 8 {
		t.Errorf("got %d problems with so many free groups, want 8 at least", met)
	}
}
