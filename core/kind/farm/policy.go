package farm

import "gridbox/core/preset"

// A Policy has the administrator's settings. Rules supplies the defaults of absent ones.
type Policy struct {
	Weights *Weights `json:"weights,omitempty" label:"Static weights" about:"stage one: how the trade-off costs of a job make its static priority"`
	Dynamic *Dynamic `json:"dynamic,omitempty" label:"Dynamic weights" about:"stage two: how a machine's state makes its dynamic priority for a job"`
	Cost    *Cost    `json:"cost,omitempty" label:"Cost function" about:"weights of the cost of a schedule"`

	Reservation  *bool `json:"reservation,omitempty" label:"Advance reservation" about:"whether a job that cannot start gets its machine in advance; otherwise jobs start only when they fit immediately"`
	Backfill     *bool `json:"backfill,omitempty" label:"Backfilling" about:"whether jobs may use gaps before what was placed earlier"`
	Preemption   *bool `json:"preemption,omitempty" label:"Preemption" about:"whether preemptible jobs may be stopped"`
	Partitioning *bool `json:"partitioning,omitempty" label:"Partitioning" about:"whether jobs may be divided into parts"`

	PriorityRatio  *float64 `json:"priorityRatio,omitempty" rule:">=1" label:"Priority ratio" about:"least ratio of the preempting job's priority to the preempted job's"`
	RemainingRatio *float64 `json:"remainingRatio,omitempty" rule:">=0" label:"Remaining ratio" about:"least ratio of remaining to invested time of a preempted job"`
	SpentRatio     *float64 `json:"spentRatio,omitempty" rule:"0..1" label:"Spent ratio" about:"least share of its time before a foreseen preemption; otherwise it is not started"`

	Cycle   *float64 `json:"cycle,omitempty" rule:">=0" label:"Cycle period" unit:"s" about:"time between scheduling cycles; 0: one cycle, with the whole future known"`
	Overrun *float64 `json:"overrun,omitempty" rule:">1" label:"Overrun" about:"factor by which the estimate grows when a job runs longer"`
}

// Weights are the weights of the costs in stage one. The paper states the five costs but no weights.
type Weights struct {
	Memory   *float64 `json:"memory,omitempty" rule:">=0" label:"Memory" about:"weight of the required memory"`
	Slots    *float64 `json:"slots,omitempty" rule:">=0" label:"Slots" about:"weight of the required slots"`
	Slack    *float64 `json:"slack,omitempty" rule:">=0" label:"Deadline slack" about:"weight of a small slack before the deadline"`
	Waiting  *float64 `json:"waiting,omitempty" rule:">=0" label:"Waiting" about:"weight of the time waited"`
	Priority *float64 `json:"priority,omitempty" rule:">=0" label:"Initial priority" about:"weight of the initial priority"`
}

// Dynamic has the weights of the costs of a machine for a job. The paper names load, demand and
// earliest time and gives no formula.
type Dynamic struct {
	Start  *float64 `json:"start,omitempty" rule:">=0" label:"Earliest start" about:"weight of the earliest start there, in seconds"`
	Finish *float64 `json:"finish,omitempty" rule:">=0" label:"Earliest finish" about:"weight of the finish that goes with it, in seconds"`
	Load   *float64 `json:"load,omitempty" rule:">=0" label:"Load" about:"weight of the slot-seconds placed on the machine"`
	Demand *float64 `json:"demand,omitempty" rule:">=0" label:"Demand" about:"weight of the slot-seconds that waiting jobs may want there"`
}

// Cost has the weights of the paper's three costs of a schedule.
type Cost struct {
	Makespan *float64 `json:"makespan,omitempty" rule:">=0" label:"Total time" about:"weight of the total processing time, the makespan"`
	Wait     *float64 `json:"wait,omitempty" rule:">=0" label:"Mean wait" about:"weight of the mean time from submission to start"`
	Lateness *float64 `json:"lateness,omitempty" rule:">=0" label:"Lateness" about:"weight of the maximum deadline violation"`
}

// Rules are the settings of a policy with all defaults filled in.
type Rules struct {
	Memory, Slots, Slack, Waiting, Priority         float64
	Start, Finish, Load, Demand                     float64
	CostMakespan, CostWait, CostLateness            float64
	Reservation, Backfill, Preemption, Partitioning bool
	PriorityRatio, RemainingRatio, SpentRatio       float64
	Cycle, Overrun                                  float64
}

