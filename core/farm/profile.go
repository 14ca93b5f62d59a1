package farm

import "math"

// A store keeps the availability profiles of a farm: for each profile the free
// slots and free memory as a step function of time. A profile is a treap of
// its steps, ordered by time and balanced by random priorities, whose nodes
// carry the least and most that is free below them, and changes that are yet
// to be passed down. So with n steps
//
//	take, give   O(log n) expected
//	earliest     O((1+g) log n) for g gaps that are too short, tail O(log n)
//
// The first step of a profile is at minus infinity and the last one lasts for
// ever. Neighbouring steps differ, so a profile is as long as it must be.
// All profiles share one arena; -1 is no node.
type store struct {
	nodes []step
	free  []int32 // nodes to use again
}

// A step says what is free from a time on, until the next step.
type step struct {
	time        float64
	memory      int64
	leastMemory int64 // of this node and all below
	mostMemory  int64
	addMemory   int64 // yet to be added below
	slots       int32
	leastSlots  int32
	mostSlots   int32
	addSlots    int32
	left, right int32
}

// A need is what a reservation takes: slots and memory, in the instance's unit.
type need struct {
	slots  int32
	memory int64
}

// priority is the random priority of a node: a hash of its place in the arena
// (the finisher of MurmurHash3), so that runs are alike and a node fills just
// one line of a cache.
func priority(i int32) uint32 {
	h := uint32(i)
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// open makes a profile with all free for ever and gives its root.
func (s *store) open(all need) int32 {
	return s.node(math.Inf(-1), all)
}

func (s *store) node(time float64, n need) int32 {
	made := step{time: time, slots: n.slots, leastSlots: n.slots, mostSlots: n.slots,
		memory: n.memory, leastMemory: n.memory, mostMemory: n.memory, left: -1, right: -1}
	if k := len(s.free); k > 0 {
		i := s.free[k-1]
		s.free = s.free[:k-1]
		s.nodes[i] = made
		return i
	}
	s.nodes = append(s.nodes, made)
	return int32(len(s.nodes) - 1)
}

// plus adds to a node and all below it.
func (s *store) plus(i int32, n need) {
	if i < 0 {
		return
	}
	t := &s.nodes[i]
	t.slots += n.slots
	t.leastSlots += n.slots
	t.mostSlots += n.slots
	t.addSlots += n.slots
	t.memory += n.memory
	t.leastMemory += n.memory
	t.mostMemory += n.memory
	t.addMemory += n.memory
}

func (s *store) push(i int32) {
	t := &s.nodes[i]
	if t.addSlots != 0 || t.addMemory != 0 {
		add := need{t.addSlots, t.addMemory}
		t.addSlots, t.addMemory = 0, 0
		s.plus(t.left, add)
		s.plus(t.right, add)
	}
}

// pull recomputes least and most of a node whose changes are passed down.
func (s *store) pull(i int32) {
	t := &s.nodes[i]
	t.leastSlots, t.mostSlots, t.leastMemory, t.mostMemory = t.slots, t.slots, t.memory, t.memory
	for _, below := range [2]int32{t.left, t.right} {
		if below >= 0 {
			b := &s.nodes[below]
			t.leastSlots, t.mostSlots = min(t.leastSlots, b.leastSlots), max(t.mostSlots, b.mostSlots)
			t.leastMemory, t.mostMemory = min(t.leastMemory, b.leastMemory), max(t.mostMemory, b.mostMemory)
		}
	}
}

// split divides a tree into the steps before a time and the rest.
func (s *store) split(i int32, time float64) (before, rest int32) {
	if i < 0 {
		return -1, -1
	}
	s.push(i)
	if s.nodes[i].time < time {
		a, b := s.split(s.nodes[i].right, time)
		s.nodes[i].right = a
		s.pull(i)
		return i, b
	}
	a, b := s.split(s.nodes[i].left, time)
	s.nodes[i].left = b
	s.pull(i)
	return a, i
}

// merge joins two trees of which one is all before the other.
func (s *store) merge(a, b int32) int32 {
	switch {
	case a < 0:
		return b
	case b < 0:
		return a
	case priority(a) > priority(b):
		s.push(a)
		right := s.merge(s.nodes[a].right, b)
		s.nodes[a].right = right
		s.pull(a)
		return a
	}
	s.push(b)
	left := s.merge(a, s.nodes[b].left)
	s.nodes[b].left = left
	s.pull(b)
	return b
}

// take removes n from what is free from a time to another. It does not ask
// whether so much is there.
func (s *store) take(root int32, n need, from, to float64) int32 {
	return s.change(root, need{-n.slots, -n.memory}, from, to)
}

// give adds n back.
func (s *store) give(root int32, n need, from, to float64) int32 {
	return s.change(root, n, from, to)
}

func (s *store) change(root int32, n need, from, to float64) int32 {
	if !(from < to) {
		return root
	}
	before, rest := s.split(root, from)
	inside, after := s.split(rest, to)
	had := s.last(before) // what is free just before from
	// What is free at to before the change.
	end := had
	if inside >= 0 {
		end = s.last(inside)
	}
	if inside < 0 || s.first(inside) != from {
		inside = s.merge(s.node(from, had), inside)
	}
	s.plus(inside, n)
	if after < 0 || s.first(after) != to {
		if !math.IsInf(to, 1) {
			after = s.merge(s.node(to, end), after)
		}
	}
	// Steps that change nothing go.
	if s.value(inside) == had {
		inside = s.dropFirst(inside)
	}
	last := had
	if inside >= 0 {
		last = s.last(inside)
	}
	if after >= 0 && s.value(after) == last {
		after = s.dropFirst(after)
	}
	return s.merge(s.merge(before, inside), after)
}

// first is the time of the first step of a tree.
func (s *store) first(i int32) float64 {
	for s.nodes[i].left >= 0 {
		i = s.nodes[i].left
	}
	return s.nodes[i].time
}

// value is what is free at the first step of a tree.
func (s *store) value(i int32) need {
	add := need{}
	for s.nodes[i].left >= 0 {
		add.slots += s.nodes[i].addSlots
		add.memory += s.nodes[i].addMemory
		i = s.nodes[i].left
	}
	return need{s.nodes[i].slots + add.slots, s.nodes[i].memory + add.memory}
}

// last is what is free at the last step of a tree.
func (s *store) last(i int32) need {
	add := need{}
	for s.nodes[i].right >= 0 {
		add.slots += s.nodes[i].addSlots
		add.memory += s.nodes[i].addMemory
		i = s.nodes[i].right
	}
	return need{s.nodes[i].slots + add.slots, s.nodes[i].memory + add.memory}
}

func (s *store) dropFirst(i int32) int32 {
	s.push(i)
	if s.nodes[i].left < 0 {
		s.free = append(s.free, i)
		return s.nodes[i].right
	}
	left := s.dropFirst(s.nodes[i].left)
	s.nodes[i].left = left
	s.pull(i)
	return i
}

// at is what is free at a time, and since when nothing changed.
func (s *store) at(root int32, time float64) (free need, since float64) {
	add := need{}
	for i := root; i >= 0; {
		t := &s.nodes[i]
		below := t.left
		if t.time <= time {
			free, since = need{t.slots + add.slots, t.memory + add.memory}, t.time
			below = t.right
		}
		add.slots += t.addSlots
		add.memory += t.addMemory
		i = below
	}
	return free, since
}

// short finds the first step from a time on at which less than n is free.
func (s *store) short(i int32, n need, from float64) (float64, bool) {
	if i < 0 {
		return 0, false
	}
	t := &s.nodes[i]
	if t.leastSlots >= n.slots && t.leastMemory >= n.memory {
		return 0, false
	}
	below := need{n.slots - t.addSlots, n.memory - t.addMemory}
	if t.time >= from {
		if at, ok := s.short(t.left, below, from); ok {
			return at, true
		}
		if t.slots < n.slots || t.memory < n.memory {
			return t.time, true
		}
	}
	return s.short(t.right, below, from)
}

// enough finds the first step after a time at which n is free.
func (s *store) enough(i int32, n need, after float64) (float64, bool) {
	if i < 0 {
		return 0, false
	}
	t := &s.nodes[i]
	if t.mostSlots < n.slots || t.mostMemory < n.memory {
		return 0, false
	}
	below := need{n.slots - t.addSlots, n.memory - t.addMemory}
	if t.time > after {
		if at, ok := s.enough(t.left, below, after); ok {
			return at, true
		}
		if t.slots >= n.slots && t.memory >= n.memory {
			return t.time, true
		}
	}
	return s.enough(t.right, below, after)
}

// earliest is the earliest time from from on at which n is free for a
// duration; the profile has it free at last, so there is one.
func (s *store) earliest(root int32, n need, duration, from float64) float64 {
	_, since := s.at(root, from)
	for start := from; ; {
		busy, some := s.short(root, n, since)
		if !some || busy >= start+duration {
			return start
		}
		next, some := s.enough(root, n, max(busy, since))
		if !some {
			return math.Inf(1)
		}
		start, since = next, next
	}
}

// tail is the earliest time from from on from which n is free for ever.
func (s *store) tail(root int32, n need, from float64) float64 {
	busy, some := s.lastShort(root, n)
	if !some {
		return from
	}
	next, some := s.enough(root, n, busy)
	if !some {
		return math.Inf(1)
	}
	return max(from, next)
}

// lastShort finds the last step at which less than n is free.
func (s *store) lastShort(i int32, n need) (float64, bool) {
	if i < 0 {
		return 0, false
	}
	t := &s.nodes[i]
	if t.leastSlots >= n.slots && t.leastMemory >= n.memory {
		return 0, false
	}
	below := need{n.slots - t.addSlots, n.memory - t.addMemory}
	if at, ok := s.lastShort(t.right, below); ok {
		return at, true
	}
	if t.slots < n.slots || t.memory < n.memory {
		return t.time, true
	}
	return s.lastShort(t.left, below)
}
