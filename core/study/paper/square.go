package paper

import (
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// presetStudy returns a function that makes a scenario of a preset with the given study and runs.
func presetStudy(preset string, seed uint64, s scenario.Study, runs ...scenario.Run) func() *scenario.Scenario {
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

// middle is the middle of the scheduling interval of 1200.
const middle = 600

// windowOf returns a metric of a run; for MultipleBest that of its best
// alternative by this metric, as in the paper.
func windowOf(run int, metric string) func(*Results) column {
	if best, ok := map[string]string{"start": "stats.bestStart", "runtime": "stats.bestRuntime",
		"finish": "stats.bestFinish", "cost": "stats.bestCost", "value": "stats.bestValue"}[metric]; ok &&
		run == multipleBest {
		metric = best
	}
	return func(r *Results) column { return r.column(0, 0, run, metric) }
}

func average(c func(*Results) column) func(*Results) Estimate {
	return func(r *Results) Estimate { return mean(c(r)) }
}

func reductionOf(a, b func(*Results) column) func(*Results) Estimate {
	return func(r *Results) Estimate { return reduction(a(r), b(r)) }
}

// zeroStartShare returns the share of experiments in which a run's window starts at 0.
func zeroStartShare(run int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return share(combine(func(x []float64) float64 { return truth(x[0] == 0) }, windowOf(run, "start")(r)))
	}
}

// maxCostReduction returns by how many percent MinCost costs less than the most
// expensive algorithm that ignores cost.
func maxCostReduction(r *Results) Estimate {
	most := Estimate{}
	for _, run := range []int{firstFit, minFinish, minRuntime, maxQ} {
		if e := reduction(windowOf(minCost, "cost")(r), windowOf(run, "cost")(r)); most.Count == 0 ||
			e.Value > most.Value {
			most = e
		}
	}
	return most
}

// middleDistanceGain returns by how many time units a run's windows start nearer to the
// middle, on average, than those of MinRuntime, the latest of the other
// algorithms.
func middleDistanceGain(run int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return mean(combine(func(x []float64) float64 { return middleDistance(x[1]) - middleDistance(x[0]) },
			windowOf(run, "start")(r), windowOf(minRuntime, "start")(r)))
	}
}

func middleDistance(start float64) float64 { return max(start-middle, middle-start) }

// square returns the experiment of the paper on square windows, its section 4.
func square() Paper {
	return Paper{ID: "square-2018", Kind: "window", Title: "Square windows",
		Citation: "Toporkov, Yemelyanov: Optimization of Resources Selection for Jobs Scheduling in Heterogeneous " +
			"Distributed Computing Environments. ICCS 2018, LNCS 10861, 574-583, doi 10.1007/978-3-319-93701-4_45",
		Setting: "The text gives 100 nodes, performance uniform on [2, 10], horizon 1200, 7 nodes, volume 800, " +
			"budget 644, q on [0, 10] and load up to 30 % of each node. " +
			"It gives neither the law of prices nor the parameters of the load: ours are calibrated to its averages " +
			"(preset square-2018).",
		Experiments: []Experiment{{ID: "windows", About: "3000 independent experiments",
			Scenario: presetStudy("square-2018", 2018,
				scenario.Study{Replications: 3000, Metrics: []string{"start", "runtime", "finish", "cost", "value",
					"stats.bestStart", "stats.bestRuntime", "stats.bestFinish", "stats.bestCost", "stats.bestValue"}},
				scenario.Run{Algorithm: "first-fit"}, scenario.Run{Algorithm: "min-finish"},
				scenario.Run{Algorithm: "min-runtime"}, scenario.Run{Algorithm: "min-cost"},
				scenario.Run{Algorithm: "max-sum"}, scenario.Run{Algorithm: "multiple-best"},
				scenario.Run{Algorithm: "first-fit", Options: map[string]any{"reading": "literal"}})}},
		Rows: append(squareRows(), squareRejected()...), Charts: squareCharts()}
}

const section42 = "section 4.2"

