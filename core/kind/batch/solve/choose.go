package solve

import "context"

// maxStates limits the partial combinations that a choice keeps, at 40 bytes
// each. maxTries limits those created in all choices of a run.
const (
	maxStates = 2_000_000
	maxTries  = 20_000_000
)

// A choice is a combination: the index of an item for each class.
type choice struct {
	picks []int32
	z, g  float64
	// minZ is the least sum of z. If it exceeds the limit there is no combination and the
	// rest is empty.
	minZ float64
	ok   bool
	// exact is set if the combination is proved optimal. bound is a lower bound of g over all
	// combinations, g itself if exact.
	exact bool
	bound float64
	price float64 // the multiplier of the bound, see relaxation
}

// A chooser solves the multiple-choice knapsack problem: one item of each class
// with the least sum of g, the sum of z within a limit; of equal sums of g the
// least z.
//
// It is the paper's backward run
//
//	f_i(Z_i) = min over the alternatives s_i of g_i(s_i) + f_{i+1}(Z_i - z_i(s_i))
//
// with the table over the resource Z replaced by the Pareto front of the
// partial combinations. That is exact on real numbers, where a table would
// round. Combinations that cannot keep the limit, or that by the bound of
// relax.go cannot beat the best known one, are pruned; an optimal one never is,
// so pruning does not change the answer.
//
// In the worst case the fronts grow as the product of the classes; with the
// bound some thousands of states suffice for hundreds of jobs. The worst are
// windows whose cost is a falling line of their time (a subset sum of real
// numbers). Beyond maxStates or maxTries the best known combination is
// returned, with the bound.
//
// Sums that are the same number count as equal, whatever the order of addition
// (amount).
type chooser struct {
	x               relaxation
	states          []state
	merged          []state
	shift           []state
	spare           []state
	restMinZ        []float64 // of the classes from i on
	restMinP        []float64 // the same for g + lambda z
	count           int       // states created
	tries           int       // tries used, see maxTries
	frontTries      int       // tries used, see maxFrontTries
	tolerance       float64   // relative error of a sum of float64
	candidates      []candidate
	spareCandidates []candidate
}

// A state is a partial combination: its last item and the previous state.
type state struct {
	z, g         float64
	zrest, grest float64 // rests, as in item
	parent, item int32
}

func (s *state) limitedAmount() amount { return amount{s.z, s.zrest} }

func (s *state) goal() amount { return amount{s.g, s.grest} }

// extend returns the state with an item added.
func (s *state) extend(it *item) state {
	z, g := s.limitedAmount().plus(it.limitedAmount()), s.goal().plus(it.goal())
	return state{z: z.hi, g: g.hi, zrest: z.lo, grest: g.lo}
}

// choose returns the combination of one item of each class whose sum of z is within the limit and
// whose sum of g is least. If even the least sum of z exceeds the limit, the choice is not ok and
// has only that sum.
//
// If the search is cancelled or reaches a limit of states or tries, the best known combination is
// returned as inexact, with its bound.
func (c *chooser) choose(ctx context.Context, classes []class, limit float64) (choice, error) {
	least := c.x.begin(classes)
	if !keepsLimit(least, limit) {
		return choice{minZ: least}, nil
	}
	c.x.fill(least, limit)
	if !c.x.all {
		c.x.improve(limit)
	}
	z, g := c.x.sums()
	known := choice{picks: c.x.picks, z: z, g: g, minZ: least, ok: true, exact: true, bound: g, price: c.x.price}
	if c.x.all {
		return known, nil
	}
	c.suffixes(classes)
	known.bound = min(g, c.relaxation(limit))
	done, err := c.programme(ctx, classes, limit, g)
	if err != nil || !done {
		known.exact = false
		return known, err
	}
	return c.best(known, len(classes), limit), nil
}

