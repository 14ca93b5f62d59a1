package studies

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/adversary"
)

// usualTries is the default number of tries.
const usualTries = 2000

// runAdversary searches for the instance on which one algorithm does worst compared with another,
// reduces it and writes it as a scenario.
func (c *Call) runAdversary(contest string, cores int) int {
	if len(c.Args) == 0 {
		c.Say("gridbox study: --adversary needs a SCENARIO whose generator it can vary\n")
		return cli.Wrong
	}
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	if s, ok = c.WithPolicies(s); !ok {
		return cli.Wrong
	}
	match, ok := c.contest(s, contest)
	if !ok {
		return cli.Wrong
	}
	tries, ok := c.tries()
	if !ok {
		return cli.Wrong
	}
	turn, ok := c.parameters(s)
	if !ok {
		return cli.Wrong
	}
	hunt := adversary.Spec{Contest: match, Tries: tries, Paths: turn}
	if !c.Blame("", adversary.Check(s, &hunt)) {
		return cli.Wrong
	}
	env := adversary.Env{Cores: cores, Programs: c.Programs(),
		Parallel: func(n int, do func(i int)) { share(cores, n, do) }}
	stop := c.watchTries(&env)
	found, err := adversary.Find(c.Ctx, engine.All(), s, hunt, env)
	stop()
	if err != nil {
		c.Say("gridbox study: " + cli.Reason(err) + "\n")
		return cli.Failed
	}
	if found.Compared == 0 || found.Ratio <= 1 {
		c.Say(adversary.Unbroken(s.Kind, &match, &found) + "\n")
		if found.Faulty {
			c.sayFault(s, &match)
		}
		return cli.Failed
	}
	stop = c.watchTries(&env)
	small, err := adversary.Shrink(c.Ctx, engine.All(), found.Case, match, env)
	stop()
	if err != nil {
		c.Say("gridbox study: " + cli.Reason(err) + "\n")
		return cli.Failed
	}
	return c.writeCase(&match, &found, &small)
}

// sayFault reports the error of a contest's policy, as it occurs on the scenario itself.
func (c *Call) sayFault(s *scenario.Scenario, match *adversary.Contest) {
	for _, run := range []scenario.Run{match.A, match.B} {
		if _, err := engine.All().Run(c.Ctx, s, run, engine.Env{Programs: c.Programs()}); err != nil {
			c.Say(cli.Reason(err) + "\n")
			return
		}
	}
}

// contest parses two algorithms A,B and the metric of --metric, by default the first of the kind.
// It writes a message and reports false if one of them is invalid or the metric is a time.
func (c *Call) contest(s *scenario.Scenario, text string) (adversary.Contest, bool) {
	kind := KindOf(s.Kind)
	match := adversary.Contest{Metric: kind.Metrics[0].ID}
	a, b, two := strings.Cut(text, ",")
	if !two || strings.Contains(b, ",") {
		c.Say("gridbox study: --adversary takes two algorithms such as rbhs,scp-tree, not " + text + "\n")
		return match, false
	}
	for _, x := range []struct {
		name string
		run  *scenario.Run
	}{{a, &match.A}, {b, &match.B}} {
		run, faults := namedRun(s, strings.TrimSpace(x.name))
		if !c.Blame("", faults) {
			return match, false
		}
		*x.run = run
	}
	if metric, given := c.Flag("metric"); given {
		match.Metric = metric
	}
	asked := *s
	asked.Runs = nil
	asked.Study = &scenario.Study{Replications: 1, Metrics: []string{match.Metric}}
	if _, faults := study.New(&asked, study.Limits{Large: true}); len(faults) > 0 {
		faults[0].Path = "--metric"
		return match, c.Blame("", faults[:1])
	}
	if study.MachineDependent(match.Metric) {
		c.Say("--metric: a time differs from run to run; choose a metric of the answer\n")
		return match, false
	}
	return match, true
}

// namedRun returns the run with a name: one of the scenario's, or any algorithm of the kind. It
// returns faults at --adversary if there is no such algorithm.
func namedRun(s *scenario.Scenario, name string) (scenario.Run, doc.Faults) {
	runs := catalog.Runs(s)
	if i, ok := catalog.Pick(s.Kind, runs, name); ok {
		return runs[i], nil
	}
	run := scenario.Run{Algorithm: name}
	faults := catalog.CheckRun(s.Kind, run)
	for i := range faults {
		faults[i].Path = "--adversary"
	}
	return run, faults
}

// parameters returns the paths of the numbers that --turn allows to change, or nil if the flag is
// absent. A parameter of the generator may be given by its name. It writes a message and reports
// false if a name is unknown.
func (c *Call) parameters(s *scenario.Scenario) ([]string, bool) {
	text, given := c.Flag("turn")
	if !given {
		return nil, true
	}
	var known []string
	for _, k := range adversary.Knobs(s) {
		known = append(known, k.Path)
	}
	var turn []string
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if full := s.Kind + ".generate." + name; slices.Contains(known, full) {
			name = full
		}
		if !slices.Contains(known, name) {
			c.Say("--turn: " + name + " is no number that the search may turn" + doc.Suggest(name, known) +
				"; there are " + strings.Join(known, " ") + "\n")
			return nil, false
		}
		turn = append(turn, name)
	}
	return turn, true
}

// tries returns the number of tries of --tries, or usualTries if the flag is absent. It writes a
// message and reports false if the number is invalid.
func (c *Call) tries() (int, bool) {
	text, given := c.Flag("tries")
	if !given {
		return usualTries, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 100_000_000 {
		c.Say("gridbox study: --tries is a whole number from 1 to 100000000, not " + text + "\n")
		return 0, false
	}
	return n, true
}

// share calls do for 0 to n-1 on so many cores.
func share(cores, n int, do func(i int)) {
	var next atomic.Int64
	var crew sync.WaitGroup
	for range min(cores, n) {
		crew.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	crew.Wait()
}

// watchTries draws the progress of a search. The returned function ends it.
func (c *Call) watchTries(env *adversary.Env) func() {
	env.Progress = nil
	if !c.Terminal && !c.HasFlag("progress") {
		return func() {}
	}
	p := &cli.Progress{C: c.Call, Name: "instances", Percent: -1}
	env.Progress = p.Update
	return p.End
}

// writeCase writes the reduced case, with its findings in the title and on standard error.
func (c *Call) writeCase(m *adversary.Contest, found *adversary.Result, small *adversary.Case) int {
	s := adversary.Describe(found, small, m)
	c.Say(s.About + "\n")
	c.Say("from " + adversary.Sizes(found.Scenario) + " down to " + adversary.Sizes(s) + "\n")
	status := cli.Done
	if !adversary.PassesCheck(c.Ctx, engine.All(), s, *m, adversary.Env{Programs: c.Programs()}) {
		c.Say("the checker rejects an answer to it: this is a bug in the solver\n")
		status = cli.Failed
	}
	return max(status, c.Write(scenario.Text(s)))
}
