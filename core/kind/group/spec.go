package group

import "gridbox/core/preset"

// A Spec has the parameters of the generator of group problems. Preset names a
// base set; every other field, if set, overrides it.
type Spec table[*int, *float64, *string]

// parameters is a Spec with all parameters set.
type parameters table[int, float64, string]

// A table has the parameters of the generator. Spec and parameters share its
// fields.
type table[whole, number, word any] struct {
	Preset string `json:"preset" rule:"required,oneof=three-sites|maintenance|discounts|gka-22|gka-200|gka-1000" label:"Preset" about:"base parameters"`

	Nodes           whole  `json:"nodes,omitempty" rule:"int,>=1" label:"Nodes" about:"number of nodes; the paper's N" draws:"nodes"`
	GroupMin        whole  `json:"groupMin,omitempty" rule:"int,>=1" label:"Smallest group" about:"least number of nodes of a group" draws:"nodes"`
	GroupMax        whole  `json:"groupMax,omitempty" rule:"int,>=1" label:"Largest group" about:"greatest number of nodes of a group" draws:"nodes"`
	AvailabilityMin number `json:"availabilityMin,omitempty" rule:">0..1" label:"Least availability" about:"lower end of the uniform availability of groups" draws:"groups"`
	AvailabilityMax number `json:"availabilityMax,omitempty" rule:">0..1" label:"Greatest availability" about:"upper end of the uniform availability of groups" draws:"groups"`
	OwnMin          number `json:"ownMin,omitempty" rule:">0..1" label:"Least availability of a node" about:"lower end of the uniform availability of each node itself; 1: only groups fail" draws:"nodes"`
	PriceMin        number `json:"priceMin,omitempty" rule:">=0" label:"Least price" about:"lower end of the uniform prices" draws:"nodes"`
	PriceMax        number `json:"priceMax,omitempty" rule:">=0" label:"Greatest price" about:"upper end of the uniform prices" draws:"nodes"`
	PriceStep       number `json:"priceStep,omitempty" rule:">0" label:"Price step" about:"prices are multiples of it" draws:"nodes"`
	Correlation     number `json:"correlation,omitempty" rule:"0..1" label:"Price of availability" about:"how closely a node's price follows its group's availability; 0: not at all; 1: entirely" draws:"nodes"`

	Request     whole  `json:"request,omitempty" rule:"int,>=1" label:"Requested nodes" about:"number of nodes to allocate; the paper's n" draws:"request"`
	BudgetShare number `json:"budgetShare,omitempty" rule:">=0" label:"Budget share" about:"budget as a share of the requested nodes' cost at mean price" draws:"request"`
}

// overlay returns the preset's parameters overridden by the spec's.
func (s Spec) overlay(base parameters) parameters { return preset.OverlayAll(base, s) }

// Effective returns the spec with every parameter set, from itself or from the
// preset. Forms show it.
func (s Spec) Effective() Spec { return preset.Effective(Presets(), s.Preset, s, s.overlay) }
