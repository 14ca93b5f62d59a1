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

// DeferringSolver returns a Solver that defers every run: it appends to runs a function that solves the run
// and calls done. Its function for cancelling has no effect.
func DeferringSolver(runs *[]func()) compute.Solver {
	return func(_ string, text []byte, run scenario.Run, done func(*scenario.Answer, doc.Faults, string)) func() {
		*runs = append(*runs, func() {
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
