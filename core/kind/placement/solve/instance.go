package solve

import (
	"math"

	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/solve/replica"
)

// An instance is a problem with ids resolved to indexes.
type instance struct {
	p           *placement.Problem
	net         *replica.Net
	mips        []float64
	top         float64   // greatest power
	mean        float64   // E[ComputationPower], equation (4)
	jobDatasets [][]int32 // datasets of each job
	// runs are the stated times of each job on every cluster; nil for a job with work.
	runs  [][]float64
	sizes []float64
	homes [][]int32 // clusters of each dataset, ascending
	table *replica.Table
	// sum is scratch memory for the RS scores of one job, and rows for its datasets' rows.
	sum  []float64
	low  []float64 // scratch memory for the least scores of the blocks of clusters
	tops []float64 // greatest power in each block
	rows []*replica.Row
	// times and lows are the fields Time and Low of rows.
	times, lows [][]float64
}

// newInstance resolves the ids of a valid problem.
func newInstance(p *placement.Problem) *instance {
	in := &instance{p: p, net: replica.NewNet(p)}
	total := 0.0
	for i := range p.Clusters {
		mips := p.Clusters[i].MIPS
		in.mips = append(in.mips, mips)
		in.top = math.Max(in.top, mips)
		total += mips
	}
	in.mean = total / float64(len(p.Clusters))
	datasets := make(map[string]int32, len(p.Datasets))
	for i := range p.Datasets {
		d := &p.Datasets[i]
		datasets[d.ID] = int32(i)
		in.sizes = append(in.sizes, d.Size)
		homes := make([]int32, len(d.At))
		for k, id := range d.At {
			homes[k], _ = in.net.Cluster(id)
		}
		in.homes = append(in.homes, homes)
	}
	in.runs = make([][]float64, len(p.Jobs))
	longest := 0
	in.jobDatasets = make([][]int32, len(p.Jobs))
	for i := range p.Jobs {
		needs := make([]int32, len(p.Jobs[i].Datasets))
		for k, id := range p.Jobs[i].Datasets {
			needs[k] = datasets[id]
		}
		in.jobDatasets[i] = needs
		in.runs[i] = statedTimes(p, i)
		longest = max(longest, len(needs))
	}
	in.table = replica.NewTable(in.net, in.sizes, in.homes, longest)
	in.sum = make([]float64, len(p.Clusters))
	in.low = make([]float64, (len(p.Clusters)+replica.Block-1)/replica.Block)
	in.tops = make([]float64, len(in.low))
	for i, mips := range in.mips {
		in.tops[i/replica.Block] = max(in.tops[i/replica.Block], mips)
	}
	return in
}

// statedTimes returns the stated times of job j on every cluster, or nil if it has work.
func statedTimes(p *placement.Problem, j int) []float64 {
	job := &p.Jobs[j]
	if !job.HasTimes() || len(job.Times) > 0 {
		return job.Times
	}
	times := make([]float64, len(p.Clusters))
	for i := range times {
		times[i] = p.RunTime(j, i)
	}
	return times
}

// run returns the time that job j computes on cluster i, or +Inf if it cannot run there.
func (in *instance) run(j int, i int32) float64 {
	if t := in.runs[j]; len(t) > 0 {
		return t[i]
	}
	return in.p.Jobs[j].MI / in.mips[i]
}

// admits reports whether job j may run on cluster i. A job with work may run anywhere.
func (in *instance) admits(j, i int) bool {
	return len(in.runs[j]) == 0 || !math.IsInf(in.runs[j][i], 1)
}

// transferTimes returns the rows of a job's datasets and its RS score on every cluster: the sum of the
// transfer times in the order of the job's datasets. Both are valid until the next call.
func (in *instance) transferTimes(j int) (rows []*replica.Row, rs []float64) {
	rows = in.rowsOf(j)
	if len(rows) == 1 {
		return rows, rows[0].Time
	}
	sum(in.sum, in.times)
	return rows, in.sum
}

