//go:build js

// Command pages is pages.wasm, which static pages load when somebody asks for it: in a paper's page it runs
// the experiments again, in a lesson it checks exercises, and in the page that composes figures it does that.
package main

import (
	"gridbox/app/composer"
	"gridbox/app/course"
	"gridbox/app/rerun"
)

func main() {
	switch {
	case rerun.Wanted():
		rerun.Main()
	case course.Wanted():
		course.Main()
	default:
		composer.Main()
	}
}
