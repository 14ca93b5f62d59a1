package farm

import "gridbox/core/policy"

// A Line names an order of jobs.
type Line string

// The orders that are no ready policies.
const (
	LastCome  Line = "lcfs"   // the latest submission first
	Narrowest Line = "narrow" // the fewest slots first
)

// DefaultQueue and DefaultOthers are the orders of EASY-SJBF.
const (
	DefaultQueue  Line = "fcfs"
	DefaultOthers Line = "sjf"
)

// formula returns the formula of an order, of which the least value stands first. It
// returns "" for an order that does not exist.
func (l Line) formula() string {
	switch l {
	case LastCome:
		return "-s"
	case Narrowest:
		return "n"
	}
	own := Own()
	if r, ok := own.Find(string(l)); ok {
		return r.Source
	}
	return ""
}

// Formulas returns the policy that has the queue in one order and tries the others in
// another, or nil if there is no such order. Jobs of equal value stand by submission,
// then by their place in the document.
func Formulas(queue, others Line) *policy.Formulas {
	if queue.formula() == "" || others.formula() == "" {
		return nil
	}
	own := Own()
	f, _ := own.Read("job: "+queue.formula()+"\nbackfill: "+others.formula(), nil)
	return f
}

// A Pass names a list of orders that greedy backfilling tries.
type Pass string

// The lists of greedy backfilling; the zero value is TwoOrders.
const (
	TwoOrders  Pass = "two"
	FiveOrders Pass = "five"
)

// Lines returns the orders of the list.
func (p Pass) Lines() []Line {
	if p == FiveOrders {
		return []Line{LastCome, "fcfs", Narrowest, "sjf", "saf"}
	}
	return []Line{"sjf", Narrowest}
}
