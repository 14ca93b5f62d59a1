// Package sensitivity finds the smallest change of a single number of a problem
// that changes an algorithm's decision about one element: on which cluster a
// job runs, which nodes a window takes, which job goes first.
//
// The algorithm is run again with one number changed, and its decision is
// compared with the original one. So this works for every algorithm and every
// number, and each reported flip was observed.
//
// Numbers are tried at growing distances, all numbers at one distance before
// the next: 1/1024 of the number up and down, twice that, and so on to five
// times the number and a fifth of it. Where a decision first differs, bisection
// finds the threshold. It is reported with a round value clearly beyond it;
// both were tried. The other side of the number is searched only up to the same
// distance. A change that is undone between two distances can be missed. A
// change below decision.TieShare is reported as a tie only.
//
// Times are not part of a decision: it consists of the machines of a job and
// how many start before it, or the nodes of a window. Otherwise every change of
// a duration would change the decisions of all later jobs.
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

// A Question is one question. The scenario must be explicit and not prepared by
// Engine.Share, whose results would belong to other numbers.
type Question struct {
	Scenario *scenario.Scenario
	Run      scenario.Run
	// Element is the job in question, or "" for the whole answer, as windows and groups have one
	// decision only.
	Element string
	// MaxFlips is the maximum number of flips, and MaxSolves that of runs of the algorithm. 0 means
	// the default.
	MaxFlips, MaxSolves int
	Progress            func(done, total int) // may be nil
}

// Default limits. The default number of runs is maxWork divided by the count
// of numbers, but at least minSolves. Trying one number takes up to
// solvesPerNumber runs: up and down at every distance, and the bisection.
const (
	defaultFlips    = 12
	maxWork         = 3_000_000
	minSolves       = 600
	solvesPerNumber = 40
)

// Analyse answers a question. If the context ends, it returns the flips found so
// far with the context's error.
func Analyse(ctx context.Context, e engine.Engine, ask Question) (decision.Report, error) {
	l := search{ctx: ctx, engine: e, question: ask}
	if l.question.MaxFlips <= 0 {
		l.question.MaxFlips = defaultFlips
	}
	first, err := l.decide(ask.Scenario)
	if err != nil {
		return decision.Report{}, err
	}
	l.first = first
	l.report.Decision = first.Text(nil)
	l.collectNumbers()
	if l.question.MaxSolves <= 0 {
		l.question.MaxSolves = max(minSolves, maxWork/max(1, l.report.Numbers))
	}
	l.choose()
	err = l.searchAll()
	for i := range l.numbers {
		switch f := l.numbers[i].flip; {
		case f == nil:
		case f.Share < decision.TieShare:
			l.report.Ties = append(l.report.Ties, f.Name)
		default:
			l.report.Flips = append(l.report.Flips, *f)
		}
	}
	sorting.Stable(l.report.Flips, func(a, b decision.Flip) int { return cmp.Compare(a.Share, b.Share) })
	l.report.Flips = l.report.Flips[:min(len(l.report.Flips), l.question.MaxFlips)]
	return l.report, err
}

// A search is the state of one question.
type search struct {
	ctx      context.Context
	engine   engine.Engine
	question Question
	first    decision.Decision
	numbers  []number
	report   decision.Report
	total    int // total of the progress
}

// decide runs the algorithm on a scenario and returns its decision.
func (l *search) decide(s *scenario.Scenario) (decision.Decision, error) {
	l.report.Solves++
	answer, err := l.engine.Measure(l.ctx, s, l.question.Run, engine.Env{Bare: true})
	if err != nil {
		return decision.Decision{}, err
	}
	return decision.Of(s, &answer, l.question.Element), nil
}

// try runs the algorithm with one number changed. It reports moved false if the
// field or the problem does not allow the value.
func (l *search) try(n *number, to float64) (d decision.Decision, at float64, moved bool, err error) {
	changed := *l.question.Scenario
	n.way.Change(&changed, func(x float64) float64 { return to })
	n.way.Change(&changed, func(x float64) float64 { at = x; return x })
	if at == n.from || math.Abs(at-n.from) < math.Abs(to-n.from)/2 || len(scenario.Validate(&changed)) > 0 {
		return d, at, false, nil
	}
	d, err = l.decide(&changed)
	if _, wrong := err.(doc.Faults); wrong {
		return d, at, false, nil // the algorithm rejects the changed problem
	}
	return d, at, err == nil, err
}

// distances is the number of distances. The last one leads to decision.MaxFactor
// times the number; downwards, maxDownward is the limit.
const (
	distances   = 13
	maxDownward = 1 - 1.0/decision.MaxFactor
)

func distance(i int) float64 { return math.Ldexp(1, i-10) }

