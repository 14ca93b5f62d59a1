package batch

import "gridbox/core/preset"

// A Spec asks the generator for a batch. Preset names a base set of
// parameters; every other field, when set, overrides it.
type Spec struct {
	Preset string `json:"preset" rule:"required,oneof=alp-amp-2011|alp-amp-printed|alp-amp-cycles|alp-amp-figure-5" label:"Preset" about:"base parameters"`

	SlotsMin       *int     `json:"slotsMin,omitempty" rule:"int,>=0" label:"Fewest slots" about:"least number of slots, each on a node of its own"`
	SlotsMax       *int     `json:"slotsMax,omitempty" rule:"int,>=0" label:"Most slots" about:"greatest number of slots"`
	LengthMin      *float64 `json:"lengthMin,omitempty" rule:">0" label:"Shortest slot" about:"lower end of the uniform length"`
	LengthMax      *float64 `json:"lengthMax,omitempty" rule:">0" label:"Longest slot" about:"upper end of the uniform length"`
	SameStart      *float64 `json:"sameStart,omitempty" rule:"0..1" label:"Same start" about:"probability that a slot starts with the one before it"`
	GapMax         *float64 `json:"gapMax,omitempty" rule:">=0" label:"Greatest gap" about:"otherwise it starts later by up to this, uniformly"`
	PerformanceMin *float64 `json:"performanceMin,omitempty" rule:">0" label:"Least performance" about:"lower end of the uniform performance of nodes"`
	PerformanceMax *float64 `json:"performanceMax,omitempty" rule:">0" label:"Greatest performance" about:"upper end of the uniform performance of nodes"`
	PriceBase      *float64 `json:"priceBase,omitempty" rule:">0" label:"Price base" about:"the market price of performance p is this to the power of p"`
	PriceSpread    *float64 `json:"priceSpread,omitempty" rule:"0..1" label:"Spread of prices" about:"prices are uniform around the market price, by this part of it to either side"`

	JobsMin   *int     `json:"jobsMin,omitempty" rule:"int,>=0" label:"Fewest jobs" about:"least number of jobs"`
	JobsMax   *int     `json:"jobsMax,omitempty" rule:"int,>=0" label:"Most jobs" about:"greatest number of jobs"`
	NodesMin  *int     `json:"nodesMin,omitempty" rule:"int,>=1" label:"Fewest nodes of a job" about:"least number of nodes of a job"`
	NodesMax  *int     `json:"nodesMax,omitempty" rule:"int,>=1" label:"Most nodes of a job" about:"greatest number of nodes of a job"`
	VolumeMin *float64 `json:"volumeMin,omitempty" rule:">0" label:"Least volume" about:"lower end of the uniform volume of jobs"`
	VolumeMax *float64 `json:"volumeMax,omitempty" rule:">0" label:"Greatest volume" about:"upper end of the uniform volume of jobs"`
	AskMin    *float64 `json:"askMin,omitempty" rule:">0" label:"Least demand" about:"lower end of the uniform least performance that a job asks for"`
	AskMax    *float64 `json:"askMax,omitempty" rule:">0" label:"Greatest demand" about:"upper end of the uniform least performance that a job asks for"`
	PriceRate *float64 `json:"priceRate,omitempty" rule:">0" label:"Price limit" about:"a job pays up to this many times the market price of the least performance that it asks for"`

	Cycles *int     `json:"cycles,omitempty" rule:"int,>=1" label:"Cycles" about:"number of scheduling cycles; jobs arrive in equal parts"`
	Period *float64 `json:"period,omitempty" rule:">=0" label:"Period" about:"time from one cycle to the next"`
	Sight  *float64 `json:"sight,omitempty" rule:">0" label:"Sight" about:"how far ahead a cycle sees free time"`
}

// parameters is a Spec with every question answered; sight 0 is no limit.
type parameters struct {
	slotsMin, slotsMax             int
	lengthMin, lengthMax           float64
	sameStart, gapMax              float64
	performanceMin, performanceMax float64
	priceBase, priceSpread         float64
	jobsMin, jobsMax               int
	nodesMin, nodesMax             int
	volumeMin, volumeMax           float64
	askMin, askMax, priceRate      float64
	cycles                         int
	period, sight                  float64
}

// over gives the preset's parameters with the Spec's own values laid over them.
func (s *Spec) over(base parameters) parameters {
	preset.Lay(&base.slotsMin, s.SlotsMin)
	preset.Lay(&base.slotsMax, s.SlotsMax)
	preset.Lay(&base.lengthMin, s.LengthMin)
	preset.Lay(&base.lengthMax, s.LengthMax)
	preset.Lay(&base.sameStart, s.SameStart)
	preset.Lay(&base.gapMax, s.GapMax)
	preset.Lay(&base.performanceMin, s.PerformanceMin)
	preset.Lay(&base.performanceMax, s.PerformanceMax)
	preset.Lay(&base.priceBase, s.PriceBase)
	preset.Lay(&base.priceSpread, s.PriceSpread)
	preset.Lay(&base.jobsMin, s.JobsMin)
	preset.Lay(&base.jobsMax, s.JobsMax)
	preset.Lay(&base.nodesMin, s.NodesMin)
	preset.Lay(&base.nodesMax, s.NodesMax)
	preset.Lay(&base.volumeMin, s.VolumeMin)
	preset.Lay(&base.volumeMax, s.VolumeMax)
	preset.Lay(&base.askMin, s.AskMin)
	preset.Lay(&base.askMax, s.AskMax)
	preset.Lay(&base.priceRate, s.PriceRate)
	preset.Lay(&base.cycles, s.Cycles)
	preset.Lay(&base.period, s.Period)
	preset.Lay(&base.sight, s.Sight)
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
	e := Spec{Preset: s.Preset, SlotsMin: &p.slotsMin, SlotsMax: &p.slotsMax, LengthMin: &p.lengthMin, LengthMax: &p.lengthMax,
		SameStart: &p.sameStart, GapMax: &p.gapMax, PerformanceMin: &p.performanceMin, PerformanceMax: &p.performanceMax,
		PriceBase: &p.priceBase, PriceSpread: &p.priceSpread, JobsMin: &p.jobsMin, JobsMax: &p.jobsMax,
		NodesMin: &p.nodesMin, NodesMax: &p.nodesMax, VolumeMin: &p.volumeMin, VolumeMax: &p.volumeMax,
		AskMin: &p.askMin, AskMax: &p.askMax, PriceRate: &p.priceRate, Cycles: &p.cycles, Period: &p.period}
	if p.sight > 0 {
		e.Sight = &p.sight
	}
	return e
}
