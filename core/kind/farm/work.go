// Package farm defines the compute farm: machines that offer slots, memory and licences, jobs
// that need them, dependencies between jobs, and the administrator's policy. A solution reserves
// slots and memory for every part of every job.
//
// The model is that of Markov, "Two Stage Optimization of Job Scheduling and Assignment in
// Heterogeneous Compute Farms" (FTDCS 2004), sections 2 and 3: a directed graph of jobs and an
// undirected graph of machines. Where the paper leaves something open, the comment of the field
// states our choice.
//
// Times are in seconds from the first scheduling cycle; earlier times are negative. Memory and
// data are in MB, bandwidth in MB/s.
//
// The package also has the generator with its presets, the options and metrics, and the
// description of the kind. Solvers are in the folder solve, the checker in verify.
package farm

// A Problem is one explicit farm problem. Solvers never modify it.
type Problem struct {
	Machines []Machine      `json:"machines,omitempty" about:"machines of the farm; the paper calls them queues"`
	Links    []Link         `json:"links,omitempty" about:"undirected data channels between machines"`
	Licenses map[string]int `json:"licenses,omitempty" rule:"int,>=0" about:"floating licences: how many jobs of the whole farm may hold each at a time"`
	Jobs     []Job          `json:"jobs,omitempty" about:"jobs presented to the scheduler"`
	Order    []string       `json:"order,omitempty" ref:"jobs" label:"Order" about:"ids of jobs, scheduled in this order; overrides the static priorities; other jobs follow"`
	Policy   *Policy        `json:"policy,omitempty" about:"the administrator's weights, ratios and switches"`
	Shares   []Share        `json:"shares,omitempty" about:"accounts and users with their shares of the farm, for the algorithm multifactor"`
	Moment   *Moment        `json:"moment,omitempty" about:"what is known of time 0 where the farm was read from a running cluster; changes no schedule"`
}

// A Machine runs jobs concurrently in its slots.
type Machine struct {
	ID     string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the machine"`
	Slots  int     `json:"slots" rule:"required,int,>=1,<=1000000" label:"Slots" about:"processing slots" usual:"1"`
	Memory float64 `json:"memory,omitempty" rule:">=0,<=1e12" label:"Memory" unit:"MB" about:"memory that its jobs share"`
	// Speed divides durations; absent means 1.
	Speed *float64 `json:"speed,omitempty" rule:">0" label:"Speed" about:"factor relative to the reference machine; 1 when absent"`
	Type  string   `json:"type,omitempty" label:"Type" about:"processor type"`
	// A licence listed here is bound to the machine: jobs on it use these instead of the floating
	// ones of the same name.
	Licenses map[string]int `json:"licenses,omitempty" rule:"int,>=0" label:"Licences" about:"licences of this machine, used instead of floating ones"`
}

// A Link joins two different machines in both directions. A pair has at most one link. Data cross
// a single link, never a path of several, and cannot be moved without one.
type Link struct {
	A         string  `json:"a" rule:"required" ref:"machines" label:"From" about:"one end, a machine's id"`
	B         string  `json:"b" rule:"required" ref:"machines" label:"To" about:"the other end, a machine's id"`
	Bandwidth float64 `json:"bandwidth" rule:"required,>0" label:"Bandwidth" unit:"MB/s" about:"transfer rate" usual:"100"`
}

