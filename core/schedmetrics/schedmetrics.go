// Package schedmetrics computes the usual measures of a schedule of a farm:
// wait, response and bounded slowdown with their percentiles, throughput,
// utilisation, the length of the queue, and how fair it was to users.
//
// They are not metrics of an answer (farm.Metrics), because those are part of
// its digest, and the digests of existing answers must not change. They need
// only a scenario and a solution, so that they also apply to schedules of other
// programs. The page and the command line show them, and studies refer to them
// by name (see Names).
//
// Definitions:
//
//   - A job is released when it is submitted, or when its last dependency has
//     ended and the delay after it is over, whichever is later. A job whose user
//     thinks before submitting it does not wait meanwhile.
//   - The wait is the time from the release to the first start, the response that
//     from the release to the end. The run time is the time without interruptions.
//   - The bounded slowdown is response / run time, with run times below 10 s
//     counted as 10 s, and at least 1 (Feitelson, Rudolph, Schwiegelshohn, Sevcik
//     and Wong, "Theory and Practice in Parallel Job Scheduling", JSSPP 1997).
//   - A percentile is the least value that is not exceeded by so many hundredths
//     of the jobs (nearest rank).
//   - Fairness is Jain's index over the mean bounded slowdowns x of the n users,
//     (sum x)^2 / (n sum x^2): 1 if all are equal, 1/n if one user has it all
//     (Jain, Chiu and Hawe, "A Quantitative Measure of Fairness and Discrimination
//     for Resource Allocation in Shared Computer Systems", DEC-TR-301, 1984).
//   - A Cut leaves out jobs at both ends, since an empty machine serves the first
//     jobs too well and drains after the last submission. Utilisation and
//     throughput are measured up to the last submission that counts.
//
// The time is O(n log n) for n reservations, and the memory linear.
package schedmetrics

import (
	"math"
	"slices"

	"gridbox/core/doc"
	"gridbox/core/kind/farm"
	"gridbox/core/sorting"
)

// Threshold is the run time in seconds below which slowdowns are bounded. Ten
// seconds is the usual choice in the literature.
const Threshold = 10.0

// A Cut leaves out jobs in the order of their submission. Ties are in the order
// of the document.
type Cut struct {
	Warm float64 `json:"warm" rule:"0..1" label:"Warm-up" about:"share of the first submitted jobs that are not counted"`

	Tail float64 `json:"tail" rule:"0..1" label:"Tail" about:"share of the last submitted jobs that are not counted; time then ends at the last counted submission"`
}

// Measures are the measures of a schedule.
type Measures struct {
	Cut      Cut     `json:"cut"`
	Jobs     int     `json:"jobs"` // counted
	Excluded int     `json:"left"` // not counted: cut off or without a reservation
	From     float64 `json:"from" unit:"s"`
	To       float64 `json:"to" unit:"s"`

	Wait     Distribution `json:"wait" label:"Wait" unit:"s"`
	Response Distribution `json:"response" label:"Response" unit:"s"`
	Slowdown Distribution `json:"slowdown" label:"Bounded slowdown"`

	Throughput  float64 `json:"throughput" label:"Throughput" unit:"jobs/h" about:"jobs that end from From to To, an hour"`
	Utilization float64 `json:"utilization" label:"Utilization" about:"share of all slots that is held from From to To"`

	MeanQueue float64 `json:"meanQueue" label:"Mean queue" unit:"jobs" about:"jobs that wait from From to To, on average"`
	MaxQueue  int     `json:"maxQueue" label:"Longest queue" unit:"jobs" about:"jobs that wait at a time, at most"`

	// Fairness is nil if no job names a user.

	Fairness *float64 `json:"fairness,omitempty" label:"Fairness" about:"Jain's index over the users' mean bounded slowdowns"`
	Users    []User   `json:"users,omitempty"`
}

// A Distribution describes the distribution of a number over the jobs.
type Distribution struct {
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	P90    float64 `json:"p90"`
	P99    float64 `json:"p99"`
	Max    float64 `json:"max"`
}

// A User has the measures of one user's jobs.
type User struct {
	Name         string  `json:"name"`
	Jobs         int     `json:"jobs"`
	SlotHours    float64 `json:"slotHours" unit:"h"`
	MeanWait     float64 `json:"meanWait" unit:"s"`
	MaxWait      float64 `json:"maxWait" unit:"s"`
	MeanSlowdown float64 `json:"meanSlowdown"`
}

// A Job has the times of one job.
type Job struct {
	Release, Start, End, Run float64
	Slots                    float64 // slot-seconds used
	Served                   bool    // it has a reservation
	last                     float64 // start of its last piece
}

