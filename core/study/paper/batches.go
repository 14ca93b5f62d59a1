package paper

import (
	"maps"
	"strings"

	"gridbox/core/kind/batch/solve"
	"gridbox/core/scenario"
)

// Runs and experiments of the paper on ALP and AMP.
const (
	alp        = 0
	amp        = 1
	timeSeries = 0
	costSeries = 1
	literal    = 2
	allParts   = 3
)

const section6 = "section 6"

// batches returns the experiment of the paper on ALP and AMP, its section 6:
// two series of cycles, one for each objective. Its averages are in
// core/kind/batch/solve.
func batches() Paper {
	p := Paper{ID: "alp-amp-2011", Kind: "batch", Title: "Batches of jobs by ALP and AMP",
		Citation: "Toporkov, Toporkova, Bobchenko, Yemelyanov, Tselishchev: Algorithms for finding alternative sets " +
			"of slots when batches of jobs are scheduled (in Russian); " +
			"in English Toporkov, Toporkova, Bobchenkov, Yemelyanov: Resource Selection Algorithms for Economic " +
			"Scheduling in Distributed Systems. ICCS 2011, Procedia Computer Science 4, 2267-2276",
		Setting: "The text gives 25,000 cycles a series, how many of them count, the slots and the averages below. " +
			"It gives neither the ranges of slots and jobs nor the price limit: " +
			"ours are calibrated to its averages (preset alp-amp-2011). Words are our translation of the Russian.",
		Experiments: []Experiment{
			series("least-time", "25,000 cycles, least time under the budget B*", 2011, solve.PublishedCycles,
				"time", nil),
			series("least-cost", "25,000 cycles, least cost under the time T*", 2012, solve.PublishedCycles,
				"cost", nil),
			series("literal", "the length of a part as printed, by which faster nodes take longer", 2011, 2000, "time",
				map[string]any{"duration": "literal"}),
			series("all-parts", "the time of a window as that of all of its parts", 2011, 2000, "time",
				map[string]any{"measure": "slots"}),
		},
		Charts: batchCharts(),
		Drawing: &Drawing{Where: "figures 5 to 8", Preset: "alp-amp-figure-5", Run: scenario.Run{Algorithm: "amp"},
			Caption: "The worked example of section 5, reconstructed: the times and prices of figure 5 are not in " +
				"the text at hand. W1 on cpu1 and cpu4 at 10 and W2 on cpu1, cpu2 and cpu4 at 14 are the text's; " +
				"what else is drawn is ours."}}
	for x, text := range []struct{ cycles, slots, goal string }{
		{"8589", "135.2", "least time"}, {"8571", "135.11", "least cost"}} {
		p.Rows = append(p.Rows, cyclesOf(x, text.cycles, text.slots, text.goal)...)
	}
	for i, row := range solve.PublishedRows() {
		p.Rows = append(p.Rows, averages(i, row)...)
	}
	p.Rows = append(p.Rows, percentages()...)
	const asPrinted, sum = "condition 2b as printed: a part lasts longer on faster nodes",
		"the time of a job as the sum over its parts"
	p.Rows = append(p.Rows,
		newRow("times-as-many", section6, "AMP finds so many times the windows of ALP", "times",
			"4-5 times as many", spanClaim("4", "5"), func(r *Results) Estimate {
				used := r.countedCycles(timeSeries)
				return ratio(r.windows(timeSeries, amp).filter(used), r.windows(timeSeries, alp).filter(used))
			}),
		timeOf(literal, alp, "59.85").asRejected("literal-alp", asPrinted),
		timeOf(literal, amp, "39.01").asRejected("literal-amp", asPrinted),
		timeOf(allParts, alp, "59.85").asRejected("all-parts-alp", sum),
		timeOf(allParts, amp, "39.01").asRejected("all-parts-amp", sum),
	)
	return p
}

// series returns one series of cycles with one objective.
func series(id, about string, seed uint64, cycles int, objective string, options map[string]any) Experiment {
	run := func(algorithm string) scenario.Run {
		o := map[string]any{"objective": objective}
		maps.Copy(o, options)
		return scenario.Run{Algorithm: algorithm, Options: o}
	}
	return Experiment{ID: id, About: about,
		Scenario: presetStudy("alp-amp-2011", seed, scenario.Study{Replications: cycles,
			Metrics: []string{"totalTime", "totalCost", "stats.postponed", "stats.windows", "instance.jobs",
				"instance.slots"}}, run("alp"), run("amp"))}
}

// countedCycles returns 1 for the cycles that count, in which neither search postponed a
// job.
func (r *Results) countedCycles(x int) column {
	return combine(func(postponed []float64) float64 { return truth(postponed[0] == 0 && postponed[1] == 0) },
		r.column(x, 0, alp, "stats.postponed"), r.column(x, 0, amp, "stats.postponed"))
}

func (r *Results) windows(x, run int) column { return r.column(x, 0, run, "stats.windows") }

// cyclesOf returns the statements about which cycles of a series count, and
// about their slots.
func cyclesOf(x int, count, slots, goal string) []Row {
	id := strings.ReplaceAll(goal, " ", "-")
	exact, _ := parsePrinted(count)
	all := float64(solve.PublishedCycles)
	suffix := map[int]string{costSeries: "-cost"}[x]
	return []Row{
		newRow("cycles"+suffix, section6, "Cycles in which every job has a window, "+goal, "%",
			count+" of 25000", Claim{Low: 100 * (exact - 0.5) / all, High: 100 * (exact + 0.5) / all},
			func(r *Results) Estimate { return share(r.countedCycles(x)) }).withReading(
			"the share that two printed numbers make"),
		newRow("slots"+suffix, section6, "Slots of a cycle that counts, "+goal, "", slots, printedClaim(slots),
			slotsOf(x, true)),
		newRow("all-slots"+suffix, section6, "Slots of any cycle, "+goal, "",
			"coincides with the mean number of slots over all 25000", printedClaim(slots), slotsOf(x, false)).
			withJudged("the " + slots + " of the cycles that count"),
		total(id+"-alp-total", x, alp, map[int]string{timeSeries: "258079", costSeries: "253855"}[x], "ALP, "+goal),
		total(id+"-amp-total", x, amp, map[int]string{timeSeries: "1160029", costSeries: "1154116"}[x], "AMP, "+goal),
	}
}

