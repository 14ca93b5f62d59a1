package solve

import "math"

// A store has the availability profiles of a farm: for each profile the free slots and free
// memory as a step function of time. A profile is a B+-tree of its steps, ordered by time. An
// entry of an inner node has the least and the greatest free amounts below it, and a lazy addend
// for everything below, which is never pushed down by queries. So with n steps
//
//	take, give, at   O(log n)
//	earliest         O((1+g) log n) for g gaps that are too short
//	tail             O(log n)
//
// Steps are contiguous in memory, which makes it about three times faster than a binary tree.
//
// The first step of a profile begins at minus infinity and the last one has no end. Adjacent
// steps differ, so a profile has the least number of steps. All profiles share the same arenas of
// nodes.
type store struct {
	profiles []profile
	leaves   []leaf
	inners   []inner
	spare    [2][]int32 // leaves and inner nodes for reuse
}

// A profile is the root of a tree; height 0 is a leaf.
type profile struct{ root, height int32 }

// width is the greatest number of steps or entries of a node. Of 8, 16, 32 and 64 it is the
// fastest for profiles of a hundred jobs per machine.
const width = 16

// A leaf has steps.
type leaf struct {
	count int32
	steps [width]step
}

// An inner is an inner node.
type inner struct {
	count   int32
	entries [width]entry
}

// A step is the free capacity from a time until the next step.
type step struct {
	time float64
	need
}

// An entry describes a child of an inner node.
type entry struct {
	time             float64 // of the first step below
	minFree, maxFree need    // free below, add included
	add              need    // to be added to everything below
	child            int32
}

// A need is an amount of slots and memory, in the instance's unit.
type need struct {
	slots  int32
	memory int64
}

// plus returns n + m.
func (n need) plus(m need) need { return need{n.slots + m.slots, n.memory + m.memory} }

// minus returns n - m.
func (n need) minus(m need) need { return need{n.slots - m.slots, n.memory - m.memory} }

// lessThan reports whether n has fewer slots or less memory than m.
func (n need) lessThan(m need) bool { return n.slots < m.slots || n.memory < m.memory }

// open adds a profile that is always free and returns its index.
func (s *store) open(all need) int32 {
	at := s.newLeaf()
	l := &s.leaves[at]
	l.count, l.steps[0] = 1, step{math.Inf(-1), all}
	s.profiles = append(s.profiles, profile{at, 0})
	return int32(len(s.profiles) - 1)
}

// freeAt returns the free capacity at a time.
func (s *store) freeAt(p int32, time float64) need {
	tree, add := s.profiles[p], need{}
	node := tree.root
	for range tree.height {
		x := &s.inners[node]
		e := &x.entries[x.covering(time)]
		node, add = e.child, add.plus(e.add)
	}
	l := &s.leaves[node]
	return l.steps[l.covering(time)].need.plus(add)
}

// covering returns the index of the last step that begins at a time or before, or 0 if all begin
// later.
func (l *leaf) covering(time float64) int {
	i := int(l.count) - 1
	for i > 0 && l.steps[i].time > time {
		i--
	}
	return i
}

// covering returns the index of the last entry that begins at a time or before, or 0 if all begin
// later.
func (x *inner) covering(time float64) int {
	i := int(x.count) - 1
	for i > 0 && x.entries[i].time > time {
		i--
	}
	return i
}

// nextStepTime returns the time of the first step later than a time. It reports false if there is none.
func (s *store) nextStepTime(p int32, time float64) (float64, bool) {
	tree, next := s.profiles[p], math.Inf(1)
	node := tree.root
	for range tree.height {
		x := &s.inners[node]
		i := x.covering(time)
		if i+1 < int(x.count) {
			next = x.entries[i+1].time
		}
		node = x.entries[i].child
	}
	l := &s.leaves[node]
	if i := l.covering(time); l.steps[i].time > time {
		next = l.steps[i].time
	} else if i+1 < int(l.count) {
		next = l.steps[i+1].time
	}
	return next, !math.IsInf(next, 1)
}

// A sweep is the state of a search along a profile for an interval with enough free capacity.
type sweep struct {
	from     float64 // begin of the search
	start    float64 // begin of the current interval
	duration float64
	seeking  bool // whether there is no current interval
	done     bool
}

// earliestFree returns the first time, not before earliest, at which n is free for a duration, or +Inf if
// there is none.
func (s *store) earliestFree(p int32, n need, duration, earliest float64) float64 {
	w := sweep{from: earliest, start: earliest, duration: duration}
	tree := s.profiles[p]
	if s.sweep(&w, tree.root, tree.height, n); w.seeking {
		return math.Inf(1)
	}
	return w.start
}

// nextFree returns the first time, not before earliest, at which n is free, for any duration.
func (s *store) nextFree(p int32, n need, earliest float64) float64 {
	w := sweep{from: earliest, seeking: true}
	tree := s.profiles[p]
	if s.sweep(&w, tree.root, tree.height, n); w.seeking {
		return math.Inf(1)
	}
	return max(earliest, w.start)
}

// nextShortage returns the time of the first step, from the one that covers from on, with less than n
// free. It reports false if there is none.
func (s *store) nextShortage(p int32, n need, from float64) (float64, bool) {
	tree := s.profiles[p]
	return s.nextShortageBelow(tree.root, tree.height, n, from)
}

