package solve

import "math"

// A store keeps the availability profiles of a farm: for each profile the free
// slots and free memory as a step function of time. A profile is a B+-tree of
// its steps, ordered by time. An entry of a node knows the least and the most
// that is free below it, and what is to be added to all that stands below; that
// is never passed down, since sums do not mind. So with n steps
//
//	take, give, at   O(log n)
//	earliest         O((1+g) log n) for g gaps that are too short, tail O(log n)
//
// and steps lie side by side in memory, which is worth a factor of three beside
// a binary tree.
//
// The first step of a profile is at minus infinity and the last one lasts for
// ever. Neighbouring steps differ, so a profile is as long as it must be.
// All profiles share the same arenas of nodes.
type store struct {
	profiles []profile
	leaves   []leaf
	inners   []inner
	spare    [2][]int32 // leaves and inner nodes to use again
}

// A profile is the root of a tree: a leaf where the height is 0.
type profile struct{ root, height int32 }

// width is how many steps or entries a node holds at most. Of 8, 16, 32 and 64
// it is the fastest for the profiles of a hundred jobs a machine.
const width = 16

type leaf struct {
	count int32
	steps [width]step
}

type inner struct {
	count   int32
	entries [width]entry
}

// A step says what is free from a time on, until the next step.
type step struct {
	time float64
	need
}

// An entry stands in an inner node for the node below.
type entry struct {
	time        float64 // of the first step below
	least, most need    // free below, add included
	add         need    // to be added to all below
	below       int32
}

// A need is what a reservation takes: slots and memory, in the instance's unit.
type need struct {
	slots  int32
	memory int64
}

func (n need) plus(m need) need  { return need{n.slots + m.slots, n.memory + m.memory} }
func (n need) minus(m need) need { return need{n.slots - m.slots, n.memory - m.memory} }

// lessThan reports whether n lacks slots or memory for m.
func (n need) lessThan(m need) bool { return n.slots < m.slots || n.memory < m.memory }

// open makes a profile with all free for ever and gives its number.
func (s *store) open(all need) int32 {
	at := s.newLeaf()
	l := &s.leaves[at]
	l.count, l.steps[0] = 1, step{math.Inf(-1), all}
	s.profiles = append(s.profiles, profile{at, 0})
	return int32(len(s.profiles) - 1)
}

// at is what is free at a time.
func (s *store) at(p int32, time float64) need {
	tree, add := s.profiles[p], need{}
	node := tree.root
	for range tree.height {
		x := &s.inners[node]
		e := &x.entries[x.covering(time)]
		node, add = e.below, add.plus(e.add)
	}
	l := &s.leaves[node]
	return l.steps[l.covering(time)].need.plus(add)
}

// covering is the place of the last step or entry that begins at a time or
// before; 0 where all begin later.
func (l *leaf) covering(time float64) int {
	i := int(l.count) - 1
	for i > 0 && l.steps[i].time > time {
		i--
	}
	return i
}

func (x *inner) covering(time float64) int {
	i := int(x.count) - 1
	for i > 0 && x.entries[i].time > time {
		i--
	}
	return i
}

// after is the time of the first step later than a time.
func (s *store) after(p int32, time float64) (float64, bool) {
	tree, next := s.profiles[p], math.Inf(1)
	node := tree.root
	for range tree.height {
		x := &s.inners[node]
		i := x.covering(time)
		if i+1 < int(x.count) {
			next = x.entries[i+1].time
		}
		node = x.entries[i].below
	}
	l := &s.leaves[node]
	if i := l.covering(time); l.steps[i].time > time {
		next = l.steps[i].time
	} else if i+1 < int(l.count) {
		next = l.steps[i+1].time
	}
	return next, !math.IsInf(next, 1)
}

// A sweep goes along a profile in search of a stretch of time with enough free.
type sweep struct {
	from     float64 // where it begins
	start    float64 // of the stretch at hand
	duration float64
	seeking  bool // whether there is no stretch at hand
	done     bool
}

// earliest is the earliest time from from on at which n is free for a
// duration, infinite if there is none.
func (s *store) earliest(p int32, n need, duration, from float64) float64 {
	w := sweep{from: from, start: from, duration: duration}
	tree := s.profiles[p]
	if s.sweep(&w, tree.root, tree.height, n); w.seeking {
		return math.Inf(1)
	}
	return w.start
}

// enough is the first time from from on at which n is free, for however long.
func (s *store) enough(p int32, n need, from float64) float64 {
	w := sweep{from: from, seeking: true}
	tree := s.profiles[p]
	if s.sweep(&w, tree.root, tree.height, n); w.seeking {
		return math.Inf(1)
	}
	return max(from, w.start)
}

// short is the first step from the one that covers from on at which less than
// n is free.
func (s *store) short(p int32, n need, from float64) (float64, bool) {
	tree := s.profiles[p]
	return s.shortBelow(tree.root, tree.height, n, from)
}

func (s *store) shortBelow(node, height int32, n need, from float64) (float64, bool) {
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
		if e := &x.entries[i]; e.least.lessThan(n) {
			if at, some := s.shortBelow(e.below, height-1, n.minus(e.add), from); some {
				return at, true
			}
		}
	}
	return 0, false
}

// since is the first step from which on, up to a time, n is free: minus infinity
// where it always is, infinite where it is not at the time itself.
func (s *store) since(p int32, n need, time float64) float64 {
	tree, next := s.profiles[p], math.Inf(1)
	s.sinceBelow(tree.root, tree.height, n, time, &next)
	return next
}

// sinceBelow goes back over the steps of a node from the one that covers a time as
// long as n is free and notes the first of them; it is true where it met one with less.
func (s *store) sinceBelow(node, height int32, n need, time float64, next *float64) bool {
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
		if !e.least.lessThan(n) {
			*next = e.time
		} else if s.sinceBelow(e.below, height-1, n.minus(e.add), time, next) {
			return true
		}
	}
	return false
}

// visit goes through the steps from the one that covers from on, until it is told
// to stop.
func (s *store) visit(p int32, from float64, do func(time float64, free need) bool) {
	tree := s.profiles[p]
	s.visitBelow(tree.root, tree.height, from, need{}, do)
}

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
		if e := &x.entries[i]; !s.visitBelow(e.below, height-1, from, add.plus(e.add), do) {
			return false
		}
	}
	return true
}

// tail is the earliest time from from on from which n is free for ever.
func (s *store) tail(p int32, n need, from float64) float64 {
	tree, next := s.profiles[p], math.Inf(1)
	s.tailBelow(tree.root, tree.height, n, &next)
	return max(from, next)
}

// tailBelow goes back over the steps of a node as long as n is free and notes
// the first of them; it is true where it met a step with less.
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
		if !e.least.lessThan(n) {
			*next = e.time
		} else if s.tailBelow(e.below, height-1, n.minus(e.add), next) {
			return true
		}
	}
	return false
}

// sweep goes through the steps of a node from w.from on.
func (s *store) sweep(w *sweep, node, height int32, n need) {
	if height == 0 {
		s.sweepLeaf(w, node, n)
		return
	}
	x := &s.inners[node]
	for i := x.covering(w.from); i < int(x.count); i++ {
		e := &x.entries[i]
		if w.seeking {
			if e.most.lessThan(n) {
				continue
			}
		} else {
			if e.time >= w.start+w.duration {
				w.done = true
				return
			}
			if !e.least.lessThan(n) {
				continue
			}
		}
		if s.sweep(w, e.below, height-1, n.minus(e.add)); w.done {
			return
		}
	}
}

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
