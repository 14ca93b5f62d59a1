package draw

import (
	"math"

	"gridbox/core/kind/farm"
)

// Levels is an index of a schedule by sorts of machines. With it any part of the time is drawn
// quickly, however many reservations there are: columns of a row are sums. If few reservations
// are visible, they are drawn one by one.
type Levels struct {
	Problem  *farm.Problem
	Solution *farm.Solution // nil for none
	schedule *farm.Solution
	from, to float64 // all of the time
	sorts    []*machineSort
	sort     []int32 // by reservation; -1 on no machine
	start    []float64
	finish   []float64
}

// maxAlone is the greatest number of reservations that are drawn one by one in rows of summed
// machines.
const maxAlone = 250

// NewLevels returns the index of a schedule. Without a schedule it is that of the running jobs.
func NewLevels(p *farm.Problem, s *farm.Solution) *Levels {
	l := &Levels{Problem: p, Solution: s}
	if s == nil {
		s = runningReservations(p)
	}
	l.schedule, l.sort = s, make([]int32, len(s.Reservations))
	list, of := sortsOf(p)
	place := make(map[*machineSort]int32, len(list))
	for i, x := range list {
		place[x] = int32(i)
	}
	l.sorts = list
	last, at := "", int32(-1)
	for i := range s.Reservations {
		r := &s.Reservations[i]
		if i == 0 || r.Machine != last {
			last, at = r.Machine, -1
			if x := of[last]; x != nil {
				at = place[x]
			}
		}
		l.sort[i] = at
		l.start, l.finish = append(l.start, r.Start), append(l.finish, r.Finish)
		l.from, l.to = min(l.from, r.Start), max(l.to, r.Finish)
	}
	return l
}

// loads returns, for every sort of machines, layer and column, the slot-seconds used between two
// times.
func (l *Levels) loads(from, to float64) [][][]float64 {
	all := make([][][]float64, len(l.sorts))
	for i := range all {
		for range layers {
			all[i] = append(all[i], make([]float64, columns))
		}
	}
	wide := (to - from) / columns
	for i, at := range l.sort {
		if at < 0 || l.start[i] >= to || l.finish[i] <= from {
			continue
		}
		r := &l.schedule.Reservations[i]
		load := all[at][layerOf(r.StartKind)]
		slots := float64(r.Slots)
		first := max(0, int(math.Floor((r.Start-from)/wide)))
		for c := first; c < columns; c++ {
			begin := from + float64(c)*wide
			if begin >= r.Finish {
				break
			}
			load[c] += slots * (min(begin+wide, r.Finish) - max(begin, r.Start))
		}
	}
	return all
}

// singletonReservations returns the visible reservations between two times, by sort of machines, for sorts of one
// machine. It returns nil if there are more than maxAlone.
func (l *Levels) singletonReservations(from, to float64) [][]*farm.Reservation {
	lists, n := make([][]*farm.Reservation, len(l.sorts)), 0
	for i, at := range l.sort {
		if at < 0 || l.start[i] >= to || l.finish[i] <= from || l.sorts[at].count > 1 {
			continue
		}
		if n++; n > maxAlone {
			return nil
		}
		lists[at] = append(lists[at], &l.schedule.Reservations[i])
	}
	return lists
}
