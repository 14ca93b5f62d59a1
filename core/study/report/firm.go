package report

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/rng"
	"gridbox/core/study"
)

// Firm says how firm the order of the runs is where the instances have noise: in
// how many of them which run is the best.
type Firm struct {
	Vary   map[string]any `json:"vary" about:"the values of the varied paths"`
	Metric string         `json:"metric"`
	Count  int            `json:"count" about:"replications in which every run has a value"`
	First  []int          `json:"first" about:"by run: in how many of them it is the best alone"`
	Shared int            `json:"shared" about:"in how many of them several are the best"`
	Turn   *Turn          `json:"turn,omitempty" about:"the number that goes most with another run being the best"`
}

// A Turn is the number of the problem that differs most between the instances in
// which the run that is the best most often is not the best, and the others. It
// is told only where chance does not explain the difference, all numbers taken
// into account.
type Turn struct {
	Path  string  `json:"path"`
	Kept  float64 `json:"kept" about:"geometric mean of the number's factor where the run is the best"`
	Lost  float64 `json:"lost" about:"geometric mean of the number's factor where another is"`
	Times int     `json:"times" about:"in how many instances another is"`
}

// leader is the run that is the best most often; of several the first.
func (f *Firm) leader() int {
	best := 0
	for k, n := range f.First {
		if n > f.First[best] {
			best = k
		}
	}
	return best
}

// What looking for a turn takes at least and at most: fewer instances on either
// side say nothing, and more numbers would take seconds.
const (
	leastTurn = 5
	mostTurn  = 20_000_000
)

// firm finds how firm the order is by one metric at one point.
func (w *writer) firm(point int, metric string, columns []study.Column) (f Firm) {
	f.Metric, f.Vary, f.First = metric, w.vary(point), make([]int, len(columns))
	best := w.bests(metric, columns)
	for _, run := range best {
		switch {
		case run == nobody:
			continue
		case run == several:
			f.Shared++
		default:
			f.First[run]++
		}
		f.Count++
	}
	if !w.live && f.Count > 0 {
		f.Turn = w.turn(point, best, f.leader())
	}
	return f
}

// Who is the best of a replication where no run is it alone.
const (
	nobody  = -1 // some have no value
	several = -2
)

// bests gives the best run of each replication. What differs by rounding alone
// is the same.
func (w *writer) bests(metric string, columns []study.Column) []int {
	values := make([][]float64, w.limit)
	for k := range columns {
		c := &columns[k]
		for i, r := range c.Replications {
			values[r] = append(values[r], c.Values[i])
		}
	}
	less := study.Less(w.plan.Scenario.Kind, metric)
	best := make([]int, w.limit)
	for r, list := range values {
		if best[r] = nobody; len(list) != len(columns) {
			continue
		}
		best[r] = sole(list, less)
	}
	return best
}

// sole is the best of some values, or several where there is more than one.
func sole(list []float64, less bool) int {
	at := 0
	for k, x := range list {
		if !same(x, list[at]) && x < list[at] == less {
			at = k
		}
	}
	for k, x := range list {
		if k != at && same(x, list[at]) {
			return several
		}
	}
	return at
}

// same tells whether two values differ by rounding alone.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// turn looks for the number that goes most with the leader not being the best.
func (w *writer) turn(point int, best []int, leader int) *Turn {
	kept, lost := 0, 0
	for _, run := range best {
		if run == leader {
			kept++
		} else if run >= 0 {
			lost++
		}
	}
	if kept < leastTurn || lost < leastTurn {
		return nil
	}
	var found *Turn
	farthest, numbers := 0.0, 0
	for i := range w.plan.Noise {
		d := &w.plan.Noise[i]
		places := w.plan.Given(d, point)
		if d.CV == 0 || len(places)*len(best) > mostTurn {
			continue
		}
		numbers += len(places)
		for k, c := range w.contrasts(d, point, len(places), best, leader) {
			if t := c.t(d.Sigma()); math.Abs(t) > math.Abs(farthest) {
				farthest = t
				found = &Turn{Path: places[k], Times: lost, Kept: rng.Exp(c.kept.mean()), Lost: rng.Exp(c.lost.mean())}
			}
		}
	}
	if found == nil || twoSided(farthest, kept+lost-2)*float64(numbers) >= 1-w.level {
		return nil
	}
	return found
}

// A contrast is how the logarithm of one factor differs between the instances in
// which the leader is the best and those in which another is.
type contrast struct{ kept, lost average }

type average struct{ n, sum float64 }

func (a *average) add(x float64) { a.n, a.sum = a.n+1, a.sum+x }

func (a *average) mean() float64 { return a.sum / a.n }

// t is the difference of the means by its error. The logarithms are normal, and
// of a spread that is known and not estimated from a handful of instances.
func (c *contrast) t(sigma float64) float64 {
	return (c.lost.mean() - c.kept.mean()) / float64(sigma*math.Sqrt(1/c.kept.n+1/c.lost.n))
}

// contrasts draws the factors of an entry of the noise again.
func (w *writer) contrasts(d *study.Disturbance, point, n int, best []int, leader int) []contrast {
	list := make([]contrast, n)
	for r, run := range best {
		if run < 0 {
			continue
		}
		for k, x := range d.Factors(study.Seed(w.plan.Points[point].Scenario.Seed, r), n) {
			if run == leader {
				list[k].kept.add(rng.Ln(x))
			} else {
				list[k].lost.add(rng.Ln(x))
			}
		}
	}
	return list
}

// Sentence says how firm the order is. Everything it says is a number of Firm or
// follows from them.
func (f *Firm) Sentence(names []string, metric string, less bool, whole func(int) string) string {
	if f.Count == 0 {
		return ""
	}
	extreme := "greatest "
	if less {
		extreme = "least "
	}
	leader := f.leader()
	text := names[leader] + " has the " + extreme + metric + " in " + whole(f.First[leader]) + " of " + whole(f.Count) +
		" noisy versions of this problem"
	var others []string
	for k, n := range f.First {
		if k != leader && n > 0 {
			others = append(others, names[k]+" in "+whole(n))
		}
	}
	if f.Shared > 0 {
		others = append(others, "several together in "+whole(f.Shared))
	}
	if len(others) > 0 {
		text += ", " + strings.Join(others, ", ")
	}
	return text + "." + f.Turn.sentence(names[leader])
}

// sentence says what the order turns with.
func (t *Turn) sentence(leader string) string {
	if t == nil {
		return ""
	}
	name, _ := study.Called(t.Path)
	direction, by := "high", t.Lost/t.Kept-1
	if by < 0 {
		direction, by = "low", -by
	}
	return " The order turns most when the " + name + " is " + direction + ": where " + leader +
		" is not the best, it is " + strconv.FormatFloat(100*by, 'g', 2, 64) + " % " + direction +
		"er than where it is."
}
