package solve

import "math"

// change adds n to what is free from a time to another, n may be less than nothing. It does
// not ask whether so much is there.
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
	s.unite(p, from)
	s.unite(p, to)
}

// change does it all in a leaf that has room.
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

// insert has a step begin at a time, with what is free there already.
func (l *leaf) insert(time float64) {
	i := l.covering(time)
	if l.steps[i].time == time || math.IsInf(time, 1) {
		return
	}
	copy(l.steps[i+2:l.count+1], l.steps[i+1:l.count])
	l.steps[i+1] = step{time, l.steps[i].need}
	l.count++
}

func (l *leaf) remove(i int) {
	copy(l.steps[i:], l.steps[i+1:l.count])
	l.count--
}

func (x *inner) remove(i int) {
	copy(x.entries[i:], x.entries[i+1:x.count])
	x.count--
}

// insert has a step begin at a time. Nodes that are full are divided on the
// way down, so that there is room for the half of one below.
func (s *store) insert(p int32, time float64) {
	if math.IsInf(time, 1) {
		return
	}
	tree := &s.profiles[p]
	if s.full(tree.root, tree.height) {
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
		if s.full(x.entries[i].below, height-1) {
			s.divide(node, i, height-1)
			x = &s.inners[node]
			i = x.covering(time)
		}
		node = x.entries[i].below
	}
	s.leaves[node].insert(time)
}

func (s *store) full(node, height int32) bool {
	if height == 0 {
		return s.leaves[node].count == width
	}
	return s.inners[node].count == width
}

// divide moves the second half of the node at place i of another to a new one.
func (s *store) divide(above int32, i int, height int32) {
	const half = width / 2
	var made int32
	old := s.inners[above].entries[i]
	time := 0.0
	if height == 0 {
		made = s.newLeaf()
		from, to := &s.leaves[old.below], &s.leaves[made]
		copy(to.steps[:], from.steps[half:])
		from.count, to.count, time = half, half, to.steps[0].time
	} else {
		made = s.newInner()
		from, to := &s.inners[old.below], &s.inners[made]
		copy(to.entries[:], from.entries[half:])
		from.count, to.count, time = half, half, to.entries[0].time
	}
	x := &s.inners[above]
	copy(x.entries[i+2:], x.entries[i+1:x.count])
	x.count++
	x.entries[i] = s.entry(old.below, height, old.time, old.add)
	x.entries[i+1] = s.entry(made, height, time, old.add)
}

// entry describes a node to the one above it.
func (s *store) entry(node, height int32, time float64, add need) entry {
	e := entry{time: time, add: add, below: node}
	if height == 0 {
		l := &s.leaves[node]
		e.least, e.most = l.steps[0].need, l.steps[0].need
		for i := 1; i < int(l.count); i++ {
			e.widen(l.steps[i].need, l.steps[i].need)
		}
	} else {
		x := &s.inners[node]
		e.least, e.most = x.entries[0].least, x.entries[0].most
		for i := 1; i < int(x.count); i++ {
			e.widen(x.entries[i].least, x.entries[i].most)
		}
	}
	e.least, e.most = e.least.plus(add), e.most.plus(add)
	return e
}

func (e *entry) widen(least, most need) {
	e.least = need{min(e.least.slots, least.slots), min(e.least.memory, least.memory)}
	e.most = need{max(e.most.slots, most.slots), max(e.most.memory, most.memory)}
}

// add adds n to the steps of a node from a time to another.
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
			e.add, e.least, e.most = e.add.plus(n), e.least.plus(n), e.most.plus(n)
			continue
		}
		s.add(e.below, height-1, n, from, to)
		*e = s.entry(e.below, height-1, e.time, e.add)
	}
}

// unite strikes the step at a time if it differs in nothing from the one before.
func (s *store) unite(p int32, time float64) {
	if math.IsInf(time, 1) || !s.idle(p, time) {
		return
	}
	tree := &s.profiles[p]
	s.strike(tree.root, tree.height, time)
	s.flatten(tree)
}

