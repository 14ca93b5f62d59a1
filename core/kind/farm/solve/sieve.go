package solve

import (
	"math"
	"strconv"

	"gridbox/core/sorting"
)

// A jobIndex finds the jobs of a long queue that may start now, without querying the others. The
// result is the same as if all were queried.
//
// EASY reserves for one job only, and running jobs only end. So a part of n slots and memory that
// takes a duration d and starts now on a machine requires
//
//	n free now, and n free at the reservation's start or d no longer than until then.
//
// The jobs of the queue are the leaves of a tree in a fixed order (that of the queue, or of
// constant scores), in blocks. A node has, for each kind of job below it, the least slots, the
// least memory and the least duration. A kind consists of the other needs of a job (processor
// type and licences) and its number of slots rounded down to a power of two. Without the latter
// the minimum over a wide short job and a narrow long one would be less than either. A node is
// skipped if no kind has room.
//
// Joining and leaving take O(log n) for n jobs, finding a job O(k log n) for k kinds, and
// skipping a node O(k).
type jobIndex struct {
	stream       *stream
	first        *hold     // the job with the reservation
	holes        *holes    // free capacity
	rank         []int32   // of a job in the order of the tree
	kindOf       []int16   // kinds, by rank
	jobs         []int32   // by rank; -1 if the job is not in the queue
	minima       []minimum // by rank
	leaves       int       // blocks, a power of two
	nodes        []minimum // by node, then by kind
	kinds        []kind
	requirements []requirement
	classes      []freeCapacity // free capacity of machines of each class
	bound        []bool         // floating licences that some machine also has of its own
	open         []int16        // kinds for which some job may have room
	stale        bool           // whether there may be less room
	inspected    int            // number of nodes and jobs inspected
}

// blockOf is the number of jobs in a leaf of the tree. Wishes beyond maxRequirements are not
// distinguished.
const (
	blockOf         = 32
	maxRequirements = 16
)

// A kind is the jobs of one wish and one size, and the room for them.
type kind struct {
	requirement int16
	size        int8
	free        freeCapacity
}

// A requirement describes the needs of a job besides slots and memory.
type requirement struct {
	job  int32 // a job with this wish, or anything or always
	free freeCapacity
}

const (
	unknownNeeds int32 = -1 // unknown needs
	alwaysPasses int32 = -2 // such jobs pass in any case
)

// A minimum is a minimum of the needs and durations of jobs.
type minimum struct {
	need
	duration float64
}

// noMinimum is the minimum of no jobs.
var noMinimum = minimum{need{math.MaxInt32, math.MaxInt64}, math.Inf(1)}

// A freeCapacity is the free capacity now, the part of it that stays free past a reservation, and the
// start of the reservation.
type freeCapacity struct {
	short, long  need
	reservedFrom float64
}

// unlimited is room for any job.
var unlimited = freeCapacity{long: need{math.MaxInt32 - 1, math.MaxInt64 - 1}}

// allows reports whether a job that needs at least l may start at a time.
func (r *freeCapacity) allows(l *minimum, now float64) bool {
	return !r.long.lessThan(l.need) || now+l.duration <= r.reservedFrom && !r.short.lessThan(l.need)
}

// newJobIndex returns an empty sieve for the jobs of a stream. behind reports whether job a comes
// after job j.
func newJobIndex(s *stream, behind func(a, j int32) bool) *jobIndex {
	n := len(s.in.jobs)
	v := &jobIndex{stream: s, rank: make([]int32, n), kindOf: make([]int16, n), jobs: make([]int32, n),
		minima: make([]minimum, n), leaves: 1, classes: make([]freeCapacity, len(s.in.classes)),
		bound: s.in.boundLicences()}
	v.sortJobs(behind)
	v.classify()
	for r := range v.jobs {
		v.jobs[r] = -1
	}
	for v.leaves*blockOf < n {
		v.leaves *= 2
	}
	v.nodes = make([]minimum, 2*v.leaves*len(v.kinds))
	for i := range v.nodes {
		v.nodes[i] = noMinimum
	}
	return v
}

