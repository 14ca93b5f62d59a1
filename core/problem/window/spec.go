package window

import "gridbox/core/preset"

// A Spec asks the generator for a window problem. Preset names a base set of
// parameters; every other field, when set, overrides it.
type Spec struct {
	Preset string `json:"preset" rule:"required,oneof=square-2018|square-2018-linear|twelve-nodes" label:"Preset" about:"base parameters"`

	Nodes          *int     `json:"nodes,omitempty" rule:"int,>=0" label:"Nodes" about:"number of nodes"`
	Horizon        *float64 `json:"horizon,omitempty" rule:">0" label:"Horizon" about:"length of the scheduling interval"`
	PerformanceMin *float64 `json:"performanceMin,omitempty" rule:">0" label:"Least performance" about:"lower end of the uniform performance"`
	PerformanceMax *float64 `json:"performanceMax,omitempty" rule:">0" label:"Greatest performance" about:"upper end of the uniform performance"`
	Performances   *string  `json:"performances,omitempty" rule:"oneof=whole|real" label:"Performances" about:"whole: whole numbers, so that nodes form groups; real: hardly two alike"`

	PriceLaw    *string  `json:"priceLaw,omitempty" rule:"oneof=exponential|linear" label:"Price law" about:"how the base price grows with performance p: factor x base^p, or factor x p"`
	PriceFactor *float64 `json:"priceFactor,omitempty" rule:">0" label:"Price factor" about:"factor of the price law"`
	PriceBase   *float64 `json:"priceBase,omitempty" rule:">0" label:"Price base" about:"base of the exponential law"`
	PriceSpread *float64 `json:"priceSpread,omitempty" rule:">=0" label:"Spread of prices" about:"standard deviation of the margin, as a part of the base price; margins end at 0.6"`
	ValueMax    *float64 `json:"valueMax,omitempty" rule:">=0" label:"Greatest value" about:"the attribute q is uniform from 0 to this"`

	Chunk          *float64 `json:"chunk,omitempty" rule:">0" label:"Chunk of load" about:"busy time comes in pieces of this length"`
	LoadPopulation *int     `json:"loadPopulation,omitempty" rule:"int,>=0" label:"Load: population" about:"the number of busy pieces of a node is hypergeometric: this many balls"`
	LoadMarked     *int     `json:"loadMarked,omitempty" rule:"int,>=0" label:"Load: marked" about:"of which so many are marked"`
	LoadDraws      *int     `json:"loadDraws,omitempty" rule:"int,>=0" label:"Load: draws" about:"and so many are drawn; the marked ones among them count"`

	RequestNodes   *int     `json:"requestNodes,omitempty" rule:"int,>=1" label:"Nodes of the job" about:"how many nodes the job needs; the paper's n"`
	Volume         *float64 `json:"volume,omitempty" rule:">0" label:"Volume of the job" about:"work of the job on each node; the paper's V"`
	Budget         *float64 `json:"budget,omitempty" rule:">=0" label:"Budget of the job" about:"greatest cost of the window; the paper's C"`
	MinPerformance *float64 `json:"minPerformance,omitempty" rule:">=0" label:"Least performance for the job" about:"only nodes at least this fast; the paper's p"`
}

// parameters is a Spec with every question answered.
type parameters struct {
	nodes                                   int
	horizon, performanceMin, performanceMax float64
	performances, priceLaw                  string
	priceFactor, priceBase, priceSpread     float64
	valueMax, chunk                         float64
	loadPopulation, loadMarked, loadDraws   int
	requestNodes                            int
	volume, budget, minPerformance          float64
}

// over gives the preset's parameters with the Spec's own values laid over them.
func (s Spec) over(base parameters) parameters {
	preset.Lay(&base.nodes, s.Nodes)
	preset.Lay(&base.horizon, s.Horizon)
	preset.Lay(&base.performanceMin, s.PerformanceMin)
	preset.Lay(&base.performanceMax, s.PerformanceMax)
	preset.Lay(&base.performances, s.Performances)
	preset.Lay(&base.priceLaw, s.PriceLaw)
	preset.Lay(&base.priceFactor, s.PriceFactor)
	preset.Lay(&base.priceBase, s.PriceBase)
	preset.Lay(&base.priceSpread, s.PriceSpread)
	preset.Lay(&base.valueMax, s.ValueMax)
	preset.Lay(&base.chunk, s.Chunk)
	preset.Lay(&base.loadPopulation, s.LoadPopulation)
	preset.Lay(&base.loadMarked, s.LoadMarked)
	preset.Lay(&base.loadDraws, s.LoadDraws)
	preset.Lay(&base.requestNodes, s.RequestNodes)
	preset.Lay(&base.volume, s.Volume)
	preset.Lay(&base.budget, s.Budget)
	preset.Lay(&base.minPerformance, s.MinPerformance)
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
	return Spec{Preset: preset, Nodes: &p.nodes, Horizon: &p.horizon,
		PerformanceMin: &p.performanceMin, PerformanceMax: &p.performanceMax, Performances: &p.performances,
		PriceLaw: &p.priceLaw, PriceFactor: &p.priceFactor, PriceBase: &p.priceBase, PriceSpread: &p.priceSpread, ValueMax: &p.valueMax,
		Chunk: &p.chunk, LoadPopulation: &p.loadPopulation, LoadMarked: &p.loadMarked, LoadDraws: &p.loadDraws,
		RequestNodes: &p.requestNodes, Volume: &p.volume, Budget: &p.budget, MinPerformance: &p.minPerformance}
}
