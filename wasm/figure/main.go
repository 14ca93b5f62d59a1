//go:build js

// Command figure is figure.wasm: the embeddable figure in its frame, in a
// paper's page what runs its experiments, in a lesson what checks exercises, and the page that
// composes figures.
package main

import (
	"gridbox/app/composer"
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
	case composer.Wanted():
		composer.Main()
	default:
		figure.Main()
	}
}
