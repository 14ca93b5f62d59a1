package main

import (
	"runtime"

	"gridbox/core/catalog"
)

// released is the commit that ./build.sh release was run on, "" elsewhere.
var released string

// built says of which version and for which machine the program was built.
func built() string {
	text := catalog.Version
	if released != "" {
		text += " (" + released + ")"
	}
	return text + " " + runtime.GOOS + "/" + runtime.GOARCH + " " + runtime.Version()
}
