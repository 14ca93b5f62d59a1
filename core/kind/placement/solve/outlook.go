package solve

import "math"

// outlooks has the outlooks of all jobs.
type outlooks struct {
	table  *table
	byJob  []outlook // by job; best is -1 for a job that is placed or can run nowhere
	nearby []nearby  // by job
	jobs   [][]int32 // by cluster: jobs with the cluster in their outlook, and some that are placed
	// order has a value for each job: its sufferage if that is asked for, else its earliest end; -Inf
	// if best is -1.
	order     *maximum
	sufferage bool
}

// An outlook has the two clusters where a job would end first with the current loads. Ties are
// broken by the order of the clusters.
type outlook struct {
	best, second       int32 // -1 for none
	bestTime, nextTime float64
	end, next          float64
	// third is a lower bound of the end on any other cluster. It stays valid because loads only
	// grow.
	third float64
}

// nearby has the clusters where a job would have ended first at the last scan of all clusters. The
// end on any other cluster is at least rest.
type nearby struct {
	clusters [nearClusters]int32
	times    [nearClusters]float64 // +Inf if there are fewer clusters
	rest     float64
}

// nearClusters is the number of clusters that are kept from a scan.
const nearClusters = 8

// newOutlooks computes the outlooks of all jobs.
func newOutlooks(t *table, sufferage bool) *outlooks {
	s := &outlooks{table: t, byJob: make([]outlook, t.jobs), nearby: make([]nearby, t.jobs),
		jobs: make([][]int32, t.clusters), order: newMaximum(t.jobs), sufferage: sufferage}
	for j := range int32(t.jobs) {
		o, n := &s.byJob[j], &s.nearby[j]
		o.best, o.second = -1, -1
		if t.clusters == 0 {
			continue
		}
		for k := range n.times {
			n.times[k] = math.Inf(1)
		}
		n.scan(t.row(j), t.load)
		n.compare(o, t.load)
		t.ends += t.clusters
		for _, i := range [2]int32{o.best, o.second} {
			if i >= 0 {
				s.jobs[i] = append(s.jobs[i], j)
			}
		}
		if o.best >= 0 {
			s.order.set(j, s.value(o))
		}
	}
	return s
}

// value returns the value of an outlook. A sufferage is +Inf if only one cluster can run the job.
func (s *outlooks) value(o *outlook) float64 {
	if s.sufferage {
		return o.next - o.end
	}
	return o.end
}

// leave removes a job that is placed.
func (s *outlooks) leave(j int32) {
	s.byJob[j].best, s.byJob[j].second = -1, -1
	s.order.set(j, math.Inf(-1))
}

// update updates the outlooks after the load of a cluster grew. Usually the same two clusters stay
// the best.
func (s *outlooks) update(cluster int32) {
	of, load, list := s.byJob, s.table.load[cluster], s.jobs[cluster]
	kept := list[:0]
	for _, j := range list {
		o := &of[j]
		var x float64
		switch cluster {
		case o.best:
			x = load + o.bestTime
		case o.second:
			x = load + o.nextTime
		default:
			continue // the job is placed, or a search has found two other clusters
		}
		s.table.ends++
		switch {
		case x >= o.third:
			s.recompute(j)
		case o.second == cluster:
			o.next = x
		case x < o.next || x == o.next && o.best < o.second:
			o.end = x
		default:
			o.best, o.second, o.end, o.next = o.second, o.best, o.next, x
			o.bestTime, o.nextTime = o.nextTime, o.bestTime
		}
		if o.best == cluster || o.second == cluster {
			kept = append(kept, j)
		}
		s.order.set(j, s.value(o))
	}
	s.jobs[cluster] = kept
}

// recompute computes the outlook of a job again, and adds the job to the lists of new clusters.
func (s *outlooks) recompute(j int32) {
	o := &s.byJob[j]
	best, second := o.best, o.second
	s.search(j)
	for _, i := range [2]int32{o.best, o.second} {
		if i >= 0 && i != best && i != second {
			s.jobs[i] = append(s.jobs[i], j)
		}
	}
}

// search computes the outlook of job j. It scans all clusters only if the near ones do not determine
// the result. The number of ends counts a scan in both cases, because answers contain it.
func (s *outlooks) search(j int32) {
	t, o, n := s.table, &s.byJob[j], &s.nearby[j]
	t.ends += t.clusters
	n.compare(o, t.load)
	if o.third > n.rest || o.next == n.rest && !math.IsInf(n.rest, 1) {
		n.scan(t.row(j), t.load)
		n.compare(o, t.load)
	}
}

// compare computes an outlook from the near clusters alone.
func (n *nearby) compare(o *outlook, load []float64) {
	best, second := 0, 0
	end, next, third := math.Inf(1), math.Inf(1), math.Inf(1)
	for k, i := range n.clusters[:] {
		switch x := n.times[k] + load[i]; {
		case x > third:
		case x < end || x == end && i < n.clusters[best]:
			best, second, end, next, third = k, best, x, end, next
		case x < next || x == next && i < n.clusters[second]:
			second, next, third = k, x, next
		default:
			third = x
		}
	}
	o.best, o.bestTime, o.end = n.clusters[best], n.times[best], end
	o.second, o.nextTime, o.next, o.third = n.clusters[second], n.times[second], next, third
	if math.IsInf(next, 1) {
		o.second = -1
	}
	if math.IsInf(end, 1) {
		o.best = -1
	}
}

// scan finds the near clusters again. It skips ends greater than those on all former near clusters:
// they are not among the least.
func (n *nearby) scan(times, load []float64) {
	most := 0.0
	for k, i := range n.clusters[:] {
		if x := n.times[k] + load[i]; x > most {
			most = x
		}
	}
	most = min(most, math.MaxFloat64) // infinite ends are skipped too
	var ends [nearClusters]float64
	count, rest := 0, math.Inf(1)
	load = load[:len(times)]
	for i, x := range times {
		if x += load[i]; x > most || x >= rest {
			continue
		}
		at := min(count, nearClusters-1)
		count = at + 1
		for ; at > 0 && ends[at-1] > x; at-- {
			ends[at], n.clusters[at] = ends[at-1], n.clusters[at-1]
		}
		if ends[at], n.clusters[at] = x, int32(i); count == nearClusters {
			rest = ends[nearClusters-1]
			most = rest
		}
	}
	n.rest = rest
	for k := range n.times {
		n.times[k] = math.Inf(1)
	}
	for k, i := range n.clusters[:count] {
		n.times[k] = times[i]
	}
}
