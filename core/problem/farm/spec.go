package farm

import "gridbox/core/preset"

// A Spec asks the generator for a farm problem. Preset names a base set of
// parameters; every other field, when set, overrides it.
type Spec struct {
	Preset string `json:"preset" rule:"required,oneof=markov-2004|farm-starvation|farm-mixed|farm-stream|farm-graph|farm-large" label:"Preset" about:"base parameters"`

	Machines      *int     `json:"machines,omitempty" rule:"int,>=1" label:"Machines" about:"number of machines"`
	SlotsMax      *int     `json:"slotsMax,omitempty" rule:"int,>=1" label:"Most slots" about:"slots of the largest machines; sizes are powers of two up to this"`
	MemoryPerSlot *float64 `json:"memoryPerSlot,omitempty" rule:">=0" label:"Memory per slot" unit:"MB" about:"memory that a machine has for each slot"`
	SpeedSpread   *float64 `json:"speedSpread,omitempty" rule:"0..1" label:"Spread of speed" about:"speeds are uniform from 1 minus this to 1 plus this"`
	Types         *int     `json:"types,omitempty" rule:"int,>=1" label:"Processor types" about:"number of processor types"`
	TypedShare    *float64 `json:"typedShare,omitempty" rule:"0..1" label:"Particular jobs" about:"share of jobs that need one processor type"`
	Degree        *float64 `json:"degree,omitempty" rule:">=0" label:"Links per machine" about:"mean number of links of a machine"`
	Bandwidth     *float64 `json:"bandwidth,omitempty" rule:">0" label:"Bandwidth" unit:"MB/s" about:"bandwidth of a link"`
	Licenses      *int     `json:"licenses,omitempty" rule:"int,>=0" label:"Floating licences" about:"how many jobs may hold the farm's licence at a time; 0: there is none"`
	LicensedShare *float64 `json:"licensedShare,omitempty" rule:"0..1" label:"Licensed jobs" about:"share of jobs that need the licence"`

	Jobs             *int     `json:"jobs,omitempty" rule:"int,>=0" label:"Jobs" about:"number of jobs"`
	DurationMin      *float64 `json:"durationMin,omitempty" rule:">0" label:"Shortest job" unit:"s" about:"lower end of the power law of durations, of exponent 1"`
	DurationMax      *float64 `json:"durationMax,omitempty" rule:">0" label:"Longest job" unit:"s" about:"upper end of the power law of durations"`
	Overestimate     *float64 `json:"overestimate,omitempty" rule:">=1" label:"Overestimate" about:"estimates are uniform from the duration to this many times the duration"`
	Interval         *float64 `json:"interval,omitempty" rule:">=0" label:"Interval" unit:"s" about:"mean time between submissions, exponentially distributed; 0: all at once"`
	WideShare        *float64 `json:"wideShare,omitempty" rule:"0..1" label:"Wide jobs" about:"share of jobs that need more than one slot"`
	ParallelShare    *float64 `json:"parallelShare,omitempty" rule:"0..1" label:"Parallel jobs" about:"share of jobs that may be divided into parts over several machines"`
	PartsMax         *int     `json:"partsMax,omitempty" rule:"int,>=2" label:"Most parts" about:"greatest number of parts of a parallel job"`
	DependentShare   *float64 `json:"dependentShare,omitempty" rule:"0..1" label:"Dependent jobs" about:"share of jobs that wait for one of the ten before them"`
	DataMax          *float64 `json:"dataMax,omitempty" rule:">=0" label:"Most data" unit:"MB" about:"data of a dependency are uniform up to this"`
	DeadlineShare    *float64 `json:"deadlineShare,omitempty" rule:"0..1" label:"Jobs with a deadline" about:"share of jobs that have one, at 2 to 10 durations after submission"`
	PreemptibleShare *float64 `json:"preemptibleShare,omitempty" rule:"0..1" label:"Preemptible jobs" about:"share of jobs that may be stopped; half of them keep their progress"`
	Priorities       *int     `json:"priorities,omitempty" rule:"int,>=1" label:"Priorities" about:"initial priorities are whole numbers from 0 to one less than this"`
	Cycle            *float64 `json:"cycle,omitempty" rule:">=0" label:"Cycle" unit:"s" about:"how often all is scheduled again; 0: once"`
}

// parameters is a Spec with every question answered.
type parameters struct {
	machines, slotsMax, types              int
	memoryPerSlot, speedSpread, typedShare float64
	degree, bandwidth                      float64
	licenses                               int
	licensedShare                          float64
	jobs, partsMax, priorities             int
	durationMin, durationMax, overestimate float64
	interval, wideShare, parallelShare     float64
	dependentShare, dataMax, deadlineShare float64
	preemptibleShare, cycle                float64
}

// over gives the preset's parameters with the Spec's own values laid over them.
func (s Spec) over(base parameters) parameters {
	for _, whole := range []struct {
		at    *int
		value *int
	}{
		{&base.machines, s.Machines}, {&base.slotsMax, s.SlotsMax}, {&base.types, s.Types}, {&base.licenses, s.Licenses},
		{&base.jobs, s.Jobs}, {&base.partsMax, s.PartsMax}, {&base.priorities, s.Priorities},
	} {
		preset.Lay(whole.at, whole.value)
	}
	for _, number := range []struct {
		at    *float64
		value *float64
	}{
		{&base.memoryPerSlot, s.MemoryPerSlot}, {&base.speedSpread, s.SpeedSpread}, {&base.typedShare, s.TypedShare},
		{&base.degree, s.Degree}, {&base.bandwidth, s.Bandwidth}, {&base.licensedShare, s.LicensedShare},
		{&base.durationMin, s.DurationMin}, {&base.durationMax, s.DurationMax}, {&base.overestimate, s.Overestimate},
		{&base.interval, s.Interval}, {&base.wideShare, s.WideShare}, {&base.parallelShare, s.ParallelShare},
		{&base.dependentShare, s.DependentShare}, {&base.dataMax, s.DataMax}, {&base.deadlineShare, s.DeadlineShare},
		{&base.preemptibleShare, s.PreemptibleShare}, {&base.cycle, s.Cycle},
	} {
		preset.Lay(number.at, number.value)
	}
	return base
}

// Effective is the Spec with every parameter set: its own values, and the
// preset's for those that it leaves open. Forms show it beside what was set.
func (s Spec) Effective() Spec {
	found, faults := preset.Find(Presets(), s.Preset)
	if faults != nil || found.Drawn() {
		return s
	}
	p := s.over(found.Parameters)
	return p.spec(s.Preset)
}

// spec writes all parameters down.
func (p *parameters) spec(preset string) Spec {
	return Spec{Preset: preset,
		Machines: &p.machines, SlotsMax: &p.slotsMax, MemoryPerSlot: &p.memoryPerSlot, SpeedSpread: &p.speedSpread,
		Types: &p.types, TypedShare: &p.typedShare, Degree: &p.degree, Bandwidth: &p.bandwidth,
		Licenses: &p.licenses, LicensedShare: &p.licensedShare, Jobs: &p.jobs,
		DurationMin: &p.durationMin, DurationMax: &p.durationMax, Overestimate: &p.overestimate, Interval: &p.interval,
		WideShare: &p.wideShare, ParallelShare: &p.parallelShare, PartsMax: &p.partsMax,
		DependentShare: &p.dependentShare, DataMax: &p.dataMax, DeadlineShare: &p.deadlineShare,
		PreemptibleShare: &p.preemptibleShare, Priorities: &p.priorities, Cycle: &p.cycle}
}
