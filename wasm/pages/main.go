//go:build js

// Command pages is pages.wasm, which static pages load on demand: a paper's page repeats its
// experiments, a lesson checks exercises, the page of challenges holds contests, the page of a
// class marks answers, and the composer composes figures.
package main

import (
	"gridbox/app/classroom"
	"gridbox/app/composer"
	"gridbox/app/contest"
	"gridbox/app/course"
	"gridbox/app/rerun"
)

// main runs the program that the page needs; without a marker in the page this is the composer.
func main() {
	switch {
	case rerun.IsPage():
		rerun.Main()
	case course.IsPage():
		course.Main()
	case contest.IsPage():
		contest.Main()
	case classroom.IsPage():
		classroom.Main()
	default:
		composer.Main()
	}
}
