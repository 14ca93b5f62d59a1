package paper

import "gridbox/core/scenario"

// Runs of the paper on RBHS: two in the experiments over the number of jobs,
// and two more for other readings of its weights.
const (
	runRBHS = 0
	runSCP  = 1

	runSwapped = 1
	runSum     = 2
)

// The three scenarios of the paper's section 4; the experiments on readings
// follow them in the same order.
const (
	computingScenario = iota
	dataScenario
	mixedScenario
	scenarioCount
)

// jobCount is the number of jobs of the paper.
const jobCount = 1000

// rbhs returns the comparison of the paper on RBHS, its section 4: three
// scenarios whose figures 2 to 7 are described in words without numbers. The
// figures are over the number of jobs that have arrived. A generator with fewer
// jobs draws the same ones, so the points are stages of one simulation.
func rbhs() Paper {
	p := Paper{ID: "rbhs-2013", Kind: "placement", Title: "RBHS and SCP Tree Search",
		Citation: "Abdoli, Entezari-Maleki, Movaghar: A Rank-based Hybrid Algorithm for Scheduling Data- and " +
			"Computation-intensive Jobs in Grid Environments. AISC 2013, doi 10.1007/978-81-322-1665-0_79",
		Setting: "The text gives 1000 jobs on 100 clusters, Erdős–Rényi networks, power laws for sizes and work, and " +
			"Gaussian power and bandwidth, without their parameters: " +
			"ours are calibrated to the comparison that it describes (presets rbhs-computation, rbhs-data, " +
			"rbhs-mixed). It prints no number of its results; directions are judged, and our sizes stand beside them.",
	}
	about := []struct{ id, about, makespan, transfer, statement, suffix string }{
		{"rbhs-computation", "first scenario: mostly computation", "figure 2", "figure 3",
			"reasonably better than SCP Tree Search", ""},
		{"rbhs-data", "second scenario: mostly data", "figure 4", "figure 5", "still outperforms SCP Tree Search", ""},
		{"rbhs-mixed", "third scenario: both in equal parts", "figure 6", "figure 7", "outperforms", ", abstract"},
	}
	weights := func(w string) scenario.Run {
		return scenario.Run{Algorithm: "rbhs", Options: map[string]any{"weights": w}}
	}
	metrics := []string{"makespan", "meanTransferTime"}
	stages := scenario.Vary{Path: "placement.generate.jobs",
		Values: []any{100.0, 200.0, 400.0, 600.0, 800.0, float64(jobCount)}}
	const direction = "the text has no size: the direction alone is judged"
	for i, s := range about {
		p.Experiments = append(p.Experiments, Experiment{ID: s.id, About: s.about, Scenario: presetStudy(s.id, 2013,
			scenario.Study{Replications: 200, Metrics: metrics, Vary: []scenario.Vary{stages}},
			scenario.Run{Algorithm: "rbhs"}, scenario.Run{Algorithm: "scp-tree"})})
		p.Rows = append(p.Rows,
			newRow(s.id+"-makespan", s.makespan+s.suffix, "RBHS ends earlier, "+s.about, "%", s.statement,
				aboveClaim(0),
				scpReduction(i, runRBHS, "makespan")).withJudged(direction),
			newRow(s.id+"-transfer", s.transfer+s.suffix, "RBHS moves data in less time, "+s.about, "%", s.statement,
				aboveClaim(0), scpReduction(i, runRBHS, "meanTransferTime")).withJudged(direction))
		p.Charts = append(p.Charts,
			jobsChart(i, s.makespan, "Makespan, "+s.about, "makespan", s.id+"-makespan"),
			jobsChart(i, s.transfer, "Mean transfer time, "+s.about, "meanTransferTime", s.id+"-transfer"))
	}
	for _, s := range about {
		p.Experiments = append(p.Experiments, Experiment{ID: s.id + "-readings",
			About: "other weights, " + s.about, Scenario: presetStudy(s.id, 2013,
				scenario.Study{Replications: 200, Metrics: metrics}, scenario.Run{Algorithm: "scp-tree"},
				weights("swapped"), weights("sum"))})
	}
	p.Rows = append(p.Rows, leadRows()...)
	for _, reading := range []struct {
		run             int
		id, description string
	}{{runSwapped, "swapped", "the weights Z and 1-Z exchanged, as the prose could be read"},
		{runSum, "sum", "the plain sum of both scores"}} {
		for i, s := range about {
			p.Rows = append(p.Rows, newRow("", s.makespan+s.suffix, "RBHS ends earlier, "+s.about, "%", s.statement,
				aboveClaim(0), readingReduction(i, reading.run)).withJudged(direction).
				asRejected(s.id+"-"+reading.id, reading.description))
		}
	}
	return p
}

