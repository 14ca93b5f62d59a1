package solve

import (
	"math"
	"strconv"

	"gridbox/core/sorting"
)

// A sieve finds the jobs of a long queue that may start now, without asking those
// that cannot. What it lets through is asked as if all had been.
//
// EASY has reserved for one job only, and what runs only ends. So a part of n
// slots and memory that takes a duration d and starts now on a machine has
//
//	n free now, and n free at the reservation's start or d no longer than until then.
//
// The jobs of the queue are the leaves of a tree, in an order that stays what it is
// (that of the queue, or of scores that do not change), in blocks. A node knows, for
// each kind of job below it, the least slots, the least memory and the least duration.
// A kind is what jobs want besides (processor type and
// licences) and the power of two that their slots come down to, since of a wide
// short job and a narrow long one together the least of both would let each pass.
// A node is passed over where no kind finds room.
//
// Joining and leaving take O(log n) for n jobs, a job that is found O(k log n) for
// k kinds, and a node below which there is none O(k).
type sieve struct {
	stream  *stream
	first   *hold   // whose reservation it is
	holes   *holes  // what is free
	rank    []int32 // of a job, in the order of the tree
	sorts   []int16 // kinds, by rank
	jobs    []int32 // by rank; -1 where the job is not in the queue
	least   []low   // by rank
	leaves  int     // blocks, a power of two
	nodes   []low   // the kinds of a node side by side
	kinds   []kind
	wishes  []wish
	classes []room  // what machines of each class have
	bound   []bool  // floating licences that some machine has of its own
	open    []int16 // kinds of which some job may find room
	stale   bool    // whether there may be less room
	looked  int     // nodes and jobs that were looked at
}

// blockOf is how many jobs are a leaf of the tree. A wish beyond mostWishes is not
// told from others.
const (
	blockOf    = 32
	mostWishes = 16
)

// A kind is jobs of one wish and one size, and the room that they find.
type kind struct {
	wish int16
	size int8
	room room
}

// A wish is what a job wants besides slots and memory.
type wish struct {
	of   int32 // a job that wants it; anything or always
	room room
}

const (
	anything int32 = -1 // nothing is known of what such jobs want
	always   int32 = -2 // such jobs pass whatever is free
)

// A low is the least that jobs need.
type low struct {
	need
	duration float64
}

var none = low{need{math.MaxInt32, math.MaxInt64}, math.Inf(1)}

// A room is what is free now, what of it stays free past a reservation, and when
// that starts.
type room struct {
	short, long need
	until       float64
}

var everywhere = room{long: need{math.MaxInt32 - 1, math.MaxInt64 - 1}}

// may reports whether what needs no less than l may start at a time.
func (r *room) may(l *low, now float64) bool {
	return !r.long.lessThan(l.need) || now+l.duration <= r.until && !r.short.lessThan(l.need)
}

// newSieve makes one for all jobs of a stream, none of which is in it. behind says
// whether one job stands behind another.
func newSieve(s *stream, behind func(a, j int32) bool) *sieve {
	n := len(s.in.jobs)
	v := &sieve{stream: s, rank: make([]int32, n), sorts: make([]int16, n), jobs: make([]int32, n),
		least: make([]low, n), leaves: 1, classes: make([]room, len(s.in.classes)), bound: s.in.builtIn()}
	v.line(behind)
	v.classify()
	for r := range v.jobs {
		v.jobs[r] = -1
	}
	for v.leaves*blockOf < n {
		v.leaves *= 2
	}
	v.nodes = make([]low, 2*v.leaves*len(v.kinds))
	for i := range v.nodes {
		v.nodes[i] = none
	}
	return v
}

// line puts all jobs into their order.
func (v *sieve) line(behind func(a, j int32) bool) {
	for j := range v.jobs {
		v.jobs[j] = int32(j)
	}
	sorting.By(v.jobs, func(a, b int32) int {
		switch {
		case a == b:
			return 0
		case behind(b, a):
			return -1
		}
		return 1
	})
	for r, j := range v.jobs {
		v.rank[j] = int32(r)
	}
}

