package main

import (
	"bytes"
	"context"

	"gridbox/core/catalog"
	"gridbox/core/cmd/mcpserver"
)

func mcpVerb() *verb {
	return &verb{name: "mcp", about: "serve the commands to programs by the Model Context Protocol",
		more: "Reads requests from standard input and writes answers to standard output, one a line, until the\n" +
			"input ends. Tools: list, generate, solve, study, explain, check, import and score. Documents are\n" +
			"arguments; a tool reads and writes no files.",
		flags: []option{interpreterFlag}, run: serveTools}
}

// serveTools serves commands until the input ends.
func serveTools(c *call) int {
	command := func(ctx context.Context, args []string, files map[string][]byte) (out, messages []byte, status int) {
		if file, given := c.flag("interpreter"); given {
			if v := verbOf(args[0]); v.option("interpreter") != nil {
				args = append(args, "--interpreter", file)
			}
		}
		text, said := &bytes.Buffer{}, &bytes.Buffer{}
		around := surroundings{in: &bytes.Buffer{}, out: text, err: said, clock: c.clock, documents: files}
		status = run(ctx, args, around)
		return text.Bytes(), said.Bytes(), status
	}
	if err := mcpserver.Serve(c.ctx, c.in, c.out, catalog.Version, command); err != nil && c.ctx.Err() == nil {
		c.say("gridbox mcp: " + err.Error() + "\n")
		return failed
	}
	return done
}
