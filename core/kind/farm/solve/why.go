package solve

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// Explanation explains one job: the machines that it could use and their offers when it was placed, what
// it waited for, and its reservations.
type Explanation struct {
	Job       string    `json:"job"`
	Algorithm Algorithm `json:"algorithm"`
	// Position is the job's place in the order, from 1; Trade has the costs of its
	// static priority. Both hold at the time of placement, and are absent for
	// algorithms with a queue.
	Position int    `json:"place,omitempty"`
	Trade    *Trade `json:"trade,omitempty"`
	// Queue are the jobs that waited at the time of the offers, by multifactor: the first of them, and the job
	// itself. Place is then the place of the job among all that waited.
	Queue []Priority `json:"queue,omitempty"`
	// Machines are in the order of the document, for a job in Parts parts.
	Parts    int         `json:"parts"`
	Machines []Candidate `json:"machines"`
	// At is the time of the offers.
	At *float64 `json:"at,omitempty"`
	// Overtakes are the first jobs of the queue that the job overtook; Overtaken is their number.
	Overtakes []string `json:"overtakes,omitempty"`
	Overtaken int      `json:"overtaken,omitempty"`
	// Limits are the next reservations for other jobs on its machines that were made earlier. The
	// job must not delay them.
	Limits []Limit `json:"limits,omitempty"`
	// Search describes the other orders that were tried; absent if none were.
	Search *Search `json:"search,omitempty"`
	// Waits are the reasons that delayed the start, by time.
	Waits []Wait `json:"waits,omitempty"`
	// Reservations holds the reservations of the job.
	Reservations []farm.Reservation `json:"reservations,omitempty"`
	// Reason is the reason why there is no schedule.
	Reason string `json:"reason,omitempty"`

	reserved []Limit // all reservations for other jobs at that time
}

// A Limit is a reservation that a job must not delay.
type Limit struct {
	Job     string  `json:"job"`
	Machine string  `json:"machine"`
	Start   float64 `json:"start"`
}

// A Candidate is a machine considered for a job. An unsuitable one has Lacks; the others have
// numbers unless the job already ran.
type Candidate struct {
	Machine string   `json:"machine"`
	Lacks   string   `json:"lacks,omitempty"`
	Start   *float64 `json:"start,omitempty"`
	Finish  *float64 `json:"finish,omitempty"`
	Load    *float64 `json:"load,omitempty"`
	Demand  *float64 `json:"demand,omitempty"`
	// Cost is lower for a higher dynamic priority; Rank is 1 for the best machine.
	Cost *float64 `json:"cost,omitempty"`
	Rank int      `json:"rank,omitempty"`
}

// A Wait delayed the start until a time: the submission, another job's end with delay and
// transfer, a job on the same machine or, under FCFS, the start of the previous job of the queue.
type Wait struct {
	For   string  `json:"for"` // submission, dependency, machine or queue
	Job   string  `json:"job,omitempty"`
	Until float64 `json:"until"`
}

// Explain runs the algorithm and explains one job. It returns an error if the run does or if there
// is no such job.
func Explain(ctx context.Context, p *farm.Problem, a Algorithm, o Options, job string) (Explanation, error) {
	w := Explanation{Job: job, Algorithm: a}
	var seen *run
	o.NoBound, o.About = true, job
	o.stopBefore = func(r *run, j int32) bool {
		if p.Jobs[j].ID == job {
			seen = r
			w.offers(r, j)
		}
		return false
	}
	r, err := Solve(ctx, p, a, o)
	if err != nil {
		return w, err
	}
	w.Reason, w.Search = r.Reason.String(), r.Search
	known := slices.IndexFunc(p.Jobs, func(j farm.Job) bool { return j.ID == job })
	if known < 0 {
		return w, errors.New("farm: there is no job " + strconv.Quote(job))
	}
	if seen == nil { // a queue, a job that already runs, or one that fits nowhere
		w.setMachines(newInstance(p), int32(known))
	}
	if seen != nil && r.Solution != nil {
		w.overtakes(seen)
	}
	if r.Solution != nil {
		w.result(p, known, r.Solution)
	}
	return w, nil
}

// setMachines sets the machines with what each lacks for a part, for the fewest parts that suit any
// machine.
func (w *Explanation) setMachines(in *instance, j int32) {
	job := &in.jobs[j]
	k := job.parts[0]
	for _, parts := range job.parts { // the fewest parts that suit any machine
		n := job.part(parts)
		if slices.ContainsFunc(in.classes,
			func(c class) bool { return in.lacks(job, in.p.Jobs[j].Type, n, parts, &c) == "" }) {
			k = parts
			break
		}
	}
	w.Parts, w.Machines = int(k), nil
	for q := range in.p.Machines {
		w.Machines = append(w.Machines, Candidate{Machine: in.p.Machines[q].ID,
			Lacks: in.lacks(job, in.p.Jobs[j].Type, job.part(k), k, &in.classes[in.class[q]])})
	}
}

