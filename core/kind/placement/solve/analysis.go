package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/sorting"
)

// An analysis describes one decision, also with changed powers of clusters.
type analysis struct {
	s      *schedule
	j      int
	scores jobScores
	winner int32
}

// rank sets the scores of w with their ranks, from 1, and the runner-up with its margin. Clusters
// that cannot run the job have no rank. There is no runner-up if the decision was drawn, made by
// another rule, or had no alternative.
func (v *analysis) rank(w *Explanation) {
	in, seen := v.s.instance, v.scores
	var order []int
	for i, rs := range seen.rs {
		score := Score{Cluster: in.net.ID(int32(i)), RS: finiteOrNil(rs), CRA: in.run(v.j, int32(i)),
			Ready: v.s.ready[i]}
		if score.RS != nil {
			score.Final = finiteOrNil(seen.score(i, score.CRA, score.Ready))
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
		case v.isBetter(w, a, b):
			return -1
		case v.isBetter(w, b, a):
			return 1
		}
		return 0
	})
	for place, i := range order {
		w.Scores[i].Rank = place + 1
	}
	if len(order) > 1 && !seen.drawn && seen.reason == "" {
		w.RunnerUp = w.Scores[order[1]].Cluster
		w.Margin = finiteOrNil(*w.Scores[order[1]].Final - *w.Scores[order[0]].Final)
	}
}

// isBetter reports whether cluster a has a better score than b.
func (v *analysis) isBetter(w *Explanation, a, b int) bool {
	x, y := &w.Scores[a], &w.Scores[b]
	if *x.Final != *y.Final {
		return *x.Final < *y.Final
	}
	if v.scores.first {
		return false
	}
	return v.scores.rank.span(*x.RS, x.CRA, x.Ready) < v.scores.rank.span(*y.RS, y.CRA, y.Ready)
}

// Limits of the search for moves.
const (
	// moveClusters is the number of best clusters for which moves are searched.
	moveClusters = 24
	// doublings limits the power to 2^20 times the current one.
	doublings = 20
)

// moves sets w.Moves: for the best other clusters, the power at which they would be chosen. The
// scheduler itself decides with that power in place, so the result is exact: with one unit in the
// last place less the job stays. If power changes Z too (RBHS with swapped weights), a cluster
// can be chosen and lose again with more power. Then the first power in steps of a factor 2^(1/4)
// counts.
func (v *analysis) moves(w *Explanation) {
	if v.winner < 0 || v.scores.drawn || v.scores.final != nil || len(v.s.instance.runs[v.j]) > 0 {
		return
	}
	if _, ok := v.s.scheduler.(*planScheduler); ok {
		return // with another power the job may be placed earlier or later
	}
	if tree, ok := v.s.scheduler.(*treeSearch); ok && tree.cover == placement.Best {
		return // with another power another cover may be the best
	}
	for rank := 2; rank <= moveClusters; rank++ {
		i := slices.IndexFunc(w.Scores, func(s Score) bool { return s.Rank == rank })
		if i < 0 {
			return
		}
		if mips, ok := v.minimumPower(int32(i)); ok {
			w.Moves = append(w.Moves, Move{Cluster: w.Scores[i].Cluster, MIPS: mips, CurrentMIPS: v.s.instance.mips[i]})
		}
	}
}

// minimumPower returns the least power with which cluster i is chosen. It reports false if there is
// none within the limit.
func (v *analysis) minimumPower(i int32) (float64, bool) {
	low := v.s.instance.mips[i]
	for range 4 * doublings {
		high := low * 1.189207115002721 // 2^(1/4)
		if !finite(high) {
			return 0, false
		}
		if v.wins(i, high) {
			return v.bisect(i, low, high), true
		}
		low = high
	}
	return 0, false
}

// bisect returns the least power between low, with which cluster i is not chosen, and high, with
// which it is.
func (v *analysis) bisect(i int32, low, high float64) float64 {
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

// wins reports whether the job would be placed on cluster i if that had the given power.
func (v *analysis) wins(i int32, mips float64) bool {
	in := v.s.instance
	was, top := in.mips[i], in.top
	defer func() { in.mips[i], in.top = was, top }()
	in.mips[i], in.top = mips, math.Max(top, mips)
	rank := v.scores.rank
	if h, ok := v.s.scheduler.(*rankBased); ok {
		total := 0.0
		for _, m := range in.mips {
			total += m
		}
		rank, _ = h.rank(v.j, v.scores.mean, total/float64(len(in.mips)))
	}
	return in.lowest(rank, v.j, v.scores.rs, v.s.ready) == i
}
