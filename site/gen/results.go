package main

import (
	"context"
	"fmt"

	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// Results are the answers to a preset as a page shows them.
type Results struct {
	Rows     []ResultRow
	Sentence string // compares the first answer with the second
}

// A ResultRow is the answer of an algorithm.
type ResultRow struct {
	Name, Makespan, Transfer, Gap string
	Colour                        int
	Checked                       bool
}

// resultsOf runs the default algorithms of a preset. It is an error if an answer fails
// verification.
func resultsOf(preset string) (Results, error) {
	doc, err := presetScenario(preset)
	if err != nil {
		return Results{}, err
	}
	kind, _ := catalog.ByID(doc.Kind)
	var results Results
	var answers []*scenario.Answer
	for _, run := range catalog.Runs(doc) {
		answer, err := engine.All().Run(context.Background(), doc, run, engine.Env{})
		if err != nil {
			return results, err
		}
		if answer.Check == nil || !answer.Check.OK || answer.Bound == nil {
			return results, fmt.Errorf("%s: the answer to %s did not pass the check", run.Algorithm, preset)
		}
		algorithm, _ := catalog.Find(doc.Kind, run.Algorithm)
		answers = append(answers, &answer)
		results.Rows = append(results.Rows, ResultRow{
			Name: algorithm.Name, Colour: algorithm.Colour, Checked: true,
			Makespan: ui.Num(answer.Metrics["makespan"]), Transfer: ui.Num(answer.Metrics["meanTransferTime"]),
		})
	}
	var bounds []*scenario.Bound
	for _, a := range answers {
		bounds = append(bounds, a.Bound)
	}
	for i, times := 0, scenario.NeedsMultiples(bounds); i < len(bounds); i++ {
		results.Rows[i].Gap = bounds[i].DistanceIn(times)
	}
	if len(answers) > 1 {
		results.Sentence = kind.Compare(doc, answers[0], answers[1])
	}
	return results, nil
}