// offers sets the offers of all machines at the time of the decision.
func (w *Explanation) offers(r *run, j int32) {
	w.setMachines(r.in, j)
	k := int32(w.Parts)
	n, ready := r.in.jobs[j].part(k), r.ready(j, r.calendar.now)
	now := r.calendar.now
	w.At = &now
	if w.Algorithm == AlgorithmTwoStage {
		w.static(r, j)
	}
	if r.shared != nil {
		w.Position, w.Queue = r.shared.queue(r, j)
	}
	w.setReserved(r, j)
	var offers []offer
	for q := range w.Machines {
		c, machine := &w.Machines[q], int32(q)
		if c.Lacks != "" {
			continue
		}
		from := r.readyOn(j, machine, ready)
		if math.IsInf(from, 1) {
			c.Lacks = LacksLink
			continue
		}
		duration := r.remaining[j] / r.in.speed(j, machine)
		start := from
		if r.tails {
			start = r.calendar.tail(j, machine, n, from)
		} else {
			start = r.calendar.earliestStart(j, machine, n, duration, from)
		}
		if math.IsInf(start, 1) {
			c.Lacks = LacksLicence
			continue
		}
		finish, load, wanted := start+duration, r.calendar.load[q], r.calendar.demand[r.in.class[q]]
		cost := r.cost(start, finish, load, wanted)
		if r.scores != nil && r.scores.machine != nil {
			cost = start // the formula's score is only compared among machines of the soonest start
		}
		c.Start, c.Finish, c.Load, c.Demand, c.Cost = &start, &finish, &load, &wanted, &cost
		offers = append(offers, offer{machine, start, cost, load})
	}
	sorting.Sort(offers, func(a, b offer) int {
		if a.beats(&b) {
			return -1
		}
		return 1
	})
	for i, o := range offers {
		w.Machines[o.machine].Rank = i + 1
	}
}

// static sets the job's place in the order and its costs.
func (w *Explanation) static(r *run, j int32) {
	w.Position = int(r.position[j]) + 1
	all := make([]int32, len(r.in.jobs))
	for i := range all {
		all[i] = int32(i)
	}
	s := r.span(all, r.calendar.now)
	trade := r.trade(j, r.calendar.now, &s)
	if r.documentPosition != nil {
		trade.Priority = r.priority[j]
	}
	w.Trade = &trade
}

// result adds the reservations of job j, its limits, and its waits by the time until which they
// delayed it. It adds nothing if the job has no reservation.
func (w *Explanation) result(p *farm.Problem, j int, s *farm.Solution) {
	job := &p.Jobs[j]
	for _, r := range s.Reservations {
		if r.Job == job.ID {
			w.Reservations = append(w.Reservations, r)
		}
	}
	if len(w.Reservations) == 0 {
		return
	}
	w.limits()
	starts, ends := spans(s)
	if w.Algorithm == AlgorithmFCFS && job.Running == nil {
		w.queueWait(p, j, starts)
	}
	if job.Submitted > 0 {
		w.Waits = append(w.Waits, Wait{For: "submission", Until: job.Submitted})
	}
	for _, a := range job.After {
		w.Waits = append(w.Waits, Wait{For: "dependency", Job: a.Job, Until: ends[a.Job] + a.Delay})
	}
	w.addMachineWaits(s)
	sorting.Stable(w.Waits, func(a, b Wait) int { return sorting.Ascending(a.Until, b.Until) })
}

// spans returns the first start and the last finish of every job.
func spans(s *farm.Solution) (starts, ends map[string]float64) {
	starts, ends = map[string]float64{}, map[string]float64{}
	for i := range s.Reservations {
		r := &s.Reservations[i]
		ends[r.Job] = max(ends[r.Job], r.Finish)
		if at, known := starts[r.Job]; !known || r.Start < at {
			starts[r.Job] = r.Start
		}
	}
	return starts, ends
}

// addMachineWaits adds the waits for other jobs that end at the first start on its machines.
func (w *Explanation) addMachineWaits(s *farm.Solution) {
	start := w.Reservations[0].Start
	machines := map[string]bool{}
	for _, r := range w.Reservations {
		if r.Start == start {
			machines[r.Machine] = true
		}
	}
	for _, r := range s.Reservations {
		if r.Finish == start && r.Job != w.Job && machines[r.Machine] {
			w.Waits = append(w.Waits, Wait{For: "machine", Job: r.Job, Until: r.Finish})
		}
	}
}

// setReserved sets w.reserved to the later starts of other jobs, planned or held, one for each of their
// machines.
func (w *Explanation) setReserved(r *run, j int32) {
	w.reserved = w.reserved[:0]
	for other := range r.in.jobs {
		h := r.plans[other]
		if h == nil {
			h = r.holds[other]
		}
		if h == nil || int32(other) == j || h.start <= r.calendar.now {
			continue
		}
		for _, q := range h.machines {
			w.reserved = append(w.reserved, Limit{r.in.p.Jobs[other].ID, r.in.p.Machines[q].ID, h.start})
		}
	}
}

// maxOvertaken is the greatest number of overtaken jobs in an explanation.
const maxOvertaken = 20

// overtakes sets the overtaken jobs.
func (w *Explanation) overtakes(r *run) {
	w.Overtaken = len(r.overtaken)
	for _, other := range r.overtaken[:min(maxOvertaken, len(r.overtaken))] {
		w.Overtakes = append(w.Overtakes, r.in.p.Jobs[other].ID)
	}
}

// limits sets Limits: on each machine of the job, the first reservation for another job that
// begins after it.
func (w *Explanation) limits() {
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

// queueWait adds the wait for the previous job of the queue under FCFS.
func (w *Explanation) queueWait(p *farm.Problem, j int, starts map[string]float64) {
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
	if until > p.Jobs[j].Submitted && until <= starts[p.Jobs[j].ID] { // a previous job that was not ready is overtaken
		w.Waits = append(w.Waits, Wait{For: "queue", Job: p.Jobs[before].ID, Until: until})
	}
}
