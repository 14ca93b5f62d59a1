package solve

import "math"

// factors are the multipliers of the budget, relative to the dual's best, for
// which completions are tabulated. A label that has spent little has the best
// bound with a small one, and a label that has spent much with a great one.
var factors = []float64{1, 0.5, 1.6, 0.75, 1.25, 0}

// tables have for every stage and every number r of nodes of the later stages
// their greatest worth minus lambda times their cost, for each of several
// lambda, and their least cost. A label with worth u and cost c then ends in no
// window worth more than u + lambda (C - c) + worth.
type tables struct {
	lambda []float64
	worth  [][]float64 // for each lambda, [stage][r] in one list
	cost   []int64     // [stage][r]
	width  int         // numbers in a row
	// value and spent are those of the fixed groups and of the best choices before each stage;
	// rest is the number of nodes of the best choices from it on.
	value []float64
	spent []int64
	rest  []int
}

// maxTable is the maximum size of a table; beyond it labels are bounded by the
// dual alone.
const maxTable = 4_000_000

// unreachableCost is the cost of counts that the stages cannot reach.
const unreachableCost = math.MaxInt64 / 4

// tabulate fills the tables of completions for the free groups of a round. fixedValue and fixedCost
// are the sums over the fixed groups. If a table would exceed maxTable, wide is 0 and the tables
// are not used.
func (s *search) tabulate(fixedValue float64, fixedCost int64) {
	t, stages := &s.tables, len(s.frees)
	t.value, t.spent, t.rest = append(t.value[:0], fixedValue), append(t.spent[:0], fixedCost),
		append(t.rest[:0], make([]int, stages+1)...)
	for i := range s.frees {
		f := &s.frees[i].best
		t.value, t.spent = append(t.value, t.value[i]+float64(f.value)), append(t.spent, t.spent[i]+f.cost)
	}
	for i := stages - 1; i >= 0; i-- {
		t.rest[i] = t.rest[i+1] + int(s.frees[i].best.nodes)
	}
	t.lambda = t.lambda[:0]
	for _, f := range factors {
		if f == 1 || s.at.lambda > 0 {
			t.lambda = append(t.lambda, f*s.at.lambda)
		}
	}
	t.width = s.need + t.rest[0] + 1 // number of nodes of the free groups in every window
	if t.width < 1 || t.width > maxTable/(stages+1) {
		t.width = 0
		return
	}
	size := (stages + 1) * t.width
	if len(t.cost) < size {
		t.cost, t.worth = make([]int64, size), make([][]float64, len(factors))
		for j := range t.worth {
			t.worth[j] = make([]float64, size)
		}
	}
	for r := range t.width {
		t.cost[stages*t.width+r] = unreachableCost
		for j := range t.lambda {
			t.worth[j][stages*t.width+r] = math.Inf(-1)
		}
	}
	t.cost[stages*t.width] = 0
	for j := range t.lambda {
		t.worth[j][stages*t.width] = 0
	}
	for i := stages - 1; i >= 0; i-- {
		f := &s.frees[i]
		s.work += 2 * t.width * (1 + len(f.alternatives))
		t.row(i, &f.best, true)
		for k := range f.alternatives {
			t.row(i, &f.alternatives[k], false)
		}
	}
}

// row improves the row of stage i by one choice of its group. It reads the row of the next stage.
// first is set for the first choice, which overwrites the row.
func (t *tables) row(i int, c *choice, first bool) {
	m, w := int(c.nodes), t.width
	cost, next := t.cost[i*w:(i+1)*w], t.cost[(i+1)*w:(i+2)*w]
	for r := range cost {
		x := int64(unreachableCost)
		if r >= m && next[r-m] < unreachableCost {
			x = next[r-m] + c.cost
		}
		if first || x < cost[r] {
			cost[r] = x
		}
	}
	for j, lambda := range t.lambda {
		worth, next := t.worth[j][i*w:(i+1)*w], t.worth[j][(i+1)*w:(i+2)*w]
		gain := float64(c.value) - float64(lambda*float64(c.cost))
		if first {
			for r := range min(m, w) {
				worth[r] = math.Inf(-1)
			}
			for r := m; r < w; r++ {
				worth[r] = next[r-m] + gain
			}
			continue
		}
		for r := m; r < w; r++ {
			if x := next[r-m] + gain; x > worth[r] {
				worth[r] = x
			}
		}
	}
}

// A ceiling bounds the labels of one stage and count: the final worth is at
// most the least of base[j] + value - lambda[j] cost.
type ceiling struct {
	base    []float64
	maxCost int64 // maximum cost of a label
}

// ceiling returns the ceiling of the labels up to stage i with a difference in
// count. It reports false if the count cannot be reached any more.
func (s *search) ceiling(i, count int) (c ceiling, ok bool) {
	t := &s.tables
	c.base, c.maxCost = s.bases[:0], math.MaxInt64
	if t.width == 0 {
		c.base = append(c.base, s.at.value-float64(s.at.mu*float64(count)))
		s.bases = c.base
		return c, true
	}
	r := s.need - count + t.rest[i]
	if r < 0 || r >= t.width || t.cost[i*t.width+r] >= unreachableCost {
		return c, false
	}
	for j, lambda := range t.lambda {
		left := float64(s.instance.budget - t.spent[i])
		c.base = append(c.base, t.value[i]+float64(lambda*left)+t.worth[j][i*t.width+r])
	}
	s.bases = c.base
	// The label's own cost is a difference from the best choices before i.
	c.maxCost = s.budgetLeft + t.spent[len(t.spent)-1] - t.spent[i] - t.cost[i*t.width+r]
	return c, true
}

// loss returns a lower bound of a label's final distance from L.
func (s *search) loss(c *ceiling, cost, value int64) float64 {
	least := c.base[0] - float64(s.tables.lambda[0]*float64(cost))
	for j := 1; j < len(c.base); j++ {
		least = min(least, c.base[j]-float64(s.tables.lambda[j]*float64(cost)))
	}
	return s.at.value - least - float64(value)
}
