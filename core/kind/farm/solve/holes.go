package solve

import (
	"math"
	"math/bits"
)

// holes are the machines on which something is free now. With them it is
// quickly said of most jobs that they cannot start now, without asking a
// machine for its earliest start.
type holes struct {
	list  []hole
	place []int32            // of a machine in the list, from 1; 0: it has no hole
	most  [slotSizes]float64 // by size of slots: how much work of one slot fits into the largest hole
	stale bool               // whether most may be too much
}

// slotSizes are the powers of two that numbers of slots are taken down to.
const slotSizes = 21

// A hole is what a machine has free now, and until when it has slots free, by
// their number taken down to a power of two.
type hole struct {
	machine int32
	free    need
	until   [slotSizes]float64
}

func sizeOf(slots int32) int { return min(slotSizes, bits.Len32(uint32(slots))) - 1 }

// find lists the holes of this moment.
func (l *holes) find(s *stream) {
	if l.place == nil {
		l.place = make([]int32, len(s.in.p.Machines))
	}
	for i := range l.list {
		l.place[l.list[i].machine] = 0
	}
	l.list, l.most = l.list[:0], [slotSizes]float64{}
	if s.free == 0 {
		return
	}
	for q, p := range s.book.machines {
		if free := s.book.store.at(p, s.now); free.slots > 0 {
			l.list = append(l.list, hole{machine: int32(q)})
			l.place[q] = int32(len(l.list))
			l.measure(s, &l.list[len(l.list)-1], free)
		}
	}
	l.stale = false
}

// measure finds out how long a hole is.
func (l *holes) measure(s *stream, h *hole, free need) {
	h.free, h.until = free, [slotSizes]float64{}
	speed := s.in.classes[s.in.class[h.machine]].speed
	for size := 0; size < slotSizes && free.slots>>size > 0; size++ {
		end, some := s.book.store.short(s.book.machines[h.machine], need{1 << size, 0}, s.now)
		if !some {
			end = math.Inf(1)
		}
		h.until[size] = end
		l.widen(s, h, size, speed)
	}
}

// widen takes a hole into account. Its work is rounded up by more than the
// errors of this sum and of the one that it is compared with.
func (l *holes) widen(s *stream, h *hole, size int, speed float64) {
	if work := (h.until[size] - s.now + float64(s.now*0x1p-50)) * speed * (1 + 0x1p-50); work > l.most[size] {
		l.most[size] = work
	}
}

// taken measures the holes of the machines of a hold again.
func (l *holes) taken(s *stream, h *hold) {
	for _, q := range h.machines {
		if i := l.place[q]; i > 0 {
			l.measure(s, &l.list[i-1], s.book.store.at(s.book.machines[q], s.now))
			l.stale = true
		}
	}
}

// may reports whether a job that waits could start now on what is free; where
// data have to come first it may whatever is free.
func (l *holes) may(s *stream, j int32) bool {
	job := &s.in.jobs[j]
	if job.data {
		return true
	}
	if len(l.list) == 0 {
		return false
	}
	k, n := job.parts[len(job.parts)-1], job.least()
	size, plain := sizeOf(n.slots), s.in.p.Jobs[j].Speeds == nil
	if plain && s.left[j] <= l.most[size] && l.stale {
		l.widest(s)
	}
	if plain && s.left[j] > l.most[size] {
		return false
	}
	kind := s.in.p.Jobs[j].Type
	for i := range l.list {
		h := &l.list[i]
		if h.free.lessThan(n) {
			continue
		}
		d := s.left[j] / s.in.speed(j, h.machine)
		if s.now+d <= h.until[size] && s.in.lacks(job, kind, n, k, &s.in.classes[s.in.class[h.machine]]) == "" &&
			s.book.earliest(j, h.machine, n, d, s.now) == s.now {
			return true
		}
	}
	return false
}

// widest finds the largest hole of each size again.
func (l *holes) widest(s *stream) {
	l.most, l.stale = [slotSizes]float64{}, false
	for i := range l.list {
		h := &l.list[i]
		speed := s.in.classes[s.in.class[h.machine]].speed
		for size := 0; size < slotSizes && h.free.slots>>size > 0; size++ {
			l.widen(s, h, size, speed)
		}
	}
}
