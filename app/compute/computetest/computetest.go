// Package computetest solves runs in tests without workers.
package computetest

import (
	"context"
	"errors"

	"gridbox/app/compute"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// Later returns a Solver that appends to later a function for each run, which solves it and calls
// done.
func Later(later *[]func()) compute.Solver {
	return func(_ string, text []byte, run scenario.Run, done func(*scenario.Answer, doc.Faults, string)) func() {
		*later = append(*later, func() {
			s, _ := scenario.Parse(text)
			a, err := engine.All().Run(context.Background(), s, run, engine.Env{})
			var faults doc.Faults
			switch {
			case errors.As(err, &faults):
				done(nil, faults, "")
			case err != nil:
				done(nil, nil, err.Error())
			default:
				done(&a, nil, "")
			}
		})
		return func() {}
	}
}
