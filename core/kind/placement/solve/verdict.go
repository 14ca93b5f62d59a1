package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// A verdict looks at one decision again under changed circumstances.
type verdict struct {
	s      *schedule
	j      int
	seen   scored
	winner int32
}

// rank fills in the scores, the runner-up and its margin.
func (v *verdict) rank(w *Why) {
	in, seen := v.s.in, v.seen
	var order []int
	for i, rs := range seen.rs {
		score := Score{Cluster: in.net.ID(int32(i)), RS: known(rs), CRA: in.run(v.j, int32(i)), Ready: v.s.ready[i]}
		if score.RS != nil {
			score.Final = known(seen.score(i, score.CRA, score.Ready))
		}
		if !finite(score.CRA) {
			score.CRA, score.Final = math.MaxFloat64, nil
		}
		if score.Final != nil {
			order = append(order, i)
		}
		w.Scores = append(w.Scores, score)
	}
	sorting.Stable(order, func(a, b int) int {
		switch {
		case v.before(w, a, b):
			return -1
		case v.before(w, b, a):
			return 1
		}
		return 0
	})
	for place, i := range order {
		w.Scores[i].Rank = place + 1
	}
	if len(order) > 1 && !seen.drawn {
		w.RunnerUp = w.Scores[order[1]].Cluster
		w.Margin = known(*w.Scores[order[1]].Final - *w.Scores[order[0]].Final)
	}
}

// before reports whether cluster a has the better score than b.
func (v *verdict) before(w *Why, a, b int) bool {
	x, y := &w.Scores[a], &w.Scores[b]
	if *x.Final != *y.Final {
		return *x.Final < *y.Final
	}
	if v.seen.first {
		return false
	}
	return v.seen.rank.span(*x.RS, x.CRA, x.Ready) < v.seen.rank.span(*y.RS, y.CRA, y.Ready)
}

// Limits of the search for moves.
const (
	// moveClusters is on how many of the best clusters moves are looked for.
	moveClusters = 24
	// doublings is how far: up to 2^20 times today's power.
	doublings = 20
)

// moves finds for the best losers from which power on they would have won. The
// scheduler's own decision is asked, with that power in place, so that the
// answer is exact: one unit in the last place less and the job stays. Where
// power changes Z as well (RBHS with swapped weights) a cluster can win and
// lose again; then the first power met in steps of a factor 2^(1/4) counts.
func (v *verdict) moves(w *Why) {
	if v.winner < 0 || v.seen.drawn || v.seen.final != nil || len(v.s.in.runs[v.j]) > 0 {
		return
	}
	if _, ok := v.s.scheduler.(*planned); ok {
		return // with another power the job's turn may come earlier or later
	}
	if tree, ok := v.s.scheduler.(*treeSearch); ok && tree.cover == placement.Best {
		return // with another power another cover may be the best
	}
	for rank := 2; rank <= moveClusters; rank++ {
		i := slices.IndexFunc(w.Scores, func(s Score) bool { return s.Rank == rank })
		if i < 0 {
			return
		}
		if mips, ok := v.enough(int32(i)); ok {
			w.Moves = append(w.Moves, Move{Cluster: w.Scores[i].Cluster, MIPS: mips, Now: v.s.in.mips[i]})
		}
	}
}

// enough is the least power with which cluster i wins.
func (v *verdict) enough(i int32) (float64, bool) {
	low := v.s.in.mips[i]
	for range 4 * doublings {
		high := low * 1.189207115002721 // 2^(1/4)
		if !finite(high) {
			return 0, false
		}
		if v.wins(i, high) {
			return v.between(i, low, high), true
		}
		low = high
	}
	return 0, false
}

// between bisects: low loses, high wins.
func (v *verdict) between(i int32, low, high float64) float64 {
	for {
		middle := low + float64((high-low)/2)
		if middle <= low || middle >= high {
			return high
		}
		if v.wins(i, middle) {
			high = middle
		} else {
			low = middle
		}
	}
}

// wins reports whether the job would go to cluster i if that had this power.
func (v *verdict) wins(i int32, mips float64) bool {
	in := v.s.in
	was, top := in.mips[i], in.top
	defer func() { in.mips[i], in.top = was, top }()
	in.mips[i], in.top = mips, math.Max(top, mips)
	rank := v.seen.rank
	if h, ok := v.s.scheduler.(*hybrid); ok {
		total := 0.0
		for _, m := range in.mips {
			total += m
		}
		rank, _ = h.rank(v.j, v.seen.mean, total/float64(len(in.mips)))
	}
	return in.lowest(rank, v.j, v.seen.rs, v.s.ready) == i
}
