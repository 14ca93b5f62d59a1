package solve

import (
	"context"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/batch"
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
// that time. Rounded down term by term T* can be below any combination: 34
// alternatives of time 30 give 0. So the default rounds down the mean of a job,
// unless that is below the job's shortest alternative. Then T* is at least the
// sum of the shortest times, and B* is the cost of a combination, so both
// problems of choice have an answer.

// timeQuota returns T* over the jobs that have windows.
func (r *run) timeQuota(offers []offer) float64 {
	total := 0.0
	for i := range offers {
		if o := &offers[i]; len(o.weights) > 0 {
			total += o.jobQuota(r.options.TimeQuota)
		}
	}
	return total
}

// classes returns the problem of choice over the jobs that have windows.
func classes(offers []offer, a aim) []class {
	list := make([]class, 0, len(offers))
	count := 0
	for i := range offers {
		count += len(offers[i].weights)
	}
	items, room := make([]item, 0, count), make([]roughItem, 0, 64)
	for i := range offers {
		o := &offers[i]
		if len(o.weights) == 0 {
			continue
		}
		first := len(items)
		var all class
		all, room = o.reduce(items, a, room)
		items = all
		list = append(list, all[first:len(all):len(all)])
	}
	return list
}

// windows returns the indexes of the picked items in the windows of their jobs.
func windows(classes []class, picks []int32) []int {
	places := make([]int, len(picks))
	for i, k := range picks {
		places[i] = int(classes[i][k].index)
	}
	return places
}

// A decision is the choice of one cycle with its limits.
type decision struct {
	choice
	timeLimit, budget float64
	classes           []class
	pickClasses       []class            // the classes that the picks use: a policy has its own
	income            *batch.KnownIncome // set if B* is not proved the greatest
	front             []batch.Point      // of Pareto
	hull              bool
	// reason is the limit that cannot be kept, nil if there is a choice.
	reason *reason.Reason
}

// decide sets the limits of a cycle and chooses the combination. A limit that is given replaces the
// computed one for the limited sum. If no combination keeps a limit, d.why has the reason. The
// error is the context's.
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
		prices := classes(offers, aim{byTime: true, greatest: true})
		income, err := r.chooser.choose(ctx, prices, d.timeLimit)
		if err != nil {
			return d, err
		}
		switch {
		case !income.ok && byTime && r.id == AlgorithmLexicographic && r.options.Order.Jobs():
			// Jobs may be left out, and the budget does not limit them, so it
			// stays 0.
		case !income.ok:
			d.reason = reason.New("time-limit", "limit", d.timeLimit, "least", income.minZ).
				Say(i18n.English("{}time limit {} is below the least total time {} of the windows found", own,
					doc.Decimal(d.timeLimit), doc.Decimal(income.minZ)))
			return d, nil
		default:
			d.budget = -income.g
		}
		if income.ok && !income.exact {
			d.income = &batch.KnownIncome{UpperBound: -income.bound, Windows: windows(prices, income.picks)}
		}
	}
	d.classes = classes(offers, aim{byTime: byTime})
	d.pickClasses = d.classes
	held := d.budget
	if byTime {
		held = d.timeLimit
	}
	var err error
	d.choice, err = r.chooser.choose(ctx, d.classes, held)
	d.picks = append([]int32(nil), d.picks...) // the chooser reuses its slice
	if d.income != nil && !byTime && d.price > 0 {
		// The budget may be less than the greatest income, so the bound is recomputed for it.
		d.exact, d.bound = false, min(d.bound, r.chooser.relaxation(d.income.UpperBound))
	}
	if err == nil && d.ok && r.rules != nil && r.rules.window != nil {
		err = r.prefer(ctx, offers, &d, byTime, held)
	}
	if err == nil && d.ok && r.id == AlgorithmPareto {
		r.pickPoint(&d, byTime, held)
	}
	if err == nil && r.id == AlgorithmLexicographic {
		err = r.lexicographic(ctx, &d, byTime, held)
	}
	if err == nil && !d.ok {
		code, noun, name := "budget-limit", "cost ", "budget "
		if byTime {
			code, noun, name = "time-limit", "time ", "time limit "
		}
		d.reason = reason.New(code, "limit", held, "least", d.minZ).
			Say(i18n.English("{}{}{} is below the least total {}{} of the windows found", own, name, doc.Decimal(held),
				noun, doc.Decimal(d.minZ)))
	}
	return d, err
}