// relaxation returns the bound of relax.go, lowered by more than the rounding
// error of its sums.
func (c *chooser) relaxation(limit float64) float64 {
	allowed := float64(c.x.price * limit)
	return c.restMinP[0] - allowed - float64(4e-12*(abs(c.restMinP[0])+allowed))
}

// suffixes computes the least sums of the classes from i on.
func (c *chooser) suffixes(classes []class) {
	n := len(classes)
	c.restMinZ = append(c.restMinZ[:0], make([]float64, n+1)...)
	c.restMinP = append(c.restMinP[:0], make([]float64, n+1)...)
	for i := n - 1; i >= 0; i-- {
		least := classes[i][0].g + float64(c.x.price*classes[i][0].z)
		for _, it := range classes[i][1:] {
			least = min(least, it.g+float64(c.x.price*it.z))
		}
		c.restMinZ[i] = c.restMinZ[i+1] + classes[i][0].z
		c.restMinP[i] = c.restMinP[i+1] + least
	}
}

// programme builds the layers of states class by class; the last layer is at the end of states.
// known is the sum of g of a known combination, which bounds the states. It reports false if there
// are too many states or tries, or with the error of a cancelled context.
func (c *chooser) programme(ctx context.Context, classes []class, limit, known float64) (bool, error) {
	price := c.x.price
	// Sums in another order differ in their last bits. This tolerance keeps the optimal
	// combination.
	allowed := float64(price * limit)
	room := float64(1e-9 * (abs(known) + allowed + abs(c.restMinP[0])))
	most := known + allowed + room
	limit += float64(1e-9 * limit)
	c.states = append(c.states[:0], state{parent: -1})
	from := 0
	for i, items := range classes {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		layer := c.states[from:]
		c.merged = c.merged[:0]
		for k := range items {
			it := &items[k]
			c.shift = c.shift[:0]
			for s := range layer {
				z, g := layer[s].z+it.z, layer[s].g+it.g
				if z+c.restMinZ[i+1] > limit {
					break // later states have more
				}
				if g+float64(price*z)+c.restMinP[i+1] <= most {
					next := layer[s].extend(it)
					next.parent, next.item = int32(from+s), int32(k)
					c.shift = append(c.shift, next)
				}
			}
			c.count += len(c.shift)
			c.tries += len(c.shift)
			c.spare = join(c.spare[:0], c.merged, c.shift)
			c.merged, c.spare = c.spare, c.merged
			if len(c.merged)+len(c.states) > maxStates || c.tries > maxTries {
				return false, nil
			}
		}
		from = len(c.states)
		c.states = append(c.states, c.merged...)
	}
	return true, nil
}

// join merges two fronts into out. Of equal states that of a is kept.
func join(out, a, b []state) []state {
	i, k := 0, 0
	for i < len(a) || k < len(b) {
		var s *state
		if i == len(a) || k < len(b) && b[k].precedes(&a[i]) {
			s = &b[k]
			k++
		} else {
			s = &a[i]
			i++
		}
		if m := len(out); m == 0 || s.goal().compare(out[m-1].goal()) < 0 {
			out = append(out, *s)
		}
	}
	return out
}

func (s *state) precedes(t *state) bool {
	apart := s.limitedAmount().compare(t.limitedAmount())
	return apart < 0 || apart == 0 && s.goal().compare(t.goal()) < 0
}

// best returns the combination of the last layer with the least g within the limit, or the known
// one if its g is lower. The picks of the known one are overwritten.
func (c *chooser) best(known choice, classes int, limit float64) choice {
	for i := len(c.states) - 1; i >= 0; i-- {
		s := &c.states[i]
		if !keepsLimit(s.z, limit) {
			continue
		}
		if s.g > known.g {
			return known // only possible by rounding
		}
		known.z, known.g, known.bound = s.z, s.g, s.g
		for at, k := int32(i), classes-1; k >= 0; k-- {
			known.picks[k] = c.states[at].item
			at = c.states[at].parent
		}
		return known
	}
	return known
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
