package group

import "gridbox/core/preset"

// A Spec asks the generator for a group problem. Preset names a base set of
// parameters; every other field, when set, overrides it.
type Spec struct {
	Preset string `json:"preset" rule:"required,oneof=three-sites|maintenance|discounts|gka-22|gka-200|gka-1000" label:"Preset" about:"base parameters"`

	Nodes           *int     `json:"nodes,omitempty" rule:"int,>=1" label:"Nodes" about:"number of nodes; the paper's N"`
	GroupMin        *int     `json:"groupMin,omitempty" rule:"int,>=1" label:"Smallest group" about:"least number of nodes of a group"`
	GroupMax        *int     `json:"groupMax,omitempty" rule:"int,>=1" label:"Largest group" about:"greatest number of nodes of a group"`
	AvailabilityMin *float64 `json:"availabilityMin,omitempty" rule:">0..1" label:"Least availability" about:"lower end of the uniform availability of groups"`
	AvailabilityMax *float64 `json:"availabilityMax,omitempty" rule:">0..1" label:"Greatest availability" about:"upper end of the uniform availability of groups"`
	OwnMin          *float64 `json:"ownMin,omitempty" rule:">0..1" label:"Least availability of a node" about:"lower end of the uniform availability of each node by itself; 1 means that only groups fail"`
	PriceMin        *float64 `json:"priceMin,omitempty" rule:">=0" label:"Lowest price" about:"lower end of the uniform prices"`
	PriceMax        *float64 `json:"priceMax,omitempty" rule:">=0" label:"Highest price" about:"upper end of the uniform prices"`
	PriceStep       *float64 `json:"priceStep,omitempty" rule:">0" label:"Price step" about:"prices are multiples of it"`
	Correlation     *float64 `json:"correlation,omitempty" rule:"0..1" label:"Price of availability" about:"how much the price of a node follows the availability of its group: 0 not at all, 1 entirely"`

	Request     *int     `json:"request,omitempty" rule:"int,>=1" label:"Requested nodes" about:"number of nodes to allocate; the paper's n"`
	BudgetShare *float64 `json:"budgetShare,omitempty" rule:">=0" label:"Budget share" about:"budget as a share of what the requested nodes cost at the mean price"`
}

// parameters is a Spec with every question answered.
type parameters struct {
	nodes, groupMin, groupMax        int
	availabilityMin, availabilityMax float64
	ownMin                           float64
	priceMin, priceMax, priceStep    float64
	correlation                      float64
	request                          int
	budgetShare                      float64
}

// over gives the preset's parameters with the Spec's own values laid over them.
func (s Spec) over(base parameters) parameters {
	preset.Lay(&base.nodes, s.Nodes)
	preset.Lay(&base.groupMin, s.GroupMin)
	preset.Lay(&base.groupMax, s.GroupMax)
	preset.Lay(&base.availabilityMin, s.AvailabilityMin)
	preset.Lay(&base.availabilityMax, s.AvailabilityMax)
	preset.Lay(&base.ownMin, s.OwnMin)
	preset.Lay(&base.priceMin, s.PriceMin)
	preset.Lay(&base.priceMax, s.PriceMax)
	preset.Lay(&base.priceStep, s.PriceStep)
	preset.Lay(&base.correlation, s.Correlation)
	preset.Lay(&base.request, s.Request)
	preset.Lay(&base.budgetShare, s.BudgetShare)
	return base
}

// Effective is the Spec with every parameter set: its own values, and the
// preset's for those that it leaves open. Forms show it beside what was set.
func (s Spec) Effective() Spec {
	found, faults := preset.Find(Presets(), s.Preset)
	if faults != nil || found.Drawn() {
		return s
	}
	return s.over(found.Parameters).spec(s.Preset)
}

// spec writes all parameters down.
func (p parameters) spec(preset string) Spec {
	return Spec{Preset: preset, Nodes: &p.nodes, GroupMin: &p.groupMin, GroupMax: &p.groupMax,
		AvailabilityMin: &p.availabilityMin, AvailabilityMax: &p.availabilityMax, OwnMin: &p.ownMin,
		PriceMin: &p.priceMin, PriceMax: &p.priceMax, PriceStep: &p.priceStep, Correlation: &p.correlation,
		Request: &p.request, BudgetShare: &p.budgetShare}
}