// DefaultRules returns our default settings, because the paper prints no numbers. The
// administrator's priority outweighs any two other costs; waiting and deadlines count twice as
// much as size. Machines are compared by their earliest start and, if it is equal, by load. The
// cost is the makespan. A job is preempted only for one of at least 1.5 times its priority, and
// only while at least a quarter of its time so far is still to come. Before a foreseen preemption
// it is started only for a quarter of its time or more.
func DefaultRules() Rules {
	return Rules{
		Memory: 1, Slots: 1, Slack: 2, Waiting: 2, Priority: 4,
		Start: 1, CostMakespan: 1,
		Reservation: true, Backfill: true, Preemption: true, Partitioning: true,
		PriorityRatio: 1.5, RemainingRatio: 0.25, SpentRatio: 0.25, Overrun: 2,
	}
}

// Rules returns the defaults with the problem's policy applied.
func (p *Problem) Rules() Rules {
	r := DefaultRules()
	policy := p.Policy
	if policy == nil {
		return r
	}
	if w := policy.Weights; w != nil {
		preset.Overlay(&r.Memory, w.Memory)
		preset.Overlay(&r.Slots, w.Slots)
		preset.Overlay(&r.Slack, w.Slack)
		preset.Overlay(&r.Waiting, w.Waiting)
		preset.Overlay(&r.Priority, w.Priority)
	}
	if d := policy.Dynamic; d != nil {
		preset.Overlay(&r.Start, d.Start)
		preset.Overlay(&r.Finish, d.Finish)
		preset.Overlay(&r.Load, d.Load)
		preset.Overlay(&r.Demand, d.Demand)
	}
	if c := policy.Cost; c != nil {
		preset.Overlay(&r.CostMakespan, c.Makespan)
		preset.Overlay(&r.CostWait, c.Wait)
		preset.Overlay(&r.CostLateness, c.Lateness)
	}
	preset.Overlay(&r.Reservation, policy.Reservation)
	preset.Overlay(&r.Backfill, policy.Backfill)
	preset.Overlay(&r.Preemption, policy.Preemption)
	preset.Overlay(&r.Partitioning, policy.Partitioning)
	preset.Overlay(&r.PriorityRatio, policy.PriorityRatio)
	preset.Overlay(&r.RemainingRatio, policy.RemainingRatio)
	preset.Overlay(&r.SpentRatio, policy.SpentRatio)
	preset.Overlay(&r.Cycle, policy.Cycle)
	preset.Overlay(&r.Overrun, policy.Overrun)
	return r
}

// Metrics by which a policy can rate schedules.
const (
	ObjectiveMakespan = "makespan"
	ObjectiveWait     = "meanWait"
	ObjectiveLateness = "maxLateness"
)

// Objective returns the metric by which the policy rates schedules: the only one with a weight,
// or the makespan if several have weights.
func (r *Rules) Objective() string {
	switch {
	case r.CostMakespan > 0:
	case r.CostWait > 0 && r.CostLateness == 0:
		return ObjectiveWait
	case r.CostLateness > 0 && r.CostWait == 0:
		return ObjectiveLateness
	}
	return ObjectiveMakespan
}

// Effective returns the policy with every field set, for forms.
func (p *Problem) Effective() Policy {
	r := p.Rules()
	return Policy{
		Weights: &Weights{Memory: &r.Memory, Slots: &r.Slots, Slack: &r.Slack, Waiting: &r.Waiting,
			Priority: &r.Priority},
		Dynamic:     &Dynamic{Start: &r.Start, Finish: &r.Finish, Load: &r.Load, Demand: &r.Demand},
		Cost:        &Cost{Makespan: &r.CostMakespan, Wait: &r.CostWait, Lateness: &r.CostLateness},
		Reservation: &r.Reservation, Backfill: &r.Backfill, Preemption: &r.Preemption, Partitioning: &r.Partitioning,
		PriorityRatio: &r.PriorityRatio, RemainingRatio: &r.RemainingRatio, SpentRatio: &r.SpentRatio,
		Cycle: &r.Cycle, Overrun: &r.Overrun,
	}
}

// SpeedOf returns the speed of the job on a machine.
func (j *Job) SpeedOf(m *Machine) float64 {
	if s, ok := j.Speeds[m.ID]; ok {
		return s
	}
	if m.Speed != nil {
		return *m.Speed
	}
	return 1
}

// Parts returns the greatest number of parts of the job.
func (j *Job) Parts() int { return max(1, j.Partition) }

// EstimatedRunTime returns the run time on which a scheduler relies: the estimate or, without one, the
// duration.
func (j *Job) EstimatedRunTime() float64 {
	if j.Estimate != nil {
		return *j.Estimate
	}
	return j.Duration
}
