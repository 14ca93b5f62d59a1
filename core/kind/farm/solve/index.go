package solve

import (
	"math"
	"math/bits"
)

// A machineIndex finds the best machine of a class without querying all of them.
//
// Its leaves are the machines. Every node has the least load below it and, for each shape of
// request, a lower bound on the earliest start below it. A shape is a request with slots, memory
// and duration each rounded down to a power of two, so the shape's earliest start is a bound for
// every request of the shape. Availability only shrinks while jobs are placed, so a bound stays
// valid and is improved only where a machine has been queried. When time is released, the
// machine's bounds are reset. The search visits the child with the lower bound first and prunes
// by the best offer (branch and bound), so its result is that of querying every machine.
type machineIndex struct {
	leaves    int // a power of two
	size      int // machines
	load      []float64
	shapes    map[shape]*bounds
	recent    [64]cachedBounds // cache of shapes, because the same few recur
	allBounds []*bounds
	// raised are the bounds of a machine that may exceed the time of its last reset, so that the
	// next reset need not visit all; nil if they may be any.
	raised [][]*bounds
}

// A cachedBounds is a shape with its bounds, in the cache.
type cachedBounds struct {
	shape  shape
	bounds *bounds
}

// durationSteps is the number of steps of durations between two powers of two.
const durationSteps = 1

// A shape is a request rounded down.
type shape struct {
	slots, memory int8
	duration      int16
}

// bounds are lower bounds on the earliest start of a shape.
type bounds struct {
	need     need
	duration float64
	minStart []float64
}

// open prepares a tree of so many machines.
func (t *machineIndex) open(size int) {
	t.size, t.leaves = size, 1
	for t.leaves < size {
		t.leaves *= 2
	}
	t.load = make([]float64, 2*t.leaves)
	for i := range t.leaves - size {
		t.load[t.leaves+size+i] = math.Inf(1)
	}
	for i := t.leaves - 1; i >= 1; i-- {
		t.load[i] = min(t.load[2*i], t.load[2*i+1])
	}
	t.shapes = map[shape]*bounds{}
	t.raised = make([][]*bounds, size)
	for i := range t.raised {
		t.raised[i] = []*bounds{}
	}
}

// raise sets the bound of a machine's earliest start of a shape.
func (t *machineIndex) raise(b *bounds, leaf int, start float64) {
	set(b.minStart, t.leaves+leaf, start)
	if list := t.raised[leaf]; list != nil && (len(list) == 0 || list[len(list)-1] != b) {
		if t.raised[leaf] = append(list, b); len(list) >= len(t.allBounds) {
			t.raised[leaf] = nil // so many repetitions that a visit to all is faster
		}
	}
}

// setLoad sets the load of a machine.
func (t *machineIndex) setLoad(leaf int, load float64) { set(t.load, t.leaves+leaf, load) }

// set changes a leaf of a tree of minima.
func set(tree []float64, i int, value float64) {
	tree[i] = value
	for i /= 2; i >= 1; i /= 2 {
		least := tree[2*i]
		if tree[2*i+1] < least { // min is a call in WebAssembly
			least = tree[2*i+1]
		}
		if tree[i] == least {
			return
		}
		tree[i] = least
	}
}

// reset lowers the bounds of a machine's earliest starts to now.
func (t *machineIndex) reset(leaf int, now float64) {
	list := t.raised[leaf]
	if list == nil {
		list = t.allBounds
	}
	for _, b := range list {
		if b.minStart[t.leaves+leaf] > now {
			set(b.minStart, t.leaves+leaf, now)
		}
	}
	if t.raised[leaf] == nil {
		t.raised[leaf] = make([]*bounds, 0, len(t.allBounds))
	}
	t.raised[leaf] = t.raised[leaf][:0]
}

// setBound replaces the bound of a machine's earliest start of a shape.
func (t *machineIndex) setBound(b *bounds, leaf int, start float64) {
	if b.minStart[t.leaves+leaf] != start {
		t.raise(b, leaf, start)
	}
}

// boundsFor returns the bounds for requests like this one on machines of this class. Memory is part of
// the shape only if a request takes a larger share of the machine's memory than of its slots;
// otherwise slots run out first.
func (t *machineIndex) boundsFor(n need, duration, now float64, c *class) *bounds {
	if float64(n.memory)*float64(c.first.Slots) <= float64(c.memory)*float64(n.slots) {
		n.memory = 0
	}
	fraction, exponent := math.Frexp(duration)
	step := int((fraction - 0.5) * 2 * durationSteps)
	key := shape{int8(bits.Len32(uint32(n.slots))), int8(bits.Len64(uint64(n.memory))),
		int16(durationSteps*exponent + step)}
	at := &t.recent[(8*int(key.duration)+int(key.slots)+3*int(key.memory))&63]
	if at.bounds != nil && at.shape == key {
		return at.bounds
	}
	if b, ok := t.shapes[key]; ok {
		*at = cachedBounds{key, b}
		return b
	}
	b := &bounds{need: need{floor32(n.slots), floor64(n.memory)}, minStart: make([]float64, 2*t.leaves),
		duration: math.Ldexp(0.5+float64(float64(step)/(2*durationSteps)), exponent)}
	for i := range b.minStart {
		b.minStart[i] = now
	}
	for i := range t.leaves - t.size {
		b.minStart[t.leaves+t.size+i] = math.Inf(1)
	}
	for i := t.leaves - 1; i >= 1; i-- {
		b.minStart[i] = min(b.minStart[2*i], b.minStart[2*i+1])
	}
	t.shapes[key] = b
	t.allBounds = append(t.allBounds, b)
	return b
}

// floor32 returns the greatest power of two up to n, or 0 for 0.
func floor32(n int32) int32 { return int32(floor64(int64(n))) }

// floor64 returns the greatest power of two up to n, or 0 for 0.
func floor64(n int64) int64 {
	if n == 0 {
		return 0
	}
	return 1 << (bits.Len64(uint64(n)) - 1)
}
