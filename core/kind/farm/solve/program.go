package solve

import (
	"context"
	"math"

	"gridbox/core/i18n"
	"gridbox/core/kind/farm"
	"gridbox/core/policy"
)

// A State is the argument of a program's function decide: the state at an event, with
// estimates in place of durations.
type State struct {
	Now      float64  `json:"now" unit:"s" about:"the time"`
	Free     int      `json:"free" about:"slots that are free on all machines together"`
	Queue    []Queued `json:"queue" about:"jobs that wait, in the order of submission"`
	Running  []Active `json:"running" about:"parts of jobs that run"`
	Machines []Server `json:"machines" about:"all machines, in the order of the document"`
}

// A Queued is a job that waits.
type Queued struct {
	ID        string   `json:"id" about:"name of the job"`
	Slots     int      `json:"slots" about:"slots that it asks for"`
	Memory    float64  `json:"memory" unit:"MB" about:"memory that it asks for"`
	Estimate  float64  `json:"estimate" unit:"s" about:"its estimated run time on a machine of speed 1"`
	Submitted float64  `json:"submitted" unit:"s" about:"when it was submitted"`
	Wait      float64  `json:"wait" unit:"s" about:"how long it has waited since"`
	Priority  float64  `json:"priority" about:"its own priority; more is more urgent"`
	Deadline  *float64 `json:"deadline" unit:"s" about:"when it should be done, null without one"`
	Parts     int      `json:"parts" about:"into how many parts it may be divided at most"`
	Type      string   `json:"type" about:"processor type that it needs; empty for any"`
}

// An Active is a part of a job on its machine.
type Active struct {
	ID      string  `json:"id" about:"name of the job"`
	Machine string  `json:"machine" about:"name of the machine"`
	Slots   int     `json:"slots" about:"slots that it has there"`
	Start   float64 `json:"start" unit:"s" about:"when it started"`
	End     float64 `json:"end" unit:"s" about:"when it will end by its estimate"`
}

// A Server is a machine.
type Server struct {
	ID     string  `json:"id" about:"name of the machine"`
	Slots  int     `json:"slots" about:"its slots"`
	Free   int     `json:"free" about:"slots that are free now"`
	Memory float64 `json:"memory" unit:"MB" about:"its memory"`
	Speed  float64 `json:"speed" about:"how many times faster it is than the reference"`
	Type   string  `json:"type" about:"its processor type"`
}

// A Decision is the result of a program.
type Decision struct {
	Order   []string `json:"order" about:"names of waiting jobs, each of which starts if it can, one after the other; jobs that are not named wait"`
	Reserve *float64 `json:"reserve" about:"so many jobs of the order that cannot start get a reservation for as soon as they can, which no later one delays; 0 where it is left out"`
	Others  string   `json:"others" about:"\"wait\": from the first job on that cannot start, none starts; otherwise later ones may"`
}

// programScheduler is the scheduler that calls a program at every event.
type programScheduler struct {
	program      policy.Program
	state        State
	reservations []*hold // reservations of the current decision
	othersWait   bool    // whether Others of the last decision was "wait"
	// stranded is set if the program named a job that can never start.
	stranded bool
}

// firstUnfinished returns the first job that did not run.
func (*programScheduler) firstUnfinished(r *run) string {
	for j := range r.in.jobs {
		if !r.final(int32(j)) && r.open[j] == 0 {
			return r.in.p.Jobs[j].ID
		}
	}
	return ""
}

// Decide schedules the jobs of a valid problem by a program. Errors of the program are returned
// as a *policy.Fault.
func Decide(ctx context.Context, p *farm.Problem, program policy.Program, o Options) (Result, error) {
	r, err := newRun(p, AlgorithmEASY, o)
	if err != nil {
		return Result{}, err
	}
	if why := r.unsuitableReason(); why != nil {
		r.recordStuck()
		return Result{Reason: why, Stats: r.stats}, nil
	}
	if err := policy.Begin(ctx, program, p, o.Log); err != nil {
		return Result{}, err
	}
	how := &programScheduler{program: program}
	if err := r.stream(ctx, how); err != nil {
		return r.result(), err
	}
	if r.failure != "" && !how.stranded {
		return Result{Stats: r.stats}, program.Refuse("decide", &how.state, i18n.English("never starts the job {}, "+
			"which waits for nothing else", policy.FormatValue(how.firstUnfinished(r))))
	}
	if r.failure != "" {
		r.recordStuck()
		return Result{Reason: r.failureReason, Stats: r.stats}, nil
	}
	out := r.result()
	if out.Feasible {
		err = policy.Finish(ctx, program, &out.Metrics, o.Log)
	}
	return out, err
}

// begin does nothing: a program plans no starts.
func (*programScheduler) begin(*stream, []event) {}

// handleEarlyEnd does nothing: reservations do not outlive an event.
func (*programScheduler) handleEarlyEnd(*stream, *hold) {}

// decide calls the program if jobs wait.
func (a *programScheduler) decide(ctx context.Context, s *stream) error {
	s.newJobs, s.early, s.late = s.newJobs[:0], false, false
	if s.head >= len(s.queue) {
		return nil
	}
	a.fillState(s)
	answer, err := a.program.Call(ctx, "decide", &a.state)
	if err != nil {
		return err
	}
	policy.Log(s.o.Log, answer)
	d, why := decisionOf(answer.Value)
	if why != "" {
		return a.program.Refuse("decide", &a.state, why)
	}
	a.othersWait = d.Others == "wait"
	return a.apply(ctx, s, &d)
}

// followsQueue reports whether jobs start in the order of a queue.
func (a *programScheduler) followsQueue() bool { return a.othersWait }