// nextShortageBelow does the same as nextShortage for the steps below a node. It reports false if n is free at all of
// them from a time on.
func (s *store) nextShortageBelow(node, height int32, n need, from float64) (float64, bool) {
	if height == 0 {
		l := &s.leaves[node]
		for i := l.covering(from); i < int(l.count); i++ {
			if l.steps[i].lessThan(n) {
				return l.steps[i].time, true
			}
		}
		return 0, false
	}
	x := &s.inners[node]
	for i := x.covering(from); i < int(x.count); i++ {
		if e := &x.entries[i]; e.minFree.lessThan(n) {
			if at, some := s.nextShortageBelow(e.child, height-1, n.minus(e.add), from); some {
				return at, true
			}
		}
	}
	return 0, false
}

// freeSince returns the begin of the interval up to a time in which n is free: -Inf if it always is,
// +Inf if it is not free at the time itself.
func (s *store) freeSince(p int32, n need, time float64) float64 {
	tree, next := s.profiles[p], math.Inf(1)
	s.freeSinceBelow(tree.root, tree.height, n, time, &next)
	return next
}

// freeSinceBelow scans the steps of a node backwards from the one that covers a time while n is free,
// and sets next to the first of them. It reports true if it found a step with less.
func (s *store) freeSinceBelow(node, height int32, n need, time float64, next *float64) bool {
	if height == 0 {
		l := &s.leaves[node]
		for i := l.covering(time); i >= 0; i-- {
			if l.steps[i].lessThan(n) {
				return true
			}
			*next = l.steps[i].time
		}
		return false
	}
	x := &s.inners[node]
	for i := x.covering(time); i >= 0; i-- {
		e := &x.entries[i]
		if !e.minFree.lessThan(n) {
			*next = e.time
		} else if s.freeSinceBelow(e.child, height-1, n.minus(e.add), time, next) {
			return true
		}
	}
	return false
}

// visit calls do for the steps from the one that covers from on, until it returns false.
func (s *store) visit(p int32, from float64, do func(time float64, free need) bool) {
	tree := s.profiles[p]
	s.visitBelow(tree.root, tree.height, from, need{}, do)
}

// visitBelow does the same as visit for the steps below a node, with add added to their free
// amounts. It reports false if do does.
func (s *store) visitBelow(node, height int32, from float64, add need, do func(time float64, free need) bool) bool {
	if height == 0 {
		l := &s.leaves[node]
		for i := l.covering(from); i < int(l.count); i++ {
			if !do(l.steps[i].time, l.steps[i].plus(add)) {
				return false
			}
		}
		return true
	}
	x := &s.inners[node]
	for i := x.covering(from); i < int(x.count); i++ {
		if e := &x.entries[i]; !s.visitBelow(e.child, height-1, from, add.plus(e.add), do) {
			return false
		}
	}
	return true
}

// tail returns the first time, not before earliest, after which n is free permanently.
func (s *store) tail(p int32, n need, earliest float64) float64 {
	tree, next := s.profiles[p], math.Inf(1)
	s.tailBelow(tree.root, tree.height, n, &next)
	return max(earliest, next)
}

// tailBelow scans the steps of a node backwards while n is free and sets next to the first of
// them. It reports true if it found a step with less.
func (s *store) tailBelow(node, height int32, n need, next *float64) bool {
	if height == 0 {
		l := &s.leaves[node]
		for i := int(l.count) - 1; i >= 0; i-- {
			if l.steps[i].lessThan(n) {
				return true
			}
			*next = l.steps[i].time
		}
		return false
	}
	x := &s.inners[node]
	for i := int(x.count) - 1; i >= 0; i-- {
		e := &x.entries[i]
		if !e.minFree.lessThan(n) {
			*next = e.time
		} else if s.tailBelow(e.child, height-1, n.minus(e.add), next) {
			return true
		}
	}
	return false
}

// sweep scans the steps of a node from w.from on.
func (s *store) sweep(w *sweep, node, height int32, n need) {
	if height == 0 {
		s.sweepLeaf(w, node, n)
		return
	}
	x := &s.inners[node]
	for i := x.covering(w.from); i < int(x.count); i++ {
		e := &x.entries[i]
		if w.seeking {
			if e.maxFree.lessThan(n) {
				continue
			}
		} else {
			if e.time >= w.start+w.duration {
				w.done = true
				return
			}
			if !e.minFree.lessThan(n) {
				continue
			}
		}
		if s.sweep(w, e.child, height-1, n.minus(e.add)); w.done {
			return
		}
	}
}

// sweepLeaf scans the steps of a leaf.
func (s *store) sweepLeaf(w *sweep, node int32, n need) {
	l := &s.leaves[node]
	for i := l.covering(w.from); i < int(l.count); i++ {
		t := &l.steps[i]
		enough := t.slots >= n.slots && t.memory >= n.memory
		switch {
		case w.seeking && enough:
			w.seeking, w.start = false, t.time
		case !w.seeking && t.time >= w.start+w.duration:
			w.done = true
			return
		case !w.seeking && !enough:
			w.seeking = true
		}
	}
}
