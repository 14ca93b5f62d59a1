package farm

import "gridbox/core/preset"

// A Spec has the parameters of a generated farm. Preset names a base set of parameters; every
// other field that is set overrides it.
type Spec table[*int, *float64, *string]

// parameters is a Spec in which every field has a value.
type parameters table[int, float64, string]

// A table has the parameters of the generator. Spec and parameters are instances of it with
// optional and plain values.
type table[whole, number, word any] struct {
	Preset string `json:"preset" rule:"required,oneof=markov-2004|farm-starvation|farm-fair-share|farm-mixed|farm-stream|farm-graph|farm-large|lublin-feitelson" label:"Preset" about:"base parameters"`

	Machines      whole  `json:"machines,omitempty" rule:"int,>=1" label:"Machines" about:"number of machines" draws:"machines"`
	SlotsMax      whole  `json:"slotsMax,omitempty" rule:"int,>=1" label:"Most slots" about:"slots of the largest machines; sizes are powers of two up to this" draws:"machines"`
	MemoryPerSlot number `json:"memoryPerSlot,omitempty" rule:">=0" label:"Memory per slot" unit:"MB" about:"memory that a machine has for each slot" draws:"machines"`
	SpeedSpread   number `json:"speedSpread,omitempty" rule:"0..1" label:"Spread of speed" about:"speeds are uniform from 1 minus this to 1 plus this" draws:"machines"`
	Types         whole  `json:"types,omitempty" rule:"int,>=1" label:"Processor types" about:"number of processor types" draws:"machines"`
	TypedShare    number `json:"typedShare,omitempty" rule:"0..1" label:"Particular jobs" about:"share of jobs that need one processor type" draws:"jobs"`
	Degree        number `json:"degree,omitempty" rule:">=0" label:"Links per machine" about:"mean number of links of a machine" draws:"links"`
	Bandwidth     number `json:"bandwidth,omitempty" rule:">0" label:"Bandwidth" unit:"MB/s" about:"bandwidth of a link" draws:"links"`
	Licenses      whole  `json:"licenses,omitempty" rule:"int,>=0" label:"Floating licences" about:"how many jobs may hold the farm's licence at a time; 0: there is none" draws:"licenses"`
	LicensedShare number `json:"licensedShare,omitempty" rule:"0..1" label:"Licensed jobs" about:"share of jobs that need the licence" draws:"jobs"`

	Jobs             whole  `json:"jobs,omitempty" rule:"int,>=0" label:"Jobs" about:"number of jobs" draws:"jobs"`
	DurationMin      number `json:"durationMin,omitempty" rule:">0" label:"Shortest job" unit:"s" about:"lower end of the power law of durations, of exponent 1" draws:"jobs"`
	DurationMax      number `json:"durationMax,omitempty" rule:">0" label:"Longest job" unit:"s" about:"upper end of the power law of durations" draws:"jobs"`
	Overestimate     number `json:"overestimate,omitempty" rule:">=1" label:"Overestimate" about:"estimates are uniform from the duration to this many times the duration" draws:"jobs"`
	Interval         number `json:"interval,omitempty" rule:">=0" label:"Interval" unit:"s" about:"mean of the exponential time between submissions; 0: all together" draws:"jobs"`
	WideShare        number `json:"wideShare,omitempty" rule:"0..1" label:"Wide jobs" about:"share of jobs that need more than one slot" draws:"jobs"`
	ParallelShare    number `json:"parallelShare,omitempty" rule:"0..1" label:"Parallel jobs" about:"share of jobs that may be divided into parts over several machines" draws:"jobs"`
	PartsMax         whole  `json:"partsMax,omitempty" rule:"int,>=2" label:"Most parts" about:"greatest number of parts of a parallel job" draws:"jobs"`
	DependentShare   number `json:"dependentShare,omitempty" rule:"0..1" label:"Dependent jobs" about:"share of jobs that wait for one of the ten before them" draws:"jobs"`
	DataMax          number `json:"dataMax,omitempty" rule:">=0" label:"Most data" unit:"MB" about:"data of a dependency are uniform up to this" draws:"jobs"`
	DeadlineShare    number `json:"deadlineShare,omitempty" rule:"0..1" label:"Jobs with a deadline" about:"share of jobs with a deadline 2 to 10 durations after submission" draws:"jobs"`
	PreemptibleShare number `json:"preemptibleShare,omitempty" rule:"0..1" label:"Preemptible jobs" about:"share of jobs that may be stopped; half of them keep their progress" draws:"jobs"`
	Priorities       whole  `json:"priorities,omitempty" rule:"int,>=1" label:"Priorities" about:"initial priorities are whole numbers from 0 to one less than this" draws:"jobs"`
	Users            whole  `json:"users,omitempty" rule:"int,>=0" label:"Users" about:"user k submits jobs in proportion to 1/k; 0: no users" draws:"jobs"`
	Cycle            number `json:"cycle,omitempty" rule:">=0" label:"Cycle period" unit:"s" about:"time between scheduling cycles; 0: one cycle" draws:"policy"`

	Model word   `json:"model,omitempty" rule:"oneof=simple|lublin-feitelson" label:"Workload model" about:"simple: the parameters above; lublin-feitelson: slots, run times and submissions by that model, for the largest machine" draws:"jobs"`
	Load  number `json:"load,omitempty" rule:">0" label:"Load" about:"factor by which jobs of a workload model arrive faster" draws:"jobs"`
}

// overlay returns base with the values of the spec set.
func (s Spec) overlay(base parameters) parameters { return preset.OverlayAll(base, s) }

// Effective returns the spec with every parameter set, by its own value or by that of the preset.
// Forms show it next to the values that the user set.
func (s Spec) Effective() Spec { return preset.Effective(Presets(), s.Preset, s, s.overlay) }
