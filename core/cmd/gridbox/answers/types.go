package answers

import (
	"strings"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/tsdecl"
)

// types writes the type declarations for programs of a kind.
func types(c *Call) int {
	kind := c.Args[0]
	text := tsdecl.Declarations(kind)
	if text == "" {
		known := tsdecl.Kinds()
		c.Say("gridbox types: there are no programs of the kind " + kind + "; there are " +
			strings.Join(known, ", ") + doc.Suggest(kind, known) + "\n")
		return cli.Wrong
	}
	return c.Write([]byte(text))
}

// TypesVerb returns the verb types.
func TypesVerb() *cli.Verb {
	return &cli.Verb{Name: "types", Args: []string{"KIND"},
		About:   "print the types of the values that a program of a kind receives and returns",
		Details: "Declarations in TypeScript (.d.ts), for an editor's completion.", Run: verbFunc(types)}
}
