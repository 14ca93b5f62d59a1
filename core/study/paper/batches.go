package paper

import (
	"maps"
	"strings"

	"gridbox/core/kind/batch/solve"
	"gridbox/core/scenario"
)

// Runs and experiments of the paper on ALP and AMP.
const (
	alp       = 0
	amp       = 1
	leastTime = 0
	leastCost = 1
	literal   = 2
	allParts  = 3
)

const partsOfSection6 = "section 6"

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
	for i, row := range solve.Published() {
		p.Rows = append(p.Rows, averages(i, row)...)
	}
	p.Rows = append(p.Rows, percentages()...)
	const asPrinted, sum = "condition 2b as printed: a part lasts longer on faster nodes",
		"the time of a job as the sum over its parts"
	p.Rows = append(p.Rows,
		stated("times-as-many", partsOfSection6, "AMP finds so many times the windows of ALP", "times",
			"4-5 times as many", span("4", "5"), func(r *Results) Estimate {
				used := r.used(leastTime)
				return ratio(r.windows(leastTime, amp).where(used), r.windows(leastTime, alp).where(used))
			}),
		timeOf(literal, alp, "59.85").rejected("literal-alp", asPrinted),
		timeOf(literal, amp, "39.01").rejected("literal-amp", asPrinted),
		timeOf(allParts, alp, "59.85").rejected("all-parts-alp", sum),
		timeOf(allParts, amp, "39.01").rejected("all-parts-amp", sum),
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
		Scenario: replicated("alp-amp-2011", seed, scenario.Study{Replications: cycles,
			Metrics: []string{"totalTime", "totalCost", "stats.postponed", "stats.windows", "instance.jobs",
				"instance.slots"}}, run("alp"), run("amp"))}
}

// used returns 1 for the cycles that count, in which neither search postponed a
// job.
func (r *Results) used(x int) column {
	return with(func(postponed []float64) float64 { return truth(postponed[0] == 0 && postponed[1] == 0) },
		r.at(x, 0, alp, "stats.postponed"), r.at(x, 0, amp, "stats.postponed"))
}

func (r *Results) windows(x, run int) column { return r.at(x, 0, run, "stats.windows") }

// cyclesOf returns the statements about which cycles of a series count, and
// about their slots.
func cyclesOf(x int, count, slots, goal string) []Row {
	id := strings.ReplaceAll(goal, " ", "-")
	exact, _ := parsed(count)
	all := float64(solve.PublishedCycles)
	suffix := map[int]string{leastCost: "-cost"}[x]
	return []Row{
		stated("cycles"+suffix, partsOfSection6, "Cycles in which every job has a window, "+goal, "%",
			count+" of 25000", Claim{Low: 100 * (exact - 0.5) / all, High: 100 * (exact + 0.5) / all},
			func(r *Results) Estimate { return share(r.used(x)) }).read("the share that two printed numbers make"),
		stated("slots"+suffix, partsOfSection6, "Slots of a cycle that counts, "+goal, "", slots, printed(slots),
			slotsOf(x, true)),
		stated("all-slots"+suffix, partsOfSection6, "Slots of any cycle, "+goal, "",
			"coincides with the mean number of slots over all 25000", printed(slots), slotsOf(x, false)).
			judged("the " + slots + " of the cycles that count"),
		total(id+"-alp-total", x, alp, map[int]string{leastTime: "258079", leastCost: "253855"}[x], "ALP, "+goal),
		total(id+"-amp-total", x, amp, map[int]string{leastTime: "1160029", leastCost: "1154116"}[x], "AMP, "+goal),
	}
}

func slotsOf(x int, used bool) func(*Results) Estimate {
	return func(r *Results) Estimate {
		slots := r.at(x, 0, amp, "instance.slots")
		if used {
			slots = slots.where(r.used(x))
		}
		return mean(slots)
	}
}

// total returns the row for the total number of alternatives of a search in the
// cycles that count; ours is scaled to 25,000 cycles.
func total(id string, x, run int, text, who string) Row {
	return stated(id, partsOfSection6, who+": alternatives in all cycles that count", "", text, printed(text),
		func(r *Results) Estimate {
			return mean(with(func(v []float64) float64 { return solve.PublishedCycles * v[0] * v[1] },
				r.windows(x, run), r.used(x)))
		}).read("of 25,000 cycles; how many of them count enters it")
}

