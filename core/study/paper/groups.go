package paper

import (
	"math"

	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Experiments of the talk on groups.
const (
	nodes22 = iota
	nodes200
	nodes1000
)

const (
	gka        = 0 // in all of them
	tree       = 1 // with 22 and 200 nodes
	brute      = 2 // with 22
	single     = 2 // with 200
	greedy     = 3
	single1000 = 1 // Knapsack Single with 1000
)

// The titles of the talk's pages, which have no numbers.
const (
	slide22     = "“selecting n ∈ [1; 22] from N = 22”"
	slide200    = "“selecting n ∈ [1; 30] from N = 200”"
	slide1000   = "“selecting n ∈ [1; 80] from N = 1000”"
	slideSecond = "“exceed 1 second”"
)

// groups returns the charts of the talk on groups. The text describes their
// lines and gives some thresholds, but no numbers.
func groups() Paper {
	path := "group.generate.request"
	return Paper{ID: "gka-2023", Kind: "group", Title: "Resources that fail in groups",
		Citation: "Toporkov, Yemelyanov, Bulkhak: Efficient Allocation of Resources under Group Dependencies and " +
			"Availability Uncertainties (talk, 2023)",
		Setting: "The text gives the numbers of nodes and of requested nodes and no distribution: groups, " +
			"availabilities, prices and budgets are ours (presets gka-22, gka-200, gka-1000). " +
			"Times are those of the machine that ran the experiments and of our own programs; they are judged like " +
			"the rest, and say as much about programs and machines as about algorithms.",
		Experiments: []Experiment{
			requests("gka-22", "22 nodes, every request from 1 to 22", 50, span22(path), "gka", "tree",
				"brute-force"),
			requests("gka-200", "200 nodes, requests up to 30", 200,
				scenario.Vary{Path: path, Values: []any{1.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0}}, "gka", "tree",
				"knapsack-single", "tree-greedy"),
			requests("gka-1000", "1000 nodes, requests up to 80", 40,
				scenario.Vary{Path: path, Values: []any{1.0, 20.0, 35.0, 50.0, 65.0, 80.0}}, "gka", "knapsack-single"),
		}, Rows: groupRows(), Charts: groupCharts()}
}

func span22(path string) scenario.Vary {
	from, to, step := 1.0, 22.0, 1.0
	return scenario.Vary{Path: path, From: &from, To: &to, Step: &step}
}

func requests(preset, about string, replications int, vary scenario.Vary, algorithms ...string) Experiment {
	runs := make([]scenario.Run, len(algorithms))
	for i, id := range algorithms {
		runs[i] = scenario.Run{Algorithm: id}
	}
	return Experiment{ID: preset, About: about,
		Scenario: presetStudy(preset, 2023, scenario.Study{Replications: replications,
			Vary: []scenario.Vary{vary}, Metrics: []string{"availability", study.Elapsed}}, runs...)}
}

// groupRows returns the statements of the paper on groups, each with its place,
// its claim and its measure.
func groupRows() []Row {
	const lines = "at n = 30, where the lines part most; at n = 1 they meet"
	const exact, windows = "generate exact solution", "% of windows"
	const alike = "all of them find equally good windows, of those requests that any of them has one for"
	return []Row{
		newRow("exact-22", slide22, "GKA, Tree and Brute Force find equally good windows", windows, exact,
			exactClaim(100), agreementShare(nodes22, gka, tree, brute)).withJudged(alike),
		newRow("exact-200", slide200, "GKA and Tree find equally good windows", windows, exact, exactClaim(100),
			agreementShare(nodes200, gka, tree)).withJudged(alike),
		newRow("single-200", slide200, "Knapsack Single lies lower than GKA, n = 30", "%", "5-18% lower values",
			spanClaim("5", "18"), availabilityLoss(nodes200, 30, single)).withReading(lines),
		newRow("greedy-200", slide200, "Tree Greedy lies lower than GKA, n = 30", "%", "5-18% lower values",
			spanClaim("5", "18"), availabilityLoss(nodes200, 30, greedy)).withReading(lines),
		newRow("increasingly", slide1000, "The gain of GKA over Knapsack Single is greater at n = 80 than at n = 20",
			"points", "increasingly better compared to Knapsack", aboveClaim(0), lossGrowth).
			withJudged("the text has no size: the direction alone is judged"),
		newRow("brute-times", slide22, "Brute Force takes so many times as long as GKA, all n together", "times",
			"10,000 times longer", printedClaim("10,000"), times(nodes22, brute, gka)).asTiming(),
		newRow("brute-tree-times", slide22, "Brute Force takes so many times as long as Tree, all n together", "times",
			"10,000 times longer", printedClaim("10,000"), times(nodes22, brute, tree)).asTiming(),
		newRow("tree-times", slide200, "Tree takes so many times as long as GKA, n = 30", "times",
			"at least 100 times faster", atLeastClaim(100), timesAt(nodes200, 30, tree, gka)).asTiming(),
		newRow("dramatic", slide200, "The time of Tree at n = 30, over that at n = 5", "times", "dramatic growth",
			aboveClaim(1), timeGrowth(nodes200, tree, 5, 30)).asTiming().withJudged("it grows: the direction alone"),
		newRow("comparable", slide1000, "GKA takes so many times as long as Knapsack Single, n = 80", "times",
			"comparable", withinClaim(0.1, 10), timesAt(nodes1000, 80, gka, single1000)).asTiming().
			withJudged("of one order of magnitude: neither takes ten times as long"),
		second("knapsack", "Knapsack Single, n = 80", nodes1000, 80, single1000),
		second("gka", "GKA, n = 65", nodes1000, 65, gka),
		second("tree", "Tree, n = 30", nodes200, 30, tree),
		second("brute", "Brute Force, n = 10", nodes22, 10, brute),
	}
}

// second returns the row for the size of problem at which an algorithm exceeds
// a second.
func second(id, what string, x int, n float64, run int) Row {
	return newRow("second-"+id, slideSecond, what, milliseconds, "exceed 1 second", atLeastClaim(1000),
		func(r *Results) Estimate { return mean(r.column(x, r.pointAt(x, n), run, study.Elapsed)) }).asTiming()
}

// groupCharts returns the talk's five charts, and one of availability with 22
// nodes, which the talk describes without showing it.
func groupCharts() []Chart {
	const lost = "The chart's lines are not in the text at hand, which gives the range of n and describes them."
	chart := func(id, where, title, known string, x int, metric string, to float64, rows ...string) Chart {
		c := Chart{ID: id, Where: where, Title: title, Known: known,
			X: Axis{Name: "requested nodes n", From: 1, To: to}, Y: Axis{Name: "availability"}, Rows: rows,
			Lines: curves(x, metric)}
		if metric == study.Elapsed {
			c.Y = Axis{Name: "time", Unit: milliseconds, Log: true}
		}
		return c
	}
	return []Chart{
		chart("time-22", "chart "+slide22, "Execution time, N = 22", lost, nodes22, study.Elapsed, 22,
			"brute-times", "brute-tree-times", "second-brute"),
		chart("availability-22", "", "Availability, N = 22",
			"The talk has no such chart; it says that the three are equally good.", nodes22, "availability", 22,
			"exact-22"),
		chart("availability-200", "chart "+slide200, "Availability probability, N = 200", lost, nodes200,
			"availability", 30, "exact-200", "single-200", "greedy-200"),
		chart("time-200", "chart "+slide200, "Execution time, N = 200", lost, nodes200, study.Elapsed, 30, "tree-times",
			"dramatic", "second-tree"),
		chart("availability-1000", "chart "+slide1000, "Availability probability, N = 1000", lost, nodes1000,
			"availability", 80, "increasingly"),
		chart("time-1000", "chart "+slide1000, "Execution time, N = 1000", lost, nodes1000, study.Elapsed, 80,
			"comparable", "second-knapsack", "second-gka"),
	}
}

// agreementShare returns the share of windows that all runs find equally good, over
// the requests for which any of them has one. Requests without any window are
// counted separately.
func agreementShare(x int, runs ...int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		var all column
		none := 0
		for point := range r.plans[x].Points {
			for _, v := range availabilities(r, x, point, runs) {
				switch low, high, missing := valueRange(v); {
				case missing == len(v):
					none++
				default:
					all = append(all, truth(missing == 0 && high-low <= 1e-9))
				}
			}
		}
		e := share(all)
		e.Excluded = none
		return e
	}
}

