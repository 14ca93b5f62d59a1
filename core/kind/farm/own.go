package farm

import (
	_ "embed" // the programs to start from

	"gridbox/core/kind"
	"gridbox/core/policy"
)

// Indexes of the decisions of an own algorithm.
const (
	DecideJob = iota
	DecideBackfill
	DecideMachine
)

const (
	workshop = "Tang, Lan, Desai, Buettner: Fault-aware, Utility-based Job Scheduling on Blue Gene/P Systems (2009)"
	regress  = "Carastan-Santos, de Camargo: Obtaining Dynamic Scheduling Policies with Simulation and Machine " +
		"Learning (2017)"
)

// farmJob are the names of a job, in the order in which the solvers supply their values.
var farmJob = []policy.Name{
	{ID: "r", Unit: "s", About: "requested time: how long the job may run, its estimate, on a machine of speed 1"},
	{ID: "n", Unit: "slots", About: "slots that the job asks for"},
	{ID: "s", Unit: "s", About: "submission: when the job was submitted"},
	{ID: "memory", Unit: "MB", About: "memory that the job asks for"},
	{ID: "priority", About: "the job's own priority as the scenario says, higher meaning more urgent"},
	{ID: "deadline", Unit: "s", About: "when the job should be done; infinite where it has no deadline"},
	{ID: "parts", About: "into how many parts the job may be divided, 1 where it may not"},
	{ID: "place", About: "the job's place in the scenario, from 1"},
	{ID: "w", Unit: "s", Moves: true, About: "wait: how long the job has waited since it was submitted"},
	{ID: "now", Unit: "s", Moves: true, About: "the time of the decision"},
	{ID: "slack", Unit: "s", Moves: true, About: "deadline - now - r: how long the job can still wait"},
	{ID: "waiting", About: "how many jobs wait", Moves: true},
	{ID: "free", Unit: "slots", Moves: true, About: "slots that are free on all machines together"},
}

// PolicyKind returns the decisions of an own algorithm and the numbers that its formulas may read.
func PolicyKind() policy.Kind {
	machine := []policy.Name{
		{ID: "speed", About: "speed of the machine for the job; 1 is that of the estimates"},
		{ID: "slots", Unit: "slots", About: "slots of the machine"},
		{ID: "capacity", Unit: "MB", About: "memory of the machine"},
		{ID: "load", Unit: "slot s", Moves: true, About: "slot-seconds placed on the machine so far"},
		{ID: "demand", Unit: "slot s", Moves: true,
			About: "slot-seconds that waiting jobs may want of machines of its sort, where the weights count them"},
		{ID: "start", Unit: "s", Moves: true, About: "when the job could start there"},
		{ID: "finish", Unit: "s", Moves: true, About: "when it would end there by its estimate"},
		{ID: "which", About: "the machine's place in the scenario, from 1"},
	}
	return policy.Kind{ID: "farm", Default: "wfp3",
		Decisions: []policy.Decision{
			{ID: "job", Names: farmJob, Usual: "s",
				About: "the jobs that wait; the lowest score is first in the queue, equal ones by submission"},
			{ID: "backfill", Names: farmJob,
				About: "the jobs that may start past the first under EASY; the lowest score is tried first, and " +
					"without a formula the order is that of the queue"},
			{ID: "machine", Names: append(append([]policy.Name(nil), farmJob...), machine...),
				About: "the machines on which a job could start soonest; the lowest score gets it, and without a " +
					"formula the lowest cost by the scenario's weights, then the lower load"},
		},
		Ready: []policy.Ready{
			{ID: "fcfs", Title: "FCFS", Source: "s", About: "First come, first served: the order of submission."},
			{ID: "sjf", Title: "SJF", Source: "r", About: "Shortest job first, by the requested time."},
			{ID: "ljf", Title: "LJF", Source: "-r", About: "Longest job first, by the requested time."},
			{ID: "saf", Title: "SAF", Source: "r * n",
				About: "Smallest area first: requested time times slots."},
			{ID: "lxf", Title: "LXF", Source: "-(w + r) / r",
				About: "Largest expansion factor first: waiting and run time for each second of run time."},
			{ID: "wfp3", Title: "WFP3", Source: "-pow(w / r, 3) * n", Paper: workshop,
				About: "Jobs that have waited long for their length first, large ones sooner."},
			{ID: "unicep", Title: "UNICEP", Source: "-w / (log2(n) * r)", Paper: workshop,
				About: "Jobs that have waited long for their length first, small ones sooner. One of a single " +
					"slot has no score until it has waited, and is the first from then on."},
			{ID: "f1", Title: "F1", Source: "log10(r) * n + 870 * log10(s)", Paper: regress,
				About: "Learned from simulations: short and small jobs first, late ones later."},
			{ID: "f2", Title: "F2", Source: "sqrt(r) * n + 25600 * log10(s)", Paper: regress,
				About: "Learned from simulations, with the root of the requested time."},
			{ID: "f3", Title: "F3", Source: "r * n + 6860000 * log10(s)", Paper: regress,
				About: "Learned from simulations, with the area of the job."},
			{ID: "f4", Title: "F4", Source: "r * sqrt(n) + 530000 * log10(s)", Paper: regress,
				About: "Learned from simulations, with the root of the slots."},
			{ID: "slack", Title: "Least slack", Source: "slack",
				About: "Those first whose deadline leaves the least time; jobs without one last."},
		}}
}

// The programs are embedded as strings, because package embed's file system is larger than all of
// them.
var (
	//go:embed starters/fcfs.js
	starterFCFS string
	//go:embed starters/easy.js
	starterEASY string
)

// Starters returns the programs that an own algorithm may start from.
func (methods) Starters() []kind.Starter {
	return []kind.Starter{
		{Algorithm: "fcfs", Title: "FCFS", Source: starterFCFS},
		{Algorithm: "easy", Title: "EASY", Source: starterEASY},
	}
}
