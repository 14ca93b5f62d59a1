package solve

import "gridbox/core/trace"

// improve applies a variant to every cell that it improves. In WebAssembly the
// comparison by if is faster than max.
func (t *Table) improve(row []int64, chosen []uint8, from, cost int, u int64, variant uint8) {
	if cost >= t.width {
		return
	}
	old := t.value[from*t.width : from*t.width+t.width-cost]
	row, chosen = row[cost:], chosen[cost:]
	row, chosen = row[:len(old)], chosen[:len(old)]
	t.work += len(old)
	for c, x := range old {
		if x += u; x > row[c] {
			row[c], chosen[c] = x, variant
		}
	}
}

// Decisions of a member's layer for the cells with the group begun.
const (
	memberOut   = 0
	memberNext  = 1 // taken after others of the group
	memberFirst = 2 // taken as the first of the group
)

// members processes a group whose members have their own availabilities.
func (t *Table) members(g, from, to int) {
	in := t.instance
	if t.open == nil {
		t.open = make([]int64, len(t.value))
	}
	for i := range t.open {
		t.open[i] = unreachableValue
	}
	for i := from; i < to; i++ {
		decided := make([]uint8, len(t.value))
		t.layers = append(t.layers, layer{g, i, decided})
		cost := t.cost(in.price[i])
		next, first := in.ownOf(i), in.ownOf(i)+in.setup[g]
		for k := in.n; k > 0; k-- {
			row, chosen := t.open[k*t.width:(k+1)*t.width], decided[k*t.width:(k+1)*t.width]
			begun, old := t.open[(k-1)*t.width:k*t.width], t.value[(k-1)*t.width:k*t.width]
			t.work += 2 * max(t.width-cost, 0)
			for c := cost; c < t.width; c++ {
				if x := begun[c-cost] + next; x > row[c] {
					row[c], chosen[c] = x, memberNext
				}
				if x := old[c-cost] + first; x > row[c] {
					row[c], chosen[c] = x, memberFirst
				}
			}
		}
	}
	decided := make([]uint8, len(t.value))
	t.layers = append(t.layers, layer{g, -1, decided})
	for i, x := range t.open {
		if x > t.value[i] {
			t.value[i], decided[i] = x, 1
		}
	}
}

// window returns the window for a number of nodes and a budget in cells from
// the decisions.
func (t *Table) window(nodes, budget int) window {
	in, w := t.instance, window{}
	best := t.value[nodes*t.width+budget]
	for budget > 0 && t.value[nodes*t.width+budget-1] == best {
		budget-- // the cheapest of equal ones
	}
	begun := false
	for l := len(t.layers) - 1; l >= 0; l-- {
		x := &t.layers[l]
		chosen := x.decisions[nodes*t.width+budget]
		lots := in.variantsOf(x.group)
		from, _ := in.members(x.group)
		switch {
		case x.member >= 0:
			if begun && chosen != memberOut {
				w.nodes = append(w.nodes, in.node[x.member])
				nodes, budget = nodes-1, budget-t.cost(in.price[x.member])
				begun = chosen != memberFirst
			}
		case chosen == 0:
			begun = false
		case len(lots) > 0:
			j := int(chosen) - 1
			w.addMembers(in, x.group, int(lots[j].nodes), j)
			nodes, budget = nodes-int(lots[j].nodes), budget-t.cost(lots[j].cost)
		case in.addsNodesSingly(x.group):
			begun = true
		default:
			k := int(chosen)
			w.addMembers(in, x.group, k, 0)
			nodes, budget = nodes-k, budget-t.cost(in.prefix[from+k-1])
		}
	}
	return w
}

// maxCellsRecorded is the size up to which every improved cell is recorded. For larger
// tables an even sample of rows and columns is recorded, at most maxAllRecorded cells
// over all groups, or none.
const (
	maxCellsRecorded   = 1500
	maxColumnsRecorded = 40
	maxAllRecorded     = 12_000
)

// recordStrides returns the distances of the recorded rows and columns, 0 for none.
func (t *Table) recordStrides() (rows, columns int) {
	if len(t.value) <= maxCellsRecorded {
		return 1, 1
	}
	each := maxAllRecorded / max(1, t.instance.size()) / maxColumnsRecorded
	if each < 4 {
		return 0, 0
	}
	return (t.instance.n + each - 1) / each, (t.width + maxColumnsRecorded - 1) / maxColumnsRecorded
}

// recordCells records the cells that the last layer improved, all or an even sample, and then the
// group with their number. before is the value of the last cell before the group; if it is
// unchanged, the event has the reason no-gain.
func (t *Table) recordCells(log *trace.Log, g int, before int64) {
	if !log.Enabled() {
		return
	}
	in := t.instance
	decided := t.layers[len(t.layers)-1].decisions
	rows, columns := t.recordStrides()
	better := 0
	for i, x := range decided {
		if x == 0 {
			continue
		}
		better++
		if k, c := i/t.width, i%t.width; rows > 0 && (in.n-k)%rows == 0 && (t.width-1-c)%columns == 0 {
			e := trace.Event{Kind: "cell", Refs: in.groupRef(g), Values: []trace.Value{{Name: "nodes", Num: float64(k)},
				{Name: "budget", Num: float64(c) * float64(t.steps) / in.perCost},
				{Name: "value", Num: in.worth(float64(t.value[i]))}}}
			log.Add(e)
		}
	}
	e := trace.Event{Kind: "group", Refs: in.groupRef(g), Values: []trace.Value{{Name: "cells", Num: float64(better)}}}
	now := t.value[len(t.value)-1]
	if now > unreachableValue/2 {
		e.Values = append(e.Values, trace.Value{Name: "value", Num: in.worth(float64(now))})
	}
	if now == before {
		e.Reason = "no-gain"
	}
	log.Add(e)
}
