package engine_test

import (
	"context"
	"fmt"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// A document is read, solved by all of its algorithms, and every answer is verified.
func Example() {
	document, faults := scenario.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "placement",
		"placement": {
			"clusters": [{"id": "a", "mips": 100}, {"id": "b", "mips": 50}],
			"links": [{"a": "a", "b": "b", "bandwidth": 10}],
			"jobs": [{"id": "first", "mi": 500}, {"id": "second", "mi": 300}]}}`))
	if err := faults.Err(); err != nil {
		fmt.Println(err)
		return
	}
	for _, run := range catalog.Runs(document) {
		answer, err := engine.All().Run(context.Background(), document, run, engine.Env{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(run.Algorithm, answer.Metrics["makespan"], "s, checked:", answer.Check.OK)
	}
	// Output:
	// rbhs 8 s, checked: true
	// scp-tree 8 s, checked: true
	// min-completion 6 s, checked: true
	// nearest-data 8 s, checked: true
}
