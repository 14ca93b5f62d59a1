package solve

import "math"

// change adds n, which may be negative, to the free capacity in an interval. It does not check
// that the result is valid.
func (s *store) change(p int32, n need, from, to float64) {
	if !(from < to) || n == (need{}) {
		return
	}
	tree := s.profiles[p]
	if tree.height == 0 { // the common case of short profiles
		if l := &s.leaves[tree.root]; l.count+2 <= width {
			l.change(n, from, to)
			return
		}
	}
	s.insert(p, from)
	s.insert(p, to)
	tree = s.profiles[p]
	s.add(tree.root, tree.height, n, from, to)
	s.merge(p, from)
	s.merge(p, to)
}

// change adds n in an interval, in a leaf that has room for two more steps.
func (l *leaf) change(n need, from, to float64) {
	l.insert(from)
	l.insert(to)
	for i := l.covering(from); i < int(l.count) && l.steps[i].time < to; i++ {
		l.steps[i].need = l.steps[i].plus(n)
	}
	for _, time := range [2]float64{from, to} {
		if i := l.covering(time); i > 0 && l.steps[i].need == l.steps[i-1].need {
			l.remove(i)
		}
	}
}

// insert adds a step that begins at a time, with the capacity that is already free there.
func (l *leaf) insert(time float64) {
	i := l.covering(time)
	if l.steps[i].time == time || math.IsInf(time, 1) {
		return
	}
	copy(l.steps[i+2:l.count+1], l.steps[i+1:l.count])
	l.steps[i+1] = step{time, l.steps[i].need}
	l.count++
}

// remove removes step i.
func (l *leaf) remove(i int) {
	copy(l.steps[i:], l.steps[i+1:l.count])
	l.count--
}

// remove removes entry i.
func (x *inner) remove(i int) {
	copy(x.entries[i:], x.entries[i+1:x.count])
	x.count--
}

// insert adds a step that begins at a time. Full nodes are split on the way down, so that there
// is room for the new halves.
func (s *store) insert(p int32, time float64) {
	if math.IsInf(time, 1) {
		return
	}
	tree := &s.profiles[p]
	if s.isFull(tree.root, tree.height) {
		top := s.newInner()
		x := &s.inners[top]
		x.count = 1
		x.entries[0] = s.entry(tree.root, tree.height, math.Inf(-1), need{})
		tree.root, tree.height = top, tree.height+1
	}
	node := tree.root
	for height := tree.height; height > 0; height-- {
		x := &s.inners[node]
		i := x.covering(time)
		if s.isFull(x.entries[i].child, height-1) {
			s.split(node, i, height-1)
			x = &s.inners[node]
			i = x.covering(time)
		}
		node = x.entries[i].child
	}
	s.leaves[node].insert(time)
}

// isFull reports whether a node has no room.
func (s *store) isFull(node, height int32) bool {
	if height == 0 {
		return s.leaves[node].count == width
	}
	return s.inners[node].count == width
}

// split moves the second half of child i of a node to a new node.
func (s *store) split(above int32, i int, height int32) {
	const half = width / 2
	var made int32
	old := s.inners[above].entries[i]
	time := 0.0
	if height == 0 {
		made = s.newLeaf()
		from, to := &s.leaves[old.child], &s.leaves[made]
		copy(to.steps[:], from.steps[half:])
		from.count, to.count, time = half, half, to.steps[0].time
	} else {
		made = s.newInner()
		from, to := &s.inners[old.child], &s.inners[made]
		copy(to.entries[:], from.entries[half:])
		from.count, to.count, time = half, half, to.entries[0].time
	}
	x := &s.inners[above]
	copy(x.entries[i+2:], x.entries[i+1:x.count])
	x.count++
	x.entries[i] = s.entry(old.child, height, old.time, old.add)
	x.entries[i+1] = s.entry(made, height, time, old.add)
}

// entry returns the entry of a node for its parent.
func (s *store) entry(node, height int32, time float64, add need) entry {
	e := entry{time: time, add: add, child: node}
	if height == 0 {
		l := &s.leaves[node]
		e.minFree, e.maxFree = l.steps[0].need, l.steps[0].need
		for i := 1; i < int(l.count); i++ {
			e.widen(l.steps[i].need, l.steps[i].need)
		}
	} else {
		x := &s.inners[node]
		e.minFree, e.maxFree = x.entries[0].minFree, x.entries[0].maxFree
		for i := 1; i < int(x.count); i++ {
			e.widen(x.entries[i].minFree, x.entries[i].maxFree)
		}
	}
	e.minFree, e.maxFree = e.minFree.plus(add), e.maxFree.plus(add)
	return e
}

// widen extends the range of an entry.
func (e *entry) widen(least, most need) {
	e.minFree = need{min(e.minFree.slots, least.slots), min(e.minFree.memory, least.memory)}
	e.maxFree = need{max(e.maxFree.slots, most.slots), max(e.maxFree.memory, most.memory)}
}

// add adds n to the steps of a node in an interval.
func (s *store) add(node, height int32, n need, from, to float64) {
	if height == 0 {
		l := &s.leaves[node]
		for i := range l.count {
			if t := &l.steps[i]; t.time >= from && t.time < to {
				t.need = t.plus(n)
			}
		}
		return
	}
	x := &s.inners[node]
	for i := x.covering(from); i < int(x.count) && x.entries[i].time < to; i++ {
		e := &x.entries[i]
		if e.time >= from && i+1 < int(x.count) && x.entries[i+1].time <= to {
			e.add, e.minFree, e.maxFree = e.add.plus(n), e.minFree.plus(n), e.maxFree.plus(n)
			continue
		}
		s.add(e.child, height-1, n, from, to)
		*e = s.entry(e.child, height-1, e.time, e.add)
	}
}

