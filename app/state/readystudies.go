package state

import (
	"gridbox/core/scenario"
)

// A ReadyStudy is one that can be started at once, small enough for a minute.
type ReadyStudy struct {
	ID, Kind, Title, About string
	preset                 string
	study                  scenario.Study
}

// list makes the values of a varied path.
func list(path string, values ...any) scenario.Vary { return scenario.Vary{Path: path, Values: values} }

var readyStudies = []ReadyStudy{
	{ID: "placement-jobs", Kind: "placement", Title: "More and more jobs",
		About:  "How makespan and transfers grow from 20 to 120 jobs on 20 clusters, 200 instances each.",
		preset: "fat-tree", study: scenario.Study{Replications: 200, Metrics: []string{"makespan", "meanTransferTime"},
			Vary: []scenario.Vary{list("placement.generate.jobs", 20.0, 40.0, 80.0, 120.0)}}},
	{ID: "placement-data", Kind: "placement", Title: "Computation or data",
		About:  "From hardly any data-intensive jobs to nearly all of them, 300 instances each.",
		preset: "split-network", study: scenario.Study{Replications: 300,
			Metrics: []string{"makespan", "meanTransferTime", "gap"},
			Vary:    []scenario.Vary{list("placement.generate.dataShare", 0.1, 0.5, 0.9)}}},
	{ID: "window-criteria", Kind: "window", Title: "Every search by every criterion",
		About: "The paper's experiment with 300 of its 3000 instances: what each algorithm pays for what it is " +
			"best at.",
		preset: "square-2018", study: scenario.Study{Replications: 300}},
	{ID: "window-budget", Kind: "window", Title: "What a budget buys",
		About: "Twelve nodes and budgets from scarce to plenty, 1000 instances each; without a window where there " +
			"is too little.",
		preset: "twelve-nodes", study: scenario.Study{Replications: 1000, Metrics: []string{"start", "finish", "cost"},
			Vary: []scenario.Vary{list("window.generate.budget", 90.0, 150.0, 210.0, 270.0)}}},
	{ID: "batch-alp-amp", Kind: "batch", Title: "ALP against AMP",
		About:  "The paper's comparison with 1000 of its 25,000 cycles.",
		preset: "alp-amp-2011", study: scenario.Study{Replications: 1000,
			Metrics: []string{"meanTime", "meanCost", "alternativesPerJob"}}},
	{ID: "batch-price", Kind: "batch", Title: "How much jobs may pay",
		About:  "The price limit from 1 to 1.6 times the market's, 300 instances each.",
		preset: "alp-amp-2011", study: scenario.Study{Replications: 300,
			Metrics: []string{"meanTime", "meanCost", "alternativesPerJob"},
			Vary:    []scenario.Vary{list("batch.generate.priceRate", 1.0, 1.2, 1.4, 1.6)}}},
	{ID: "group-budget", Kind: "group", Title: "Availability for money",
		About:  "11 of 22 nodes under budgets from tight to easy, 300 instances each.",
		preset: "gka-22", study: scenario.Study{Replications: 300, Metrics: []string{"availability", "cost"},
			Vary: []scenario.Vary{list("group.generate.budgetShare", 0.9, 1.0, 1.1, 1.2)}}},
	{ID: "group-correlation", Kind: "group", Title: "When better nodes cost more",
		About:  "Prices that follow availability not at all, by half, and entirely; 300 instances each.",
		preset: "gka-22", study: scenario.Study{Replications: 300, Metrics: []string{"availability", "cost"},
			Vary: []scenario.Vary{list("group.generate.correlation", 0.0, 0.5, 1.0)}}},
	{ID: "farm-load", Kind: "farm", Title: "Busier and busier",
		About: "200 jobs that come ever closer after one another, 200 instances each: wait, use and makespan of " +
			"four schedulers.",
		preset: "farm-mixed", study: scenario.Study{Replications: 200,
			Metrics: []string{"meanWait", "utilization", "makespan"},
			Vary:    []scenario.Vary{list("farm.generate.interval", 240.0, 120.0, 60.0)}}},
}

// ReadyStudies lists those of a kind.
func ReadyStudies(kind string) (studies []ReadyStudy) {
	for _, r := range readyStudies {
		if r.Kind == kind {
			studies = append(studies, r)
		}
	}
	return studies
}

// ReadyStudyDraft is the draft that a ready study opens as, nil for none of
// that name.
func ReadyStudyDraft(id string) *scenario.Scenario {
	for _, r := range readyStudies {
		if r.ID != id {
			continue
		}
		d := FromPreset(r.Kind, r.preset, 7)
		st := r.study
		d.Title, d.About, d.Study = r.Title, r.About, &st
		return d
	}
	return nil
}