// Wait returns the time from the release to the first start.
func (j *Job) Wait() float64 { return max(0, j.Start-j.Release) }

// Response returns the time from the release to the end.
func (j *Job) Response() float64 { return max(0, j.End-j.Release) }

// Slowdown returns the bounded slowdown.
func (j *Job) Slowdown() float64 { return max(1, j.Response()/max(j.Run, Threshold)) }

// Measure returns the measures of a solution of a valid problem. The solution need
// not be valid: jobs without a reservation are not counted, and reservations of
// unknown jobs are skipped.
func Measure(p *farm.Problem, s *farm.Solution, cut Cut) Measures {
	return Analyse(p, s).Measures(cut)
}

// A View is an analysed schedule, from which several measures can be computed.
type View struct {
	p       *farm.Problem
	Jobs    []Job // in the order of the problem
	order   []int // indexes of the served jobs by submission
	steps   []step
	slots   float64
	lastEnd float64 // the last end
}

// A step is a change at one time: of the slots in use, the waiting jobs and the
// ended jobs.
type step struct {
	time         float64
	slots, queue int32
	ended        int32
}

// Analyse returns the analysis of a schedule: the times of each job and the steps of
// the slots in use, the queue and the completions.
func Analyse(p *farm.Problem, s *farm.Solution) *View {
	v := &View{p: p, Jobs: make([]Job, len(p.Jobs)), steps: make([]step, 0, 4*len(s.Reservations))}
	for i := range p.Machines {
		v.slots += float64(p.Machines[i].Slots)
	}
	v.addReservations(s)
	v.setReleases()
	for j := range v.Jobs {
		if x := &v.Jobs[j]; x.Served {
			v.order = append(v.order, j)
			v.lastEnd = max(v.lastEnd, x.End)
			v.steps = append(v.steps, step{time: x.End, ended: 1})
		}
	}
	sorting.Stable(v.order, func(a, b int) int { return sorting.Ascending(p.Jobs[a].Submitted, p.Jobs[b].Submitted) })
	sorting.Sort(v.steps, func(a, b step) int { return sorting.Ascending(a.time, b.time) })
	at := 0
	for _, x := range v.steps { // merge the steps of one time
		if at > 0 && v.steps[at-1].time == x.time {
			y := &v.steps[at-1]
			y.slots, y.queue, y.ended = y.slots+x.slots, y.queue+x.queue, y.ended+x.ended
			continue
		}
		v.steps[at] = x
		at++
	}
	v.steps = v.steps[:at]
	return v
}

// addReservations adds all reservations to their jobs. Reservations in the order
// of the jobs take linear time; others are found by an index. Reservations of
// unknown jobs are skipped.
func (v *View) addReservations(s *farm.Solution) {
	machines := make(map[string]*farm.Machine, len(v.p.Machines))
	for i := range v.p.Machines {
		machines[v.p.Machines[i].ID] = &v.p.Machines[i]
	}
	var index *doc.Index
	j := 0
	for i := range s.Reservations {
		r := &s.Reservations[i]
		if j < len(v.p.Jobs) && v.p.Jobs[j].ID != r.Job {
			j++
		}
		if j >= len(v.p.Jobs) || v.p.Jobs[j].ID != r.Job {
			if index == nil {
				index = doc.NewIndex(len(v.p.Jobs), func(k int) string { return v.p.Jobs[k].ID })
				for k := range v.p.Jobs {
					index.Add(k)
				}
			}
			k, known := index.Find(r.Job)
			if !known {
				continue
			}
			j = k
		}
		v.addReservation(j, r, machines[r.Machine])
	}
}

// addReservation adds a reservation to a job, and its changes to the steps. A
// reservation may be a part at the same time, or a later piece after an
// interruption.
func (v *View) addReservation(j int, r *farm.Reservation, m *farm.Machine) {
	x, job := &v.Jobs[j], &v.p.Jobs[j]
	duration := r.Finish - r.Start
	if m != nil {
		duration = job.Duration / job.SpeedOf(m)
	}
	switch {
	case !x.Served:
		*x = Job{Start: r.Start, End: r.Finish, Run: duration, Served: true, last: r.Start}
	case r.Start > x.Start && r.Start >= x.End: // a later piece of the same job
		if r.Part == 1 { // the job waited again
			v.steps = append(v.steps, step{time: x.End, queue: 1}, step{time: r.Start, queue: -1})
		}
		x.End, x.Run, x.last = r.Finish, duration, r.Start
	default: // another part
		x.Start, x.End = min(x.Start, r.Start), max(x.End, r.Finish)
		if r.Start == x.last {
			x.Run = max(x.Run, duration)
		}
	}
	x.Slots += float64(float64(r.Slots) * (r.Finish - r.Start))
	v.steps = append(v.steps, step{time: r.Start, slots: int32(r.Slots)},
		step{time: r.Finish, slots: int32(-r.Slots)})
}

