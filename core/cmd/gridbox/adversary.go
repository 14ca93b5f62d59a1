package main

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/adversary"
)

const usualTries = 2000

// runAdversary looks for the instance where one algorithm does worst against
// another, makes it small and writes it as a scenario.
func (c *call) runAdversary(contest string, cores int) int {
	if len(c.args) == 0 {
		c.say("gridbox study: --adversary needs a SCENARIO whose generator it can turn\n")
		return wrong
	}
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	if s, ok = c.withPolicies(s); !ok {
		return wrong
	}
	match, ok := c.contest(s, contest)
	if !ok {
		return wrong
	}
	tries, ok := c.tries()
	if !ok {
		return wrong
	}
	turn, ok := c.turned(s)
	if !ok {
		return wrong
	}
	hunt := adversary.Hunt{Contest: match, Tries: tries, Turn: turn}
	if !c.blame("", adversary.Check(s, &hunt)) {
		return wrong
	}
	env := adversary.Env{Cores: cores, Programs: c.programs(),
		Parallel: func(n int, do func(i int)) { share(cores, n, do) }}
	stop := c.watchTries(&env)
	found, err := adversary.Find(c.ctx, engine.All(), s, hunt, env)
	stop()
	if err != nil {
		c.say("gridbox study: " + reason(err) + "\n")
		return failed
	}
	if found.Compared == 0 || found.Ratio <= 1 {
		c.say(adversary.Unbroken(s.Kind, &match, &found) + "\n")
		if found.Faulty {
			c.sayFault(s, &match)
		}
		return failed
	}
	stop = c.watchTries(&env)
	small, err := adversary.Shrink(c.ctx, engine.All(), found.Case, match, env)
	stop()
	if err != nil {
		c.say("gridbox study: " + reason(err) + "\n")
		return failed
	}
	return c.broken(&match, &found, &small)
}

// sayFault says what is wrong with the policy of a contest, as it shows on the scenario itself.
func (c *call) sayFault(s *scenario.Scenario, match *adversary.Contest) {
	for _, run := range []scenario.Run{match.A, match.B} {
		if _, err := engine.All().Run(c.ctx, s, run, engine.Env{Programs: c.programs()}); err != nil {
			c.say(reason(err) + "\n")
			return
		}
	}
}

// contest reads A,B and the metric.
func (c *call) contest(s *scenario.Scenario, text string) (adversary.Contest, bool) {
	kind := kindOf(s.Kind)
	match := adversary.Contest{Metric: kind.Metrics[0].ID}
	a, b, two := strings.Cut(text, ",")
	if !two || strings.Contains(b, ",") {
		c.say("gridbox study: --adversary takes two algorithms such as rbhs,scp-tree, not " + text + "\n")
		return match, false
	}
	for _, x := range []struct {
		name string
		run  *scenario.Run
	}{{a, &match.A}, {b, &match.B}} {
		run, faults := fighter(s, strings.TrimSpace(x.name))
		if !c.blame("", faults) {
			return match, false
		}
		*x.run = run
	}
	if metric, given := c.flag("metric"); given {
		match.Metric = metric
	}
	asked := *s
	asked.Runs = nil
	asked.Study = &scenario.Study{Replications: 1, Metrics: []string{match.Metric}}
	if _, faults := study.New(&asked, study.Limits{Large: true}); len(faults) > 0 {
		faults[0].Path = "--metric"
		return match, c.blame("", faults[:1])
	}
	if study.MachineDependent(match.Metric) {
		c.say("--metric: a time differs from run to run; choose a metric of the answer\n")
		return match, false
	}
	return match, true
}

// fighter finds the run that a word means: one of the scenario's, or any
// algorithm of the kind.
func fighter(s *scenario.Scenario, name string) (scenario.Run, doc.Faults) {
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

// turned reads which parameters may be turned.
func (c *call) turned(s *scenario.Scenario) ([]string, bool) {
	text, given := c.flag("turn")
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
			c.say("--turn: " + name + " is no number that the search may turn" + doc.Suggest(name, known) +
				"; there are " + strings.Join(known, " ") + "\n")
			return nil, false
		}
		turn = append(turn, name)
	}
	return turn, true
}

func (c *call) tries() (int, bool) {
	text, given := c.flag("tries")
	if !given {
		return usualTries, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 100_000_000 {
		c.say("gridbox study: --tries is a whole number from 1 to 100000000, not " + text + "\n")
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

// watchTries draws how far a search is; the function returned ends it.
func (c *call) watchTries(env *adversary.Env) func() {
	env.Progress = nil
	if !c.terminal && !c.on("progress") {
		return func() {}
	}
	p := &progress{c: c, name: "instances", shown: -1}
	env.Progress = p.hear
	return p.end
}

// broken writes the small case, with what it shows in its title and on standard
// error.
func (c *call) broken(m *adversary.Contest, found *adversary.Found, small *adversary.Case) int {
	s := adversary.Told(found, small, m)
	c.say(s.About + "\n")
	c.say("from " + adversary.Sizes(found.Scenario) + " down to " + adversary.Sizes(s) + "\n")
	status := done
	if !adversary.Checked(c.ctx, engine.All(), s, *m, adversary.Env{Programs: c.programs()}) {
		c.say("the checker refuses an answer on it: that is a mistake of the solver\n")
		status = failed
	}
	return max(status, c.write(scenario.Text(s)))
}
