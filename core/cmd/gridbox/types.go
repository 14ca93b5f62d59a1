package main

import (
	"strings"

	"gridbox/core/doc"
	"gridbox/core/tsdecl"
)

// types writes the declarations for programs of a kind.
func types(c *call) int {
	kind := c.args[0]
	text := tsdecl.Declarations(kind)
	if text == "" {
		known := tsdecl.Kinds()
		c.say("gridbox types: there are no programs of the kind " + kind + "; there are " +
			strings.Join(known, ", ") + doc.Suggest(kind, known) + "\n")
		return wrong
	}
	return c.write([]byte(text))
}
