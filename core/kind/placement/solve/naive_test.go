package solve

import (
	"math"
	"slices"

	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve/replica"
)

// naive is RBHS as in table 2 of the paper: for every job and cluster one
// uniform-cost search, then Z, then the scores. Like the slow form of package
// replica it shares nothing with the fast path.
type naive struct {
	p   *placement.Problem
	net *replica.Net
}

func newNaive(p *placement.Problem) *naive { return &naive{p, replica.NewNet(p)} }

// times returns, for each dataset of a job, the transfer time to each cluster.
func (n *naive) times(job *placement.Job) [][]float64 {
	var wants []replica.Want
	for _, id := range job.Datasets {
		d := n.p.Datasets[slices.IndexFunc(n.p.Datasets, func(d placement.Dataset) bool { return d.ID == id })]
		var at []int32
		for _, home := range d.At {
			i, _ := n.net.Cluster(home)
			at = append(at, i)
		}
		wants = append(wants, replica.Want{ID: d.ID, Size: d.Size, At: at})
	}
	times := make([][]float64, len(wants))
	for i := range n.p.Clusters {
		for k, choice := range n.net.Select(int32(i), wants, nil) {
			times[k] = append(times[k], replica.TransferTime(wants[k].Size, choice.SecondsPerMB))
		}
	}
	return times
}

// rs returns the RS score: the sum over the datasets of the job.
func (n *naive) rs(times [][]float64) []float64 {
	rs := make([]float64, len(n.p.Clusters))
	for i := range rs {
		for k := range times {
			rs[i] += times[k][i]
		}
	}
	return rs
}

// z returns Z by equations (4) to (8).
func (n *naive) z(job *placement.Job, times [][]float64, rs []float64) float64 {
	power, transfer, reached := 0.0, 0.0, 0
	for i := range n.p.Clusters {
		power += n.p.Clusters[i].MIPS
		if !math.IsInf(rs[i], 1) {
			reached++
		}
	}
	for k := range times {
		part := 0.0
		for i := range rs {
			if !math.IsInf(rs[i], 1) {
				part += times[k][i]
			}
		}
		transfer += part
	}
	transfer /= float64(reached)
	if transfer == 0 {
		return 0
	}
	return transfer / (transfer + job.MI/(power/float64(len(n.p.Clusters))))
}

// rbhs places all jobs. A job that can run nowhere gets cluster -1.
func (n *naive) rbhs(weights placement.Weights, queue bool) (clusters []int, zs, transfers []float64) {
	ready := make([]float64, len(n.p.Clusters))
	for j := range n.p.Jobs {
		job := &n.p.Jobs[j]
		times := n.times(job)
		rs := n.rs(times)
		z := n.z(job, times, rs)
		best := -1
		var bestFinal, bestSpan float64
		for i := range n.p.Clusters {
			if math.IsInf(rs[i], 1) {
				continue
			}
			cra := job.MI / n.p.Clusters[i].MIPS
			var final float64
			switch weights {
			case placement.Printed:
				final = float64((1-z)*rs[i]) + float64(z*cra)
			case placement.Swapped:
				final = float64(z*rs[i]) + float64((1-z)*cra)
			case placement.Sum:
				final = rs[i] + cra
			}
			span := rs[i] + cra
			if queue {
				final, span = ready[i]+final, ready[i]+span
			}
			if best < 0 || final < bestFinal || final == bestFinal && span < bestSpan {
				best, bestFinal, bestSpan = i, final, span
			}
		}
		clusters, zs = append(clusters, best), append(zs, z)
		if best < 0 {
			transfers = append(transfers, 0)
			continue
		}
		transfers = append(transfers, rs[best])
		ready[best] = ready[best] + rs[best] + job.MI/n.p.Clusters[best].MIPS
	}
	return clusters, zs, transfers
}