// sortJobs sorts all jobs.
func (v *jobIndex) sortJobs(behind func(a, j int32) bool) {
	for j := range v.jobs {
		v.jobs[j] = int32(j)
	}
	sorting.Sort(v.jobs, func(a, b int32) int {
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

// classify determines the kind of every job.
func (v *jobIndex) classify() {
	in, wishes, kinds := v.stream.in, map[string]int16{}, map[[2]int16]int16{}
	v.requirements = []requirement{{job: unknownNeeds}, {job: alwaysPasses, free: unlimited}}
	for r, j := range v.jobs {
		k := [2]int16{v.requirementOf(j, wishes), int16(max(0, sizeOf(in.jobs[j].smallestPart().slots)))}
		at, known := kinds[k]
		if !known {
			at = int16(len(v.kinds))
			kinds[k] = at
			v.kinds = append(v.kinds, kind{requirement: k[0], size: int8(k[1])})
		}
		v.kindOf[r] = at
	}
}

// requirementOf returns the index of a job's wish.
func (v *jobIndex) requirementOf(j int32, known map[string]int16) int16 {
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
	if !found && len(v.requirements) < maxRequirements {
		at = int16(len(v.requirements))
		known[string(key)] = at
		v.requirements = append(v.requirements, requirement{job: j})
	}
	return at
}

// add adds a job.
func (v *jobIndex) add(j int32) {
	r, in := v.rank[j], v.stream.in
	fastest := 0.0
	for c := range in.classes {
		fastest = max(fastest, in.maxClassSpeed(j, &in.classes[c]))
	}
	v.jobs[r] = j
	v.minima[r] = minimum{in.jobs[j].smallestPart(), v.stream.remaining[j] / fastest}
	v.update(r)
}

// remove removes a job if it is present.
func (v *jobIndex) remove(j int32) {
	if r := v.rank[j]; v.jobs[r] >= 0 {
		v.jobs[r] = -1
		v.update(r)
	}
}

// update recomputes the nodes above the job of a rank, for its kind.
func (v *jobIndex) update(r int32) {
	sort, block, width := v.kindOf[r], int(r)/blockOf, len(v.kinds)
	is := noMinimum
	for i := block * blockOf; i < min(len(v.jobs), (block+1)*blockOf); i++ {
		if v.jobs[i] >= 0 && v.kindOf[i] == sort {
			is.lower(&v.minima[i])
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

// lower sets l to the minimum of l and x.
func (l *minimum) lower(x *minimum) {
	l.slots, l.memory, l.duration = min(l.slots, x.slots), min(l.memory, x.memory), min(l.duration, x.duration)
}

// next returns the first job from a rank on that may start now, or -1 if there is none.
func (v *jobIndex) next(r int32) int32 {
	if v.stale {
		v.measure()
	}
	if len(v.open) == 0 || int(r) >= len(v.jobs) {
		return -1 // nothing has room, or the tree has no leaf there
	}
	for block := int(r) / blockOf; block >= 0; block = v.nextBlock(block) {
		for i := max(int(r), block*blockOf); i < min(len(v.jobs), (block+1)*blockOf); i++ {
			v.inspected++
			if v.jobs[i] >= 0 && v.kinds[v.kindOf[i]].free.allows(&v.minima[i], v.stream.now) {
				return v.jobs[i]
			}
		}
	}
	return -1
}

// appendStartable appends the jobs that may start now, in the order of the sieve.
func (v *jobIndex) appendStartable(into []int32) []int32 {
	if v.stale {
		v.measure()
	}
	if len(v.open) == 0 {
		return into
	}
	now := v.stream.now
	for block := 0; block >= 0; block = v.nextBlock(block) {
		from, to := block*blockOf, min(len(v.jobs), (block+1)*blockOf)
		jobs, sorts, least := v.jobs[from:to], v.kindOf[from:to], v.minima[from:to]
		for i, j := range jobs {
			if j >= 0 && v.kinds[sorts[i]].free.allows(&least[i], now) {
				into = append(into, j)
			}
		}
		v.inspected += len(jobs)
	}
	return into
}

// nextBlock returns the next block in which some job may start, or -1 if there is none.
func (v *jobIndex) nextBlock(block int) int {
	node := v.leaves + block
	for {
		for node&1 == 1 { // the right child of two, or the root
			if node /= 2; node == 0 {
				return -1
			}
		}
		node++
		for v.hasStartable(node) {
			if node >= v.leaves {
				return node - v.leaves
			}
			node *= 2
		}
	}
}

// hasStartable reports whether some job below a node may start.
func (v *jobIndex) hasStartable(node int) bool {
	width := len(v.kinds)
	list := v.nodes[node*width : (node+1)*width]
	v.inspected++
	for _, k := range v.open {
		if v.kinds[k].free.allows(&list[k], v.stream.now) {
			return true
		}
	}
	return false
}

// reserve sets the job with the reservation, and the free capacity.
func (v *jobIndex) reserve(first *hold, free *holes) {
	v.first, v.holes, v.stale = first, free, true
}

// measure computes the room of each kind.
func (v *jobIndex) measure() {
	v.measureClasses()
	for i := range v.requirements {
		if w := &v.requirements[i]; w.job != alwaysPasses {
			w.free = freeCapacity{reservedFrom: v.first.start}
			v.measureRequirement(w)
		}
	}
	v.open, v.stale = v.open[:0], false
	for i := range v.kinds {
		k := &v.kinds[i]
		k.free = v.requirements[k.requirement].free
		if k.free.allows(&v.nodes[len(v.kinds)+i], v.stream.now) {
			v.open = append(v.open, int16(i))
		}
	}
}

// measureClasses computes the greatest free capacity of machines of each class, now and past the start of
// the reservation.
func (v *jobIndex) measureClasses() {
	s := v.stream
	clear(v.classes)
	for i := range v.holes.list {
		h := &v.holes.list[i]
		c := &v.classes[s.in.class[h.machine]]
		c.short.raise(h.free)
		long := h.free
		for _, q := range v.first.machines {
			if q == h.machine {
				later := s.calendar.store.freeAt(s.calendar.machines[q], v.first.start)
				long = need{min(long.slots, later.slots), min(long.memory, later.memory)}
			}
		}
		c.long.raise(long)
	}
}

// measureRequirement computes the room of a wish over the suitable classes. Licences bound to a machine are
// ignored.
func (v *jobIndex) measureRequirement(w *requirement) {
	s, now, later := v.stream, true, true
	if w.job >= 0 {
		now, later = v.hasLicences(w.job, s.now), v.hasLicences(w.job, v.first.start)
	}
	for c := range v.classes {
		if !now || w.job >= 0 && !v.suits(w.job, &s.in.classes[c]) {
			continue
		}
		w.free.short.raise(v.classes[c].short)
		if later {
			w.free.long.raise(v.classes[c].long)
		}
	}
}

// suits reports whether machines of a class have the type that a job needs.
func (v *jobIndex) suits(j int32, c *class) bool {
	kind := v.stream.in.p.Jobs[j].Type
	return kind == "" || kind == c.first.Type
}

// hasLicences reports whether enough floating licences for a part of a job are free at a time.
// Licences that some machine has of its own are ignored.
func (v *jobIndex) hasLicences(j int32, at float64) bool {
	s := v.stream
	for _, w := range s.in.jobs[j].licences {
		for i := range s.in.floating {
			if s.in.floating[i].name == w.name && !v.bound[i] &&
				s.calendar.store.freeAt(s.calendar.floating[i], at).slots < w.count {
				return false
			}
		}
	}
	return true
}

// boundLicences reports for each floating licence whether some machine has it of its own.
func (in *instance) boundLicences() []bool {
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

// raise sets n to the maximum of n and m.
func (n *need) raise(m need) { n.slots, n.memory = max(n.slots, m.slots), max(n.memory, m.memory) }