// setReleases sets the release of each job, its submission or later the end of its
// predecessors with the delay. It adds the waits of served jobs to the steps.
func (v *View) setReleases() {
	var index map[string]int
	for j := range v.Jobs {
		x, job := &v.Jobs[j], &v.p.Jobs[j]
		x.Release = job.Submitted
		if len(job.After) > 0 && index == nil {
			index = make(map[string]int, len(v.p.Jobs))
			for k := range v.p.Jobs {
				index[v.p.Jobs[k].ID] = k
			}
		}
		for k := range job.After {
			if other, known := index[job.After[k].Job]; known {
				x.Release = max(x.Release, v.Jobs[other].End+job.After[k].Delay)
			}
		}
		if x.Served && x.Start > x.Release {
			v.steps = append(v.steps, step{time: x.Release, queue: 1}, step{time: x.Start, queue: -1})
		}
	}
}

// CountedJobs returns the indexes of the jobs that a cut keeps, by submission.
func (v *View) CountedJobs(c Cut) []int {
	n := len(v.order)
	first := min(n, int(math.Floor(float64(c.Warm*float64(n)))))
	return v.order[first:max(first, n-int(math.Floor(float64(c.Tail*float64(n)))))]
}

// span returns the measured interval. It begins at the first counted submission,
// or at 0 if no job is cut off at the front. It ends at the last counted
// submission, or at the last end if no job is cut off at the back. It never ends
// before it begins. Without counted jobs it is 0, 0.
func (v *View) span(c Cut, counted []int) (from, to float64) {
	if len(counted) == 0 {
		return 0, 0
	}
	if to = v.lastEnd; c.Warm > 0 {
		from = max(0, v.p.Jobs[counted[0]].Submitted)
	}
	if c.Tail > 0 {
		to = v.p.Jobs[counted[len(counted)-1]].Submitted
	}
	return from, max(from, to)
}

// Measures returns the measures of the jobs that a cut keeps.
func (v *View) Measures(c Cut) Measures {
	counted := v.CountedJobs(c)
	m := Measures{Cut: c, Jobs: len(counted), Excluded: len(v.Jobs) - len(counted)}
	m.From, m.To = v.span(c, counted)
	m.Wait = v.distribution(counted, (*Job).Wait)
	m.Response = v.distribution(counted, (*Job).Response)
	m.Slowdown = v.distribution(counted, (*Job).Slowdown)
	v.measureSpan(&m)
	v.users(&m, counted)
	return m
}

// distribution returns the distribution of a number over the counted jobs, all zeros if
// there are none.
func (v *View) distribution(counted []int, of func(*Job) float64) (s Distribution) {
	if len(counted) == 0 {
		return s
	}
	list := make([]float64, len(counted))
	sum := 0.0
	for i, j := range counted {
		list[i] = of(&v.Jobs[j])
		sum += list[i]
	}
	slices.Sort(list)
	s.Mean = sum / float64(len(list))
	s.Median, s.P90, s.P99, s.Max = Percentile(list, 50), Percentile(list, 90), Percentile(list, 99), list[len(list)-1]
	return s
}

// Percentile returns the least value of a sorted list that is not exceeded by
// the given hundredths of it (nearest rank). It returns NaN for an empty list.
func Percentile(sorted []float64, hundredths int) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	rank := (hundredths*len(sorted) + 99) / 100
	return sorted[min(max(rank, 1), len(sorted))-1]
}

// measureSpan computes the measures over the time between From and To:
// utilization, queue and throughput.
func (v *View) measureSpan(m *Measures) {
	length := m.To - m.From
	if !(length > 0) {
		return
	}
	held, waiting, ended := 0.0, 0.0, 0
	now, queue, before := 0, 0, m.From
	for i := range v.steps {
		x := &v.steps[i]
		if x.time > before {
			until := min(x.time, m.To)
			held += float64(float64(now) * (until - before))
			waiting += float64(float64(queue) * (until - before))
			m.MaxQueue = max(m.MaxQueue, queue)
			before = until
		}
		if x.time >= m.To {
			if x.time == m.To {
				ended += int(x.ended)
			}
			break
		}
		now, queue = now+int(x.slots), queue+int(x.queue)
		if x.time >= m.From {
			ended += int(x.ended)
		}
	}
	if v.slots > 0 {
		m.Utilization = held / float64(v.slots*length)
	}
	m.MeanQueue = waiting / length
	m.Throughput = float64(ended) / length * 3600
}
