package solve

import "gridbox/core/kind/farm"

// around notes what is reserved for others.
func (w *Why) around(r *run, j int32) {
	w.reserved = w.reserved[:0]
	for other := range r.in.jobs {
		h := r.plans[other]
		if h == nil {
			h = r.held[other]
		}
		if h == nil || int32(other) == j || h.start <= r.book.now {
			continue
		}
		for _, q := range h.machines {
			w.reserved = append(w.reserved, Limit{r.in.p.Jobs[other].ID, r.in.p.Machines[q].ID, h.start})
		}
	}
}

// mostOvertaken is how many overtaken jobs an explanation names.
const mostOvertaken = 20

// overtakes names the jobs of the queue that the job was started before.
func (w *Why) overtakes(r *run) {
	w.Overtaken = len(r.over)
	for _, other := range r.over[:min(mostOvertaken, len(r.over))] {
		w.Overtakes = append(w.Overtakes, r.in.p.Jobs[other].ID)
	}
}

// limits keeps of what was reserved for others the first on each machine of
// the job that begins after it.
func (w *Why) limits() {
	for i := range w.Reservations {
		r, first := &w.Reservations[i], -1
		if r.Preempted != nil {
			continue
		}
		for k := range w.reserved {
			x := &w.reserved[k]
			if x.Machine == r.Machine && x.Start > r.Start && (first < 0 || x.Start < w.reserved[first].Start) {
				first = k
			}
		}
		if first >= 0 {
			w.Limits = append(w.Limits, w.reserved[first])
		}
	}
}

// line is the wait of a job that is served first come first, for the one that
// stands before it in the queue.
func (w *Why) line(p *farm.Problem, j int, starts map[string]float64) {
	before := -1
	for i := range p.Jobs {
		if x := &p.Jobs[i]; x.Running == nil &&
			(x.Submitted < p.Jobs[j].Submitted || x.Submitted == p.Jobs[j].Submitted && i < j) {
			if before < 0 || x.Submitted >= p.Jobs[before].Submitted {
				before = i
			}
		}
	}
	if before < 0 {
		return
	}
	until := starts[p.Jobs[before].ID]
	if until > p.Jobs[j].Submitted && until <= starts[p.Jobs[j].ID] { // one that was not ready is passed
		w.Waits = append(w.Waits, Wait{For: "queue", Job: p.Jobs[before].ID, Until: until})
	}
}
