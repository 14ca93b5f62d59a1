// Command gridbox runs the laboratory's algorithms without a browser. It reads scenarios from
// files or standard input (-), writes documents to standard output, and messages and progress to
// standard error.
//
// Exit status: 0 done; 1 the run failed or a check found violations; 2 the input is invalid, with
// every fault listed as "path: reason"; 3 ended early by request, with partial results kept.
package main

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"time"

	"gridbox/core/cmd/gridbox/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	began := time.Now()
	status := run(ctx, os.Args[1:], cli.Surroundings{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Terminal: isTerminal(os.Stderr), Variable: os.Getenv,
		Clock: func() float64 { return float64(time.Since(began).Microseconds()) / 1000 },
	})
	stop()
	os.Exit(status)
}

// isTerminal reports whether a file is a terminal.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// run executes a command line and returns the exit status.
func run(ctx context.Context, args []string, around cli.Surroundings) int {
	c := &cli.Call{Ctx: ctx, Surroundings: around}
	if c.Variable == nil {
		c.Variable = func(string) string { return "" }
	}
	if len(args) == 0 {
		c.Say(overview())
		return cli.Wrong
	}
	if slices.Contains(args, "--json") {
		defer c.UseJSON()()
	}
	if cli.IsHelp(args[0]) {
		c.Print(overview())
		return cli.Done
	}
	status := runVerb(c, args)
	c.Flush(status)
	return status
}

// runVerb runs the verb named by the first argument.
func runVerb(c *cli.Call, args []string) int {
	v := verbOf(args[0])
	if v == nil {
		reportMisuse(c, "gridbox: ", args[0]+" is not a command"+suggestVerb(args[0]), overview())
		return cli.Wrong
	}
	c.Verb = v
	help, err := c.Parse(args[1:])
	switch {
	case help:
		c.Print(v.Help())
		return cli.Done
	case err != nil:
		reportMisuse(c, "gridbox "+v.Name+": ", err.Error(), v.Help())
		return cli.Wrong
	}
	return v.Run(c)
}

// reportMisuse reports an error in the command line, followed by the help.
func reportMisuse(c *cli.Call, who, why, help string) {
	c.Report(cli.Message{Code: cli.CodeUsage, Message: why}, who+why+"\n\n"+help)
}
