package solve

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/sorting"
)

// If prices and values are correlated, the dual cannot separate groups: with
// values equal to prices every group's best profit is zero. Two measures help.
// Groups with equal worth used and unused are distributed so that the best
// choices come close to the count and the budget. And a core of the free groups
// is searched first: among thousands of groups many windows are worth L, and
// any of them ends the search.
const (
	coreThreshold = 200 // number of free groups from which a core is searched
	coreGroups    = 64
	coreEffort    = maxEffort / 4
	maxSettled    = 0.5 // share of the slack that the profits of all tied groups may add up to
)

// settle distributes the tied groups: a run of them in the order of price per
// node, the most expensive one within the budget, is used. Their profits are
// zero up to rounding, and their sum is added to the slack.
func (s *search) settle() {
	var tied []int32
	count, cost := 0, int64(0)
	for g := range s.leads {
		l := &s.leads[g]
		if math.Abs(l.profit) <= s.slack*maxSettled {
			tied = append(tied, int32(g))
		}
		if l.profit > 0 {
			count += int(l.nodes)
			cost += l.cost
		}
	}
	sorting.Sort(tied, func(a, b int32) int {
		return cmp.Or(cmp.Compare(math.Abs(s.leads[a].profit), math.Abs(s.leads[b].profit)), int(a-b))
	})
	off := 0.0
	for k, g := range tied {
		l := &s.leads[g]
		if off+math.Abs(l.profit) > s.slack*maxSettled {
			tied = tied[:k]
			break
		}
		off += math.Abs(l.profit)
		if l.profit > 0 {
			count -= int(l.nodes)
			cost -= l.cost
		}
		l.profit = 0
	}
	if len(tied) == 0 {
		return
	}
	s.slack += off
	lead := func(k int) *bestUse { return &s.leads[tied[k]] }
	sorting.Sort(tied, func(a, b int32) int {
		x, y := &s.leads[a], &s.leads[b]
		return cmp.Or(cmp.Compare(float64(x.cost)/float64(x.nodes), float64(y.cost)/float64(y.nodes)), int(a-b))
	})
	want, room := s.instance.n-count, s.instance.budget-cost
	from, to, nodes, spent := 0, 0, 0, int64(0)
	for to < len(tied) && nodes < want {
		nodes, spent, to = nodes+int(lead(to).nodes), spent+lead(to).cost, to+1
	}
	for to < len(tied) && spent+lead(to).cost-lead(from).cost <= room && from < to {
		nodes, spent = nodes+int(lead(to).nodes)-int(lead(from).nodes), spent+lead(to).cost-lead(from).cost
		from, to = from+1, to+1
	}
	for k := from; k < to; k++ {
		lead(k).profit = math.SmallestNonzeroFloat64
	}
}

// core searches some of the free groups, as many used as unused, with the
// others at their best choices. It proves nothing unless it reaches L, but its
// best window is kept.
func (s *search) core(value float64, cost int64) error {
	all := s.frees
	var used, unused []free
	for i := range all {
		if all[i].best.nodes > 0 {
			used = append(used, all[i])
		} else {
			unused = append(unused, all[i])
		}
	}
	picked := make([]free, 0, coreGroups)
	for k := 0; len(picked) < coreGroups && (k < len(used) || k < len(unused)); k++ {
		if k < len(used) {
			picked = append(picked, used[k])
		}
		if k < len(unused) {
			picked = append(picked, unused[k])
		}
	}
	for i := range used {
		if i >= len(picked) || !slices.ContainsFunc(picked, func(f free) bool { return f.group == used[i].group }) {
			value += float64(used[i].best.value)
			cost += used[i].best.cost
		}
	}
	s.frees = picked
	lost, limit := s.minDroppedLoss, s.limit
	s.share = min(s.work+coreEffort, s.effort())
	err := s.labels(value, cost)
	s.frees, s.minDroppedLoss = all, lost
	if s.limit = limit; s.incumbent != nil {
		s.limit = math.Min(limit, s.incumbent.gap+s.slack)
	}
	return err
}
