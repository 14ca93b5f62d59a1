package studies

import (
	"strconv"
	"strings"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/league"
	"gridbox/core/scenario"
	"gridbox/core/shake"
)

// Defaults of the verb shake.
const (
	usualShakes   = 100
	usualStrength = 0.1
)

// ShakeVerb returns the verb shake.
func ShakeVerb() *cli.Verb {
	return &cli.Verb{Name: "shake", Args: []string{"SCENARIO", "A", "B"},
		About: "compare two algorithms on many small perturbations of one trace",
		Details: "SCENARIO is a farm. Every run time, with its estimate, and every interval between submissions is\n" +
			"multiplied by a factor of its own around 1. Writes one verdict: on how many of the shaken traces\n" +
			"A beats B. With --load the intervals are first divided by that factor.",
		Flags: []cli.Option{
			cli.Flag("times", "N", "how many shaken traces; 100 unless given"),
			cli.Flag("strength", "CV", "coefficient of variation of the factors, from 0.001 to 2; 0.1 unless given"),
			cli.Flag("load", "FACTOR", "scale the load of a farm: 1.2 lets jobs arrive 1.2 times as fast"),
			cli.Flag("metric", "ID", "what is compared; the first metric of the kind unless given"),
			cli.Flag("cores", "N", "how many traces are solved at the same time; all cores unless given"),
			cli.Flag("json", "", "write a document instead of the verdict"),
			cli.InterpreterFlag,
		}, Run: verbFunc(runShake)}
}

// runShake compares two algorithms on shaken traces.
func runShake(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	r := shake.Request{Scenario: s, Strength: usualStrength, Load: 1, Env: engine.Env{Programs: c.Programs()}}
	for i, run := range []*scenario.Run{&r.A, &r.B} {
		named, faults := namedRun(s, strings.TrimSpace(c.Args[i+1]))
		for k := range faults {
			faults[k].Path = []string{"A", "B"}[i]
		}
		if !c.Blame("", faults) {
			return cli.Wrong
		}
		*run = named
	}
	if r.Times, ok = c.count("shake", "times", usualShakes, league.MaxInstances); !ok {
		return cli.Wrong
	}
	if !c.real("strength", 0.001, 2, &r.Strength) || !c.real("load", 0.01, 100, &r.Load) {
		return cli.Wrong
	}
	cores, ok := c.cores()
	if !ok {
		return cli.Wrong
	}
	r.Parallel = func(n int, do func(i int)) { share(cores, n, do) }
	r.Metric, _ = c.Flag("metric")
	d, err := shake.Run(c.Ctx, engine.All(), r)
	if c.ReportError(err) {
		return cli.Wrong
	}
	if c.HasFlag("json") {
		return c.Write(doc.Pretty(d))
	}
	return c.Write([]byte(d.Verdict + "\n"))
}

// real sets x to the value of a flag that is a number from low to high. It
// leaves x unchanged if the flag is absent. It writes a message and reports
// false if the value is invalid.
func (c *Call) real(flag string, low, high float64, x *float64) bool {
	text, given := c.Flag(flag)
	if !given {
		return true
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(value >= low && value <= high) {
		c.Say("gridbox shake: --" + flag + " is a number from " + doc.Number(low) + " to " + doc.Number(high) +
			", not " + text + "\n")
		return false
	}
	*x = value
	return true
}