// idle reports whether the step at a time changes nothing.
func (s *store) idle(p int32, time float64) bool {
	tree := s.profiles[p]
	node := tree.root
	for range tree.height {
		x := &s.inners[node]
		node = x.entries[x.covering(time)].below
	}
	l := &s.leaves[node]
	if i := l.covering(time); i > 0 {
		return l.steps[i].need == l.steps[i-1].need
	}
	return s.at(p, time) == s.at(p, math.Nextafter(time, math.Inf(-1)))
}

// lower passes what an entry adds to the node below it.
func (s *store) lower(e *entry, height int32) {
	if height == 0 {
		l := &s.leaves[e.below]
		for i := range l.count {
			l.steps[i].need = l.steps[i].plus(e.add)
		}
		return
	}
	x := &s.inners[e.below]
	for i := range x.count {
		y := &x.entries[i]
		y.add, y.least, y.most = y.add.plus(e.add), y.least.plus(e.add), y.most.plus(e.add)
	}
}

// strike removes the step of a time below a node, and tells when the node
// begins then.
func (s *store) strike(node, height int32, time float64) float64 {
	if height == 0 {
		l := &s.leaves[node]
		l.remove(l.covering(time))
		return l.steps[0].time
	}
	x := &s.inners[node]
	i := x.covering(time)
	e := &x.entries[i]
	begin := s.strike(e.below, height-1, time)
	if s.size(e.below, height-1) > 0 {
		*e = s.entry(e.below, height-1, begin, e.add)
		s.join(x, i, height-1)
	} else {
		s.spare[min(1, height-1)] = append(s.spare[min(1, height-1)], e.below)
		x.remove(i)
	}
	return x.entries[0].time
}

func (s *store) size(node, height int32) int32 {
	if height == 0 {
		return s.leaves[node].count
	}
	return s.inners[node].count
}

// join unites the node at place i with a neighbour where the two are no more
// than half of one, so that nodes that were emptied do not pile up.
func (s *store) join(x *inner, i int, height int32) {
	i = max(1, i)
	if i >= int(x.count) {
		return
	}
	a, b := &x.entries[i-1], &x.entries[i]
	if s.size(a.below, height)+s.size(b.below, height) > width/2 {
		return
	}
	s.lower(a, height)
	s.lower(b, height)
	if height == 0 {
		to, from := &s.leaves[a.below], &s.leaves[b.below]
		to.count += int32(copy(to.steps[to.count:], from.steps[:from.count]))
	} else {
		to, from := &s.inners[a.below], &s.inners[b.below]
		to.count += int32(copy(to.entries[to.count:], from.entries[:from.count]))
	}
	s.spare[min(1, height)] = append(s.spare[min(1, height)], b.below)
	*a = s.entry(a.below, height, a.time, need{})
	x.remove(i)
}

// past lets go what a profile was before a time, of which nobody asks any more: what was free
// last before it is free from ever on. A profile is as long so as what is planned, however much
// has happened. What entries know of the least and the most below may then tell of steps that
// are gone, which leaves it true.
func (s *store) past(p int32, now float64) {
	tree := &s.profiles[p]
	node, ever := tree.root, math.Inf(-1)
	for height := tree.height; height > 0; height-- {
		x := &s.inners[node]
		gone := 0
		for gone+1 < int(x.count) && x.entries[gone+1].time < now {
			s.release(x.entries[gone].below, height-1)
			gone++
		}
		if gone > 0 {
			x.count = int32(copy(x.entries[:], x.entries[gone:x.count]))
		}
		x.entries[0].time = ever
		node = x.entries[0].below
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

// release gives back a node and all below it.
func (s *store) release(node, height int32) {
	if height > 0 {
		x := &s.inners[node]
		for i := range x.count {
			s.release(x.entries[i].below, height-1)
		}
	}
	s.spare[min(1, height)] = append(s.spare[min(1, height)], node)
}

// flatten takes the root off a tree while there is but one node below it.
func (s *store) flatten(tree *profile) {
	for tree.height > 0 && s.inners[tree.root].count == 1 {
		e := &s.inners[tree.root].entries[0]
		s.lower(e, tree.height-1)
		s.spare[1] = append(s.spare[1], tree.root)
		tree.root, tree.height = e.below, tree.height-1
	}
}

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
