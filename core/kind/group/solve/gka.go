package solve

import (
	"context"
	"math"
	"strconv"

	"gridbox/core/i18n"
	"gridbox/core/kind/group"
	"gridbox/core/reason"
)

// unreachableValue is the value of cells without a choice.
const unreachableValue = math.MinInt64 / 2

// A Table is GKA's table after the last group: the best value for every number
// of nodes and every budget up to those of the request, from one run.
type Table struct {
	instance *instance
	cells    int64   // per step of cost of the instance
	steps    int64   // steps of cost of the instance per cell, if coarser
	width    int     // cells in a row: budgets from 0
	value    []int64 // [nodes][budget], budget innermost
	open     []int64 // the same with the current group begun, see members
	layers   []layer
	work     int
	exact    bool
	reason   *reason.Reason
}

// A layer has the decisions of one step: for a group the variant of each cell,
// counted from 1; for a member with its own availability, whether it is taken.
type layer struct {
	group, member int
	decisions     []uint8
}

// gka is the paper's Group Knapsack Algorithm. Over the groups i and their variants j, with at
// most one variant of each,
//
//	f_i(c, n) = max(f_{i-1}(c, n), max_j f_{i-1}(c - c_j, n - n_j) + u_j)
//
// where u is the logarithm of the availability. For each group, counts are processed in
// descending order, so that the recurrence reads the values before group i from the same table. A
// group with a common availability has the variants (k, log P, cost of the k cheapest), since its
// members have equal utility. If members have their own availabilities, there would be too many
// variants; then two layers are kept, without the group and with it begun, and members are
// processed one by one.
//
// The time is O(N n C) for C cells of budget, and the decisions take one byte for each group and
// cell; a run that needs more than 200 MB is refused. With Options.Cells the cost of a variant,
// not each price, is rounded up to cells; the answer is then feasible but proves nothing.
func (in *instance) gka(ctx context.Context, o Options) (Result, error) {
	t, err := in.table(ctx, o)
	if err != nil {
		return Result{Stats: Stats{Cells: t.work}}, err
	}
	if t.reason != nil {
		return refusal(t.reason), nil
	}
	value := t.value[in.n*t.width+t.width-1]
	if value <= unreachableValue/2 {
		return refusal(reason.New("cells", "cells", o.Cells, "need", in.n).
			Say(i18n.English("in a table of {} cells for a unit of money no window of {} nodes is within the budget; "+
				"take more cells", strconv.Itoa(o.Cells), strconv.Itoa(in.n)))), nil
	}
	r := in.result(t.window(in.n, t.width-1))
	r.Stats.Cells = t.work
	if t.exact {
		return in.addExactBound(ctx, r)
	}
	return in.addBound(ctx, r, o)
}

// table returns the table filled with all groups. If it would be too large, it returns a table
// without values and with the reason in reason. If the context is cancelled, it returns the table
// so far with the error.
func (in *instance) table(ctx context.Context, o Options) (*Table, error) {
	t := &Table{instance: in, cells: 1, steps: 1, exact: true}
	if o.Cells > 0 && float64(o.Cells) < in.perCost {
		t.steps, t.exact = int64(math.Ceil(in.perCost/float64(o.Cells))), false
	}
	budget := in.budget
	// Money beyond the most expensive window, with each group rounded up to cells, has no
	// effect.
	if most := in.maxWindowCost() + int64(in.n)*(t.steps-1); budget > most {
		budget = most
	}
	budget /= t.steps
	layers, variants := 0, 0
	for g := range in.setup {
		layers++
		if in.addsNodesSingly(g) {
			from, to := in.members(g)
			layers += to - from
		}
		if len(in.variantsOf(g)) > maxVariants {
			id := in.p.Groups[in.group[g]].ID
			t.reason = reason.New("too-many-variants", "group", id, "most", maxVariants).
				Say(i18n.English("GKA keeps its decisions in bytes, and group {} has more than {} variants; use "+
					"frontier", id, strconv.Itoa(maxVariants)))
			return t, nil
		}
		variants += max(in.maxNodes(g), len(in.variantsOf(g)))
	}
	rows := float64(in.n + 1)
	bytes, work := float64(budget+1)*rows*float64(layers), float64(budget+1)*rows*float64(variants)
	if bytes > group.MaxDecisions || work > group.MaxCells {
		t.reason = reason.New("table-too-large", "decisions", bytes, "most", group.MaxDecisions).
			Say(i18n.English("the table of GKA would have {} decisions ({} budgets, {} counts, {} steps), more than "+
				"the {} that a page can hold; take fewer cells for a unit of money or use frontier",
				strconv.FormatFloat(bytes, 'g', 3, 64), strconv.FormatInt(budget+1, 10), strconv.Itoa(in.n+1),
				strconv.Itoa(layers), strconv.Itoa(group.MaxDecisions)))
		return t, nil
	}
	t.width = int(budget + 1)
	t.value = make([]int64, t.width*(in.n+1))
	for i := range t.value {
		t.value[i] = unreachableValue
	}
	clear(t.value[:t.width])
	for g := range in.setup {
		if err := ctx.Err(); err != nil {
			return t, err
		}
		if o.Progress != nil {
			o.Progress(g, in.size())
		}
		before := t.value[len(t.value)-1]
		t.group(g)
		t.recordCells(o.Log, g, before)
	}
	return t, nil
}

// maxWindowCost returns an upper bound of the cost of a window.
func (in *instance) maxWindowCost() int64 {
	top := int64(0)
	for _, c := range in.price {
		top = max(top, c)
	}
	if top > in.budget/int64(in.n) {
		return in.budget
	}
	sum := top * int64(in.n)
	for i := range in.variants {
		sum += in.variants[i].cost
	}
	return sum
}

// maxVariants is the maximum number of variants that a byte distinguishes.
const maxVariants = 255

// addsNodesSingly reports whether the members of a group are processed one by one: if
// they differ, or are too many for a variant each.
func (in *instance) addsNodesSingly(g int) bool {
	return len(in.variantsOf(g)) == 0 && (in.nodeWorth != nil || in.maxNodes(g) > maxVariants)
}

// cost returns a sum of prices in cells.
func (t *Table) cost(steps int64) int { return int((steps + t.steps - 1) / t.steps) }

// group improves the table by group g and appends the decisions as a layer. Members are processed
// one by one if they need layers of their own.
func (t *Table) group(g int) {
	in := t.instance
	from, to := in.members(g)
	lots := in.variantsOf(g)
	if in.addsNodesSingly(g) {
		t.members(g, from, to)
		return
	}
	decided := make([]uint8, len(t.value))
	t.layers = append(t.layers, layer{g, -1, decided})
	for k := in.n; k > 0; k-- {
		row, chosen := t.value[k*t.width:(k+1)*t.width], decided[k*t.width:(k+1)*t.width]
		for j := range lots {
			if m := int(lots[j].nodes); m <= k {
				t.improve(row, chosen, k-m, t.cost(lots[j].cost), lots[j].value, uint8(j+1))
			}
		}
		for v := 1; len(lots) == 0 && v <= min(to-from, k); v++ {
			t.improve(row, chosen, k-v, t.cost(in.prefix[from+v-1]), in.setup[g], uint8(v))
		}
	}
}
