package solve

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"gridbox/core/kind/group"
	"gridbox/core/rng"
)

// use returns the value of the best use of a group at some multipliers, by
// trying all: every variant, every set of members, or every number of the
// cheapest if the group is too large for that and its members have no value of
// their own.
func use(in *instance, g int, m multipliers) float64 {
	best := math.Inf(-1)
	try := func(value, cost int64, nodes int) {
		best = max(best, float64(value)-m.lambda*float64(cost)-m.mu*float64(nodes))
	}
	from, to := in.members(g)
	if lots := in.variantsOf(g); len(lots) > 0 {
		for _, l := range lots {
			try(l.value, l.cost, int(l.nodes))
		}
		return best
	}
	if to-from > 10 {
		sorted, cost := slices.Sorted(slices.Values(in.price[from:to])), int64(0)
		for k, price := range sorted {
			cost += price
			try(in.setup[g], cost, k+1)
		}
		return best
	}
	for set := 1; set < 1<<(to-from); set++ {
		value, cost, nodes := in.setup[g], int64(0), 0
		for i := range to - from {
			if set>>i&1 == 1 {
				cost, nodes = cost+in.price[from+i], nodes+1
				if in.nodeWorth != nil {
					value += in.nodeWorth[from+i]
				}
			}
		}
		try(value, cost, nodes)
	}
	return best
}

// dualsOf visits small problems of all traits and one of large groups.
func dualsOf(t *testing.T, count int, visit func(d *dual, s *rng.Stream)) {
	odd := 0.9
	large := group.Problem{Request: &group.Request{Nodes: 30, Budget: 200},
		Groups: []group.Group{{ID: "g", Availability: &odd}, {ID: "h", Availability: &odd}}}
	draw := rng.New(1, "dual", 0)
	for range 60 {
		k := len(large.Nodes)
		large.Nodes = append(large.Nodes, group.Node{ID: strconv.Itoa(k), Price: float64(draw.UniformInt(1, 12)),
			Group: large.Groups[k%2].ID})
	}
	problems := []*group.Problem{&large}
	for k, x := range allTraits {
		s := rng.New(uint64(k), "dual", 1)
		for range count {
			if p := drawProblem(s, x); p.Validate() == nil {
				problems = append(problems, p)
			}
		}
	}
	for i, p := range problems {
		in := newInstance(p, false)
		if in.budget <= 0 || !mustSolve(t, p, AlgorithmFrontier, Options{}).Feasible {
			continue // without a window L has no minimum
		}
		d := &dual{instance: in, budget: float64(in.budget)}
		for g := range in.size() {
			d.active = append(d.active, int32(g))
		}
		visit(d, rng.New(uint64(i), "multipliers", 0))
	}
}

// scale returns the size of the values of groups.
func (d *dual) scale() float64 {
	scale := 1.0
	for _, g := range d.active {
		scale = max(scale, math.Abs(use(d.instance, int(g), multipliers{})))
	}
	return scale
}

// somewhere draws multipliers in the range of values per cost.
func (d *dual) somewhere(s *rng.Stream) multipliers {
	scale := d.scale()
	m := multipliers{scale / d.budget * s.Uniform(0, 2), scale * s.Uniform(-1, 1)}
	if s.Chance(0.2) {
		m.lambda = 0
	}
	return m
}

// L equals its definition, and count and cost belong to choices with that
// value.
func TestDualByDefinition(t *testing.T) {
	dualsOf(t, 30, func(d *dual, s *rng.Stream) {
		for range 5 {
			m := d.somewhere(s)
			want, size := m.lambda*d.budget+m.mu*float64(d.instance.n), 1.0
			for _, g := range d.active {
				profit := use(d.instance, int(g), m)
				want, size = want+max(0, profit), size+math.Abs(profit)
				if l := d.instance.bestUse(int(g), m); math.Abs(l.profit-profit) > 1e-9*(1+math.Abs(profit)) ||
					l.nodes < 1 {
					t.Fatalf("group %d at %+v: got %+v, want profit %v", g, m, l, profit)
				}
			}
			got := d.evaluate(m)
			if got.multipliers != m || math.Abs(got.value-want) > 1e-9*size {
				t.Fatalf("L at %+v: got %+v, want value %v", m, got, want)
			}
			// Near m the value changes by the slopes n - count and C - cost, or
			// more, as L is convex.
			for range 3 {
				b := d.evaluate(d.somewhere(s))
				plane := got.value + (b.lambda-m.lambda)*(d.budget-got.cost) +
					(b.mu-m.mu)*(float64(d.instance.n)-got.count)
				if b.value < plane-1e-9*(math.Abs(plane)+size) {
					t.Fatalf("got %+v, want at least %v by the tangent plane of %+v", b, plane, got)
				}
			}
		}
	})
}