// squareRows returns the statements of the section on results.
func squareRows() []Row {
	cost := func(run int) func(*Results) column { return windowOf(run, "cost") }
	value := func(run int) func(*Results) column { return windowOf(run, "value") }
	larger := "difference over the larger of the two, the base by which the paper's own numbers fit"
	const each, percent, units = "during each experiment", "% of experiments", "time units"
	rows := []Row{
		newRow("min-cost", section42, "MinCost: average cost", "", "477", printedClaim("477"), average(cost(minCost))),
		newRow("min-cost-below-multiple-best", section42, "MinCost costs less than MultipleBest", "%",
			"almost 17%", almostClaim("17"), reductionOf(cost(minCost), cost(multipleBest))).withReading(larger),
		newRow("min-cost-below-others", section42,
			"MinCost costs less than the dearest of those that do not look at cost", "%", "reaches 24%",
			printedClaim("24"), maxCostReduction).withReading(larger),
		newRow("max-q", section42, "MaxQ: average Q", "", "61.8", printedClaim("61.8"), average(value(maxQ))),
		newRow("max-q-above-multiple-best", section42, "MultipleBest has less Q than MaxQ", "%", "18%",
			printedClaim("18"), reductionOf(value(multipleBest), value(maxQ))).withReading(larger),
		newRow("max-q-above-others", section42, "FirstFit has less Q than MaxQ", "%", "almost 44%", almostClaim("44"),
			reductionOf(value(firstFit), value(maxQ))).withReading(larger),
	}
	for _, x := range []struct {
		run      int
		id, name string
	}{{firstFit, "q-of-others", "FirstFit"}, {minFinish, "q-of-min-finish", "MinFinish"},
		{minRuntime, "q-of-min-runtime", "MinRuntime"}, {minCost, "q-of-min-cost", "MinCost"}} {
		rows = append(rows, newRow(x.id, section42, x.name+": average Q", "",
			"exactly in the middle of [0; 70] interval", printedClaim("35"), average(value(x.run))).
			withJudged("35, which is the middle"))
	}
	const direction = "the text has no size: the direction alone is judged"
	const closer = "closer to the middle of the scheduling interval"
	const thanOthers = "nearer to 600 than MinRuntime, the latest of the others; the direction alone"
	return append(rows,
		newRow("first-fit-at-0", section42, "FirstFit starts at 0", percent, each, exactClaim(100),
			zeroStartShare(firstFit)),
		newRow("min-finish-at-0", section42, "MinFinish starts at 0", percent, each, exactClaim(100),
			zeroStartShare(minFinish)),
		newRow("multiple-best-at-0", section42, "The earliest of MultipleBest starts at 0", percent, each,
			exactClaim(100), zeroStartShare(multipleBest)),
		newRow("same-finish", section42, "MinFinish ends earlier than FirstFit", "%",
			"the same minimum window finish time", exactClaim(0),
			reductionOf(windowOf(minFinish, "finish"), windowOf(firstFit, "finish"))).withJudged("no difference"),
		newRow("multiple-best-finish", section42, "The earliest finish of MultipleBest, above MinFinish", "%",
			"the same minimum window finish time", exactClaim(0),
			reductionOf(windowOf(minFinish, "finish"), windowOf(multipleBest, "finish"))).withJudged("no difference"),
		newRow("min-runtime-shorter", section42, "MinRuntime lasts shorter than FirstFit", "%",
			"slightly decrease runtime", aboveClaim(0),
			reductionOf(windowOf(minRuntime, "runtime"), windowOf(firstFit, "runtime"))).withJudged(direction),
		newRow("min-runtime-later", section42, "MinRuntime starts later than FirstFit", units,
			"starting a little later", aboveClaim(0), func(r *Results) Estimate {
				return mean(combine(func(x []float64) float64 { return x[0] - x[1] }, windowOf(minRuntime, "start")(r),
					windowOf(firstFit, "start")(r)))
			}).withJudged(direction),
		newRow("min-cost-middle", section42, "MinCost starts nearer to the middle than MinRuntime", units, closer,
			aboveClaim(0), middleDistanceGain(minCost)).withJudged(thanOthers),
		newRow("max-q-middle", section42, "MaxQ starts nearer to the middle than MinRuntime", units, closer,
			aboveClaim(0), middleDistanceGain(maxQ)).withJudged(thanOthers))
}

// squareRejected returns the results of FirstFit taken literally.
func squareRejected() []Row {
	const reading = "FirstFit taken literally, as the first window in the order of the performance groups"
	return []Row{
		newRow("", section42, "FirstFit starts at 0", "% of experiments", "during each experiment", exactClaim(100),
			zeroStartShare(literalFirst)).asRejected("literal-first-fit", reading),
		newRow("", section42, "MinRuntime lasts shorter than FirstFit", "%", "slightly decrease runtime", aboveClaim(0),
			reductionOf(windowOf(minRuntime, "runtime"), windowOf(literalFirst, "runtime"))).
			withJudged("the direction alone").asRejected("literal-first-fit-runtime", reading),
	}
}

// squareCharts returns the paper's two figures.
func squareCharts() []Chart {
	var times, qs []bar
	zero, q := exactClaim(0), map[int]Claim{maxQ: printedClaim("61.8"), firstFit: printedClaim("35"),
		minFinish:  printedClaim("35"),
		minRuntime: printedClaim("35"), minCost: printedClaim("35")}
	runs := []string{firstFit: "first-fit", minFinish: "min-finish", minRuntime: "min-runtime", minCost: "min-cost",
		maxQ: "max-sum", multipleBest: "multiple-best"}
	for run, id := range runs {
		for _, metric := range []string{"start", "runtime", "finish"} {
			b := bar{id, metric, average(windowOf(run, metric)), nil}
			if metric == "start" && (run == firstFit || run == minFinish || run == multipleBest) {
				b.claim = &zero
			}
			times = append(times, b)
		}
		b := bar{id, "Q", average(windowOf(run, "value")), nil}
		if c, ok := q[run]; ok {
			b.claim = &c
		}
		qs = append(qs, b)
	}
	return []Chart{
		{ID: "figure-1", Where: "figure 1", Title: "Average start time, runtime and finish time",
			Known: "The figure's picture is not in the text at hand, and its text has no numbers but the starts at " +
				"0, which are marked; the axis is the scheduling interval. Of MultipleBest each bar is its best " +
				"alternative by that criterion.",
			X: Axis{Name: "time units", From: 0, To: 1200}, Y: Axis{Name: "algorithm"},
			Rows: []string{"first-fit-at-0", "min-finish-at-0", "multiple-best-at-0", "same-finish",
				"multiple-best-finish", "min-runtime-shorter", "min-runtime-later", "min-cost-middle", "max-q-middle"},
			Lines: bars(times...)},
		{ID: "figure-2", Where: "figure 2", Title: "Average window Q value",
			Known: "The figure's picture is not in the text at hand; its text prints 61.8 of MaxQ and the middle of " +
				"[0; 70] for the others, which are marked. The axis is that interval.",
			X: Axis{Name: "Q", From: 0, To: 70}, Y: Axis{Name: "algorithm"},
			Rows: []string{"max-q", "max-q-above-multiple-best", "max-q-above-others", "q-of-others",
				"q-of-min-finish", "q-of-min-runtime", "q-of-min-cost"},
			Lines: bars(qs...)},
	}
}
