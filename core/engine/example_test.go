package engine_test

import (
	"context"
	"fmt"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// A document is read, every run of it is solved, checked and compared.
func ExampleRun() {
	s, faults := catalog.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement", "placement": {
		"clusters": [{"id": "near", "mips": 100}, {"id": "far", "mips": 400}],
		"links": [{"a": "near", "b": "far", "bandwidth": 10}],
		"datasets": [{"id": "d", "size": 80, "at": ["near"]}],
		"jobs": [{"id": "j", "mi": 4000, "datasets": ["d"]}]},
		"runs": [{"algorithm": "min-completion"}, {"algorithm": "nearest-data"}]}`))
	if faults != nil {
		fmt.Println(faults)
		return
	}
	var answers []scenario.Answer
	for _, run := range catalog.Runs(s) {
		answer, err := engine.All().Run(context.Background(), s, run, engine.Env{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(catalog.Label(s.Kind, &answer), answer.Metrics["makespan"], answer.Check.OK)
		answers = append(answers, answer)
	}
	kind, _ := catalog.ByID(s.Kind)
	fmt.Println(kind.Compare(s, &answers[0], &answers[1]))
	// Output:
	// Min completion 18 true
	// Nearest data 40 true
	// Min completion ends 55 % earlier than Nearest data and moves data, which the other does not; every job runs elsewhere.
}

// What is wrong with a document comes as a list, all of it at once.
func ExampleParse() {
	_, faults := catalog.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement",
		"placement": {"clusters": [{"id": "a", "mips": -1, "pwer": 3}]},
		"runs": [{"algorithm": "rhbs"}]}`))
	for _, f := range faults {
		fmt.Println(f)
	}
	// Output:
	// placement.clusters[0].mips: must be greater than 0 (found -1)
	// placement.clusters[0].pwer: is not a field of this object
	// runs[0].algorithm: is not an algorithm of kind placement; there are rbhs, scp-tree, min-completion, nearest-data, fastest, random, own; did you mean rbhs? (found "rhbs")
}
