// Package farm holds the nouns of the compute farm: machines that offer slots,
// memory and licences, jobs that need them, the dependencies between jobs, the
// administrator's policy, and the answer, a reservation of slots and memory
// for every part of every job.
//
// The model is that of Markov, "Two Stage Optimization of Job Scheduling and
// Assignment in Heterogeneous Compute Farms" (FTDCS 2004), sections 2 and 3:
// a directed graph of jobs and an undirected graph of machines. What the paper
// leaves open is decided here and said so in the field's comment.
//
// Times are in seconds from the first scheduling cycle, which is at 0; what
// happened before has a time below 0. Memory is in MB, data in MB, bandwidth
// in MB/s.
package farm

// A Problem is one explicit farm problem. Solvers never modify it.
type Problem struct {
	Machines []Machine      `json:"machines,omitempty" about:"machines of the farm; the paper calls them queues"`
	Links    []Link         `json:"links,omitempty" about:"undirected data channels between machines"`
	Licenses map[string]int `json:"licenses,omitempty" rule:"int,>=0" about:"floating licences: how many jobs of the whole farm may hold each at a time"`
	Jobs     []Job          `json:"jobs,omitempty" about:"jobs presented to the scheduler"`
	Order    []string       `json:"order,omitempty" ref:"jobs" label:"Order" about:"ids of jobs, the first to be scheduled first; overrides the static priorities, jobs left out follow behind"`
	Policy   *Policy        `json:"policy,omitempty" about:"the administrator's weights, ratios and switches"`
	Moment   *Moment        `json:"moment,omitempty" about:"what is known of time 0 where the farm was read from a running cluster; changes no schedule"`
}

// A Machine runs jobs side by side in its slots.
type Machine struct {
	ID     string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the machine"`
	Slots  int     `json:"slots" rule:"required,int,>=1,<=1000000" label:"Slots" about:"processing slots" usual:"1"`
	Memory float64 `json:"memory,omitempty" rule:">=0,<=1e12" label:"Memory" unit:"MB" about:"memory that its jobs share"`
	// Speed divides durations; absent means 1.
	Speed *float64 `json:"speed,omitempty" rule:">0" label:"Speed" about:"how many times faster than the reference machine; absent means 1"`
	Type  string   `json:"type,omitempty" label:"Type" about:"processor type"`
	// A licence named here is bound to the machine: jobs on it use these
	// instead of the floating ones of the same name.
	Licenses map[string]int `json:"licenses,omitempty" rule:"int,>=0" label:"Licences" about:"licences bound to this machine, which its jobs use instead of floating ones"`
}

// A Link joins two different machines in both directions; at most one link
// joins a pair. Data cross this one link, never a path of several. Without a
// link no data can be moved.
type Link struct {
	A         string  `json:"a" rule:"required" ref:"machines" label:"From" about:"one end, a machine's id"`
	B         string  `json:"b" rule:"required" ref:"machines" label:"To" about:"the other end, a machine's id"`
	Bandwidth float64 `json:"bandwidth" rule:"required,>0" label:"Bandwidth" unit:"MB/s" about:"transfer rate" usual:"100"`
}

