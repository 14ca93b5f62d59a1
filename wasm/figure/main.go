//go:build js

// Command figure is figure.wasm: the embeddable figure in its frame, in a
// paper's page what runs its experiments, and in a lesson what checks exercises.
package main

import (
	"gridbox/app/course"
	"gridbox/app/figure"
	"gridbox/app/rerun"
)

func main() {
	switch {
	case rerun.Wanted():
		rerun.Main()
	case course.Wanted():
		course.Main()
	default:
		figure.Main()
	}
}
