package check

import (
	"cmp"
	"slices"

	"gridbox/core/kind/window"
	"gridbox/core/sorting"
)

// A span is free time of a node.
type span struct{ start, end float64 }

// freeTimes gives each node's free time in order, touching stretches joined.
func freeTimes(e *window.Environment, at *nodeIndex) [][]span {
	given := e.Slots
	if len(given) == 0 {
		given = e.Busy
	}
	out, tidy := inTurn(given, len(e.Nodes), at)
	if out == nil {
		out, tidy = sorted(given, len(e.Nodes), at), false
	}
	var between []span
	if len(e.Slots) == 0 {
		between = make([]span, 0, len(given)+len(out))
	} else if tidy {
		return out
	}
	for i, list := range out {
		joined := list
		if !tidy {
			joined = join(list)
		}
		out[i] = joined
		if len(e.Slots) == 0 {
			from := len(between)
			between = gaps(between, joined, e.Horizon)
			out[i] = between[from:len(between):len(between)]
		}
	}
	return out
}

// inTurn gives each node's times where they stand node by node as the nodes do, as they
// mostly do, and tells whether those of each are in order and apart; none where they stand
// otherwise.
func inTurn(given []window.Slot, nodes int, at *nodeIndex) (out [][]span, tidy bool) {
	out, tidy = make([][]span, nodes), true
	room, last, from := make([]span, 0, len(given)), -1, 0
	for k := range given {
		g := &given[k]
		if last < 0 || g.Node != at.nodes[last].ID {
			next := at.of(g.Node)
			if next <= last {
				return nil, false
			}
			if last >= 0 {
				out[last] = room[from:k:k]
			}
			last, from = next, k
		} else if g.Start <= room[k-1].end {
			tidy = false
		}
		room = append(room, span{g.Start, g.End})
	}
	if last >= 0 {
		out[last] = room[from:len(room):len(room)]
	}
	return out, tidy
}

// sorted gives each node's times, however they stand.
func sorted(given []window.Slot, nodes int, at *nodeIndex) [][]span {
	out := make([][]span, nodes)
	of, count := make([]int32, len(given)), make([]int32, nodes)
	for k := range given {
		at := at.of(given[k].Node)
		of[k] = int32(at)
		count[at]++
	}
	room := make([]span, len(given))
	for i, n := range count {
		out[i], room = room[:0:n], room[n:]
	}
	for k, i := range of {
		out[i] = append(out[i], span{given[k].Start, given[k].End})
	}
	return out
}

// join puts times in order and joins those that touch.
func join(list []span) []span {
	order := func(a, b span) int { return cmp.Compare(a.start, b.start) }
	if !slices.IsSortedFunc(list, order) {
		sorting.By(list, order)
	}
	joined := list[:0]
	for _, s := range list {
		if n := len(joined); n > 0 && s.start <= joined[n-1].end {
			joined[n-1].end = max(joined[n-1].end, s.end)
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}

// gaps adds what busy times leave free.
func gaps(out, busy []span, horizon float64) []span {
	from := 0.0
	for _, b := range busy {
		if b.start > from {
			out = append(out, span{from, b.start})
		}
		from = b.end
	}
	if from < horizon {
		out = append(out, span{from, horizon})
	}
	return out
}

// sight is the free time that the k-th cycle sees.
func (c *batchCheck) sight(k int) [][]span {
	now, until := float64(k-1)*c.p.Period, c.p.Horizon
	if c.p.Sight != nil {
		until = min(until, now+*c.p.Sight)
	}
	out := make([][]span, len(c.free))
	for i, list := range c.free {
		for _, s := range list {
			s.start, s.end = max(s.start, now), min(s.end, until)
			if s.start < s.end {
				out[i] = append(out[i], s)
			}
		}
	}
	return out
}

// takeOut cuts a stretch out of a node's free time; false when it is not free.
func takeOut(free [][]span, node int, part span) bool {
	for i, s := range free[node] {
		inside := (part.start >= s.start || near(part.start, s.start)) && (part.end <= s.end || near(part.end, s.end))
		if !inside {
			continue
		}
		switch before, after := part.start > s.start, part.end < s.end; {
		case before && after:
			free[node][i].end = part.start
			free[node] = sorting.Put(free[node], i+1, span{part.end, s.end})
		case before:
			free[node][i].end = part.start
		case after:
			free[node][i].start = part.end
		default:
			free[node] = slices.Delete(free[node], i, i+1)
		}
		return true
	}
	return false
}
