package solve

import (
	"context"
	"math"
	"sort"
)

// The heuristics of this file are those of Ibarra and Kim ("Heuristic Algorithms for Scheduling
// Independent Tasks on Nonidentical Processors", JACM 1977), Maheswaran, Ali, Siegel, Hensgen and
// Freund ("Dynamic Mapping of a Class of Independent Tasks onto Heterogeneous Computing Systems",
// JPDC 1999) and Braun et al. ("A Comparison of Eleven Static Heuristics ...", JPDC 2001). The
// time of a job on a cluster includes its transfers. Ties between jobs or clusters are broken by
// the order of the document. Ends that are not finite are excluded.

// minMin repeatedly places the job with the least earliest end, on the cluster where it has it.
//
// The least end is the minimum, over the clusters, of the load plus the least time of a remaining
// job. So jobs are sorted by their time on each cluster, and each placement inspects the first
// remaining job of each cluster: O(J M) in total. The textbook version computes all ends
// again for each placed job: O(J^2 M).
func minMin(ctx context.Context, t *table) ([]planStep, error) {
	lists, sorter := make([]jobsByTime, t.clusters), newTimeSorter(t.jobs)
	for i := range lists {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lists[i] = sorter.sortedJobs(t, i)
	}
	placed := make([]bool, t.jobs)
	turns := make([]planStep, 0, t.jobs)
	for {
		x, least := planStep{-1, -1}, math.Inf(1)
		for i := range lists {
			l := &lists[i]
			if end := l.end(t.load[i], placed); end < least || end == least && x.job >= 0 {
				if j := l.first(t.load[i], end, placed); end < least || j < x.job {
					x, least = planStep{j, int32(i)}, end
				}
			}
		}
		t.ends += t.clusters
		if x.job < 0 {
			return turns, nil
		}
		placed[x.job] = true
		t.place(x)
		if turns = append(turns, x); len(turns)%256 == 0 && ctx.Err() != nil {
			return turns, ctx.Err()
		}
	}
}

// A jobsByTime has the jobs that can run on a cluster, by their time there and then by index.
type jobsByTime struct {
	jobs  []int32
	times []float64
	from  int // index before which no job remains
}

// A timeSorter sorts jobs by their times on a cluster: a radix sort over the bits of the times, which
// order non-negative numbers as their values do. It takes a fraction of the time of a sort by
// comparisons.
type timeSorter struct{ keys, buffer []timedJob }

type timedJob struct {
	bits uint64
	job  int32
}

// newTimeSorter returns a sorter for so many jobs.
func newTimeSorter(jobs int) *timeSorter {
	return &timeSorter{make([]timedJob, 0, jobs), make([]timedJob, jobs)}
}

// sortedJobs returns the jobs that can run on a cluster with their times, by ascending time, then by
// the order of the document.
func (s *timeSorter) sortedJobs(t *table, cluster int) jobsByTime {
	keys := s.keys[:0]
	for j := range int32(t.jobs) {
		if x := t.row(j)[cluster]; !math.IsInf(x, 1) {
			keys = append(keys, timedJob{math.Float64bits(x), j})
		}
	}
	keys = s.sort(keys)
	l := jobsByTime{jobs: make([]int32, len(keys)), times: make([]float64, len(keys))}
	for k := range keys {
		l.jobs[k], l.times[k] = keys[k].job, math.Float64frombits(keys[k].bits)
	}
	return l
}

// sort sorts keys by their bits, equal ones in their order, 11 bits at a time.
func (s *timeSorter) sort(keys []timedJob) []timedJob {
	const digit = 11
	from, to := keys, s.buffer[:len(keys)]
	for shift := 0; shift < 64; shift += digit {
		var places [1<<digit + 1]int32
		for i := range from {
			places[from[i].bits>>shift&(1<<digit-1)+1]++
		}
		if len(from) == 0 || places[from[0].bits>>shift&(1<<digit-1)+1] == int32(len(from)) {
			continue // all are equal here
		}
		for d := range 1 << digit {
			places[d+1] += places[d]
		}
		for i := range from {
			d := from[i].bits >> shift & (1<<digit - 1)
			to[places[d]] = from[i]
			places[d]++
		}
		from, to = to, from
	}
	return from
}

// end returns the least end of a remaining job, or +Inf if none remains.
func (l *jobsByTime) end(load float64, placed []bool) float64 {
	for l.from < len(l.jobs) && placed[l.jobs[l.from]] {
		l.from++
	}
	if l.from == len(l.jobs) {
		return math.Inf(1)
	}
	return load + l.times[l.from]
}

// first returns the first job of the document among the remaining jobs with the least end. Jobs
// with a greater time are included if rounding makes their ends equal.
func (l *jobsByTime) first(load, end float64, placed []bool) int32 {
	first := l.jobs[l.from]
	for at := l.nextLonger(l.from); at < len(l.jobs) && load+l.times[at] == end; at = l.nextLonger(at) {
		for at < len(l.jobs) && load+l.times[at] == end && placed[l.jobs[at]] {
			at++
		}
		if at < len(l.jobs) && load+l.times[at] == end {
			first = min(first, l.jobs[at])
		}
	}
	return first
}

