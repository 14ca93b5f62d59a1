package window

import "gridbox/core/preset"

// A Spec has the parameters of the generator of window problems. Preset names a
// base set; every other field, if set, overrides it.
type Spec table[*int, *float64, *string]

// parameters is a Spec with all parameters set.
type parameters table[int, float64, string]

// A table has the parameters of the generator. Spec and parameters share its
// fields.
type table[whole, number, word any] struct {
	Preset string `json:"preset" rule:"required,oneof=square-2018|square-2018-linear|twelve-nodes" label:"Preset" about:"base parameters"`

	Nodes          whole  `json:"nodes,omitempty" rule:"int,>=0" label:"Nodes" about:"number of nodes" draws:"nodes"`
	Horizon        number `json:"horizon,omitempty" rule:">0" label:"Horizon" about:"length of the scheduling interval" draws:"horizon"`
	PerformanceMin number `json:"performanceMin,omitempty" rule:">0" label:"Least performance" about:"lower end of the uniform performance" draws:"nodes"`
	PerformanceMax number `json:"performanceMax,omitempty" rule:">0" label:"Greatest performance" about:"upper end of the uniform performance" draws:"nodes"`
	Performances   word   `json:"performances,omitempty" rule:"oneof=whole|real" label:"Performances" about:"whole: whole numbers, so that nodes form groups; real: any numbers" draws:"nodes"`

	PriceLaw    word   `json:"priceLaw,omitempty" rule:"oneof=exponential|linear" label:"Price law" about:"base price of performance p; exponential: factor x base^p; linear: factor x p" draws:"nodes"`
	PriceFactor number `json:"priceFactor,omitempty" rule:">0" label:"Price factor" about:"factor of the price law" draws:"nodes"`
	PriceBase   number `json:"priceBase,omitempty" rule:">0" label:"Price base" about:"base of the exponential law" draws:"nodes"`
	PriceSpread number `json:"priceSpread,omitempty" rule:">=0" label:"Spread of prices" about:"standard deviation of the margin, as a share of the base price; margins end at 0.6" draws:"nodes"`
	ValueMax    number `json:"valueMax,omitempty" rule:">=0" label:"Greatest value" about:"the attribute q is uniform from 0 to this" draws:"nodes"`

	Chunk          number `json:"chunk,omitempty" rule:">0" label:"Chunk of load" about:"busy time comes in pieces of this length" draws:"horizon"`
	LoadPopulation whole  `json:"loadPopulation,omitempty" rule:"int,>=0" label:"Load: population" about:"busy pieces of a node are hypergeometric; size of the population" draws:"horizon"`
	LoadMarked     whole  `json:"loadMarked,omitempty" rule:"int,>=0" label:"Load: marked" about:"number of marked elements in the population" draws:"horizon"`
	LoadDraws      whole  `json:"loadDraws,omitempty" rule:"int,>=0" label:"Load: draws" about:"number of draws; the marked elements drawn are the busy pieces" draws:"horizon"`

	RequestNodes   whole  `json:"requestNodes,omitempty" rule:"int,>=1" label:"Nodes of the job" about:"how many nodes the job needs; the paper's n" draws:"request"`
	Volume         number `json:"volume,omitempty" rule:">0" label:"Volume of the job" about:"work of the job on each node; the paper's V" draws:"request"`
	Budget         number `json:"budget,omitempty" rule:">=0" label:"Budget of the job" about:"greatest cost of the window; the paper's C" draws:"request"`
	MinPerformance number `json:"minPerformance,omitempty" rule:">=0" label:"Least performance for the job" about:"only nodes at least this fast; the paper's p" draws:"request"`
}

// overlay returns the preset's parameters overridden by the spec's.
func (s Spec) overlay(base parameters) parameters { return preset.OverlayAll(base, s) }

// Effective returns the spec with every parameter set, from itself or from the
// preset. Forms show it.
func (s Spec) Effective() Spec { return preset.Effective(Presets(), s.Preset, s, s.overlay) }
