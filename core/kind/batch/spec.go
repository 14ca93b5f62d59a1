package batch

import "gridbox/core/preset"

// A Spec has the parameters of the generator of batches. Preset names a base
// set; every other field, if set, overrides it.
type Spec table[*int, *float64, *string]

// parameters is a Spec with all parameters set; a sight of 0 means no limit.
type parameters table[int, float64, string]

// A table has the parameters of the generator. Spec and parameters share its
// fields.
type table[whole, number, word any] struct {
	Preset string `json:"preset" rule:"required,oneof=alp-amp-2011|alp-amp-printed|alp-amp-cycles|alp-amp-figure-5" label:"Preset" about:"base parameters"`

	SlotsMin       whole  `json:"slotsMin,omitempty" rule:"int,>=0" label:"Fewest slots" about:"least number of slots, each on a node of its own" draws:"nodes"`
	SlotsMax       whole  `json:"slotsMax,omitempty" rule:"int,>=0" label:"Most slots" about:"greatest number of slots" draws:"nodes"`
	LengthMin      number `json:"lengthMin,omitempty" rule:">0" label:"Shortest slot" about:"lower end of the uniform length" draws:"horizon"`
	LengthMax      number `json:"lengthMax,omitempty" rule:">0" label:"Longest slot" about:"upper end of the uniform length" draws:"horizon"`
	SameStart      number `json:"sameStart,omitempty" rule:"0..1" label:"Same start" about:"probability that a slot starts with the one before it" draws:"horizon"`
	GapMax         number `json:"gapMax,omitempty" rule:">=0" label:"Greatest gap" about:"otherwise a slot starts later, uniformly up to this" draws:"horizon"`
	PerformanceMin number `json:"performanceMin,omitempty" rule:">0" label:"Least performance" about:"lower end of the uniform performance of nodes" draws:"nodes"`
	PerformanceMax number `json:"performanceMax,omitempty" rule:">0" label:"Greatest performance" about:"upper end of the uniform performance of nodes" draws:"nodes"`
	PriceBase      number `json:"priceBase,omitempty" rule:">0" label:"Price base" about:"market price of performance p: this to the power of p" draws:"nodes,jobs"`
	PriceSpread    number `json:"priceSpread,omitempty" rule:"0..1" label:"Spread of prices" about:"prices are uniform around the market price, up to this share away" draws:"nodes"`

	JobsMin   whole  `json:"jobsMin,omitempty" rule:"int,>=0" label:"Fewest jobs" about:"least number of jobs" draws:"jobs"`
	JobsMax   whole  `json:"jobsMax,omitempty" rule:"int,>=0" label:"Most jobs" about:"greatest number of jobs" draws:"jobs"`
	NodesMin  whole  `json:"nodesMin,omitempty" rule:"int,>=1" label:"Fewest nodes of a job" about:"least number of nodes of a job" draws:"jobs"`
	NodesMax  whole  `json:"nodesMax,omitempty" rule:"int,>=1" label:"Most nodes of a job" about:"greatest number of nodes of a job" draws:"jobs"`
	VolumeMin number `json:"volumeMin,omitempty" rule:">0" label:"Least volume" about:"lower end of the uniform volume of jobs" draws:"jobs"`
	VolumeMax number `json:"volumeMax,omitempty" rule:">0" label:"Greatest volume" about:"upper end of the uniform volume of jobs" draws:"jobs"`
	AskMin    number `json:"askMin,omitempty" rule:">0" label:"Least demand" about:"lower end of the uniform least performance that a job asks for" draws:"jobs"`
	AskMax    number `json:"askMax,omitempty" rule:">0" label:"Greatest demand" about:"upper end of the uniform least performance that a job asks for" draws:"jobs"`
	PriceRate number `json:"priceRate,omitempty" rule:">0" label:"Price limit" about:"price limit as a multiple of the demanded performance's market price" draws:"jobs"`

	Cycles whole  `json:"cycles,omitempty" rule:"int,>=1" label:"Cycles" about:"number of scheduling cycles; jobs arrive in equal parts" draws:"cycles"`
	Period number `json:"period,omitempty" rule:">=0" label:"Cycle period" about:"time from one cycle to the next" draws:"cycles"`
	Sight  number `json:"sight,omitempty" rule:">0" label:"Sight" about:"how far ahead a cycle sees free time" draws:"cycles"`
}

// overlay returns the preset's parameters overridden by the spec's.
func (s Spec) overlay(base parameters) parameters { return preset.OverlayAll(base, s) }

// Effective returns the spec with every parameter set, from itself or from the
// preset. Forms show it.
func (s Spec) Effective() Spec {
	whole := preset.Effective(Presets(), s.Preset, s, s.overlay)
	if whole.Sight != nil && *whole.Sight == 0 { // no limit
		whole.Sight = nil
	}
	return whole
}
