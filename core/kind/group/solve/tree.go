package solve

import (
	"context"
	"strconv"

	"gridbox/core/kind/group"
	"gridbox/core/reason"
	"gridbox/core/trace"
)

// exactTree searches with exact choices at the nodes of the tree.
func (in *instance) exactTree(ctx context.Context, o Options) (Result, error) {
	return in.tree(ctx, false, o)
}

// greedyTree searches with greedy choices at the nodes of the tree.
func (in *instance) greedyTree(ctx context.Context, o Options) (Result, error) {
	return in.tree(ctx, true, o)
}

// tree is the paper's branch and bound. A node of the tree has groups that are included (G+),
// groups that are excluded (G-) and undecided groups. Its upper bound is a single knapsack over
// the nodes of the groups that are not excluded: nodes of G+ are not charged, and the logarithm
// of each included group's availability is counted once; nodes of undecided groups are charged by
// Options.Bound. The node with the greatest bound is branched first (a max-heap).
//
// The paper does not state the charge of an undecided group. Charging every node the whole log P
// gives no bound, because a group would be charged several times. With log P / min(|G|, n) a
// group's charge cannot exceed log P, so that the result is a bound (ours, and the default).
// Charging nothing is the simplest bound; the tree then grows as in the paper's charts.
//
// Every selection of the knapsack is a window: it is evaluated exactly and the best is kept. The
// search branches on the undecided group of the selection whose charge differs most from log P;
// if no charge differs, the bound is reached. The search ends if the greatest bound is no better
// than the best window, or at the limit of nodes or effort. The bound of the result is
// frontier's, which is tighter and can be verified independently.
//
// With greedy the knapsack is approximated: nodes are taken by descending worth while the rest of
// the budget suffices for the cheapest completion. The results are then no bounds, and the window
// need not be optimal.
func (in *instance) tree(ctx context.Context, greedy bool, o Options) (Result, error) {
	if in.variantStart != nil {
		return refusal(reason.New("no-variants").Say("the search tree knows single nodes only, not variants of " +
			"groups; use brute-force, gka or frontier")), nil
	}
	for _, u := range in.setup {
		if u > 0 {
			return refusal(reason.New("group-gains").Say("the search tree needs groups that cost something to use: " +
				"under the objective sum no group may have a value above 0; use brute-force, gka or frontier")), nil
		}
	}
	t := &treeSearch{instance: in, ctx: ctx, o: o, greedy: greedy, nodeLimit: o.Nodes, state: make([]int8, in.size())}
	switch {
	case t.nodeLimit > 0:
	case greedy:
		t.nodeLimit = group.MaxGreedy
	default:
		t.nodeLimit = group.MaxTree
	}
	if t.effortLeft = group.TreeEffort(t.nodeLimit); greedy {
		t.effortLeft = group.GreedyEffort(t.nodeLimit)
	}
	if !in.sums {
		t.slack = int64(in.n) // shares of logarithms are rounded up to steps
	}
	done, err := t.run()
	if t.best == nil {
		return Result{Stats: t.stats}, err
	}
	r := in.result(window{nodes: t.best})
	r.Stats = t.stats
	if err != nil {
		return r, err
	}
	if greedy {
		return in.addBound(ctx, r, o)
	}
	r.Stopped = !done
	return in.addExactBound(ctx, r)
}

// A treeNode is one node of the tree. It has the decisions of its parent and
// one more.
type treeNode struct {
	parent   *treeNode
	group    int
	sign     int8 // 1 for G+, -1 for G-, 0 for the root
	number   int
	estimate int64
	branch   int // group to branch on, -1 for none
}

type treeSearch struct {
	instance   *instance
	ctx        context.Context
	o          Options
	greedy     bool
	nodeLimit  int    // maximum number of tree nodes
	effortLeft int    // in steps; see group.TreeEffort
	state      []int8 // of each group: 1 in G+, -1 in G-
	selected   []bool // the document's nodes of a selection
	heap       []*treeNode
	best       []int32
	value      int64
	cost       int64
	slack      int64
	stats      Stats
	// byPrice has all nodes, the cheapest first.
	byPrice []member
}

// A member is a node of an instance with its group there.
type member struct{ group, at int32 }

// run expands nodes by descending estimate. It reports whether the search is complete, and false at
// the limit of nodes or effort or with an error.
func (t *treeSearch) run() (bool, error) {
	if err := t.open(&treeNode{branch: -1, group: -1}); err != nil {
		return false, err
	}
	for len(t.heap) > 0 {
		top := t.heap[0]
		if t.best != nil && top.estimate <= t.value+t.slack {
			return true, nil
		}
		if t.stats.TreeNodes >= t.nodeLimit || t.effortLeft <= 0 {
			return false, nil
		}
		t.pop()
		if top.branch < 0 {
			continue // its estimate has been reached
		}
		t.record(top, "branch", "")
		for _, sign := range []int8{1, -1} {
			if err := t.open(&treeNode{parent: top, group: top.branch, sign: sign, branch: -1}); err != nil {
				return false, err
			}
		}
		if t.o.Progress != nil && t.stats.TreeNodes%64 < 2 {
			t.o.Progress(t.stats.TreeNodes, t.nodeLimit)
		}
	}
	return true, nil
}

// open evaluates a node and adds it to the heap.
func (t *treeSearch) open(x *treeNode) error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	clear(t.state)
	included := int64(0)
	for y := x; y.parent != nil; y = y.parent {
		t.state[y.group] = y.sign
		if y.sign > 0 {
			included += t.instance.setup[y.group]
		}
	}
	x.number = t.stats.TreeNodes
	t.stats.TreeNodes++
	selection, value, ok, err := t.knapsack()
	switch {
	case err != nil:
		return err
	case !ok:
		t.record(x, "node", "budget")
		return nil
	}
	x.estimate = value + included
	truth := t.consider(x, selection)
	switch {
	case t.best != nil && x.estimate <= t.value && truth != t.value:
		t.record(x, "node", "bound")
	default:
		t.record(x, "node", "")
	}
	t.push(x)
	return nil
}

// record records a node with its parent, its own decision and its estimate.
func (t *treeSearch) record(x *treeNode, kind, reason string) {
	if !t.o.Log.Enabled() {
		return
	}
	e := trace.Event{Kind: kind, Reason: reason, Refs: []trace.Ref{{Role: "node", ID: strconv.Itoa(x.number)}}}
	if x.parent != nil {
		e.Refs = append(e.Refs, trace.Ref{Role: "parent", ID: strconv.Itoa(x.parent.number)})
		role := "included"
		if x.sign < 0 {
			role = "excluded"
		}
		e.Refs = append(e.Refs, trace.Ref{Role: role, ID: t.instance.groupRef(x.group)[0].ID})
	}
	if x.branch >= 0 {
		e.Refs = append(e.Refs, trace.Ref{Role: "branch", ID: t.instance.groupRef(x.branch)[0].ID})
	}
	if reason != "budget" {
		e.Values = append(e.Values, trace.Value{Name: "estimate", Num: t.instance.worth(float64(x.estimate))})
	}
	if t.best != nil {
		e.Values = append(e.Values, trace.Value{Name: "best", Num: t.instance.worth(float64(t.value))})
	}
	t.o.Log.Add(e)
}
