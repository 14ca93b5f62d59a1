package serve

import (
	"context"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/sensitivity"
)

// flips finds the least changes of numbers that change the decision about a job, or the whole
// answer if no job is named.
func (c *Catalog) flips(ctx context.Context, s *scenario.Scenario, run scenario.Run, job, solves string,
	report func(done, total int)) (Explanation, error) {
	most, _ := strconv.Atoi(solves)
	found, err := sensitivity.Analyse(ctx, c.Engine, sensitivity.Question{Scenario: s, Run: run, Element: job,
		MaxSolves: most,
		Progress:  report})
	if err != nil {
		return Explanation{}, err
	}
	return Explanation{Detail: doc.Canonical(found)}, nil
}