// A Job holds slots and memory of one machine, or of several in equal parts,
// for its duration.
type Job struct {
	ID       string  `json:"id" rule:"required,id" label:"Name" about:"unique name of the job"`
	Slots    int     `json:"slots" rule:"required,int,>=1,<=1000000" label:"Slots" about:"processing slots in all" usual:"1"`
	Memory   float64 `json:"memory,omitempty" rule:">=0,<=1e12" label:"Memory" unit:"MB" about:"memory in all"`
	Duration float64 `json:"duration" rule:"required,>0" label:"Duration" unit:"s" about:"run time on a machine of speed 1; of every part, where the job is partitioned" usual:"3600"`
	// Estimate is what the scheduler believes before the job has ended. It
	// matters where jobs come as a stream: with cycles and in the baselines.
	Estimate *float64           `json:"estimate,omitempty" rule:">0" label:"Estimate" unit:"s" about:"run time that the scheduler reckons with; absent means the duration"`
	Speeds   map[string]float64 `json:"speeds,omitempty" rule:">0" ref:"machines" label:"Speeds" about:"speed of this very job on machines, in place of the machine's"`
	Priority float64            `json:"priority,omitempty" label:"Priority" about:"initial priority, set by the administrator; more is more urgent"`
	// Submitted may be below 0: the job has been waiting since.
	Submitted float64  `json:"submitted,omitempty" label:"Submitted" unit:"s" about:"when the job is presented; it does not start before" moment:"true"`
	Deadline  *float64 `json:"deadline,omitempty" label:"Deadline" unit:"s" about:"when it should be done; one that is past only counts as late" moment:"true"`
	// User tells whose jobs are whose where an answer is judged by its users. Of the
	// algorithms only EASY++ looks at it.
	User     string         `json:"user,omitempty" rule:"id" label:"User" about:"whose job it is; metrics per user are told by it, and EASY++ predicts by it"`
	Type     string         `json:"type,omitempty" label:"Type" about:"processor type that it needs; empty: any"`
	Licenses map[string]int `json:"licenses,omitempty" rule:"int,>=1" label:"Licences" about:"licences that each part of the job holds while it runs"`
	// Partition is the greatest number of parts; 0 counts as 1. Parts have
	// equal slots and memory, each is on a machine of its own, and they start
	// together. The scheduler takes the number of parts that starts earliest,
	// the fewest where several do; it divides the slots.
	Partition int `json:"partition,omitempty" rule:"int,>=1,<=1000000" label:"Parts" about:"into how many parallel parts it may be divided at most"`
	// A job that may be preempted and is restartable continues where it was
	// stopped; one that is not restartable begins anew. (The paper names both
	// properties without saying this much.)
	Preemptible bool     `json:"preemptible,omitempty" label:"Preemptible" about:"whether it may be stopped for a job of higher priority"`
	Restartable bool     `json:"restartable,omitempty" label:"Restartable" about:"whether it continues after a stop where it was stopped; otherwise it begins anew"`
	After       []After  `json:"after,omitempty" label:"After" about:"jobs that must have ended before"`
	Running     *Running `json:"running,omitempty" label:"Running" about:"where it runs already, from an earlier cycle"`
	Told        *Told    `json:"told,omitempty" label:"Told" about:"what the cluster's own scheduler said of it; changes no schedule"`
}

// An After is a dependency: the job starts Delay seconds after the other has
// ended at the earliest, and not before Data MB have crossed the link from
// the other's machine. On the same machine data are there at once. Between
// jobs in several parts the slowest pair of machines counts.
type After struct {
	Job   string  `json:"job" rule:"required" ref:"jobs" label:"Job" about:"the job that ends before"`
	Delay float64 `json:"delay,omitempty" rule:">=0" label:"Delay" unit:"s" about:"time between its end and the start"`
	Data  float64 `json:"data,omitempty" rule:">=0" label:"Data" unit:"MB" about:"data that it sends"`
}

// Running says that a job was assigned in an earlier cycle: the paper's
// pre-assigned job. It continues undisturbed unless it may be preempted.
type Running struct {
	Machine string   `json:"machine" rule:"required" ref:"machines" label:"Machine" about:"where it runs"`
	Others  []string `json:"others,omitempty" ref:"machines" label:"Other machines" about:"machines of the second and further parts"`
	Since   float64  `json:"since,omitempty" rule:"<=0" label:"Since" unit:"s" about:"when it started, at 0 or before" moment:"true"`
}

// A Solution is a schedule: for every job one reservation a part, and one more
// for each time that it was preempted. They stand in the order of the jobs,
// then by part, then by start.
type Solution struct {
	Reservations []Reservation `json:"reservations"`
}

// How a reservation came about.
const (
	HowRunning  = "running"     // it ran already
	HowDirect   = "direct"      // as soon as the job was ready
	HowReserved = "reservation" // in advance: the machine had to become free
	HowBackfill = "backfill"    // into a gap before what was placed earlier, or past jobs that wait
	HowQueued   = "queued"      // after waiting, without a reservation
)

// A Reservation holds slots and memory of a machine for one part of a job.
type Reservation struct {
	Job     string  `json:"job" rule:"required"`
	Part    int     `json:"part" rule:"int,>=1" about:"1 for the first or only part"`
	Machine string  `json:"machine" rule:"required"`
	Slots   int     `json:"slots" rule:"int"`
	Memory  float64 `json:"memory" unit:"MB"`
	Start   float64 `json:"start" unit:"s"`
	Finish  float64 `json:"finish" unit:"s"`
	How     string  `json:"how,omitempty" rule:"oneof=running|direct|reservation|backfill|queued" about:"how it came about"`
	// Preempted is set where the job did not end but was stopped.
	Preempted *Preempted `json:"preempted,omitempty" about:"for which job it was stopped"`
}

// Preempted says which job stopped another, and how many times higher its
// static priority was at that moment.
type Preempted struct {
	By    string  `json:"by" rule:"required"`
	Ratio float64 `json:"ratio" rule:">=1"`
}