// A Job occupies slots and memory of one machine, or of several in equal parts, for its duration.
type Job struct {
	ID       string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the job"`
	Slots    int     `json:"slots" rule:"required,int,>=1,<=1000000" label:"Slots" about:"processing slots in all" usual:"1"`
	Memory   float64 `json:"memory,omitempty" rule:">=0,<=1e12" label:"Memory" unit:"MB" about:"memory in all"`
	Duration float64 `json:"duration" rule:"required,>0" label:"Duration" unit:"s" about:"run time on a machine of speed 1; of each part of a partitioned job" usual:"3600"`
	// Estimate is the run time that the scheduler assumes before the job has ended. It is used if
	// jobs arrive as a stream: with cycles and in the baselines.
	Estimate *float64           `json:"estimate,omitempty" rule:">0" label:"Estimate" unit:"s" about:"run time that the scheduler assumes; the duration when absent"`
	Speeds   map[string]float64 `json:"speeds,omitempty" rule:">0" ref:"machines" label:"Speeds" about:"speed of this very job on machines, in place of the machine's"`
	Priority float64            `json:"priority,omitempty" label:"Priority" about:"initial priority, set by the administrator; more is more urgent"`
	// A negative Submitted means that the job has been waiting since before 0.
	Submitted float64  `json:"submitted,omitempty" label:"Submitted" unit:"s" about:"when the job is presented; it does not start before" moment:"true"`
	Deadline  *float64 `json:"deadline,omitempty" label:"Deadline" unit:"s" about:"when it should end; a missed deadline counts as lateness" moment:"true"`
	// User identifies the owner of the job in metrics by user. Only EASY++ and multifactor read it.
	User     string         `json:"user,omitempty" rule:"id" label:"User" about:"owner of the job; metrics by user, EASY++ and Multifactor use it"`
	Type     string         `json:"type,omitempty" label:"Type" about:"processor type that it needs; empty: any"`
	Licenses map[string]int `json:"licenses,omitempty" rule:"int,>=1" label:"Licences" about:"licences that each part of the job holds while it runs"`
	// Partition is the greatest number of parts; 0 counts as 1. Parts have equal slots and
	// memory, each is on a different machine, and they start together. The scheduler uses the
	// number of parts that starts earliest, the fewest among equals; it divides the slots.
	Partition int `json:"partition,omitempty" rule:"int,>=1,<=1000000" label:"Parts" about:"greatest number of parallel parts"`
	// A job that is Preemptible and Restartable continues where it was stopped; one that is not
	// restartable begins again. The paper names both properties without these details.
	Preemptible bool      `json:"preemptible,omitempty" label:"Preemptible" about:"whether it may be stopped for a job of higher priority"`
	Restartable bool      `json:"restartable,omitempty" label:"Restartable" about:"whether it continues after a stop; otherwise it begins anew"`
	After       []After   `json:"after,omitempty" label:"After" about:"jobs that must have ended before"`
	Running     *Running  `json:"running,omitempty" label:"Running" about:"machine on which it already runs, from an earlier cycle"`
	Forecast    *Forecast `json:"told,omitempty" label:"Forecast" about:"prediction of the cluster's own scheduler; changes no schedule"`
}

// An After is a dependency. The job starts at the earliest Delay seconds after the end of the
// other job, and not before Data MB have crossed the link from the other job's machine. Between
// jobs on the same machine data need no time. For jobs in several parts the slowest pair of
// machines counts.
type After struct {
	Job   string  `json:"job" rule:"required" ref:"jobs" label:"Job" about:"the job that ends before"`
	Delay float64 `json:"delay,omitempty" rule:">=0" label:"Delay" unit:"s" about:"time between its end and the start"`
	Data  float64 `json:"data,omitempty" rule:">=0" label:"Data" unit:"MB" about:"data that it sends"`
}

// Running describes a job that was assigned in an earlier cycle: the paper's pre-assigned job. It
// continues unless it is preempted.
type Running struct {
	Machine       string   `json:"machine" rule:"required" ref:"machines" label:"Machine" about:"where it runs"`
	OtherMachines []string `json:"others,omitempty" ref:"machines" label:"Other machines" about:"machines of the second and further parts"`
	Since         float64  `json:"since,omitempty" rule:"<=0" label:"Since" unit:"s" about:"when it started, at 0 or before" moment:"true"`
}

// A Solution is a schedule: one reservation for each part of each job, and one more for each
// preemption. They are ordered by job, then by part, then by start.
type Solution struct {
	Reservations []Reservation `json:"reservations"`
}

// Values of Reservation.StartKind.
const (
	StartRunning  = "running"     // it already ran
	StartDirect   = "direct"      // as soon as the job was ready
	StartReserved = "reservation" // in advance, at a time when the machine becomes free
	StartBackfill = "backfill"    // into a gap before earlier reservations, or past jobs that wait
	StartQueued   = "queued"      // after waiting, without a reservation
	StartResumed  = "resumed"     // after a suspension, without a reservation
)

// A Reservation occupies slots and memory of a machine for one part of a job.
type Reservation struct {
	Job       string  `json:"job" rule:"required"`
	Part      int     `json:"part" rule:"int,>=1" about:"1 for the first or only part"`
	Machine   string  `json:"machine" rule:"required"`
	Slots     int     `json:"slots" rule:"int"`
	Memory    float64 `json:"memory" unit:"MB"`
	Start     float64 `json:"start" unit:"s"`
	Finish    float64 `json:"finish" unit:"s"`
	StartKind string  `json:"how,omitempty" rule:"oneof=running|direct|reservation|backfill|queued|resumed" about:"how it came about"`
	// Preempted is set if the job was stopped before its end.
	Preempted *Preemption `json:"preempted,omitempty" about:"for which job it was stopped"`
}

// Preemption has the job that preempted another, and the ratio of their static priorities at that
// time. With Turn the job was suspended because its time slice ended: the ratio is 1, and the
// policy's ratios do not apply.
type Preemption struct {
	By    string  `json:"by" rule:"required"`
	Ratio float64 `json:"ratio" rule:">=1"`
	Turn  bool    `json:"turn,omitempty" about:"whether its time slice had ended"`
}