func jobsChart(x int, where, title, metric, row string) Chart {
	return Chart{ID: where[:6] + "-" + where[7:], Where: where, Title: title,
		Known: "The figure's lines are not in the text at hand. Its axis of jobs is our reading of “calculated when " +
			"each job arrives”; bands are 95 % intervals of our means.",
		X: Axis{Name: "jobs", From: 0, To: jobCount}, Y: Axis{Name: "time", Unit: "s"}, Rows: []string{row},
		Lines: curves(x, metric)}
}

// leadRows returns the statements that compare one scenario with another.
func leadRows() []Row {
	const where, dominant, closer = "section 4.2", "not as dominant", "comes close to the performance of RBHS"
	const direction = "the lead is smaller: the direction alone, for the text has no size"
	return []Row{
		newRow("less-dominant", where,
			"The lead in makespan is smaller with mostly data than with mostly computation", "points", dominant,
			aboveClaim(0), leadDifference(computingScenario, dataScenario, "makespan")).withJudged(direction),
		newRow("between", where, "The lead in makespan is smaller with mostly data than with both in equal parts",
			"points", closer, aboveClaim(0), leadDifference(mixedScenario, dataScenario, "makespan")).withJudged(
			direction),
		newRow("less-dominant-transfer", where,
			"The lead in transfer time is smaller with mostly data than with mostly computation", "points", dominant,
			aboveClaim(0), leadDifference(computingScenario, dataScenario, "meanTransferTime")).withJudged(direction),
		newRow("between-transfer", where,
			"The lead in transfer time is smaller with mostly data than with both in equal parts", "points", closer,
			aboveClaim(0), leadDifference(mixedScenario, dataScenario, "meanTransferTime")).withJudged(direction),
	}
}

// scpReduction returns by how many percent a run's metric is below SCP Tree
// Search's, with all jobs.
func scpReduction(x, run int, metric string) func(*Results) Estimate {
	return func(r *Results) Estimate {
		point := r.pointAt(x, jobCount)
		return reduction(r.column(x, point, run, metric), r.column(x, point, runSCP, metric))
	}
}

// readingReduction returns the same as scpReduction for a reading in its own experiment.
func readingReduction(x, run int) func(*Results) Estimate {
	return func(r *Results) Estimate {
		return reduction(r.column(scenarioCount+x, 0, run, "makespan"), r.column(scenarioCount+x, 0, 0, "makespan"))
	}
}

// leadDifference returns by how many points the lead of RBHS in one scenario exceeds
// that in another. The scenarios have the same random numbers, so their
// relative leads are compared by replication.
func leadDifference(more, fewer int, metric string) func(*Results) Estimate {
	lead := func(r *Results, x int) column {
		point := r.pointAt(x, jobCount)
		return combine(func(v []float64) float64 { return 100 * (1 - v[0]/v[1]) }, r.column(x, point, runRBHS, metric),
			r.column(x, point, runSCP, metric))
	}
	return func(r *Results) Estimate {
		return mean(combine(func(v []float64) float64 { return v[0] - v[1] }, lead(r, more), lead(r, fewer)))
	}
}
