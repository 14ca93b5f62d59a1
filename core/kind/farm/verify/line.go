package verify

import (
	"math"
	"slices"

	"gridbox/core/sorting"
)

// A timeline is what is free of one machine, or of one licence, at every time: a
// list of steps, each of which lasts until the next. Looking for room goes step by
// step, and looked counts them.
type timeline struct {
	steps  []free
	looked *int
}

// free is how many slots, and how much memory in millionths of a MB, are free
// from a time on.
type free struct {
	from   float64
	slots  int
	memory int64
}

func newTimeline(slots int, memory int64, looked *int) *timeline {
	return &timeline{[]free{{math.Inf(-1), slots, memory}}, looked}
}

func (x *free) holds(n need) bool { return x.slots >= n.slots && x.memory >= n.memory }

// need is what one part takes.
type need struct {
	slots  int
	memory int64
}

// at is the place of the step that covers a time.
func (l *timeline) at(time float64) int {
	i, _ := slices.BinarySearchFunc(l.steps, time, func(x free, t float64) int {
		if x.from <= t {
			return -1
		}
		return 1
	})
	return max(0, i-1)
}

// add gives n back between two times, or takes it where sign is -1.
func (l *timeline) add(n need, sign int, from, to float64) {
	if !(from < to) {
		return
	}
	for _, time := range [2]float64{from, to} {
		if i := l.at(time); l.steps[i].from != time && !math.IsInf(time, 1) {
			l.steps = sorting.Put(l.steps, i+1, free{time, l.steps[i].slots, l.steps[i].memory})
		}
	}
	i := l.at(from)
	for k := i; k < len(l.steps) && l.steps[k].from < to; k++ {
		l.steps[k].slots += sign * n.slots
		l.steps[k].memory += int64(sign) * n.memory
	}
	for _, time := range [2]float64{to, from} {
		i := l.at(time)
		if i > 0 && l.steps[i].slots == l.steps[i-1].slots && l.steps[i].memory == l.steps[i-1].memory {
			l.steps = slices.Delete(l.steps, i, i+1)
		}
	}
}

// earliest is the first time from from on at which n is free for a duration.
func (l *timeline) earliest(n need, duration, from float64) float64 {
	start, seeking := from, false
	i := l.at(from)
	first := i
	for ; i < len(l.steps) && (seeking || l.steps[i].from < start+duration); i++ {
		switch holds := l.steps[i].holds(n); {
		case seeking && holds:
			seeking, start = false, l.steps[i].from
		case !seeking && !holds:
			seeking = true
		}
	}
	*l.looked += i - first + 1
	if seeking {
		return math.Inf(1)
	}
	return start
}

// tail is the first time from from on from which n is free for ever.
func (l *timeline) tail(n need, from float64) float64 {
	i := len(l.steps)
	for i > 0 && l.steps[i-1].holds(n) {
		i--
	}
	*l.looked += len(l.steps) - i + 1
	if i == len(l.steps) {
		return math.Inf(1)
	}
	return max(from, l.steps[i].from)
}

// short is the first step from the one that covers a time on with less than n.
func (l *timeline) short(n need, from float64) (float64, bool) {
	for i := l.at(from); i < len(l.steps); i++ {
		*l.looked++
		if !l.steps[i].holds(n) {
			return l.steps[i].from, true
		}
	}
	return 0, false
}

// after is the first step later than a time.
func (l *timeline) after(time float64) float64 {
	for i := l.at(time); i < len(l.steps); i++ {
		if l.steps[i].from > time {
			return l.steps[i].from
		}
	}
	return math.Inf(1)
}
