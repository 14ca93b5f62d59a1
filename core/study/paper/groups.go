package paper

import (
	"math"
	"strconv"

	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Experiments of the talk on groups, and their runs.
const (
	of22 = iota
	of200
	of1000
)

const (
	gka    = 0 // in all of them
	tree   = 1 // with 22 and 200 nodes
	brute  = 2 // with 22
	single = 2 // with 200
	greedy = 3
	only   = 1 // Knapsack Single with 1000
)

// groups are the charts of the talk on groups: their lines have no numbers in
// the text, which describes them and gives some thresholds.
func groups() Paper {
	p := Paper{ID: "gka-2023", Kind: "group", Title: "Resources that fail in groups",
		Citation: "Toporkov, Yemelyanov, Bulkhak: Efficient Allocation of Resources under Group Dependencies and " +
			"Availability Uncertainties (talk, 2023)",
		Setting: "The text gives the numbers of nodes and of requested nodes and no distribution: groups, " +
			"availabilities, prices and budgets are ours (presets gka-22, gka-200, gka-1000). " +
			"Times are those of this machine and of our own programs, and are not judged.",
		Experiments: []Experiment{
			requests("gka-22", "22 nodes, every request from 1 to 22", 50, span(1, 22, 1), "gka", "tree",
				"brute-force"),
			requests("gka-200", "200 nodes, requests up to 30", 200, span(5, 30, 5), "gka", "tree", "knapsack-single",
				"tree-greedy"),
			requests("gka-1000", "1000 nodes, requests up to 80", 40, span(20, 80, 15), "gka", "knapsack-single"),
		}}
	const first, second, third = "chart for N = 22", "charts for N = 200", "charts for N = 1000"
	p.Rows = []Row{
		stated("exact-22", first, "GKA, Tree and Brute Force find equally good windows", "% of windows", "exact", 100,
			0, equally(of22, gka, tree, brute)),
		stated("exact-200", second, "GKA and Tree find equally good windows", "% of windows", "exact", 100, 0,
			equally(of200, gka, tree)),
		pattern("single-200", second, "Knapsack Single lies lower than GKA, n = 30", "%", "5-18 %", 5, 18,
			lower(of200, 5, single)).read("at n = 30, where the lines part most"),
		pattern("greedy-200", second, "Tree Greedy lies lower than GKA, n = 30", "%", "5-18 %", 5, 18,
			lower(of200, 5, greedy)).read("at n = 30, where the lines part most"),
		pattern("increasingly", third, "The gain of GKA over Knapsack Single is greater at n = 80 than at n = 20",
			"points", "increasingly better", 0, 100, grows),
		timing("brute-times", first, "Brute Force takes so many times as long as GKA, all n together", "times",
			"10,000", times(of22, brute, gka)),
		timing("tree-times", second, "Tree takes so many times as long as GKA, n = 30", "times", "at least 100",
			timesAt(of200, 5, tree, gka)),
		timing("comparable", third, "GKA takes so many times as long as Knapsack Single, n = 80", "times", "comparable",
			timesAt(of1000, 4, gka, only)),
		timing("second-knapsack", third, "Knapsack Single, n = 80", "ms", "over 1 s", elapsed(of1000, 4, only)),
		timing("second-gka", third, "GKA, n = 65", "ms", "over 1 s", elapsed(of1000, 3, gka)),
		timing("second-tree", second, "Tree, n = 30", "ms", "over 1 s", elapsed(of200, 5, tree)),
		timing("second-brute", first, "Brute Force, n = 10", "ms", "over 1 s", elapsed(of22, 9, brute)),
		{ID: "charts", Where: "five charts", What: "Availability and time by the number of requested nodes"},
	}
	for x, of := range []string{"22", "200", "1000"} {
		p.Charts = append(p.Charts, Chart{"availability-" + of,
			"Availability by the number of requested nodes, N = " + of, x, "availability"},
			Chart{"time-" + of, "Time by the number of requested nodes, N = " + of, x, study.Elapsed})
	}
	return p
}

func span(from, to, step float64) scenario.Vary {
	return scenario.Vary{Path: "group.generate.request", From: &from, To: &to, Step: &step}
}

func requests(preset, about string, replications int, vary scenario.Vary, algorithms ...string) Experiment {
	runs := make([]scenario.Run, len(algorithms))
	for i, id := range algorithms {
		runs[i] = scenario.Run{Algorithm: id}
	}
	return Experiment{ID: preset, About: about,
		Scenario: replicated(preset, 2023, scenario.Study{Replications: replications,
			Vary: []scenario.Vary{vary}, Metrics: []string{"availability", study.Elapsed}}, runs...)}
}

// equally is the share of windows that all runs find equally good; where one
// has none the others must have none either.
func equally(x int, runs ...int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		var all column
		for point := range r.plans[x].Points {
			best := r.at(x, point, runs[0], "availability")
			same := make(column, len(best))
			for i := range best {
				same[i] = 1
				for _, run := range runs[1:] {
					other := r.at(x, point, run, "availability")[i]
					near := math.Abs(other-best[i]) <= 1e-9 || other != other && best[i] != best[i]
					same[i] *= truth(near)
				}
			}
			all = append(all, same...)
		}
		return share(all)
	}
}

// lower is by how many percent a run's availability lies below GKA's.
func lower(x, point, run int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return less(r.at(x, point, run, "availability"), r.at(x, point, gka, "availability"))
	}
}

// grows compares the loss of Knapsack Single at the largest request with that
// at the smallest, replication by replication.
func grows(r *Results) Estimate {
	loss := func(point int) column {
		return with(func(v []float64) float64 { return 100 * (1 - v[0]/v[1]) },
			r.at(of1000, point, only, "availability"), r.at(of1000, point, gka, "availability"))
	}
	last := len(r.plans[of1000].Points) - 1
	return mean(with(func(v []float64) float64 { return v[0] - v[1] }, loss(last), loss(0)))
}

func timesAt(x, point, a, b int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return ratio(r.at(x, point, a, study.Elapsed), r.at(x, point, b, study.Elapsed))
	}
}

// times compares all points of the grid together, replication by replication.
func times(x, a, b int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		total := func(run int) column {
			var columns []column
			for point := range r.plans[x].Points {
				columns = append(columns, r.at(x, point, run, study.Elapsed))
			}
			return with(func(v []float64) float64 {
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

func elapsed(x, point, run int) func(*Results) Estimate {
	return func(r *Results) Estimate { return mean(r.at(x, point, run, study.Elapsed)) }
}

// decimal writes a number as a paper does.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