// availabilities returns the availabilities of runs, by replication.
func availabilities(r *Results, x, point int, runs []int) [][]float64 {
	out := make([][]float64, r.parts[x].Prefix())
	for _, run := range runs {
		for i, v := range r.column(x, point, run, "availability") {
			out[i] = append(out[i], v)
		}
	}
	return out
}

// valueRange returns the least and the greatest of some values, and how many are
// missing.
func valueRange(values []float64) (low, high float64, missing int) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v != v {
			missing++
			continue
		}
		low, high = min(low, v), max(high, v)
	}
	return low, high, missing
}

// availabilityLoss returns by how many percent a run's availability is below GKA's.
func availabilityLoss(x int, n float64, run int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		point := r.pointAt(x, n)
		return reduction(r.column(x, point, run, "availability"), r.column(x, point, gka, "availability"))
	}
}

// lossGrowth returns by how many percentage points the loss of Knapsack Single at n = 80 exceeds that at n = 20, on
// average over the replications.
func lossGrowth(r *Results) Estimate {
	loss := func(n float64) column {
		point := r.pointAt(nodes1000, n)
		return combine(func(v []float64) float64 { return 100 * (1 - v[0]/v[1]) },
			r.column(nodes1000, point, single1000, "availability"), r.column(nodes1000, point, gka, "availability"))
	}
	return mean(combine(func(v []float64) float64 { return v[0] - v[1] }, loss(80), loss(20)))
}

func timesAt(x int, n float64, a, b int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		point := r.pointAt(x, n)
		return ratio(r.column(x, point, a, study.Elapsed), r.column(x, point, b, study.Elapsed))
	}
}

// timeGrowth returns the ratio of a run's times at two numbers of nodes.
func timeGrowth(x, run int, from, to float64) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return ratio(r.column(x, r.pointAt(x, to), run, study.Elapsed),
			r.column(x, r.pointAt(x, from), run, study.Elapsed))
	}
}

// times returns the ratio over all points of the grid together, by replication.
func times(x, a, b int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		total := func(run int) column {
			var columns []column
			for point := range r.plans[x].Points {
				columns = append(columns, r.column(x, point, run, study.Elapsed))
			}
			return combine(func(v []float64) float64 {
				sum := 0.0
				for _, ms := range v {
					sum += ms
				}
				return sum
			}, columns...)
		}
		return ratio(total(a), total(b))
	}
}
