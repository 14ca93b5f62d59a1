package solve

import "gridbox/core/kind/window"

// blockSize is the number of slots beyond which a block is split.
const blockSize = 64

// A list is the ordered list of free slots in blocks. The order is that of
// window.List, but a cut touches only some blocks, and a search skips blocks in
// which all slots end too early.
type list struct {
	blocks      []block
	spareBlocks [][]window.Free // emptied blocks for reuse
}

// A block has consecutive slots that end at end or before.
type block struct {
	slots []window.Free
	end   float64
}

// fill replaces the content of the list with copies of free slots, which must be ordered by start,
// then by node. Blocks are filled to three quarters, so that inserting rarely splits one.
func (l *list) fill(free []window.Free) {
	for i := range l.blocks {
		l.spareBlocks = append(l.spareBlocks, l.blocks[i].slots[:0])
	}
	l.blocks = l.blocks[:0]
	for len(free) > 0 {
		n := min(len(free), blockSize*3/4)
		b := block{slots: append(l.empty(), free[:n]...)}
		b.measure()
		l.blocks = append(l.blocks, b)
		free = free[n:]
	}
}

func (l *list) empty() []window.Free {
	if n := len(l.spareBlocks); n > 0 {
		last := l.spareBlocks[n-1]
		l.spareBlocks = l.spareBlocks[:n-1]
		return last
	}
	return make([]window.Free, 0, blockSize+1)
}

// measure sets the end of the block to the latest end of its slots.
func (b *block) measure() {
	b.end = 0
	for i := range b.slots {
		b.end = max(b.end, b.slots[i].End)
	}
}

// precedes reports whether a slot precedes (start, node): by start, then by node.
func precedes(a *window.Free, start float64, node int32) bool {
	return a.Start < start || a.Start == start && a.Node < node
}

// find returns the block and the index of the first slot not before (start,
// node).
func (l *list) find(start float64, node int32) (int, int) {
	lo, hi := 0, len(l.blocks)
	for lo < hi {
		mid := (lo + hi) / 2
		slots := l.blocks[mid].slots
		if precedes(&slots[len(slots)-1], start, node) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(l.blocks) {
		return lo, 0
	}
	slots := l.blocks[lo].slots
	at, end := 0, len(slots)
	for at < end {
		mid := (at + end) / 2
		if precedes(&slots[mid], start, node) {
			at = mid + 1
		} else {
			end = mid
		}
	}
	return lo, at
}

// cut removes the parts of a window from the list. The rests of a slot before
// and after its part remain, if not empty. Every part must be within a slot of
// the list.
func (l *list) cut(start float64, parts []part) {
	for i := range parts {
		p := &parts[i]
		b, at := l.find(p.slotStart, p.node)
		slots := l.blocks[b].slots
		if start > p.slotStart {
			slots[at].End = start
		} else {
			l.remove(b, at)
		}
		if end := start + p.duration; end < p.slotEnd {
			l.insert(window.Free{Node: p.node, Start: end, End: p.slotEnd})
		}
	}
}

// remove removes a slot. The end of the block stays, as an upper bound.
func (l *list) remove(b, at int) {
	slots := l.blocks[b].slots
	copy(slots[at:], slots[at+1:])
	l.blocks[b].slots = slots[:len(slots)-1]
	if len(slots) > 1 {
		return
	}
	l.spareBlocks = append(l.spareBlocks, slots[:0])
	copy(l.blocks[b:], l.blocks[b+1:])
	l.blocks = l.blocks[:len(l.blocks)-1]
}

// forget removes the slots that start before a time and are too short from then
// on: for the least duration on their node, or for the shortest of all if least
// is empty.
func (l *list) forget(from, shortest float64, least []float64) {
	kept := 0
	for b := range l.blocks {
		here := l.blocks[b]
		if here.slots[0].Start < from {
			here.forget(from, shortest, least)
		}
		if len(here.slots) == 0 {
			l.spareBlocks = append(l.spareBlocks, here.slots)
			continue
		}
		l.blocks[kept] = here
		kept++
	}
	l.blocks = l.blocks[:kept]
}

// forget removes the slots of one block that are too short; see list.forget. The end of a block
// that keeps slots is then exact.
func (b *block) forget(from, shortest float64, least []float64) {
	if b.end < from+shortest {
		b.slots = b.slots[:0]
		return
	}
	kept, end := 0, 0.0
	for i := range b.slots {
		s := &b.slots[i]
		duration := shortest
		if len(least) > 0 {
			duration = least[s.Node]
		}
		if s.Start < from && from+duration > s.End {
			continue
		}
		if kept < i {
			b.slots[kept] = *s
		}
		kept++
		if s.End > end {
			end = s.End
		}
	}
	b.slots, b.end = b.slots[:kept], end
}

// insert inserts a slot at its place in the order. A block with more than blockSize slots is split.
func (l *list) insert(s window.Free) {
	if len(l.blocks) == 0 {
		l.blocks = append(l.blocks, block{slots: append(l.empty(), s), end: s.End})
		return
	}
	b, at := l.find(s.Start, s.Node)
	if b == len(l.blocks) {
		b--
		at = len(l.blocks[b].slots)
	}
	here := &l.blocks[b]
	here.slots = append(here.slots, s)
	copy(here.slots[at+1:], here.slots[at:])
	here.slots[at] = s
	here.end = max(here.end, s.End)
	if len(here.slots) > blockSize {
		l.split(b)
	}
}

func (l *list) split(b int) {
	half := len(l.blocks[b].slots) / 2
	upper := block{slots: append(l.empty(), l.blocks[b].slots[half:]...)}
	l.blocks[b].slots = l.blocks[b].slots[:half]
	l.blocks[b].measure()
	upper.measure()
	l.blocks = append(l.blocks, block{})
	copy(l.blocks[b+2:], l.blocks[b+1:])
	l.blocks[b+1] = upper
}
