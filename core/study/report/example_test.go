package report_test

import (
	"context"
	"fmt"
	"slices"

	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// A study is planned, its replications are run, here in one call, and the
// statistics are computed from their values.
func Example() {
	document := scenario.NewGenerated("placement", "rbhs-mixed", 7)
	document.Study = &scenario.Study{Replications: 5, Metrics: []string{"makespan"}}
	plan, faults := study.New(document, study.Limits{})
	if err := faults.Err(); err != nil {
		fmt.Println(err)
		return
	}
	all := slices.Values(runner.Tasks(plan, 0, plan.Replications(), plan.Replications()))
	part, err := runner.Run(context.Background(), engine.All(), plan, all, runner.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range report.New(plan, part).Cells {
		fmt.Printf("%s: %.0f s on average\n", cell.Algorithm, *cell.Mean)
	}
	// Output:
	// rbhs: 2314 s on average
	// scp-tree: 5373 s on average
	// min-completion: 796 s on average
	// nearest-data: 1597 s on average
}
