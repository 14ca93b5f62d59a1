package conform

import (
	"math"
	"slices"
	"sort"
)

// An amount is the need of a part of a job: slots and memory of a machine, with memory in
// millionths of a MB, or a number of licences, counted as slots.
type amount struct {
	slots  int
	memory int64
}

// covers reports whether a has at least the slots and memory of b.
func (a amount) covers(b amount) bool { return a.slots >= b.slots && a.memory >= b.memory }

// A profile is the free amount of a resource over time: ascending breakpoints, each valid until
// the next. The first is at -Inf.
type profile []step

// A step is a breakpoint of a profile.
type step struct {
	from float64
	free amount
}

// newProfile returns a profile with all free.
func newProfile(free amount) profile { return profile{{math.Inf(-1), free}} }

// indexAt returns the index of the step that contains a time.
func (p profile) indexAt(time float64) int {
	return sort.Search(len(p), func(i int) bool { return p[i].from > time }) - 1
}

// add adds sign times n to the free amount from a time until before another, and joins equal steps.
// An empty interval has no effect.
func (p *profile) add(n amount, sign int, from, to float64) {
	if !(from < to) {
		return
	}
	for _, time := range [2]float64{from, to} {
		if i := p.indexAt(time); (*p)[i].from < time {
			*p = slices.Insert(*p, i+1, step{time, (*p)[i].free})
		}
	}
	for i := p.indexAt(from); i < len(*p) && (*p)[i].from < to; i++ {
		free := &(*p)[i].free
		free.slots += sign * n.slots
		free.memory += int64(sign) * n.memory
	}
	*p = slices.CompactFunc(*p, func(a, b step) bool { return a.free == b.free })
}

// earliestFree returns the first time, not before from, at which n is free for a duration.
func (p profile) earliestFree(n amount, duration, from float64) float64 {
	start, free := from, true
	for _, s := range p[p.indexAt(from):] {
		switch covered := s.free.covers(n); {
		case free && s.from >= start+duration:
			return start
		case free && !covered:
			free = false
		case !free && covered:
			free, start = true, s.from
		}
	}
	if !free {
		return math.Inf(1)
	}
	return start
}

// tail returns the first time, not before from, from which n is free permanently.
func (p profile) tail(n amount, from float64) float64 {
	i := len(p)
	for i > 0 && p[i-1].free.covers(n) {
		i--
	}
	if i == len(p) {
		return math.Inf(1)
	}
	return max(from, p[i].from)
}

// lacking returns the first time, not before from, at which n is not free.
func (p profile) lacking(n amount, from float64) (time float64, ok bool) {
	for _, s := range p[p.indexAt(from):] {
		if !s.free.covers(n) {
			return max(from, s.from), true
		}
	}
	return 0, false
}

// next returns the first breakpoint later than a time, or +Inf.
func (p profile) next(time float64) float64 {
	if i := p.indexAt(time) + 1; i < len(p) {
		return p[i].from
	}
	return math.Inf(1)
}