// searchAll tries all numbers at one distance after the other, until enough flips
// are found or the limit of runs is reached.
func (l *search) searchAll() error {
	l.total = distances * 2 * len(l.numbers)
	done := 0
	for i := range distances {
		for k := range l.numbers {
			n := &l.numbers[k]
			for side := range n.sides {
				done++
				if l.question.Progress != nil && done%64 == 0 {
					l.question.Progress(done, l.total)
				}
				if l.report.Solves >= l.question.MaxSolves {
					return nil
				}
				if err := l.step(n, &n.sides[side], i); err != nil {
					return err
				}
			}
		}
		l.report.Reach = distance(i)
		if l.flipCount() >= l.question.MaxFlips {
			return nil
		}
	}
	return nil
}

// flipCount returns the number of flips of more than a trifle.
func (l *search) flipCount() (n int) {
	for i := range l.numbers {
		if f := l.numbers[i].flip; f != nil && f.Share >= decision.TieShare {
			n++
		}
	}
	return n
}

// step tries one side of a number at distance i. If the decision changes, it
// searches for the threshold by bisection. It marks the side as exhausted if no
// further value is allowed.
func (l *search) step(n *number, s *side, i int) error {
	if n.flip != nil && n.flipDistance != i || s.exhausted {
		return nil
	}
	far := distance(i)
	if n.flip != nil {
		far = n.flip.Share // a flip farther away than on the other side is not the smallest
	}
	if s.sign < 0 && far >= maxDownward && n.from != 0 {
		far, s.exhausted = maxDownward, true
	}
	to := n.from + float64(s.sign*far*n.scale)
	if n.way.IsInteger() && math.Round(to) == s.last {
		return nil // no farther than before
	}
	d, at, moved, err := l.try(n, to)
	switch {
	case err != nil:
		return err
	case !moved:
		s.exhausted = !n.way.IsInteger() || far*n.scale > 1
		return nil
	case d.Equal(&l.first):
		s.last = at
		return nil
	}
	n.flipDistance = i
	return l.bisect(n, s.last, at, d)
}

// trifle is the relative change of a number that counts as none: a number that
// flips within it flips at any change.
const trifle = 1e-4

// minPast and maxPast are the bounds of a suggested value's relative distance
// beyond the threshold.
const minPast, maxPast = 0.01, 0.05

// roundBeyond returns the value with the fewest digits that is clearly beyond a
// threshold and has the same decision. It returns the threshold if there is
// none.
func (l *search) roundBeyond(n *number, threshold float64, then string) (float64, error) {
	size := max(math.Abs(threshold), n.scale)
	if threshold < n.from {
		size = -size
	}
	near, far := threshold+float64(minPast*size), threshold+float64(maxPast*size)
	for digits := range 4 {
		to := decision.RoundBeyond(near, far, digits)
		if math.Abs(to-threshold) > math.Abs(far-threshold) || to == 0 || to*n.from < 0 {
			continue
		}
		d, at, moved, err := l.try(n, to)
		if err != nil {
			return threshold, err
		}
		if moved && at == to && d.Text(&l.first) == then && !d.Equal(&l.first) {
			return to, nil
		}
	}
	return threshold, nil
}

// bisect finds the threshold between two values with different decisions by
// bisection. It is rounded to few digits on the side that differs.
func (l *search) bisect(n *number, same, flips float64, then decision.Decision) error {
	for range 24 {
		off, left := math.Abs(flips-n.from), math.Abs(flips-same)
		if off <= trifle*n.scale || left <= 1e-3*off || n.way.IsInteger() && left <= 1 {
			break
		}
		d, at, moved, err := l.try(n, same+float64((flips-same)/2))
		if err != nil {
			return err
		}
		if !moved || at == same || at == flips {
			break
		}
		if d.Equal(&l.first) {
			same = at
		} else {
			flips, then = at, d
		}
	}
	slack := max(math.Abs(flips-same), math.Abs(flips-n.from)/50)
	if math.Abs(flips-n.from) <= trifle*n.scale {
		slack = max(slack, 10*trifle*n.scale) // below this distance fewer digits suffice
	}
	for digits := range 16 {
		to := decision.RoundBeyond(same, flips, digits)
		if math.Abs(to-same) > slack || to == flips {
			continue
		}
		d, at, moved, err := l.try(n, to)
		if err != nil {
			return err
		}
		if moved && at == to && !d.Equal(&l.first) {
			flips, then = at, d
			break
		}
	}
	found := decision.Flip{Path: n.path, Name: n.name, Unit: n.unit, From: n.from, Threshold: flips, To: flips,
		Share: math.Abs(flips-n.from) / n.scale, NewDecision: then.Text(&l.first)}
	if !n.way.IsInteger() && found.Share >= decision.TieShare {
		to, err := l.roundBeyond(n, flips, found.NewDecision)
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