func slotsOf(x int, used bool) func(*Results) Estimate {
	return func(r *Results) Estimate {
		slots := r.column(x, 0, amp, "instance.slots")
		if used {
			slots = slots.filter(r.countedCycles(x))
		}
		return mean(slots)
	}
}

// total returns the row for the total number of alternatives of a search in the
// cycles that count; ours is scaled to 25,000 cycles.
func total(id string, x, run int, text, who string) Row {
	return newRow(id, section6, who+": alternatives in all cycles that count", "", text, printedClaim(text),
		func(r *Results) Estimate {
			return mean(combine(func(v []float64) float64 { return solve.PublishedCycles * v[0] * v[1] },
				r.windows(x, run), r.countedCycles(x)))
		}).withReading("of 25,000 cycles; how many of them count enters it")
}

// perJob returns a total per job of the cycles that count, as in the paper.
func perJob(x, run int, metric string) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return ratio(r.column(x, 0, run, metric).filter(r.countedCycles(x)), r.column(x, 0, run, "instance.jobs"))
	}
}

// averages returns the three averages of one line of the results.
func averages(i int, row solve.PublishedRow) []Row {
	x, run := i/2, i%2
	name := map[int]string{alp: "ALP", amp: "AMP"}[run]
	goal := map[int]string{timeSeries: "least time", costSeries: "least cost"}[x]
	id := string(row.Algorithm) + "-" + map[int]string{timeSeries: "time", costSeries: "cost"}[x]
	line := func(what, metric string, value float64) Row {
		text := decimal(value)
		return newRow(id+"-"+what, section6, name+", "+goal+": average "+what+" of a job", "", text,
			printedClaim(text), perJob(x, run, metric))
	}
	return []Row{line("alternatives", "stats.windows", row.Alternatives), line("time", "totalTime", row.Time),
		line("cost", "totalCost", row.Cost)}
}

// percentages returns the four comparisons of the text. Their base is the
// larger average, the only one that agrees with the paper's own averages.
func percentages() []Row {
	below := func(x, less, more int, metric string) func(*Results) Estimate {
		return func(r *Results) Estimate {
			used := r.countedCycles(x)
			return ratioReduction(ratio(r.column(x, 0, less, metric).filter(used),
				r.column(x, 0, more, metric).filter(used)))
		}
	}
	computed := []func(*Results) Estimate{below(timeSeries, amp, alp, "totalTime"),
		below(timeSeries, alp, amp, "totalCost"),
		below(costSeries, alp, amp, "totalCost"), below(costSeries, amp, alp, "totalTime")}
	var rows []Row
	for i, s := range solve.PublishedShares() {
		id := "percentage-" + string(rune('1'+i))
		text := decimal(s.Percent)
		rows = append(rows, newRow(id, section6, s.About, "%", text+"%", printedClaim(text), computed[i]).
			withReading("difference over the larger of the two, the base by which the paper's own averages give its "+
				"percentages"))
	}
	return rows
}

func timeOf(x, run int, text string) Row {
	name := map[int]string{alp: "ALP", amp: "AMP"}[run]
	return newRow("", section6, name+", least time: average time of a job", "", text, printedClaim(text),
		perJob(x, run, "totalTime"))
}

// batchCharts returns the four charts of figures 9 and 10, of two bars each. The
// text of the paper prints their numbers.
func batchCharts() []Chart {
	rows := solve.PublishedRows()
	chart := func(objective int, where, what, metric string, of func(solve.PublishedRow) float64,
		rowIDs ...string) Chart {
		goal := map[int]string{timeSeries: "least time", costSeries: "least cost"}[objective]
		var list []bar
		for run, id := range []string{"alp", "amp"} {
			claim := printedClaim(decimal(of(rows[2*objective+run])))
			list = append(list, bar{id, what, perJob(objective, run, metric), &claim})
		}
		return Chart{ID: strings.NewReplacer(" ", "-", "(", "", ")", "").Replace(where), Where: where,
			Title: "Average " + what + " of a job, " + goal,
			Known: "The text prints both numbers, which are marked; the picture itself is not in the text at hand.",
			X:     Axis{Name: what}, Y: Axis{Name: "algorithm"}, Rows: rowIDs, Lines: bars(list...)}
	}
	time := func(r solve.PublishedRow) float64 { return r.Time }
	cost := func(r solve.PublishedRow) float64 { return r.Cost }
	return []Chart{
		chart(timeSeries, "figure 9 (a)", "time", "totalTime", time, "alp-time-time", "amp-time-time", "percentage-1"),
		chart(timeSeries, "figure 9 (b)", "cost", "totalCost", cost, "alp-time-cost", "amp-time-cost", "percentage-2"),
		chart(costSeries, "figure 10 (a)", "cost", "totalCost", cost, "alp-cost-cost", "amp-cost-cost", "percentage-3"),
		chart(costSeries, "figure 10 (b)", "time", "totalTime", time, "alp-cost-time", "amp-cost-time", "percentage-4"),
	}
}
