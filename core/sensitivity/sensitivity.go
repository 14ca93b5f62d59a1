// Package sensitivity finds by how little a single number of a problem must change
// until an algorithm decides otherwise about one thing: on which cluster a job
// runs, which nodes a window takes, which job goes first.
//
// No formula is turned around for it. The algorithm is asked again, with one
// number changed, and what it then decides is compared with what it decided
// before. So it works for every algorithm and every number alike, and a flip is
// true because it happened.
//
// Numbers are tried at growing distances from what they are, all of them at one
// distance before any at the next: 1/1024 of the number up and down, twice that,
// and so on to five times the number and a fifth of it. Where a decision first
// differs, bisection finds the threshold. It is reported with a round value clearly
// past it; both were tried. The other side of the number is searched as far as the
// threshold is away. A decision that returns to what it was between two distances
// can stay unseen. A change below decided.Trifle is reported as a tie only.
//
// What is decided is the part without times: the machines of a job and how many
// start before it, the nodes of a window. Otherwise every change of a duration
// would move all that follows and nothing would be worth telling.
package sensitivity

import (
	"cmp"
	"context"
	"math"

	"gridbox/core/decision"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// An Ask is one question. The scenario is explicit and was not made ready by
// Engine.Share, whose results would belong to other numbers.
type Ask struct {
	Scenario *scenario.Scenario
	Run      scenario.Run
	// Thing is the job that the decision is about; "" asks about the whole
	// answer, as windows and groups have one decision only.
	Thing string
	// Most is how many flips are wanted, Solves how often the algorithm may be
	// asked; 0 takes what is usual.
	Most, Solves int
	Progress     func(done, total int) // nil for nobody
}

// The usual limits, and how often the algorithm is asked for one number in all:
// up and down at every distance, and the way back.
const (
	usualMost = 12
	mostWork  = 3_000_000
	fewest    = 600
	perNumber = 40
)

// Look answers a question. A context that ends leaves what was found so far,
// with the context's error.
func Look(ctx context.Context, e engine.Engine, ask Ask) (decision.Report, error) {
	l := look{ctx: ctx, engine: e, ask: ask}
	if l.ask.Most <= 0 {
		l.ask.Most = usualMost
	}
	first, err := l.decide(ask.Scenario)
	if err != nil {
		return decision.Report{}, err
	}
	l.first = first
	l.report.Decision = first.Text(nil)
	l.gather()
	if l.ask.Solves <= 0 {
		l.ask.Solves = max(fewest, mostWork/max(1, l.report.Numbers))
	}
	l.choose()
	err = l.search()
	for i := range l.numbers {
		switch f := l.numbers[i].flip; {
		case f == nil:
		case f.Share < decision.Trifle:
			l.report.Ties = append(l.report.Ties, f.Name)
		default:
			l.report.Flips = append(l.report.Flips, *f)
		}
	}
	sorting.Stable(l.report.Flips, func(a, b decision.Flip) int { return cmp.Compare(a.Share, b.Share) })
	l.report.Flips = l.report.Flips[:min(len(l.report.Flips), l.ask.Most)]
	return l.report, err
}

// A look is one search on its way.
type look struct {
	ctx     context.Context
	engine  engine.Engine
	ask     Ask
	first   decision.Decision
	numbers []number
	report  decision.Report
	total   int // of the progress
}

// decide asks the algorithm about a scenario.
func (l *look) decide(s *scenario.Scenario) (decision.Decision, error) {
	l.report.Solves++
	answer, err := l.engine.Measure(l.ctx, s, l.ask.Run, engine.Env{Bare: true})
	if err != nil {
		return decision.Decision{}, err
	}
	return decision.Of(s, &answer, l.ask.Thing), nil
}

// try asks with one number changed. Moved is false where the number cannot be
// changed so far: its field or the problem as a whole does not allow it.
func (l *look) try(n *number, to float64) (d decision.Decision, at float64, moved bool, err error) {
	changed := *l.ask.Scenario
	n.way.Change(&changed, func(x float64) float64 { return to })
	n.way.Change(&changed, func(x float64) float64 { at = x; return x })
	if at == n.from || math.Abs(at-n.from) < math.Abs(to-n.from)/2 || len(scenario.Validate(&changed)) > 0 {
		return d, at, false, nil
	}
	d, err = l.decide(&changed)
	if _, wrong := err.(doc.Faults); wrong {
		return d, at, false, nil // the algorithm cannot be asked such a thing
	}
	return d, at, err == nil, err
}

// distances is how many distances there are; the last leads to decided.Most times
// the number. lowest is the distance down to that part of it.
const (
	distances = 13
	lowest    = 1 - 1.0/decision.Most
)

func distance(i int) float64 { return math.Ldexp(1, i-10) }

// search tries all numbers at one distance after the other, until enough of them
// flip the decision or it has asked often enough.
func (l *look) search() error {
	l.total = distances * 2 * len(l.numbers)
	done := 0
	for i := range distances {
		for k := range l.numbers {
			n := &l.numbers[k]
			for side := range n.sides {
				done++
				if l.ask.Progress != nil && done%64 == 0 {
					l.ask.Progress(done, l.total)
				}
				if l.report.Solves >= l.ask.Solves {
					return nil
				}
				if err := l.step(n, &n.sides[side], i); err != nil {
					return err
				}
			}
		}
		l.report.Reach = distance(i)
		if l.found() >= l.ask.Most {
			return nil
		}
	}
	return nil
}

// found returns how many numbers flip the decision by more than a trifle.
func (l *look) found() (n int) {
	for i := range l.numbers {
		if f := l.numbers[i].flip; f != nil && f.Share >= decision.Trifle {
			n++
		}
	}
	return n
}

// step tries one side of a number at one distance.
func (l *look) step(n *number, s *side, i int) error {
	if n.flip != nil && n.at != i || s.over {
		return nil
	}
	far := distance(i)
	if n.flip != nil {
		far = n.flip.Share // what is further on this side than on the other is not the smallest
	}
	if s.way < 0 && far >= lowest && n.from != 0 {
		far, s.over = lowest, true
	}
	to := n.from + float64(s.way*far*n.scale)
	if n.way.Whole() && math.Round(to) == s.last {
		return nil // no further than before
	}
	d, at, moved, err := l.try(n, to)
	switch {
	case err != nil:
		return err
	case !moved:
		s.over = !n.way.Whole() || far*n.scale > 1
		return nil
	case d.Same(&l.first):
		s.last = at
		return nil
	}
	n.at = i
	return l.edge(n, s.last, at, d)
}

// trifle is a share of a number that no person tells from nothing: what any change flips, this flips.
const trifle = 1e-4

// A suggested value is past the threshold by a share of it between these two.
const minPast, maxPast = 0.01, 0.05

// past returns the value of the fewest digits that is clearly past a threshold and
// decides the same as the threshold. It returns the threshold if there is none.
func (l *look) past(n *number, threshold float64, then string) (float64, error) {
	size := max(math.Abs(threshold), n.scale)
	if threshold < n.from {
		size = -size
	}
	near, far := threshold+float64(minPast*size), threshold+float64(maxPast*size)
	for digits := range 4 {
		to := decision.Beyond(near, far, digits)
		if math.Abs(to-threshold) > math.Abs(far-threshold) || to == 0 || to*n.from < 0 {
			continue
		}
		d, at, moved, err := l.try(n, to)
		if err != nil {
			return threshold, err
		}
		if moved && at == to && d.Text(&l.first) == then && !d.Same(&l.first) {
			return to, nil
		}
	}
	return threshold, nil
}

// edge finds the threshold between a value that changes nothing and one that does
// by bisection, rounded to few digits on the side that does.
func (l *look) edge(n *number, same, flips float64, then decision.Decision) error {
	for range 24 {
		off, left := math.Abs(flips-n.from), math.Abs(flips-same)
		if off <= trifle*n.scale || left <= 1e-3*off || n.way.Whole() && left <= 1 {
			break
		}
		d, at, moved, err := l.try(n, same+float64((flips-same)/2))
		if err != nil {
			return err
		}
		if !moved || at == same || at == flips {
			break
		}
		if d.Same(&l.first) {
			same = at
		} else {
			flips, then = at, d
		}
	}
	slack := max(math.Abs(flips-same), math.Abs(flips-n.from)/50)
	if math.Abs(flips-n.from) <= trifle*n.scale {
		slack = max(slack, 10*trifle*n.scale) // ten of nothing are nothing, and told in fewer digits
	}
	for digits := range 16 {
		to := decision.Beyond(same, flips, digits)
		if math.Abs(to-same) > slack || to == flips {
			continue
		}
		d, at, moved, err := l.try(n, to)
		if err != nil {
			return err
		}
		if moved && at == to && !d.Same(&l.first) {
			flips, then = at, d
			break
		}
	}
	found := decision.Flip{Path: n.path, Name: n.name, Unit: n.unit, From: n.from, Threshold: flips, To: flips,
		Share: math.Abs(flips-n.from) / n.scale, Then: then.Text(&l.first)}
	if !n.way.Whole() && found.Share >= decision.Trifle {
		to, err := l.past(n, flips, found.Then)
		if err != nil {
			return err
		}
		found.To = to
	}
	if n.flip == nil || found.Share < n.flip.Share {
		n.flip = &found
	}
	return nil
}
