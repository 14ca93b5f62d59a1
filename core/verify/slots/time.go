package slots

import (
	"cmp"
	"slices"

	"gridbox/core/kind/window"
	"gridbox/core/sorting"
	"gridbox/core/verify"
)

// A span is free time of a node.
type Span struct{ Start, End float64 }

// FreeTimes gives each node's free time in order, touching stretches joined.
func FreeTimes(e *window.Environment, at *NodeIndex) [][]Span {
	given := e.Slots
	if len(given) == 0 {
		given = e.Busy
	}
	out, tidy := inTurn(given, len(e.Nodes), at)
	if out == nil {
		out, tidy = sorted(given, len(e.Nodes), at), false
	}
	var between []Span
	if len(e.Slots) == 0 {
		between = make([]Span, 0, len(given)+len(out))
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
func inTurn(given []window.Slot, nodes int, at *NodeIndex) (out [][]Span, tidy bool) {
	out, tidy = make([][]Span, nodes), true
	room, last, from := make([]Span, 0, len(given)), -1, 0
	for k := range given {
		g := &given[k]
		if last < 0 || g.Node != at.nodes[last].ID {
			next := at.Of(g.Node)
			if next <= last {
				return nil, false
			}
			if last >= 0 {
				out[last] = room[from:k:k]
			}
			last, from = next, k
		} else if g.Start <= room[k-1].End {
			tidy = false
		}
		room = append(room, Span{g.Start, g.End})
	}
	if last >= 0 {
		out[last] = room[from:len(room):len(room)]
	}
	return out, tidy
}

// sorted gives each node's times, however they stand.
func sorted(given []window.Slot, nodes int, at *NodeIndex) [][]Span {
	out := make([][]Span, nodes)
	of, count := make([]int32, len(given)), make([]int32, nodes)
	for k := range given {
		at := at.Of(given[k].Node)
		of[k] = int32(at)
		count[at]++
	}
	room := make([]Span, len(given))
	for i, n := range count {
		out[i], room = room[:0:n], room[n:]
	}
	for k, i := range of {
		out[i] = append(out[i], Span{given[k].Start, given[k].End})
	}
	return out
}

// join puts times in order and joins those that touch.
func join(list []Span) []Span {
	order := func(a, b Span) int { return cmp.Compare(a.Start, b.Start) }
	if !slices.IsSortedFunc(list, order) {
		sorting.By(list, order)
	}
	joined := list[:0]
	for _, s := range list {
		if n := len(joined); n > 0 && s.Start <= joined[n-1].End {
			joined[n-1].End = max(joined[n-1].End, s.End)
		} else {
			joined = append(joined, s)
		}
	}
	return joined
}

// gaps adds what busy times leave free.
func gaps(out, busy []Span, horizon float64) []Span {
	from := 0.0
	for _, b := range busy {
		if b.Start > from {
			out = append(out, Span{from, b.Start})
		}
		from = b.End
	}
	if from < horizon {
		out = append(out, Span{from, horizon})
	}
	return out
}

// TakeOut cuts a stretch out of a node's free time; false when it is not free.
func TakeOut(free [][]Span, node int, part Span) bool {
	for i, s := range free[node] {
		inside := (part.Start >= s.Start || verify.Near(part.Start, s.Start)) && (part.End <= s.End ||
			verify.Near(part.End, s.End))
		if !inside {
			continue
		}
		switch before, after := part.Start > s.Start, part.End < s.End; {
		case before && after:
			free[node][i].End = part.Start
			free[node] = sorting.Put(free[node], i+1, Span{part.End, s.End})
		case before:
			free[node][i].End = part.Start
		case after:
			free[node][i].Start = part.End
		default:
			free[node] = slices.Delete(free[node], i, i+1)
		}
		return true
	}
	return false
}
