package paper

import (
	"maps"

	"gridbox/core/scenario"
	"gridbox/core/solve/batch"
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

// batches is the experiment of the paper on ALP and AMP, its section 6: two
// series of cycles, one for each objective. Its averages stand in core/batch.
func batches() Paper {
	p := Paper{ID: "alp-amp-2011", Kind: "batch", Title: "Batches of jobs by ALP and AMP",
		Citation: "Toporkov, Toporkova, Bobchenko, Yemelyanov, Tselishchev: Algorithms for finding alternative sets " +
			"of slots when batches of jobs are scheduled (in Russian); " +
			"in English Toporkov, Toporkova, Bobchenkov, Yemelyanov: Resource Selection Algorithms for Economic " +
			"Scheduling in Distributed Systems. ICCS 2011, Procedia Computer Science 4, 2267-2276",
		Setting: "The text gives 25,000 cycles a series, 135.2 slots on average, and the averages below. It gives " +
			"neither the ranges of slots and jobs nor the price limit: " +
			"ours are calibrated to its averages (preset alp-amp-2011), within 5 %.",
		Experiments: []Experiment{
			series("least-time", "25,000 cycles, least time under the budget B*", 2011, batch.PublishedCycles,
				"time", nil),
			series("least-cost", "25,000 cycles, least cost under the time T*", 2012, batch.PublishedCycles,
				"cost", nil),
			series("literal", "the length of a part as printed, by which faster nodes take longer", 2011, 2000, "time",
				map[string]any{"duration": "literal"}),
			series("all-parts", "the time of a window as that of all of its parts", 2011, 2000, "time",
				map[string]any{"measure": "slots"}),
		}}
	p.Rows = append(p.Rows,
		stated("cycles", partsOfSection6, "Cycles in which every job has a window, least time", "%", "8589 of 25000",
			100*8589.0/25000, 5, usedShare(leastTime)),
		stated("cycles-cost", partsOfSection6, "Cycles in which every job has a window, least cost", "%",
			"8571 of 25000", 100*8571.0/25000, 5, usedShare(leastCost)),
		stated("slots", partsOfSection6, "Slots of a cycle that counts", "", "135.2", 135.2, 1, slotsOf(true)),
		stated("all-slots", partsOfSection6, "Slots of any cycle", "", "the same", 135.2, 1, slotsOf(false)),
	)
	for i, row := range batch.Published() {
		p.Rows = append(p.Rows, averages(i, row)...)
	}
	p.Rows = append(p.Rows, percentages()...)
	p.Rows = append(p.Rows,
		pattern("times-as-many", partsOfSection6, "AMP finds so many times the windows of ALP", "times", "4 to 5 times",
			4, 5, func(r *Results) Estimate {
				used := r.used(leastTime)
				return ratio(r.windows(leastTime, amp).where(used), r.windows(leastTime, alp).where(used))
			}),
		alpTime(literal, "literal-alp", "condition 2b as printed: a part lasts longer on faster nodes"),
		ampTime(literal, "literal-amp", "condition 2b as printed: a part lasts longer on faster nodes"),
		alpTime(allParts, "all-parts-alp", "the time of a job as the sum over its parts"),
		ampTime(allParts, "all-parts-amp", "the time of a job as the sum over its parts"),
	)
	return p
}

// series is one series of cycles with one objective.
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

// used marks the cycles that count: neither search put a job off.
func (r *Results) used(x int) column {
	return with(func(postponed []float64) float64 { return truth(postponed[0] == 0 && postponed[1] == 0) },
		r.at(x, 0, alp, "stats.postponed"), r.at(x, 0, amp, "stats.postponed"))
}

func (r *Results) windows(x, run int) column { return r.at(x, 0, run, "stats.windows") }

func usedShare(x int) func(*Results) Estimate {
	return func(r *Results) Estimate { return share(r.used(x)) }
}

func slotsOf(used bool) func(*Results) Estimate {
	return func(r *Results) Estimate {
		slots := r.at(leastTime, 0, amp, "instance.slots")
		if used {
			slots = slots.where(r.used(leastTime))
		}
		return mean(slots)
	}
}

// perJob is a total over the jobs of the cycles that count, as the paper
// divides its totals.
func perJob(x, run int, metric string) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return ratio(r.at(x, 0, run, metric).where(r.used(x)), r.at(x, 0, run, "instance.jobs"))
	}
}

// averages are the three averages of one line of the results.
func averages(i int, row batch.PublishedRow) []Row {
	x, run := i/2, i%2
	name := map[int]string{alp: "ALP", amp: "AMP"}[run]
	goal := map[int]string{leastTime: "least time", leastCost: "least cost"}[x]
	id := string(row.Algorithm) + "-" + map[int]string{leastTime: "time", leastCost: "cost"}[x]
	line := func(what, metric string, value float64) Row {
		return stated(id+"-"+what, partsOfSection6, name+", "+goal+": average "+what+" of a job", "", decimal(value),
			value, 0.05*value, perJob(x, run, metric))
	}
	return []Row{line("alternatives", "stats.windows", row.Alternatives), line("time", "totalTime", row.Time),
		line("cost", "totalCost", row.Cost)}
}

// percentages are the four comparisons of the text. Their base is the larger
// of the two averages, for only so the paper's own averages give them.
func percentages() []Row {
	below := func(x, less, more int, metric string) func(*Results) Estimate {
		return func(r *Results) Estimate {
			used := r.used(x)
			e := ratio(r.at(x, 0, less, metric).where(used), r.at(x, 0, more, metric).where(used))
			return Estimate{100 * (1 - e.Value), 100 * (1 - e.High), 100 * (1 - e.Low), e.Count}
		}
	}
	computed := []func(*Results) Estimate{below(leastTime, amp, alp, "totalTime"),
		below(leastTime, alp, amp, "totalCost"),
		below(leastCost, alp, amp, "totalCost"), below(leastCost, amp, alp, "totalTime")}
	var rows []Row
	for i, s := range batch.PublishedShares() {
		id := "percentage-" + string(rune('1'+i))
		rows = append(rows, stated(id, partsOfSection6, s.About, "%", decimal(s.Percent)+" %", s.Percent, 3,
			computed[i]).
			read("difference over the larger of the two, the base by which the paper's own averages give its "+
				"percentages"))
	}
	return rows
}

func alpTime(x int, id, reading string) Row {
	return stated("", partsOfSection6, "ALP, least time: average time of a job", "", "59.85", 59.85, 0.05*59.85,
		perJob(x, alp, "totalTime")).rejected(id, reading)
}

func ampTime(x int, id, reading string) Row {
	return stated("", partsOfSection6, "AMP, least time: average time of a job", "", "39.01", 39.01, 0.05*39.01,
		perJob(x, amp, "totalTime")).rejected(id, reading)
}
