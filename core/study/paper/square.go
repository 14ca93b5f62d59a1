package paper

import (
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// replicated is the study of a preset.
func replicated(preset string, seed uint64, s scenario.Study, runs ...scenario.Run) func() *scenario.Scenario {
	return func() *scenario.Scenario {
		made, _ := catalog.FromPreset(preset, seed)
		again := s
		made.Study, made.Runs = &again, runs
		return made
	}
}

// The runs of the square window experiment, in the order of the scenario.
const (
	firstFit = iota
	minFinish
	minRuntime
	minCost
	maxQ
	multipleBest
	literalFirst
)

// square is the experiment of the paper on square windows, its section 4.
func square() Paper {
	of := func(run int, metric string) func(*Results) column {
		return func(r *Results) column { return r.at(0, 0, run, metric) }
	}
	cost := func(run int) func(*Results) column { return of(run, "cost") }
	average := func(c func(*Results) column) func(*Results) Estimate {
		return func(r *Results) Estimate { return mean(c(r)) }
	}
	below := func(a, b func(*Results) column) func(*Results) Estimate {
		return func(r *Results) Estimate { return less(a(r), b(r)) }
	}
	atStart := func(run int, metric string) func(*Results) Estimate {
		return func(r *Results) Estimate {
			return share(with(func(x []float64) float64 { return truth(x[0] == 0) }, r.at(0, 0, run, metric)))
		}
	}
	value := func(run int) func(*Results) column { return of(run, "value") }
	const results = "section 4.2"
	larger := "difference over the larger of the two, the base by which the paper's own numbers fit"
	first := atStart(firstFit, "start")
	return Paper{ID: "square-2018", Kind: "window", Title: "Square windows",
		Citation: "Toporkov, Yemelyanov: Optimization of Resources Selection for Jobs Scheduling in Heterogeneous " +
			"Distributed Computing Environments. ICCS 2018, LNCS 10861, 574-583, doi 10.1007/978-3-319-93701-4_45",
		Setting: "The text gives 100 nodes, performance uniform on [2, 10], horizon 1200, 7 nodes, volume 800, " +
			"budget 644, q on [0, 10] and load up to 30 % of each node. " +
			"It gives neither the law of prices nor the parameters of the load: ours are calibrated to its averages " +
			"(preset square-2018).",
		Experiments: []Experiment{{ID: "windows", About: "3000 independent experiments",
			Scenario: replicated("square-2018", 2018,
				scenario.Study{Replications: 3000, Metrics: []string{"start", "runtime", "finish", "cost", "value",
					"stats.bestStart", "stats.bestFinish", "stats.bestCost", "stats.bestValue"}},
				scenario.Run{Algorithm: "first-fit"}, scenario.Run{Algorithm: "min-finish"},
				scenario.Run{Algorithm: "min-runtime"}, scenario.Run{Algorithm: "min-cost"},
				scenario.Run{Algorithm: "max-sum"}, scenario.Run{Algorithm: "multiple-best"},
				scenario.Run{Algorithm: "first-fit", Options: map[string]any{"reading": "literal"}})}},
		Rows: []Row{
			stated("min-cost", results, "MinCost: average cost", "", "477", 477, 0.02*477, average(cost(minCost))),
			stated("min-cost-below-multiple-best", results, "MinCost costs less than MultipleBest", "%", "almost 17 %",
				17, 2, below(cost(minCost), of(multipleBest, "stats.bestCost"))).read(larger),
			stated("min-cost-below-others", results,
				"MinCost costs less than the algorithms that do not look at cost: FirstFit", "%", "reaches 24 %", 24, 2,
				below(cost(minCost), cost(firstFit))).read(larger),
			stated("max-q", results, "MaxQ: average Q", "", "61.8", 61.8, 0.01*61.8, average(value(maxQ))),
			stated("max-q-above-multiple-best", results, "MultipleBest has less Q than MaxQ", "%", "18 %", 18, 2,
				below(of(multipleBest, "stats.bestValue"), value(maxQ))).read(larger),
			stated("max-q-above-others", results, "The other algorithms have less Q than MaxQ: FirstFit", "%",
				"almost 44 %", 44, 2, below(value(firstFit), value(maxQ))).read(larger),
			stated("q-of-others", results, "FirstFit: average Q, in the middle of [0, 70]", "", "35", 35, 1,
				average(value(firstFit))),
			stated("first-fit-at-0", results, "FirstFit starts at 0", "% of experiments", "each experiment",
				100, 1, first),
			stated("min-finish-at-0", results, "MinFinish starts at 0", "% of experiments", "each experiment", 100, 1,
				atStart(minFinish, "start")),
			stated("multiple-best-at-0", results, "The earliest of MultipleBest starts at 0", "% of experiments",
				"each experiment", 100, 1, atStart(multipleBest, "stats.bestStart")),
			pattern("same-finish", results, "MinFinish ends earlier than FirstFit", "%", "the same", -1, 1,
				below(of(minFinish, "finish"), of(firstFit, "finish"))),
			pattern("multiple-best-finish", results, "The earliest finish of MultipleBest, above MinFinish", "%",
				"the same", -1, 1, below(of(minFinish, "finish"), of(multipleBest, "stats.bestFinish"))),
			pattern("min-runtime-shorter", results, "MinRuntime lasts shorter than FirstFit", "%", "slightly", 0.1, 20,
				below(of(minRuntime, "runtime"), of(firstFit, "runtime"))),
			pattern("min-runtime-later", results, "MinRuntime starts later than FirstFit", "time units",
				"a little later", 0.1, 300, average(of(minRuntime, "start"))),
			pattern("min-cost-middle", results, "MinCost: average start", "time units", "closer to the middle of 1200",
				300, 900, average(of(minCost, "start"))),
			pattern("max-q-middle", results, "MaxQ: average start", "time units", "closer to the middle of 1200", 300,
				900, average(of(maxQ, "start"))),
			{ID: "figure-1", Where: "figure 1", What: "Averages of start, runtime and finish by algorithm"},
			{ID: "figure-2", Where: "figure 2", What: "Average Q of algorithms other than MaxQ"},
			stated("", results, "FirstFit starts at 0", "% of experiments", "each experiment", 100, 1,
				atStart(literalFirst, "start")).
				rejected("literal-first-fit",
					"FirstFit taken literally, as the first window in the order of the performance groups"),
			pattern("", results, "MinRuntime lasts shorter than FirstFit", "%", "slightly", 0.1, 20,
				below(of(minRuntime, "runtime"), of(literalFirst, "runtime"))).
				rejected("literal-first-fit-runtime",
					"FirstFit taken literally, as the first window in the order of the performance groups"),
		}}
}
