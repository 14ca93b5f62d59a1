package window

import "gridbox/core/preset"

// A Preset is a ready set of generator parameters.
type Preset = preset.Preset[WindowProblem, parameters]

// square2018 is the experiment of the paper, section 4.1: 100 nodes, horizon
// 1200, performance from 2 to 10, a job of 7 nodes, volume 800 and budget 644,
// an attribute q from 0 to 10, load drawn hypergeometrically up to 30 %. The
// paper specifies neither the distribution of prices nor the parameters of the
// load. They are calibrated to its published averages: whole performances,
// price 0.2065 x 1.2^p with a Gaussian margin of 18 %, and of 30 pieces of 40
// time units 4.5 busy on average (15 %), 9 at most (30 %).
var square2018 = parameters{
	Nodes: 100, Horizon: 1200, PerformanceMin: 2, PerformanceMax: 10, Performances: "whole",
	PriceLaw: "exponential", PriceFactor: 0.2065, PriceBase: 1.2, PriceSpread: 0.18, ValueMax: 10,
	Chunk: 40, LoadPopulation: 18, LoadMarked: 9, LoadDraws: 9,
	RequestNodes: 7, Volume: 800, Budget: 644, MinPerformance: 1,
}

// Presets lists every preset in the order of the gallery.
func Presets() []Preset {
	return []Preset{
		{ID: "twelve-nodes", Title: "Twelve nodes",
			About: "A job of three nodes on twelve that are busy now and then: small enough to follow every step " +
				"by eye.",
			Parameters: preset.Modify(square2018, func(p *parameters) {
				p.Nodes, p.Horizon, p.RequestNodes, p.Volume, p.Budget = 12, 600, 3, 600, 270
				p.Chunk, p.LoadPopulation, p.LoadMarked, p.LoadDraws = 30, 20, 10, 9
			})},
		{ID: "square-2018", Title: "The square window experiment",
			About: "100 nodes and a job of seven: the paper's experiment, with prices that grow exponentially " +
				"with performance.",
			Parameters: square2018},
		{ID: "square-2018-linear", Title: "The experiment, linear prices",
			About: "The same with prices in proportion to performance: the published averages cannot tell the two " +
				"apart.",
			Parameters: preset.Modify(square2018, func(p *parameters) {
				p.PriceLaw, p.PriceFactor, p.PriceSpread = "linear", 0.1115, 0.2
			})},
	}
}
