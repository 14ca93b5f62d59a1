package solve

import (
	"math"
	"math/bits"
)

// holes are the machines with free slots at this moment. They show quickly that most jobs cannot
// start now, without querying a machine for its earliest start.
type holes struct {
	list    []hole
	index   []int32            // index of a machine in the list, from 1; 0 if it has no hole
	maxWork [slotSizes]float64 // by size of slots: greatest work of one slot in a hole
	stale   bool               // whether maxWork may be too large
}

// slotSizes is the number of sizes: numbers of slots are rounded down to a power of two.
const slotSizes = 21

// A hole is the free capacity of a machine now, and the time until which slots are free, by their
// number rounded down to a power of two.
type hole struct {
	machine   int32
	free      need
	freeUntil [slotSizes]float64
}

// sizeOf returns the size of a number of slots.
func sizeOf(slots int32) int { return min(slotSizes, bits.Len32(uint32(slots))) - 1 }

// find lists the machines with free slots at this moment, in the order of the document, as holes.
func (l *holes) find(s *stream) {
	if l.index == nil {
		l.index = make([]int32, len(s.in.p.Machines))
	}
	for i := range l.list {
		l.index[l.list[i].machine] = 0
	}
	l.list, l.maxWork = l.list[:0], [slotSizes]float64{}
	if s.free == 0 {
		return
	}
	for q, p := range s.calendar.machines {
		if free := s.calendar.store.freeAt(p, s.now); free.slots > 0 {
			l.list = append(l.list, hole{machine: int32(q)})
			l.index[q] = int32(len(l.list))
			l.measure(s, &l.list[len(l.list)-1], free)
		}
	}
	l.stale = false
}

// measure computes the times until which the slots of a hole are free.
func (l *holes) measure(s *stream, h *hole, free need) {
	h.free, h.freeUntil = free, [slotSizes]float64{}
	speed := s.in.classes[s.in.class[h.machine]].speed
	for size := 0; size < slotSizes && free.slots>>size > 0; size++ {
		end, some := s.calendar.store.nextShortage(s.calendar.machines[h.machine], need{1 << size, 0}, s.now)
		if !some {
			end = math.Inf(1)
		}
		h.freeUntil[size] = end
		l.widen(s, h, size, speed)
	}
}

// widen updates the greatest work by a hole. The work is rounded up by more than the errors of
// this sum and of the one that it is compared with.
func (l *holes) widen(s *stream, h *hole, size int, speed float64) {
	if work := (h.freeUntil[size] - s.now + float64(s.now*0x1p-50)) * speed * (1 + 0x1p-50); work > l.maxWork[size] {
		l.maxWork[size] = work
	}
}

// remeasure measures the holes of the machines of a hold again.
func (l *holes) remeasure(s *stream, h *hold) {
	for _, q := range h.machines {
		if i := l.index[q]; i > 0 {
			l.measure(s, &l.list[i-1], s.calendar.store.freeAt(s.calendar.machines[q], s.now))
			l.stale = true
		}
	}
}

// mayStart reports whether a waiting job could start now in a hole. It always reports true if data
// have to arrive first.
func (l *holes) mayStart(s *stream, j int32) bool {
	job := &s.in.jobs[j]
	if job.data {
		return true
	}
	if len(l.list) == 0 {
		return false
	}
	k, n := job.parts[len(job.parts)-1], job.smallestPart()
	size, plain := sizeOf(n.slots), s.in.p.Jobs[j].Speeds == nil
	if plain && s.remaining[j] <= l.maxWork[size] && l.stale {
		l.updateMaxWork(s)
	}
	if plain && s.remaining[j] > l.maxWork[size] {
		return false
	}
	kind := s.in.p.Jobs[j].Type
	for i := range l.list {
		h := &l.list[i]
		if h.free.lessThan(n) {
			continue
		}
		d := s.remaining[j] / s.in.speed(j, h.machine)
		if s.now+d <= h.freeUntil[size] && s.in.lacks(job, kind, n, k, &s.in.classes[s.in.class[h.machine]]) == "" &&
			s.calendar.earliestStart(j, h.machine, n, d, s.now) == s.now {
			return true
		}
	}
	return false
}

// updateMaxWork recomputes the greatest work of each size.
func (l *holes) updateMaxWork(s *stream) {
	l.maxWork, l.stale = [slotSizes]float64{}, false
	for i := range l.list {
		h := &l.list[i]
		speed := s.in.classes[s.in.class[h.machine]].speed
		for size := 0; size < slotSizes && h.free.slots>>size > 0; size++ {
			l.widen(s, h, size, speed)
		}
	}
}
