// Command gridbox runs the laboratory's algorithms without a browser: it reads
// scenarios from files or standard input (-), writes documents to standard
// output, and messages and progress to standard error.
//
// Exit status: 0 done; 1 the run failed or a check found violations; 2 the
// input is wrong, with every fault listed as "path: what is wrong"; 3 it ended
// early by request, with what was done kept.
package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"slices"
	"time"
)

// The exit statuses, which are part of the public surface.
const (
	done   = 0
	failed = 1
	wrong  = 2
	early  = 3
)

// Surroundings are what a command may touch besides its arguments.
type surroundings struct {
	in        io.Reader
	out, err  io.Writer
	terminal  bool                     // whether err is a terminal, where progress may be drawn
	clock     func() float64           // milliseconds
	variable  func(name string) string // of the environment; nil where there is none
	documents map[string][]byte        // the only files that can be read; nil for those of the machine
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	began := time.Now()
	status := run(ctx, os.Args[1:], surroundings{
		in: os.Stdin, out: os.Stdout, err: os.Stderr, terminal: isTerminal(os.Stderr), variable: os.Getenv,
		clock: func() float64 { return float64(time.Since(began).Microseconds()) / 1000 },
	})
	stop()
	os.Exit(status)
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// run carries out one command line and returns the exit status.
func run(ctx context.Context, args []string, around surroundings) int {
	c := &call{ctx: ctx, surroundings: around}
	if c.variable == nil {
		c.variable = func(string) string { return "" }
	}
	if len(args) == 0 {
		c.say(overview())
		return wrong
	}
	if isHelp(args[0]) {
		c.print(overview())
		return done
	}
	c.asJSON = slices.Contains(args, "--json")
	if c.asJSON {
		text := &textWriter{to: c.out}
		c.out = text
		defer text.end()
	}
	status := c.carryOut(args)
	c.flush(status)
	return status
}

// carryOut runs the verb that the arguments name.
func (c *call) carryOut(args []string) int {
	v := verbOf(args[0])
	if v == nil {
		c.misused("gridbox: ", args[0]+" is not a command"+suggestVerb(args[0]), overview())
		return wrong
	}
	c.verb = v
	help, err := c.take(args[1:])
	switch {
	case help:
		c.print(v.help())
		return done
	case err != nil:
		c.misused("gridbox "+v.name+": ", err.Error(), v.help())
		return wrong
	}
	return v.run(c)
}

// misused reports what is wrong with a command line, and how it is written.
func (c *call) misused(who, why, help string) {
	c.report(message{codeUsage, "", why}, who+why+"\n\n"+help)
}
