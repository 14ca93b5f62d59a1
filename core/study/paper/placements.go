package paper

import "gridbox/core/scenario"

// Runs of the paper on RBHS.
const (
	ofRBHS = iota
	ofSCP
	ofSwapped
	ofSum
)

// rbhs is the comparison of the paper on RBHS, its section 4: three scenarios
// whose figures 2 to 7 have no numbers in the text, which describes them in words.
func rbhs() Paper {
	p := Paper{ID: "rbhs-2013", Kind: "placement", Title: "RBHS and SCP Tree Search",
		Citation: "Abdoli, Entezari-Maleki, Movaghar: A Rank-based Hybrid Algorithm for Scheduling Data- and " +
			"Computation-intensive Jobs in Grid Environments. AISC 2013, doi 10.1007/978-81-322-1665-0_79",
		Setting: "The text gives Erdős–Rényi networks, power laws for sizes and work, and Gaussian power and " +
			"bandwidth, without their parameters: " +
			"ours are calibrated to the comparison that it describes (presets rbhs-computation, rbhs-data, " +
			"rbhs-mixed).",
	}
	scenarios := []struct{ id, about, makespan, transfer string }{
		{"rbhs-computation", "first scenario: mostly computation", "figure 2", "figure 3"},
		{"rbhs-data", "second scenario: mostly data", "figure 4", "figure 5"},
		{"rbhs-mixed", "third scenario: both in equal parts", "figure 6", "figure 7"},
	}
	weights := func(w string) scenario.Run {
		return scenario.Run{Algorithm: "rbhs", Options: map[string]any{"weights": w}}
	}
	for i, s := range scenarios {
		p.Experiments = append(p.Experiments, Experiment{ID: s.id, About: s.about, Scenario: replicated(s.id, 2013,
			scenario.Study{Replications: 200, Metrics: []string{"makespan", "meanTransferTime"}},
			scenario.Run{Algorithm: "rbhs"}, scenario.Run{Algorithm: "scp-tree"}, weights("swapped"), weights("sum"))})
		words := []string{"reasonably better", "still better", "better (abstract)"}[i]
		p.Rows = append(p.Rows,
			pattern(s.id+"-makespan", s.makespan, "RBHS ends earlier, "+s.about, "%", words, 0, 100,
				earlier(i, ofRBHS, "makespan")),
			pattern(s.id+"-transfer", s.transfer, "RBHS moves data in less time, "+s.about, "%", words, 0, 100,
				earlier(i, ofRBHS, "meanTransferTime")))
	}
	p.Rows = append(p.Rows,
		pattern("less-dominant", "section 4.2",
			"The lead in makespan is smaller with mostly data than with mostly computation", "points",
			"not as dominant", 0, 100, leads(0, 1)),
		pattern("between", "section 4.2",
			"The lead in makespan is smaller with mostly data than with both in equal parts", "points",
			"closer the more data-intensive", 0, 100, leads(2, 1)),
		Row{ID: "figures", Where: "figures 2 to 7", What: "Makespan and mean transfer time by the number of jobs"})
	for _, reading := range []struct {
		run       int
		id, words string
	}{{ofSwapped, "swapped", "the weights Z and 1-Z exchanged, as the prose could be read"},
		{ofSum, "sum", "the plain sum of both scores"}} {
		for i, s := range scenarios {
			p.Rows = append(p.Rows, pattern("", s.makespan, "RBHS ends earlier, "+s.about, "%", "better", 0, 100,
				earlier(i, reading.run, "makespan")).
				rejected(s.id+"-"+reading.id, reading.words))
		}
	}
	return p
}

// earlier is by how many percent a run's metric lies below SCP Tree Search's.
func earlier(x, run int, metric string) func(*Results) Estimate {
	return func(r *Results) Estimate { return less(r.at(x, 0, run, metric), r.at(x, 0, ofSCP, metric)) }
}

// leads is by how many points the lead of RBHS in one scenario is greater than
// in another. The scenarios draw alike, replication by replication, so their
// relative leads are compared in pairs.
func leads(more, fewer int) func(*Results) Estimate {
	lead := func(r *Results, x int) column {
		return with(func(v []float64) float64 { return 100 * (1 - v[0]/v[1]) }, r.at(x, 0, ofRBHS, "makespan"),
			r.at(x, 0, ofSCP, "makespan"))
	}
	return func(r *Results) Estimate {
		return mean(with(func(v []float64) float64 { return v[0] - v[1] }, lead(r, more), lead(r, fewer)))
	}
}
