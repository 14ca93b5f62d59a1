package studies

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
	"gridbox/core/study/runner"
)

// Limits of the measurement of units before a job file is written.
const (
	maxSampling = 3 * time.Second
	maxSamples  = 400
)

// writeScript writes the job file of a study for an engine.
func (c *Call) writeScript(plan *study.Plan, name string, cores int) int {
	chunk, ok := c.duration("chunk", time.Duration(cluster.UsualChunk*float64(time.Second)))
	if !ok {
		return cli.Wrong
	}
	if chunk.Seconds() < cluster.MinChunk {
		c.Say("gridbox study: --chunk is at least 1s, not " + chunk.String() + ": a task takes a moment to start\n")
		return cli.Wrong
	}
	if c.Args[0] == "-" {
		c.Say("gridbox study: a job file needs a file that the tasks can read, not standard input\n")
		return cli.Wrong
	}
	if !slices.Contains(cluster.Engines, name) {
		c.Say("gridbox study: --script is " + strings.Join(cluster.Engines, ", ") + ", not " + name +
			doc.Suggest(name, cluster.Engines) + "\n")
		return cli.Wrong
	}
	if name == "kubernetes" && c.HasFlag("policy") {
		c.Say("gridbox study: --policy is a file that pods do not have; let the document hold the policy, in its " +
			"list policies\n")
		return cli.Wrong
	}
	unit, ok := c.duration("unit", 0)
	if !ok {
		return cli.Wrong
	}
	if unit == 0 {
		var err error
		if unit, err = c.sample(plan); err != nil {
			c.Say("gridbox study: " + cli.Reason(err) + "\n")
			return cli.Failed
		}
	}
	text, ok := c.Read(c.Args[0], cli.MaxDocument)
	if !ok {
		return cli.Wrong
	}
	if !c.HasFlag("cores") {
		cores = 1
	}
	job := cluster.Wish{File: c.Args[0], Flags: c.taskFlags(plan), Unit: unit, Chunk: chunk,
		Cores: cores}.Job(plan, text)
	script, _ := job.Script(name)
	for _, fact := range job.Facts() {
		c.Say(fact + "\n")
	}
	return c.Write([]byte(script))
}

// taskFlags returns the flags that tasks need to plan the same study.
func (c *Call) taskFlags(plan *study.Plan) (words []string) {
	for _, name := range []string{"replications", "noise", "vary", "policy", "option", "interpreter"} {
		for _, value := range c.Flags[name] {
			words = append(words, "--"+name, value)
		}
	}
	if c.HasFlag("large") {
		words = append(words, "--large")
	}
	return words
}

// sample measures units spread over the plan and returns the mean time of one.
func (c *Call) sample(plan *study.Plan) (time.Duration, error) {
	began, count, units := time.Now(), 0, plan.Units()
	samples := min(maxSamples, units)
	for k := range samples {
		// A stride spreads the first few units over the whole plan.
		u := (k * 137 % samples) * (units / samples)
		_, err := runner.Run(c.Ctx, engine.All(), plan, func(yield func(runner.Task) bool) {
			yield(runner.Unit(plan, u))
		}, runner.Env{Clock: c.Clock, Programs: c.Programs()})
		if err != nil {
			return 0, err
		}
		if count++; time.Since(began) > maxSampling {
			break
		}
	}
	return max(1, time.Since(began)/time.Duration(count)), nil
}

// checkInterval is the interval between checks of a folder.
const checkInterval = 20 * time.Second

// wait reads the folder at intervals until no unit is missing. It reports
// false if the call is cancelled, or after a message if the folder cannot be
// merged.
func (g *merger) wait() bool {
	for before := -1; ; {
		missing := study.Count(g.sheaf.Missing())
		if missing == 0 {
			return true
		}
		if missing != before {
			g.c.Say(strconv.Itoa(missing) + " of " + strconv.Itoa(g.plan.Units()) + " units of work are missing\n")
			before = missing
		}
		select {
		case <-g.c.Ctx.Done():
			return false
		case <-time.After(checkInterval):
		}
		if err := g.mergeAll(); err != nil {
			g.c.Say("gridbox merge: " + err.Error() + "\n")
			return false
		}
	}
}