// nextLonger returns the index of the first job that takes longer than the one at index at.
func (l *jobsByTime) nextLonger(at int) int {
	return at + sort.Search(len(l.times)-at, func(k int) bool { return l.times[at+k] > l.times[at] })
}

// mapByOutlook repeatedly places the job with the greatest value, on the cluster where it ends
// first. Each placement updates the jobs that have the cluster in their outlook: O(J^2 M) at worst,
// usually O(J^2).
func mapByOutlook(ctx context.Context, s *outlooks) ([]planStep, error) {
	turns := make([]planStep, 0, len(s.byJob))
	for j := s.order.index(); j >= 0; j = s.order.index() {
		x := planStep{j, s.byJob[j].best}
		s.table.place(x)
		if turns = append(turns, x); len(turns)%64 == 0 && ctx.Err() != nil {
			return turns, ctx.Err()
		}
		s.leave(j)
		s.update(x.cluster)
	}
	return turns, nil
}

// A maximum finds the greatest of values that change. It keeps that of each block. A block is
// searched only if a value was greatest there and fell, and the block may have the greatest of all.
type maximum struct {
	values   []float64
	first    []int32   // by block: index of the first greatest value, -1 if it is to be searched
	blockMax []float64 // by block: the greatest value, an upper bound if it is to be searched
}

// blockSize is the number of values in a block.
const blockSize = 64

// newMaximum returns so many values of -Inf.
func newMaximum(n int) *maximum {
	blocks := (n + blockSize - 1) / blockSize
	m := &maximum{make([]float64, n), make([]int32, blocks), make([]float64, blocks)}
	for i := range m.values {
		m.values[i] = math.Inf(-1)
	}
	for b := range m.first {
		m.first[b], m.blockMax[b] = int32(b*blockSize), math.Inf(-1)
	}
	return m
}

// set changes a value.
func (m *maximum) set(i int32, x float64) {
	m.values[i] = x
	switch b := i / blockSize; {
	case x > m.blockMax[b] || x == m.blockMax[b] && i < m.first[b]:
		m.first[b], m.blockMax[b] = i, x
	case i == m.first[b] && x < m.blockMax[b]:
		m.first[b] = -1
	}
}

// index returns the index of the first greatest value, or -1 if all are -Inf.
func (m *maximum) index() int32 {
	greatest, most := int32(-1), math.Inf(-1)
	for b, x := range m.blockMax {
		if x > most && m.first[b] < 0 {
			m.search(b)
			x = m.blockMax[b]
		}
		if x > most {
			greatest, most = m.first[b], x
		}
	}
	return greatest
}

// search finds the first greatest value of a block.
func (m *maximum) search(b int) {
	values := m.values[b*blockSize : min((b+1)*blockSize, len(m.values))]
	first, most := 0, values[0]
	for i, x := range values {
		if x > most {
			first, most = i, x
		}
	}
	m.first[b], m.blockMax[b] = int32(b*blockSize+first), most
}

// maxMin repeatedly places the job with the greatest earliest end.
func maxMin(ctx context.Context, t *table) ([]planStep, error) {
	return mapByOutlook(ctx, newOutlooks(t, false))
}

// sufferage repeatedly places the job with the greatest sufferage: the variant List.
func sufferage(ctx context.Context, t *table) ([]planStep, error) {
	return mapByOutlook(ctx, newOutlooks(t, true))
}

// duplex returns the shorter of the placements of minMin and maxMin, on a tie that of minMin.
func duplex(ctx context.Context, t *table) ([]planStep, error) {
	first, err := minMin(ctx, t)
	if err != nil {
		return first, err
	}
	reached := t.makespan()
	clear(t.load)
	second, err := maxMin(ctx, t)
	if err == nil && len(second) == len(first) && t.makespan() < reached {
		return second, nil
	}
	return first, err
}

// sufferagePasses is Sufferage as published by Maheswaran et al. In each pass jobs claim, in
// their order, the cluster where they end first with the loads at the beginning of the pass. A
// job with greater sufferage takes the cluster from its holder. At the end of the pass each
// cluster gets its holder, in the order of the clusters.
func sufferagePasses(ctx context.Context, t *table) ([]planStep, error) {
	s := newOutlooks(t, true)
	turns := make([]planStep, 0, t.jobs)
	holder := make([]int32, t.clusters)
	left := make([]int32, t.jobs)
	for j := range left {
		left[j] = int32(j)
	}
	for {
		if err := ctx.Err(); err != nil {
			return turns, err
		}
		for i := range holder {
			holder[i] = -1
		}
		kept := left[:0]
		for _, j := range left {
			best := s.byJob[j].best
			if best < 0 {
				continue
			}
			kept = append(kept, j)
			if held := holder[best]; held < 0 || s.order.values[j] > s.order.values[held] {
				holder[best] = j
			}
		}
		if left = kept; len(left) == 0 {
			return turns, nil
		}
		for i, j := range holder {
			if j >= 0 {
				t.place(planStep{j, int32(i)})
				turns = append(turns, planStep{j, int32(i)})
				s.leave(j)
			}
		}
		for i, j := range holder {
			if j >= 0 {
				s.update(int32(i))
			}
		}
	}
}
