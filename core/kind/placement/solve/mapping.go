package solve

import (
	"context"
	"math"
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
// Loads only grow, so that an end computed earlier is at most the end now. Jobs lie in
// a heap by the least end that was computed last; the first of the heap is computed
// again until that changes nothing. The textbook's version computes all ends again for
// each job placed, O(J^2 M); this one is mostly O(J M log J).
func minMin(ctx context.Context, t *table) ([]turn, error) {
	h := &endHeap{ends: make([]float64, t.jobs), best: make([]int32, t.jobs)}
	for j := range int32(t.jobs) {
		o := t.outlook(j)
		if h.best[j], h.ends[j] = o.best, o.end; o.best >= 0 {
			h.list = append(h.list, j)
		}
	}
	h.order()
	turns := make([]turn, 0, t.jobs)
	for len(h.list) > 0 {
		j := h.list[0]
		x := turn{j, h.best[j]}
		if t.load[x.cluster]+t.row(j)[x.cluster] != h.ends[j] {
			o := t.outlook(j)
			if h.best[j], h.ends[j] = o.best, o.end; o.best < 0 {
				h.drop()
			}
			h.down(0)
			continue
		}
		h.drop()
		t.place(x)
		if turns = append(turns, x); len(turns)%256 == 0 && ctx.Err() != nil {
			return turns, ctx.Err()
		}
	}
	return turns, nil
}

// An endHeap has jobs by end and number, the least first.
type endHeap struct {
	list []int32
	ends []float64 // by job
	best []int32   // by job
}

func (h *endHeap) before(a, b int32) bool {
	return h.ends[a] < h.ends[b] || h.ends[a] == h.ends[b] && a < b
}

func (h *endHeap) order() {
	for at := len(h.list)/2 - 1; at >= 0; at-- {
		h.down(at)
	}
}

// drop removes the first job.
func (h *endHeap) drop() {
	last := len(h.list) - 1
	h.list[0] = h.list[last]
	h.list = h.list[:last]
	h.down(0)
}

func (h *endHeap) down(at int) {
	for {
		child := 2*at + 1
		if child >= len(h.list) {
			return
		}
		if child+1 < len(h.list) && h.before(h.list[child+1], h.list[child]) {
			child++
		}
		if !h.before(h.list[child], h.list[at]) {
			return
		}
		h.list[at], h.list[child] = h.list[child], h.list[at]
		at = child
	}
}

// byOutlook places again and again the job of which a value of its outlook is greatest,
// where it ends first. O(J^2) for the search of the job, and mostly O(J M) for outlooks.
func byOutlook(ctx context.Context, t *table, value func(o *outlook) float64) ([]turn, error) {
	outlooks, left := t.all()
	turns := make([]turn, 0, t.jobs)
	for len(left) > 0 {
		most, at := math.Inf(-1), -1
		for k, j := range left {
			if v := value(&outlooks[j]); v > most {
				most, at = v, k
			}
		}
		j := left[at]
		x := turn{j, outlooks[j].best}
		left = append(left[:at], left[at+1:]...)
		t.place(x)
		if turns = append(turns, x); len(turns)%64 == 0 && ctx.Err() != nil {
			return turns, ctx.Err()
		}
		left = t.after(x.cluster, outlooks, left)
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
