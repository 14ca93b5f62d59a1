package batch

import (
	"context"
	"math"

	"gridbox/core/problem/batch"
)

// A Series is the paper's experiment (its section 6): many cycles, each with
// slots and jobs of its own; ALP and AMP search in the same slots, and both
// problems of choice are solved. Only cycles count in which both searches find
// at least one window for every job.
type Series struct {
	Cycles int // simulated
	Used   int // of them, every job had a window by ALP and by AMP
	// Slots of a cycle; SlotsUsed and JobsUsed are over the used cycles alone.
	Slots, SlotsUsed, JobsUsed float64
	Rows                       [4]Row // ALP and AMP with the least time, ALP and AMP with the least cost
}

// A Row is what one search with one objective averages over the jobs of the
// used cycles.
type Row struct {
	Algorithm    Algorithm
	Objective    string
	Alternatives PerJobMean // windows of a job
	Time         PerJobMean
	Cost         PerJobMean
}

// A PerJobMean is a mean over all jobs of all cycles, as the paper divides its
// totals, with a standard error that takes the cycles and not the jobs as
// independent: jobs of one cycle share their slots. It is the ratio estimator:
// with totals x over n jobs in m cycles, R = sum x / sum n and its variance is
// sum (x - R n)^2 / (m (m-1)) over the square of the mean of n.
type PerJobMean struct {
	Cycles          int
	Total           float64 // sum of x
	Jobs            float64 // sum of n
	squares, cross  float64 // sums of x^2 and of x n
	squaresOfCounts float64 // sum of n^2
}

// Add counts the total of a cycle with some jobs.
func (m *PerJobMean) Add(total, jobs float64) {
	m.Cycles++
	m.Total += total
	m.Jobs += jobs
	m.squares += float64(total * total)
	m.cross += float64(total * jobs)
	m.squaresOfCounts += float64(jobs * jobs)
}

// Mean is the total over the jobs.
func (m *PerJobMean) Mean() float64 { return m.Total / m.Jobs }

// Error is the standard error of the mean.
func (m *PerJobMean) Error() float64 {
	if m.Cycles < 2 {
		return 0
	}
	n, r := float64(m.Cycles), m.Mean()
	residue := m.squares - float64(2*r*m.cross) + float64(r*r*m.squaresOfCounts)
	return math.Sqrt(max(0, residue)/(n*(n-1))) / (m.Jobs / n)
}

// CI95 is the 95 % confidence interval of the mean for many cycles.
func (m *PerJobMean) CI95() (low, high float64) {
	return m.Mean() - 1.96*m.Error(), m.Mean() + 1.96*m.Error()
}

// Experiment simulates count cycles of a generated batch, replications 0 to
// count-1 of the seed. Options say how windows are measured and quotas read.
func Experiment(ctx context.Context, spec batch.Spec, seed uint64, count int, o Options) (Series, error) {
	s := Series{}
	for i, a := range []Algorithm{ALP, AMP, ALP, AMP} {
		s.Rows[i].Algorithm, s.Rows[i].Objective = a, batch.LeastTime
		if i >= 2 {
			s.Rows[i].Objective = batch.LeastCost
		}
	}
	o.Log = nil
	empty := &batch.Problem{}
	runs := [2]*run{newRun(empty, ALP, o), newRun(empty, AMP, o)}
	for n := range count {
		if o.Progress != nil && n%100 == 0 {
			o.Progress(n, count)
		}
		if err := ctx.Err(); err != nil {
			return s, err
		}
		p, faults := batch.Replication(spec, seed, uint64(n))
		if faults != nil {
			return s, faults
		}
		if err := s.add(ctx, runs, &p); err != nil {
			return s, err
		}
	}
	return s, nil
}

// add simulates one cycle.
func (s *Series) add(ctx context.Context, runs [2]*run, p *batch.Problem) error {
	s.Cycles++
	s.Slots += (float64(len(p.Slots)) - s.Slots) / float64(s.Cycles)
	free := p.Free()
	var offers [2][]offer
	for i, r := range runs {
		r.open(p)
		jobs := make([]*batch.Job, len(p.Jobs))
		for k := range p.Jobs {
			jobs[k] = &p.Jobs[k]
		}
		queue(jobs)
		found, _, err := r.alternatives(ctx, jobs, free.All())
		if err != nil {
			return err
		}
		for k := range found {
			if len(found[k].windows) == 0 {
				return nil
			}
		}
		offers[i] = found
	}
	if len(p.Jobs) == 0 {
		return nil
	}
	s.Used++
	s.SlotsUsed += (float64(len(p.Slots)) - s.SlotsUsed) / float64(s.Used)
	s.JobsUsed += (float64(len(p.Jobs)) - s.JobsUsed) / float64(s.Used)
	for i := range s.Rows {
		if err := s.Rows[i].add(ctx, runs[i%2], offers[i%2]); err != nil {
			return err
		}
	}
	return nil
}

// add chooses a combination and counts it.
func (row *Row) add(ctx context.Context, r *run, offers []offer) error {
	d, err := r.decide(ctx, offers, row.Objective, nil)
	if err != nil || !d.ok {
		return err
	}
	windows := 0
	for i := range offers {
		windows += len(offers[i].windows)
	}
	time, cost := d.g, d.z
	if row.Objective == batch.LeastCost {
		time, cost = d.z, d.g
	}
	jobs := float64(len(offers))
	row.Alternatives.Add(float64(windows), jobs)
	row.Time.Add(time, jobs)
	row.Cost.Add(cost, jobs)
	return nil
}