// L is nowhere less than at the result of minimise, near or far.
func TestDualIsLeast(t *testing.T) {
	bound := 0
	dualsOf(t, 90, func(d *dual, s *rng.Stream) {
		for _, from := range []multipliers{{}, d.somewhere(s)} {
			best := d.minimise(from)
			if again := d.evaluate(best.multipliers); again.value != best.value || best.lambda < 0 {
				t.Fatalf("minimise from %+v: got %+v, want the value of L there, %+v", from, best, again)
			}
			unit := 1e-10 * d.scale()
			for k := range 200 {
				m := d.somewhere(s)
				if k%2 == 0 {
					near := math.Ldexp(1, -s.UniformInt(0, 30))
					m = multipliers{max(0, best.lambda+near*s.Uniform(-1, 1)*(best.lambda+1)),
						best.mu + near*s.Uniform(-1, 1)*(math.Abs(best.mu)+1)}
				}
				if other := d.evaluate(m); other.value < best.value-unit {
					t.Fatalf("minimise from %+v: got %+v, want the minimum, but L is %+v at %+v", from, best, other,
						m)
				}
			}
			if best.lambda > 0 {
				bound++
			}
		}
	})
	if bound < 60 {
		t.Errorf("got %d problems with a multiplier of the budget above 0, want 60 at least", bound)
	}
}

// The dual over a sample of the groups, grown until all useful groups are
// included, equals the dual over all.
func TestRelaxIsTheDualOverAll(t *testing.T) {
	for _, request := range []int{1, 5, 80, 400} {
		p := notes(t, 20_000, request, nil)
		in := newInstance(p, false)
		d := &dual{instance: in, budget: float64(in.budget)}
		for g := range in.size() {
			d.active = append(d.active, int32(g))
		}
		got, leads := in.relax()
		want := d.minimise(multipliers{})
		if math.Abs(got.value-want.value) > 1e-9*math.Abs(want.value) {
			t.Errorf("%d nodes: got %v, want %v as over all groups", request, got.value, want.value)
		}
		there := d.evaluate(got.multipliers)
		same := math.Abs(there.value-got.value) <= 1e-12*math.Abs(got.value)
		if !same || there.count != got.count || there.cost != got.cost {
			t.Errorf("%d nodes: got %+v, want %+v as over all groups", request, got, there)
		}
		for g := range leads {
			if leads[g] != in.bestUse(g, got.multipliers) {
				t.Fatalf("%d nodes: got %+v for group %d, want its lead at %+v", request, leads[g], g,
					got.multipliers)
			}
		}
	}
}

// kth returns the same as sorting, and keeps the same numbers.
func TestKth(t *testing.T) {
	s := rng.New(1, "kth", 0)
	for range 300 {
		list := make([]float64, s.UniformInt(1, 30))
		for i := range list {
			list[i] = float64(s.UniformInt(0, s.UniformInt(0, 20)))
		}
		sorted, k := slices.Sorted(slices.Values(list)), s.UniformInt(0, len(list)-1)
		before := slices.Clone(list)
		if got := kth(list, k); got != sorted[k] {
			t.Fatalf("kth(%v, %d): got %v, want %v", before, k, got, sorted[k])
		}
		if slices.Sort(list); !slices.Equal(list, sorted) {
			t.Fatalf("kth changes %v to %v, want the same numbers", before, list)
		}
	}
}

// The bound of a search is the value found, up to the rounding of values, if
// all discarded choices lose more or the best is worth L itself. Otherwise it
// is the greatest possible value of a discarded choice.
func TestBoundOfASearch(t *testing.T) {
	in := &instance{sums: true, perValue: 4, rounding: 2}
	for _, c := range []struct {
		gap, minDroppedLoss, want float64
	}{
		{20, 30, 10 + 2/4.}, {20, math.Inf(1), 10 + 2/4.}, {20, 20.25, (79 + 2) / 4.}, {20, 10, (90 + 2) / 4.},
		{20, -3, (100 + 2) / 4.}, {0.25, 0, 10 + 2/4.},
	} {
		s := &search{instance: in, at: plane{multipliers: multipliers{lambda: 1}, value: 100}, slack: 0.5,
			incumbent: &incumbent{gap: c.gap}, minDroppedLoss: c.minDroppedLoss}
		if got := s.bound(&Result{Metrics: group.Metrics{Value: 10}}); got != c.want {
			t.Errorf("%+v: got bound %v, want %v", c, got, c.want)
		}
	}
	s := &search{instance: in, at: plane{value: 100}, slack: 0.5, minDroppedLoss: 30}
	if got := s.bound(&Result{}); got != (70+2)/4. {
		t.Errorf("without a window: got bound %v, want %v", got, (70+2)/4.)
	}
}
