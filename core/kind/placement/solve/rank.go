package solve

import (
	"math"

	"gridbox/core/kind/placement/solve/replica"
)

// A ranking is how a score is made of its parts: rs RS + cra CRA, and Ready
// when it is queue-aware.
type ranking struct {
	rs, cra float64
	queue   bool
}

// score is the Final score of a cluster. The products are converted so that no
// compiler fuses them with the sum: scores are the same bits everywhere.
func (r ranking) score(rs, cra, ready float64) float64 {
	final := float64(r.rs*rs) + float64(r.cra*cra)
	if r.queue {
		final = ready + final
	}
	return final
}

// span decides between equal scores: the job's time on the cluster.
func (r ranking) span(rs, cra, ready float64) float64 {
	if r.queue {
		return ready + (rs + cra)
	}
	return rs + cra
}

// A leader is the best cluster met so far, -1 at the start.
type leader struct {
	cluster     int32
	score, span float64
}

func nobody() leader { return leader{-1, math.Inf(1), math.Inf(1)} }

// meet lets cluster i take the lead if its score is lower; equal scores are
// decided by the span, then by the order of the document. A time that is not
// finite never leads.
func (l *leader) meet(r ranking, i int32, rs, cra, ready float64) {
	score, span := r.score(rs, cra, ready), r.span(rs, cra, ready)
	if math.IsInf(span, 1) || math.IsInf(score, 1) || math.IsNaN(score) {
		return
	}
	if score < l.score || score == l.score && (span < l.span || span == l.span && i < l.cluster) {
		*l = leader{i, score, span}
	}
}

// lowest finds the cluster with the least score among those with a finite
// time, -1 when there is none; rs are the RS scores of all clusters.
//
// A cluster is passed over without looking at its own power when even on the
// greatest power its score would lose. Rounding never reorders: sums and
// products of non-negative numbers are monotone in floating point.
func (in *instance) lowest(r ranking, j int, rs, ready []float64) int32 {
	lead := nobody()
	if len(in.runs[j]) > 0 {
		for i, run := range in.runs[j] {
			lead.meet(r, int32(i), rs[i], run, ready[i])
		}
		return lead.cluster
	}
	in.scan(r, in.p.Jobs[j].MI, rs, ready, 0, &lead)
	return lead.cluster
}

// scan meets the clusters from number from on, one for each of rs.
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
		lead.meet(r, int32(from+i), t, mi/mips[i], wait)
	}
}

// lowestOf is lowest for the job of the last rowsOf, without adding all rows up:
// a block of clusters is passed over when even the sum of its least transfer
// times, computed on its greatest power, would lose. The block that promises
// most is looked at first. On 2,000 clusters five of six blocks are passed
// over. It gives the RS score of the cluster too, and how many clusters were
// looked at.
func (in *instance) lowestOf(r ranking, j int, ready []float64) (cluster int32, rs float64, looked int) {
	if len(in.runs[j]) > 0 {
		_, all := in.gather(j)
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
	lead := nobody()
	visit := func(b int) {
		from := b * replica.Block
		part := in.sum[from:min(from+replica.Block, len(in.sum))]
		if len(part) == replica.Block {
			sumBlock((*[replica.Block]float64)(part), in.times, from)
		} else {
			sumPart(part, in.times, from)
		}
		in.scan(r, mi, part, ready, from, &lead)
		looked += len(part)
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
	return lead.cluster, rs, looked
}
