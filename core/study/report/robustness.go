package report

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/i18n"
	"gridbox/core/rng"
	"gridbox/core/study"
)

// Robustness describes the robustness of the order of the runs under noise: in how
// many instances each run is the best.
type Robustness struct {
	Vary           map[string]any  `json:"vary" about:"the values of the varied paths"`
	Metric         string          `json:"metric"`
	Count          int             `json:"count" about:"replications in which every run has a value"`
	First          []int           `json:"first" about:"by run: in how many of them it is the best alone"`
	Shared         int             `json:"shared" about:"in how many of them several are the best"`
	DecidingNumber *DecidingNumber `json:"turn,omitempty" about:"the number that goes most with another run being the best"`
}

// A DecidingNumber is the number of the problem that differs most between the instances
// in which the usual best run is not the best, and the others. It is set only
// if the difference is significant, corrected for all numbers.
type DecidingNumber struct {
	Path        string  `json:"path"`
	BestFactor  float64 `json:"kept" about:"geometric mean of the number's factor where the run is the best"`
	OtherFactor float64 `json:"lost" about:"geometric mean of the number's factor where another is"`
	Times       int     `json:"times" about:"in how many instances another is"`
}

// leader returns the run that is the best most often, the first of equal ones.
func (f *Robustness) leader() int {
	best := 0
	for k, n := range f.First {
		if n > f.First[best] {
			best = k
		}
	}
	return best
}

// Limits of the search for a deciding number: fewer instances on either side are not
// conclusive, and more numbers would take seconds.
const (
	minDeciding     = 5
	maxDecidingWork = 20_000_000
)

// robustness returns the robustness of the order by one metric at one point: how
// often each run is the best alone. Only replications with values of all runs
// count.
func (w *writer) robustness(point int, metric string, columns []study.Column) (f Robustness) {
	f.Metric, f.Vary, f.First = metric, w.vary(point), make([]int, len(columns))
	best := w.bests(metric, columns)
	for _, run := range best {
		switch {
		case run == noRun:
			continue
		case run == several:
			f.Shared++
		default:
			f.First[run]++
		}
		f.Count++
	}
	if !w.live && f.Count > 0 {
		f.DecidingNumber = w.decidingNumber(point, best, f.leader())
	}
	return f
}

// Values for a replication without a single best run.
const (
	noRun   = -1 // some run has no value
	several = -2
)

// bests returns the index of the best run of each replication: several for a
// tie within rounding, noRun if a run has no value.
func (w *writer) bests(metric string, columns []study.Column) []int {
	values := make([][]float64, w.limit)
	for k := range columns {
		c := &columns[k]
		for i, r := range c.Replications {
			values[r] = append(values[r], c.Values[i])
		}
	}
	less := study.LowerIsBetter(w.plan.Scenario.Kind, metric)
	best := make([]int, w.limit)
	for r, list := range values {
		if best[r] = noRun; len(list) != len(columns) {
			continue
		}
		best[r] = sole(list, less)
	}
	return best
}

// sole returns the index of the best value, or several if it is not unique.
func sole(list []float64, less bool) int {
	at := 0
	for k, x := range list {
		if !approxEqual(x, list[at]) && x < list[at] == less {
			at = k
		}
	}
	for k, x := range list {
		if k != at && approxEqual(x, list[at]) {
			return several
		}
	}
	return at
}

// approxEqual reports whether two values are equal except for rounding.
func approxEqual(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// decidingNumber returns the number that is most associated with the leader not being the
// best. It returns nil if too few replications have either outcome, or if the
// association is not significant after correction for all numbers. Numbers that
// would take too long are left out.
func (w *writer) decidingNumber(point int, best []int, leader int) *DecidingNumber {
	kept, lost := 0, 0
	for _, run := range best {
		if run == leader {
			kept++
		} else if run >= 0 {
			lost++
		}
	}
	if kept < minDeciding || lost < minDeciding {
		return nil
	}
	var found *DecidingNumber
	farthest, numbers := 0.0, 0
	for i := range w.plan.Noise {
		d := &w.plan.Noise[i]
		places := w.plan.GivenPaths(d, point)
		if d.CV == 0 || len(places)*len(best) > maxDecidingWork {
			continue
		}
		numbers += len(places)
		for k, c := range w.contrasts(d, point, len(places), best, leader) {
			if t := c.t(d.Sigma()); math.Abs(t) > math.Abs(farthest) {
				farthest = t
				found = &DecidingNumber{Path: places[k], Times: lost, BestFactor: rng.Exp(c.best.mean()),
					OtherFactor: rng.Exp(c.other.mean())}
			}
		}
	}
	if found == nil || twoSidedP(farthest, kept+lost-2)*float64(numbers) >= 1-w.level {
		return nil
	}
	return found
}

// A contrast has the means of the logarithm of one factor over the instances in
// which the leader is the best, and over those in which another is.
type contrast struct{ best, other average }

type average struct{ n, sum float64 }

func (a *average) add(x float64) { a.n, a.sum = a.n+1, a.sum+x }

func (a *average) mean() float64 { return a.sum / a.n }

// t returns the standardised difference of the means. The logarithms are normal
// with a known standard deviation.
func (c *contrast) t(sigma float64) float64 {
	return (c.other.mean() - c.best.mean()) / float64(sigma*math.Sqrt(1/c.best.n+1/c.other.n))
}

// contrasts returns, for each of the n numbers of a noise entry, its log
// factors by whether the leader was the best. It draws the factors again.
// Replications without a single best run are left out.
func (w *writer) contrasts(d *study.Disturbance, point, n int, best []int, leader int) []contrast {
	list := make([]contrast, n)
	for r, run := range best {
		if run < 0 {
			continue
		}
		for k, x := range d.Factors(study.Seed(w.plan.Points[point].Scenario.Seed, r), n) {
			if run == leader {
				list[k].best.add(rng.Ln(x))
			} else {
				list[k].other.add(rng.Ln(x))
			}
		}
	}
	return list
}

// Sentence returns the robustness of the order in words. All numbers in it are
// those of Robustness or follow from them.
func (f *Robustness) Sentence(names []string, metric string, less bool, whole func(int) string) string {
	if f.Count == 0 {
		return ""
	}
	extreme := "greatest "
	if less {
		extreme = "least "
	}
	leader := f.leader()
	text := i18n.English("{} has the {}{} in {} of {} noisy versions of this problem", names[leader], extreme,
		metric, whole(f.First[leader]), whole(f.Count))
	var others []string
	for k, n := range f.First {
		if k != leader && n > 0 {
			others = append(others, names[k]+" in "+whole(n))
		}
	}
	if f.Shared > 0 {
		others = append(others, i18n.English("several together in {}", whole(f.Shared)))
	}
	if len(others) > 0 {
		text += ", " + strings.Join(others, ", ")
	}
	return text + "." + f.DecidingNumber.sentence(names[leader])
}

// sentence returns the turn in words, or "" if it is nil.
func (t *DecidingNumber) sentence(leader string) string {
	if t == nil {
		return ""
	}
	name, _ := study.NameAndUnit(t.Path)
	direction, by := "high", t.OtherFactor/t.BestFactor-1
	if by < 0 {
		direction, by = "low", -by
	}
	return i18n.English(" The order turns most when the {} is {}: where {} is not the best, it is {} % {}er than "+
		"where it is.", name, direction, leader, strconv.FormatFloat(100*by, 'g', 2, 64), direction)
}