// perJob returns a total per job of the cycles that count, as in the paper.
func perJob(x, run int, metric string) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return ratio(r.at(x, 0, run, metric).where(r.used(x)), r.at(x, 0, run, "instance.jobs"))
	}
}

// averages returns the three averages of one line of the results.
func averages(i int, row solve.PublishedRow) []Row {
	x, run := i/2, i%2
	name := map[int]string{alp: "ALP", amp: "AMP"}[run]
	goal := map[int]string{leastTime: "least time", leastCost: "least cost"}[x]
	id := string(row.Algorithm) + "-" + map[int]string{leastTime: "time", leastCost: "cost"}[x]
	line := func(what, metric string, value float64) Row {
		text := decimal(value)
		return stated(id+"-"+what, partsOfSection6, name+", "+goal+": average "+what+" of a job", "", text,
			printed(text), perJob(x, run, metric))
	}
	return []Row{line("alternatives", "stats.windows", row.Alternatives), line("time", "totalTime", row.Time),
		line("cost", "totalCost", row.Cost)}
}

// percentages returns the four comparisons of the text. Their base is the
// larger average, the only one that agrees with the paper's own averages.
func percentages() []Row {
	below := func(x, less, more int, metric string) func(*Results) Estimate {
		return func(r *Results) Estimate {
			used := r.used(x)
			return lower(ratio(r.at(x, 0, less, metric).where(used), r.at(x, 0, more, metric).where(used)))
		}
	}
	computed := []func(*Results) Estimate{below(leastTime, amp, alp, "totalTime"),
		below(leastTime, alp, amp, "totalCost"),
		below(leastCost, alp, amp, "totalCost"), below(leastCost, amp, alp, "totalTime")}
	var rows []Row
	for i, s := range solve.PublishedShares() {
		id := "percentage-" + string(rune('1'+i))
		text := decimal(s.Percent)
		rows = append(rows, stated(id, partsOfSection6, s.About, "%", text+"%", printed(text), computed[i]).
			read("difference over the larger of the two, the base by which the paper's own averages give its "+
				"percentages"))
	}
	return rows
}

func timeOf(x, run int, text string) Row {
	name := map[int]string{alp: "ALP", amp: "AMP"}[run]
	return stated("", partsOfSection6, name+", least time: average time of a job", "", text, printed(text),
		perJob(x, run, "totalTime"))
}

// batchCharts returns the four charts of figures 9 and 10, of two bars each. The
// text of the paper prints their numbers.
func batchCharts() []Chart {
	rows := solve.Published()
	chart := func(objective int, where, what, metric string, of func(solve.PublishedRow) float64,
		rowIDs ...string) Chart {
		goal := map[int]string{leastTime: "least time", leastCost: "least cost"}[objective]
		var list []bar
		for run, id := range []string{"alp", "amp"} {
			claim := printed(decimal(of(rows[2*objective+run])))
			list = append(list, bar{id, what, perJob(objective, run, metric), &claim})
		}
		return Chart{ID: strings.NewReplacer(" ", "-", "(", "", ")", "").Replace(where), Where: where,
			Title: "Average " + what + " of a job, " + goal,
			Known: "The text prints both numbers, which are marked; the picture itself is not in the text at hand.",
			X:     Axis{Name: what}, Y: Axis{Name: "algorithm"}, Rows: rowIDs, Of: bars(list...)}
	}
	time := func(r solve.PublishedRow) float64 { return r.Time }
	cost := func(r solve.PublishedRow) float64 { return r.Cost }
	return []Chart{
		chart(leastTime, "figure 9 (a)", "time", "totalTime", time, "alp-time-time", "amp-time-time", "percentage-1"),
		chart(leastTime, "figure 9 (b)", "cost", "totalCost", cost, "alp-time-cost", "amp-time-cost", "percentage-2"),
		chart(leastCost, "figure 10 (a)", "cost", "totalCost", cost, "alp-cost-cost", "amp-cost-cost", "percentage-3"),
		chart(leastCost, "figure 10 (b)", "time", "totalTime", time, "alp-cost-time", "amp-cost-time", "percentage-4"),
	}
}