// rowsOf returns the rows of a job's datasets, valid until the next call.
func (in *instance) rowsOf(j int) []*replica.Row {
	in.rows, in.times, in.lows = in.rows[:0], in.times[:0], in.lows[:0]
	for _, d := range in.jobDatasets[j] {
		r := in.table.Row(d)
		in.rows, in.times, in.lows = append(in.rows, r), append(in.times, r.Time), append(in.lows, r.Low)
	}
	return in.rows
}

// sum adds up lists from left to right, four at a time, because memory passes cost more than
// additions.
func sum(into []float64, lists [][]float64) {
	first := len(lists) % 4
	switch first {
	case 0:
		clear(into)
	case 1:
		copy(into, lists[0])
	case 2:
		sum2(into, lists[0], lists[1])
	case 3:
		sum3(into, lists[0], lists[1], lists[2])
	}
	for rest := lists[first:]; len(rest) > 0; rest = rest[4:] {
		add4(into, rest[0], rest[1], rest[2], rest[3])
	}
}

// sumPart is sum for the elements from index from on, in the same order of additions.
func sumPart(into []float64, lists [][]float64, from int) {
	clear(into)
	for _, list := range lists {
		part := list[from:][:len(into)]
		for i, x := range part {
			into[i] += x
		}
	}
}

// sumBlock is sumPart for a whole block, with the sums in registers.
func sumBlock(into *[replica.Block]float64, lists [][]float64, from int) {
	var a, b, c, d, e, f, g, h float64
	for _, list := range lists {
		x := (*[replica.Block]float64)(list[from:])
		a += x[0]
		b += x[1]
		c += x[2]
		d += x[3]
		e += x[4]
		f += x[5]
		g += x[6]
		h += x[7]
	}
	*into = [replica.Block]float64{a, b, c, d, e, f, g, h}
}

// sum2 sets into to a+b.
func sum2(into, a, b []float64) {
	a, b = a[:len(into)], b[:len(into)]
	for i := range into {
		into[i] = a[i] + b[i]
	}
}

// sum3 sets into to a+b+c.
func sum3(into, a, b, c []float64) {
	a, b, c = a[:len(into)], b[:len(into)], c[:len(into)]
	for i := range into {
		into[i] = a[i] + b[i] + c[i]
	}
}

// add4 adds a, b, c and d to into, in that order.
func add4(into, a, b, c, d []float64) {
	a, b, c, d = a[:len(into)], b[:len(into)], c[:len(into)], d[:len(into)]
	for i := range into {
		into[i] = into[i] + a[i] + b[i] + c[i] + d[i]
	}
}

// meanTransfer returns E[TransferTime], equations (5) and (6), over the clusters that can reach
// all of the data. The two sums are exchanged, so that the sum over the clusters is computed once
// for each dataset and not for each job.
func (in *instance) meanTransfer(rows []*replica.Row) float64 {
	total := 0.0
	for _, r := range rows {
		total += r.Total
	}
	if math.IsInf(total, 1) {
		return in.meanWhereReached(rows)
	}
	return total / float64(len(in.mips))
}

// meanWhereReached returns the mean transfer time over the clusters that can reach all of the data,
// or NaN if there is none.
func (in *instance) meanWhereReached(rows []*replica.Row) float64 {
	rs := in.sum
	sum(rs, in.times)
	reached := 0
	for _, t := range rs {
		if !math.IsInf(t, 1) {
			reached++
		}
	}
	total := 0.0
	for _, r := range rows {
		part := 0.0
		for i, t := range rs {
			if !math.IsInf(t, 1) {
				part += r.Time[i]
			}
		}
		total += part
	}
	return total / float64(reached)
}

// factor returns Z, equation (8), or 0 for a job with neither data to move nor work.
func factor(transfer, run float64) float64 {
	switch {
	case transfer == 0:
		return 0
	case math.IsInf(transfer, 1) && math.IsInf(run, 1):
		return 0.5
	case math.IsInf(transfer, 1):
		return 1
	}
	return transfer / (transfer + run)
}
