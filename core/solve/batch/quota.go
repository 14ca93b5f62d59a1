package batch

import (
	"context"
	"math"

	"gridbox/core/problem/batch"
	"gridbox/core/reason"
)

// The virtual organisation's own quotas, from sister papers of the authors
// (ICCS 2011 and others; the paper here uses but does not define them). With
// l_i alternatives of job i, times t_i and costs c_i,
//
//	T* = sum_i sum_{s_i} floor(t_i(s_i) / l_i),
//	B* = max C(s) over the combinations s with T(s) <= T*,
//
// the mean time that jobs are offered and the greatest income of the owners in
// that time. Rounded down term by term T* can fall below any combination: 34
// alternatives of time 30 give 0. So the default rounds down the mean of a job,
// and leaves it as it is where that would go below the job's shortest
// alternative. Then T* is never below the sum of the shortest times, and B* is
// the cost of a combination, so both problems of choice have an answer.

// timeQuota is T* over the jobs that have windows.
func (r *run) timeQuota(offers []offer) float64 {
	total := 0.0
	for i := range offers {
		if windows := offers[i].windows; len(windows) > 0 {
			total += r.jobQuota(windows)
		}
	}
	return total
}

func (r *run) jobQuota(windows []alternative) float64 {
	sum, terms, least, n := 0.0, 0.0, math.Inf(1), float64(len(windows))
	for k := range windows {
		t := windows[k].time(r.options.Measure)
		sum += t
		terms += math.Floor(t / n)
		least = min(least, t)
	}
	mean := max(sum/n, least) // a mean of equal numbers may round below them
	switch {
	case r.options.TimeQuota == batch.PerTerm:
		return terms
	case r.options.TimeQuota == batch.Exact || math.Floor(mean) < least:
		return mean
	}
	return math.Floor(mean)
}

// meanCosts is the other reading of B*: the sum of the mean costs.
func meanCosts(offers []offer) float64 {
	total := 0.0
	for i := range offers {
		windows := offers[i].windows
		if len(windows) == 0 {
			continue
		}
		sum, least := 0.0, math.Inf(1)
		for k := range windows {
			sum += windows[k].cost
			least = min(least, windows[k].cost)
		}
		total += max(sum/float64(len(windows)), least)
	}
	return total
}

// classes makes the problem of choice over the jobs that have windows. The
// limited number is the time where byTime says so, else the cost; sign -1 turns
// the other one round, so that the greatest is looked for.
func (r *run) classes(offers []offer, byTime bool, sign float64) []class {
	list := make([]class, 0, len(offers))
	count := 0
	for i := range offers {
		count += len(offers[i].windows)
	}
	items := make([]item, 0, count)
	for i := range offers {
		windows := offers[i].windows
		if len(windows) == 0 {
			continue
		}
		first := len(items)
		for k := range windows {
			t, c := windows[k].time(r.options.Measure), windows[k].cost
			if byTime {
				items = append(items, item{t, sign * c, int32(k)})
			} else {
				items = append(items, item{c, sign * t, int32(k)})
			}
		}
		list = append(list, reduce(items[first:]))
	}
	return list
}

// A decision is the choice of one cycle with its limits.
type decision struct {
	choice
	timeLimit, budget float64
	classes           []class
	// why says which limit cannot be kept, nil when the choice stands.
	why *reason.Reason
}

// decide sets the limits and chooses the combination.
func (r *run) decide(ctx context.Context, offers []offer, objective string, limit *float64) (decision, error) {
	d := decision{timeLimit: r.timeQuota(offers)}
	byTime := objective == batch.LeastCost
	own := "the virtual organisation's own "
	if limit != nil {
		own = "the "
	}
	if byTime && limit != nil {
		d.timeLimit = *limit
	}
	switch {
	case !byTime && limit != nil:
		d.budget = *limit
	case r.options.BudgetQuota == batch.Mean:
		d.budget = meanCosts(offers)
	default:
		income, err := r.chooser.choose(ctx, r.classes(offers, true, -1), d.timeLimit)
		if err != nil {
			return d, err
		}
		if !income.ok {
			d.why = reason.New("time-limit", "limit", d.timeLimit, "least", income.least).
				Say(own + "time limit " + short(d.timeLimit) + " is below the least total time " + short(income.least) +
					" of the windows found")
			return d, nil
		}
		d.budget = -income.g
	}
	d.classes = r.classes(offers, byTime, 1)
	held := d.budget
	if byTime {
		held = d.timeLimit
	}
	var err error
	d.choice, err = r.chooser.choose(ctx, d.classes, held)
	d.picks = append([]int32(nil), d.picks...) // the chooser's are used again
	if err == nil && !d.ok {
		code, noun, name := "budget-limit", "cost ", "budget "
		if byTime {
			code, noun, name = "time-limit", "time ", "time limit "
		}
		d.why = reason.New(code, "limit", held, "least", d.least).
			Say(own + name + short(held) + " is below the least total " + noun + short(d.least) +
				" of the windows found")
	}
	return d, err
}