// decisionOf converts a program's result. It returns a description of the error, or "".
func decisionOf(value any) (d Decision, why string) {
	list, ok := value.([]any)
	if !ok {
		fields, isObject := value.(map[string]any)
		if !isObject {
			return d, "returns " + policy.FormatValue(value) +
				", and must return a list of names of jobs or {order, reserve, others}"
		}
		for name, v := range fields {
			switch text, isText := v.(string); {
			case name == "order":
				if list, ok = v.([]any); !ok {
					return d, i18n.English("returns the order {}, and it must be a list of names of jobs",
						policy.FormatValue(v))
				}
			case name == "others" && isText && (text == "wait" || text == "start"):
				d.Others = text
			case name == "others":
				return d, i18n.English("returns others {}, and it must be \"wait\" or \"start\"", policy.FormatValue(v))
			case name == "reserve":
				n, isNumber := v.(float64)
				if v == policy.NonData("Infinity") {
					n, isNumber = math.Inf(1), true
				}
				if !isNumber || n < 0 {
					return d, i18n.English("returns reserve {}, and it must be a number of jobs", policy.FormatValue(v))
				}
				d.Reserve = &n
			default:
				return d, i18n.English("returns {}, and there are only order, reserve and others",
					policy.FormatValue(name))
			}
		}
		if !ok {
			return d, "returns no order, which is a list of names of jobs"
		}
	}
	for _, v := range list {
		id, isText := v.(string)
		if !isText {
			return d, i18n.English("returns {} in the order, which is a list of names of jobs", policy.FormatValue(v))
		}
		d.Order = append(d.Order, id)
	}
	return d, ""
}

// apply starts and reserves jobs in the order of a decision. Reservations are removed at the end.
// An unknown job, a job named twice or a job that does not wait gives a fault. If a job has no
// place, it sets a.stranded and returns nil.
func (a *programScheduler) apply(ctx context.Context, s *stream, d *Decision) error {
	named := make(map[string]bool, len(d.Order))
	reserve := 0.0
	if d.Reserve != nil {
		reserve = *d.Reserve
	}
	a.reservations = a.reservations[:0]
	defer func() {
		for _, h := range a.reservations {
			s.calendar.release(h, s.now)
			s.plans[h.job] = nil
		}
	}()
	for i, id := range d.Order {
		if err := s.tick(ctx, i); err != nil {
			return err
		}
		j, known := s.in.jobOf[id]
		switch {
		case !known:
			return a.program.Refuse("decide", &a.state, i18n.English("names the job {}, and there is no such job",
				policy.FormatValue(id)))
		case named[id]:
			return a.program.Refuse("decide", &a.state, i18n.English("names the job {} twice", policy.FormatValue(id)))
		case !s.waiting[j]:
			return a.program.Refuse("decide", &a.state, i18n.English("names the job {}, which is not in the queue",
				policy.FormatValue(id)))
		}
		named[id] = true
		if s.free == 0 && reserve <= float64(len(a.reservations)) && d.Others != "wait" {
			continue // it cannot start and gets no reservation, but its name was checked
		}
		h := s.bestHold(j, s.now)
		switch {
		case h == nil:
			a.stranded = true
			s.markStuck(j)
			return nil
		case h.start == s.now:
			if len(a.reservations) > 0 {
				h.startKind = farm.StartBackfill
			}
			s.start(h, false)
		case float64(len(a.reservations)) < reserve:
			s.wake(h.start)
			for _, q := range h.machines {
				h.finish = append(h.finish, h.start+s.remaining[h.job]/s.in.speed(h.job, q))
			}
			s.calendar.occupy(h)
			s.plans[h.job] = h
			a.reservations = append(a.reservations, h)
		case d.Others == "wait":
			s.wake(h.start)
			return nil
		case s.in.jobs[j].data: // everything else that it may wait for is an event
			s.wake(h.start)
		}
	}
	return nil
}

// fillState sets the state of the program to the current time, the queue, the machines and the
// running parts. Parts that have ended are left out.
func (a *programScheduler) fillState(s *stream) {
	st := &a.state
	st.Now, st.Free = s.now, s.free
	st.Queue, st.Running, st.Machines = st.Queue[:0], st.Running[:0], st.Machines[:0]
	for _, j := range s.queue[s.head:] {
		if j < 0 {
			continue
		}
		job := &s.in.p.Jobs[j]
		st.Queue = append(st.Queue, Queued{ID: job.ID, Slots: job.Slots, Memory: job.Memory, Estimate: s.remaining[j],
			Submitted: job.Submitted, Wait: s.now - job.Submitted, Priority: job.Priority, Deadline: job.Deadline,
			Parts: max(1, job.Partition), Type: job.Type})
	}
	for q := range s.in.p.Machines {
		m := &s.in.p.Machines[q]
		speed := 1.0
		if m.Speed != nil {
			speed = *m.Speed
		}
		free := s.calendar.store.freeAt(s.calendar.machines[q], s.now)
		st.Machines = append(st.Machines, Server{ID: m.ID, Slots: m.Slots, Free: int(free.slots), Memory: m.Memory,
			Speed: speed, Type: m.Type})
	}
	for _, j := range s.running {
		h := s.holds[j]
		for i, q := range h.machines {
			if h.finish[i] <= s.now {
				continue // this part has ended, others of the job have not
			}
			st.Running = append(st.Running, Active{ID: s.in.p.Jobs[j].ID, Machine: s.in.p.Machines[q].ID,
				Slots: int(s.in.jobs[j].slots / h.parts()), Start: h.start, End: h.finish[i]})
		}
	}
}
