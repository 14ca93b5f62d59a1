package solve

import (
	"context"
	"math"
	"sort"

	"gridbox/core/sorting"
)

// The heuristics of this file are those of Ibarra and Kim ("Heuristic Algorithms for
// Scheduling Independent Tasks on Nonidentical Processors", JACM 1977), Maheswaran,
// Ali, Siegel, Hensgen and Freund ("Dynamic Mapping of a Class of Independent Tasks
// onto Heterogeneous Computing Systems", JPDC 1999) and Braun et al. ("A Comparison of
// Eleven Static Heuristics ...", JPDC 2001), with the time of a job on a cluster being
// that of its transfers and its computation. Of equal jobs the first of the document is
// taken, of equal clusters the first of the document. An end that is not finite is none.

// minMin places again and again the job whose least end is least, where it has it.
//
// The least end of all jobs on all clusters is the least over the clusters of their load
// and the least time on them of the jobs left. So jobs are sorted by their time on each
// cluster, and each placement looks at the first job left of each: O(J M log J), where the
// textbook's version computes all ends again for each job placed, O(J^2 M).
func minMin(ctx context.Context, t *table) ([]turn, error) {
	lists := make([]byTime, t.clusters)
	for i := range lists {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lists[i] = t.byTime(i)
	}
	placed := make([]bool, t.jobs)
	turns := make([]turn, 0, t.jobs)
	for {
		x, least := turn{-1, -1}, math.Inf(1)
		for i := range lists {
			l := &lists[i]
			if end := l.end(t.load[i], placed); end < least || end == least && x.job >= 0 {
				if j := l.first(t.load[i], end, placed); end < least || j < x.job {
					x, least = turn{j, int32(i)}, end
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

// byTime has the jobs that can run on a cluster by their time there and their number.
type byTime struct {
	jobs  []int32
	times []float64
	from  int // the first that may be left
}

func (t *table) byTime(cluster int) byTime {
	l := byTime{}
	for j := range int32(t.jobs) {
		if !math.IsInf(t.row(j)[cluster], 1) {
			l.jobs = append(l.jobs, j)
		}
	}
	column := make([]float64, t.jobs)
	for _, j := range l.jobs {
		column[j] = t.row(j)[cluster]
	}
	sorting.Stable(l.jobs, func(a, b int32) int { return sorting.Ascending(column[a], column[b]) })
	for _, j := range l.jobs {
		l.times = append(l.times, column[j])
	}
	return l
}

// end returns the least end of a job left, +Inf if there is none.
func (l *byTime) end(load float64, placed []bool) float64 {
	for l.from < len(l.jobs) && placed[l.jobs[l.from]] {
		l.from++
	}
	if l.from == len(l.jobs) {
		return math.Inf(1)
	}
	return load + l.times[l.from]
}

// first returns the first job of the document of those left with the least end. Those are
// the jobs with the least time, and where rounding swallows the difference others too.
func (l *byTime) first(load, end float64, placed []bool) int32 {
	first := l.jobs[l.from]
	for at := l.after(l.from); at < len(l.jobs) && load+l.times[at] == end; at = l.after(at) {
		for at < len(l.jobs) && load+l.times[at] == end && placed[l.jobs[at]] {
			at++
		}
		if at < len(l.jobs) && load+l.times[at] == end {
			first = min(first, l.jobs[at])
		}
	}
	return first
}

// after returns the place of the first job that takes longer than the one at a place.
func (l *byTime) after(at int) int {
	return at + sort.Search(len(l.times)-at, func(k int) bool { return l.times[at+k] > l.times[at] })
}

// byOutlook places again and again the job of which a value of its outlook is greatest,
// where it ends first. One pass over the jobs left brings outlooks up to date and finds
// the next job: O(J^2), and mostly O(J M) for outlooks.
func byOutlook(ctx context.Context, t *table, value func(o *outlook) float64) ([]turn, error) {
	outlooks, left := t.all()
	values, pairs := make([]float64, t.jobs), make([][2]int32, t.jobs)
	next, most := int32(-1), math.Inf(-1)
	for _, j := range left {
		o := &outlooks[j]
		if values[j], pairs[j] = value(o), [2]int32{o.best, o.second}; values[j] > most {
			next, most = j, values[j]
		}
	}
	turns := make([]turn, 0, t.jobs)
	for next >= 0 {
		x := turn{next, outlooks[next].best}
		t.place(x)
		if turns = append(turns, x); len(turns)%64 == 0 && ctx.Err() != nil {
			return turns, ctx.Err()
		}
		next, most = -1, math.Inf(-1)
		kept := left[:0]
		for _, j := range left {
			if j == x.job {
				continue
			}
			if pairs[j][0] == x.cluster || pairs[j][1] == x.cluster {
				o := &outlooks[j]
				t.grown(j, o, x.cluster)
				if values[j], pairs[j] = value(o), [2]int32{o.best, o.second}; o.best < 0 {
					continue
				}
			}
			kept = append(kept, j)
			if values[j] > most {
				next, most = j, values[j]
			}
		}
		left = kept
	}
	return turns, nil
}

// all returns the outlooks of all jobs, and the jobs that can run somewhere.
func (t *table) all() (outlooks []outlook, left []int32) {
	outlooks = make([]outlook, t.jobs)
	for j := range int32(t.jobs) {
		if outlooks[j] = t.outlook(j); outlooks[j].best >= 0 {
			left = append(left, j)
		}
	}
	return outlooks, left
}

// after brings the outlooks of the jobs left up to date after the load of a cluster
// grew, and removes those that no longer end anywhere.
func (t *table) after(cluster int32, outlooks []outlook, left []int32) []int32 {
	kept := left[:0]
	for _, j := range left {
		if t.grown(j, &outlooks[j], cluster); outlooks[j].best >= 0 {
			kept = append(kept, j)
		}
	}
	return kept
}

// maxMin places again and again the job whose least end is greatest.
func maxMin(ctx context.Context, t *table) ([]turn, error) {
	return byOutlook(ctx, t, func(o *outlook) float64 { return o.end })
}

// sufferage places again and again the job that would suffer most if it did not get the
// cluster where it ends first: the list reading.
func sufferage(ctx context.Context, t *table) ([]turn, error) {
	return byOutlook(ctx, t, (*outlook).sufferage)
}

// duplex takes the shorter of the placements of minMin and maxMin, of equal ones that of
// minMin.
func duplex(ctx context.Context, t *table) ([]turn, error) {
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

// sufferagePasses is Sufferage as Maheswaran et al. have it. In each pass jobs claim, in
// their order, the cluster where they end first with the loads of the begin of the pass.
// A job that suffers more than the holder takes the cluster from it. At the end of the
// pass each cluster gets the job that holds it, in the order of the clusters.
func sufferagePasses(ctx context.Context, t *table) ([]turn, error) {
	outlooks, left := t.all()
	turns := make([]turn, 0, t.jobs)
	holder := make([]int32, t.clusters)
	for len(left) > 0 {
		if err := ctx.Err(); err != nil {
			return turns, err
		}
		for i := range holder {
			holder[i] = -1
		}
		for _, j := range left {
			o := &outlooks[j]
			if held := holder[o.best]; held < 0 || o.sufferage() > outlooks[held].sufferage() {
				holder[o.best] = j
			}
		}
		kept := left[:0]
		for _, j := range left {
			if holder[outlooks[j].best] != j {
				kept = append(kept, j)
			}
		}
		left = kept
		for i, j := range holder {
			if j >= 0 {
				t.place(turn{j, int32(i)})
				turns = append(turns, turn{j, int32(i)})
			}
		}
		for i, j := range holder {
			if j >= 0 {
				left = t.after(int32(i), outlooks, left)
			}
		}
	}
	return turns, nil
}
