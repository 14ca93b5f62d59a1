package solve

import (
	"math"

	"gridbox/core/kind/placement/solve/replica"
)

// A ranking has the weights of a score: rs RS + cra CRA, plus Ready if queue is set.
type ranking struct {
	rs, cra float64
	queue   bool
}

// score returns the Final score of a cluster. The products are converted so that no compiler
// fuses them with the sum and all processors compute the same bits.
func (r ranking) score(rs, cra, ready float64) float64 {
	final := float64(r.rs*rs) + float64(r.cra*cra)
	if r.queue {
		final = ready + final
	}
	return final
}

// span returns the job's time on the cluster, which breaks ties between scores.
func (r ranking) span(rs, cra, ready float64) float64 {
	if r.queue {
		return ready + (rs + cra)
	}
	return rs + cra
}

// A leader is the best cluster so far, -1 at the start.
type leader struct {
	cluster     int32
	score, span float64
}

// noLeader returns a leader without a cluster.
func noLeader() leader { return leader{-1, math.Inf(1), math.Inf(1)} }

// offer makes cluster i the leader if its score is lower. Ties are broken by the span, then by the
// order of the document. A time that is not finite never leads.
func (l *leader) offer(r ranking, i int32, rs, cra, ready float64) {
	score, span := r.score(rs, cra, ready), r.span(rs, cra, ready)
	if math.IsInf(span, 1) || math.IsInf(score, 1) || math.IsNaN(score) {
		return
	}
	if score < l.score || score == l.score && (span < l.span || span == l.span && i < l.cluster) {
		*l = leader{i, score, span}
	}
}

// lowest returns the cluster with the least score among those with a finite time, or -1 if there
// is none; rs are the RS scores of all clusters.
//
// A cluster is skipped if its score would not be lower even with the greatest power. Rounding
// never reorders scores, because sums and products of non-negative numbers are monotone in
// floating point.
func (in *instance) lowest(r ranking, j int, rs, ready []float64) int32 {
	lead := noLeader()
	if len(in.runs[j]) > 0 {
		for i, run := range in.runs[j] {
			lead.offer(r, int32(i), rs[i], run, ready[i])
		}
		return lead.cluster
	}
	in.scan(r, in.p.Jobs[j].MI, rs, ready, 0, &lead)
	return lead.cluster
}

// scan offers the clusters from index from on to the leader, one for each of rs.
func (in *instance) scan(r ranking, mi float64, rs, ready []float64, from int, lead *leader) {
	least := float64(r.cra * (mi / in.top))
	mips, ready := in.mips[from:][:len(rs)], ready[from:][:len(rs)]
	for i, t := range rs {
		low, wait := float64(r.rs*t)+least, 0.0
		if r.queue {
			wait = ready[i]
			low = wait + low
		}
		if low > lead.score {
			continue
		}
		lead.offer(r, int32(from+i), t, mi/mips[i], wait)
	}
}

// lowestOf is lowest for the job of the last call of rowsOf, without adding up all rows. A block
// of clusters is skipped if the sum of its least transfer times, with its greatest power, already
// has a higher score. The block with the lowest bound is scanned first. On 2,000 clusters about
// five of six blocks are skipped. lowestOf also returns the RS score of the cluster and the
// number of clusters scanned.
func (in *instance) lowestOf(r ranking, j int, ready []float64) (cluster int32, rs float64, scanned int) {
	if len(in.runs[j]) > 0 {
		_, all := in.transferTimes(j)
		if cluster = in.lowest(r, j, all, ready); cluster >= 0 {
			rs = all[cluster]
		}
		return cluster, rs, len(all)
	}
	mi := in.p.Jobs[j].MI
	sum(in.low, in.lows)
	for b, t := range in.low {
		in.low[b] = float64(r.rs*t) + float64(r.cra*(mi/in.tops[b]))
	}
	first := 0
	for b, low := range in.low {
		if low < in.low[first] {
			first = b
		}
	}
	lead := noLeader()
	visit := func(b int) {
		from := b * replica.Block
		part := in.sum[from:min(from+replica.Block, len(in.sum))]
		if len(part) == replica.Block {
			sumBlock((*[replica.Block]float64)(part), in.times, from)
		} else {
			sumPart(part, in.times, from)
		}
		in.scan(r, mi, part, ready, from, &lead)
		scanned += len(part)
	}
	if len(in.low) > 0 {
		visit(first)
	}
	for b, low := range in.low {
		if b != first && low <= lead.score {
			visit(b)
		}
	}
	if lead.cluster >= 0 {
		rs = in.sum[lead.cluster]
	}
	return lead.cluster, rs, scanned
}