// merge removes the step at a time if it equals the previous one.
func (s *store) merge(p int32, time float64) {
	if math.IsInf(time, 1) || !s.redundant(p, time) {
		return
	}
	tree := &s.profiles[p]
	s.removeStep(tree.root, tree.height, time)
	s.flatten(tree)
}

// redundant reports whether the step at a time changes nothing.
func (s *store) redundant(p int32, time float64) bool {
	tree := s.profiles[p]
	node := tree.root
	for range tree.height {
		x := &s.inners[node]
		node = x.entries[x.covering(time)].child
	}
	l := &s.leaves[node]
	if i := l.covering(time); i > 0 {
		return l.steps[i].need == l.steps[i-1].need
	}
	return s.freeAt(p, time) == s.freeAt(p, math.Nextafter(time, math.Inf(-1)))
}

// pushDown pushes the addend of an entry down to its child.
func (s *store) pushDown(e *entry, height int32) {
	if height == 0 {
		l := &s.leaves[e.child]
		for i := range l.count {
			l.steps[i].need = l.steps[i].plus(e.add)
		}
		return
	}
	x := &s.inners[e.child]
	for i := range x.count {
		y := &x.entries[i]
		y.add, y.minFree, y.maxFree = y.add.plus(e.add), y.minFree.plus(e.add), y.maxFree.plus(e.add)
	}
}

// removeStep removes the step at a time below a node, and returns the new begin of the node.
func (s *store) removeStep(node, height int32, time float64) float64 {
	if height == 0 {
		l := &s.leaves[node]
		l.remove(l.covering(time))
		return l.steps[0].time
	}
	x := &s.inners[node]
	i := x.covering(time)
	e := &x.entries[i]
	begin := s.removeStep(e.child, height-1, time)
	if s.size(e.child, height-1) > 0 {
		*e = s.entry(e.child, height-1, begin, e.add)
		s.join(x, i, height-1)
	} else {
		s.spare[min(1, height-1)] = append(s.spare[min(1, height-1)], e.child)
		x.remove(i)
	}
	return x.entries[0].time
}

// size returns the number of steps or entries of a node.
func (s *store) size(node, height int32) int32 {
	if height == 0 {
		return s.leaves[node].count
	}
	return s.inners[node].count
}

// join merges child i with a neighbour if together they fill at most half a node, so that emptied
// nodes do not accumulate.
func (s *store) join(x *inner, i int, height int32) {
	i = max(1, i)
	if i >= int(x.count) {
		return
	}
	a, b := &x.entries[i-1], &x.entries[i]
	if s.size(a.child, height)+s.size(b.child, height) > width/2 {
		return
	}
	s.pushDown(a, height)
	s.pushDown(b, height)
	if height == 0 {
		to, from := &s.leaves[a.child], &s.leaves[b.child]
		to.count += int32(copy(to.steps[to.count:], from.steps[:from.count]))
	} else {
		to, from := &s.inners[a.child], &s.inners[b.child]
		to.count += int32(copy(to.entries[to.count:], from.entries[:from.count]))
	}
	s.spare[min(1, height)] = append(s.spare[min(1, height)], b.child)
	*a = s.entry(a.child, height, a.time, need{})
	x.remove(i)
}

// dropBefore drops the steps before a time, which is no longer queried; the last of them then begins at
// -Inf. So the length of a profile depends on what is planned and not on the past. The ranges of
// entries may include dropped steps, and stay valid bounds.
func (s *store) dropBefore(p int32, now float64) {
	tree := &s.profiles[p]
	node, ever := tree.root, math.Inf(-1)
	for height := tree.height; height > 0; height-- {
		x := &s.inners[node]
		gone := 0
		for gone+1 < int(x.count) && x.entries[gone+1].time < now {
			s.release(x.entries[gone].child, height-1)
			gone++
		}
		if gone > 0 {
			x.count = int32(copy(x.entries[:], x.entries[gone:x.count]))
		}
		x.entries[0].time = ever
		node = x.entries[0].child
	}
	l := &s.leaves[node]
	gone := 0
	for gone+1 < int(l.count) && l.steps[gone+1].time < now {
		gone++
	}
	if gone > 0 {
		l.count = int32(copy(l.steps[:], l.steps[gone:l.count]))
	}
	l.steps[0].time = ever
	s.flatten(tree)
}

// release frees a node and everything below it.
func (s *store) release(node, height int32) {
	if height > 0 {
		x := &s.inners[node]
		for i := range x.count {
			s.release(x.entries[i].child, height-1)
		}
	}
	s.spare[min(1, height)] = append(s.spare[min(1, height)], node)
}

// flatten removes roots with a single child.
func (s *store) flatten(tree *profile) {
	for tree.height > 0 && s.inners[tree.root].count == 1 {
		e := &s.inners[tree.root].entries[0]
		s.pushDown(e, tree.height-1)
		s.spare[1] = append(s.spare[1], tree.root)
		tree.root, tree.height = e.child, tree.height-1
	}
}

// newLeaf returns an empty leaf.
func (s *store) newLeaf() int32 {
	if k := len(s.spare[0]); k > 0 {
		at := s.spare[0][k-1]
		s.spare[0] = s.spare[0][:k-1]
		s.leaves[at].count = 0
		return at
	}
	s.leaves = append(s.leaves, leaf{})
	return int32(len(s.leaves) - 1)
}

// newInner returns an empty inner node.
func (s *store) newInner() int32 {
	if k := len(s.spare[1]); k > 0 {
		at := s.spare[1][k-1]
		s.spare[1] = s.spare[1][:k-1]
		s.inners[at].count = 0
		return at
	}
	s.inners = append(s.inners, inner{})
	return int32(len(s.inners) - 1)
}
