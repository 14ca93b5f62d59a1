package main

import (
	"runtime"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
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

// version says which Gridbox this is.
func version(c *cli.Call) int {
	c.Print("gridbox " + built() + "\n")
	return cli.Done
}

func versionVerb() *cli.Verb {
	return &cli.Verb{Name: "version", About: "say which Gridbox this is", Run: version}
}
