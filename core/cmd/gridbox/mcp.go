package main

import (
	"bytes"
	"context"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/mcpserver"
)

// mcpVerb returns the verb mcp.
func mcpVerb() *cli.Verb {
	return &cli.Verb{Name: "mcp", About: "serve the commands to programs by the Model Context Protocol",
		Details: "Reads requests from standard input and writes answers to standard output, one a line, until the\n" +
			"input ends. Tools: list, generate, solve, study, explain, check, import and score. Documents are\n" +
			"arguments; a tool reads and writes no files.",
		Flags: []cli.Option{cli.InterpreterFlag}, Run: serveTools}
}

// serveTools serves commands until the input ends.
func serveTools(c *cli.Call) int {
	command := func(ctx context.Context, args []string, files map[string][]byte) (out, messages []byte, status int) {
		if file, given := c.Flag("interpreter"); given {
			if v := verbOf(args[0]); v.Has("interpreter") {
				args = append(args, "--interpreter", file)
			}
		}
		text, log := &bytes.Buffer{}, &bytes.Buffer{}
		around := cli.Surroundings{In: &bytes.Buffer{}, Out: text, Err: log, Clock: c.Clock, Documents: files}
		status = run(ctx, args, around)
		return text.Bytes(), log.Bytes(), status
	}
	if err := mcpserver.Serve(c.Ctx, c.In, c.Out, catalog.Version, command); err != nil && c.Ctx.Err() == nil {
		c.Say("gridbox mcp: " + err.Error() + "\n")
		return cli.Failed
	}
	return cli.Done
}