// classify finds the kind of every job.
func (v *sieve) classify() {
	in, wishes, kinds := v.stream.in, map[string]int16{}, map[[2]int16]int16{}
	v.wishes = []wish{{of: anything}, {of: always, room: everywhere}}
	for r, j := range v.jobs {
		k := [2]int16{v.wish(j, wishes), int16(max(0, sizeOf(in.jobs[j].least().slots)))}
		at, known := kinds[k]
		if !known {
			at = int16(len(v.kinds))
			kinds[k] = at
			v.kinds = append(v.kinds, kind{wish: k[0], size: int8(k[1])})
		}
		v.sorts[r] = at
	}
}

// wish is the number of what a job wants.
func (v *sieve) wish(j int32, known map[string]int16) int16 {
	job, from := &v.stream.in.jobs[j], &v.stream.in.p.Jobs[j]
	if job.data {
		return 1
	}
	var room [64]byte
	key := strconv.AppendQuote(room[:0], from.Type)
	for _, w := range job.licences {
		key = strconv.AppendInt(strconv.AppendQuote(key, w.name), int64(w.count), 10)
	}
	at, found := known[string(key)]
	if !found && len(v.wishes) < mostWishes {
		at = int16(len(v.wishes))
		known[string(key)] = at
		v.wishes = append(v.wishes, wish{of: j})
	}
	return at
}

// join takes a job in.
func (v *sieve) join(j int32) {
	r, in := v.rank[j], v.stream.in
	fastest := 0.0
	for c := range in.classes {
		fastest = max(fastest, in.fastest(j, &in.classes[c]))
	}
	v.jobs[r] = j
	v.least[r] = low{in.jobs[j].least(), v.stream.left[j] / fastest}
	v.update(r)
}

// leave lets a job go, if it is there.
func (v *sieve) leave(j int32) {
	if r := v.rank[j]; v.jobs[r] >= 0 {
		v.jobs[r] = -1
		v.update(r)
	}
}

// update makes the nodes above a job anew, of its kind.
func (v *sieve) update(r int32) {
	sort, block, width := v.sorts[r], int(r)/blockOf, len(v.kinds)
	is := none
	for i := block * blockOf; i < min(len(v.jobs), (block+1)*blockOf); i++ {
		if v.jobs[i] >= 0 && v.sorts[i] == sort {
			is.lower(&v.least[i])
		}
	}
	for node := v.leaves + block; ; node /= 2 {
		at := &v.nodes[node*width+int(sort)]
		if *at == is {
			return
		}
		*at = is
		if node == 1 {
			return
		}
		is.lower(&v.nodes[(node^1)*width+int(sort)])
	}
}

func (l *low) lower(x *low) {
	l.slots, l.memory, l.duration = min(l.slots, x.slots), min(l.memory, x.memory), min(l.duration, x.duration)
}

// next is the first job of the order from a rank on that may start now, -1 where
// there is none.
func (v *sieve) next(r int32) int32 {
	if v.stale {
		v.measure()
	}
	if int(r) >= len(v.jobs) {
		return -1 // and the tree may have no leaf there
	}
	for block := int(r) / blockOf; block >= 0; block = v.after(block) {
		for i := max(int(r), block*blockOf); i < min(len(v.jobs), (block+1)*blockOf); i++ {
			v.looked++
			if v.jobs[i] >= 0 && v.kinds[v.sorts[i]].room.may(&v.least[i], v.stream.now) {
				return v.jobs[i]
			}
		}
	}
	return -1
}

// all lists the jobs that may start now, in the order of the sieve.
func (v *sieve) all(into []int32) []int32 {
	if v.stale {
		v.measure()
	}
	now := v.stream.now
	for block := 0; block >= 0; block = v.after(block) {
		from, to := block*blockOf, min(len(v.jobs), (block+1)*blockOf)
		jobs, sorts, least := v.jobs[from:to], v.sorts[from:to], v.least[from:to]
		for i, j := range jobs {
			if j >= 0 && v.kinds[sorts[i]].room.may(&least[i], now) {
				into = append(into, j)
			}
		}
		v.looked += len(jobs)
	}
	return into
}

