package farm

import "gridbox/core/policy"

// A Line is the name of an order of jobs.
type Line string

// Orders that are not ready policies.
const (
	LastCome  Line = "lcfs"   // the latest submission first
	Narrowest Line = "narrow" // the fewest slots first
)

// Default orders of EASY-SJBF.
const (
	DefaultQueue  Line = "fcfs"
	DefaultOthers Line = "sjf"
)

// formula returns the formula of an order: jobs are sorted by ascending value. It returns "" for an
// unknown order.
func (l Line) formula() string {
	switch l {
	case LastCome:
		return "-s"
	case Narrowest:
		return "n"
	}
	own := PolicyKind()
	if r, ok := own.Find(string(l)); ok {
		return r.Source
	}
	return ""
}

// Formulas returns the policy that orders the queue by one order and backfills by another, or nil
// if an order is unknown. If they are the same, it has one formula, by which both are ordered. Jobs of equal
// value are ordered by submission, then by index.
func Formulas(queue, others Line) *policy.Formulas {
	if queue.formula() == "" || others.formula() == "" {
		return nil
	}
	source := "job: " + queue.formula()
	if others != queue {
		source += "\nbackfill: " + others.formula()
	}
	own := PolicyKind()
	f, _ := own.Read(source, nil)
	return f
}

// A Pass is the name of the list of orders that greedy backfilling tries.
type Pass string

// Lists of greedy backfilling; the zero value is TwoOrders.
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
