package solve

import (
	"cmp"
	"math"
	"slices"

	"gridbox/core/sorting"
)

// Where prices and values follow each other the dual cannot tell groups apart:
// with values equal to prices every group's best profit is nothing. Two things
// help. The groups that are worth as much used as unused are shared out so that
// the best choices come close to the count and the budget. And a core of the
// free groups is searched before all of them: among thousands there are many
// windows worth L, and any of them ends the search.
const (
	wideCore    = 200 // free groups from which on a core is searched
	coreGroups  = 64
	coreEffort  = mostEffort / 4
	mostSettled = 0.5 // of the slack: what the profits of all tied groups are together
)

// settle shares out the groups that are tied: a run of them in the order of
// their price for a node, as dear a one as the budget allows, is used. Its
// profits are then as good as nothing, above or not, and what that adds up to is
// added to the slack.
func (s *search) settle() {
	var tied []int32
	count, cost := 0, int64(0)
	for g := range s.leads {
		l := &s.leads[g]
		if math.Abs(l.profit) <= s.slack*mostSettled {
			tied = append(tied, int32(g))
		}
		if l.profit > 0 {
			count += int(l.nodes)
			cost += l.cost
		}
	}
	sorting.By(tied, func(a, b int32) int {
		return cmp.Or(cmp.Compare(math.Abs(s.leads[a].profit), math.Abs(s.leads[b].profit)), int(a-b))
	})
	off := 0.0
	for k, g := range tied {
		l := &s.leads[g]
		if off+math.Abs(l.profit) > s.slack*mostSettled {
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
	lead := func(k int) *lead { return &s.leads[tied[k]] }
	sorting.By(tied, func(a, b int32) int {
		x, y := &s.leads[a], &s.leads[b]
		return cmp.Or(cmp.Compare(float64(x.cost)/float64(x.nodes), float64(y.cost)/float64(y.nodes)), int(a-b))
	})
	want, room := s.in.n-count, s.in.budget-cost
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
// others at their best choices. It proves nothing unless it reaches L, but what
// it finds is kept.
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
	lost, limit := s.lost, s.limit
	s.share = min(s.work+coreEffort, s.effort())
	err := s.labels(value, cost)
	s.frees, s.lost = all, lost
	if s.limit = limit; s.kept != nil {
		s.limit = math.Min(limit, s.kept.behind+s.slack)
	}
	return err
}