// after is the first block after one in which some job may start, -1 without one.
func (v *sieve) after(block int) int {
	node := v.leaves + block
	for {
		for node&1 == 1 { // the right one of two, or the root
			if node /= 2; node == 0 {
				return -1
			}
		}
		node++
		for v.some(node) {
			if node >= v.leaves {
				return node - v.leaves
			}
			node *= 2
		}
	}
}

// some reports whether some job below a node may start.
func (v *sieve) some(node int) bool {
	width := len(v.kinds)
	list := v.nodes[node*width : (node+1)*width]
	v.looked++
	for _, k := range v.open {
		if v.kinds[k].room.may(&list[k], v.stream.now) {
			return true
		}
	}
	return false
}

// reserve tells the sieve whose reservation is in the book, and what is free.
func (v *sieve) reserve(first *hold, free *holes) {
	v.first, v.holes, v.stale = first, free, true
}

// measure finds out what room each kind finds.
func (v *sieve) measure() {
	v.free()
	for i := range v.wishes {
		if w := &v.wishes[i]; w.of != always {
			w.room = room{until: v.first.start}
			v.find(w)
		}
	}
	v.open, v.stale = v.open[:0], false
	for i := range v.kinds {
		k := &v.kinds[i]
		k.room = v.wishes[k.wish].room
		if k.room.may(&v.nodes[len(v.kinds)+i], v.stream.now) {
			v.open = append(v.open, int16(i))
		}
	}
}

// free is the most that machines of each class have free, now and past the
// reservation's start.
func (v *sieve) free() {
	s := v.stream
	clear(v.classes)
	for i := range v.holes.list {
		h := &v.holes.list[i]
		c := &v.classes[s.in.class[h.machine]]
		c.short.raise(h.free)
		long := h.free
		for _, q := range v.first.machines {
			if q == h.machine {
				later := s.book.store.at(s.book.machines[q], v.first.start)
				long = need{min(long.slots, later.slots), min(long.memory, later.memory)}
			}
		}
		c.long.raise(long)
	}
}

// find gives a wish the most that the classes have which suit it. Licences that
// are a machine's own are not looked at.
func (v *sieve) find(w *wish) {
	s, now, later := v.stream, true, true
	if w.of >= 0 {
		now, later = v.licensed(w.of, s.now), v.licensed(w.of, v.first.start)
	}
	for c := range v.classes {
		if !now || w.of >= 0 && !v.suits(w.of, &s.in.classes[c]) {
			continue
		}
		w.room.short.raise(v.classes[c].short)
		if later {
			w.room.long.raise(v.classes[c].long)
		}
	}
}

// suits reports whether machines of a class have the type that a job wants.
func (v *sieve) suits(j int32, c *class) bool {
	kind := v.stream.in.p.Jobs[j].Type
	return kind == "" || kind == c.first.Type
}

// licensed reports whether enough floating licences for a part of a job are free at a
// time, those aside that some machine has of its own.
func (v *sieve) licensed(j int32, at float64) bool {
	s := v.stream
	for _, w := range s.in.jobs[j].licences {
		for i := range s.in.floating {
			if s.in.floating[i].name == w.name && !v.bound[i] &&
				s.book.store.at(s.book.floating[i], at).slots < w.count {
				return false
			}
		}
	}
	return true
}

// builtIn tells of each floating licence whether some machine has it of its own.
func (in *instance) builtIn() []bool {
	list := make([]bool, len(in.floating))
	for i := range list {
		for c := range in.classes {
			if _, own := in.classes[c].first.Licenses[in.floating[i].name]; own {
				list[i] = true
			}
		}
	}
	return list
}

func (n *need) raise(m need) { n.slots, n.memory = max(n.slots, m.slots), max(n.memory, m.memory) }
