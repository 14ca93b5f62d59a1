package main

import (
	"context"
	"errors"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// solve runs a scenario's algorithms one after another.
func solve(c *call) int {
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	wanted, ok := c.chosen(s)
	if !ok {
		return wrong
	}
	return c.solve(s, wanted, c.on("text"))
}

// solve solves and writes tables, or the document.
func (c *call) solve(s *scenario.Scenario, wanted []wantedRun, tables bool) int {
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return wrong
	}
	result, status := c.result(s, explicit, wanted)
	if status == cut {
		return failed
	}
	if tables {
		c.print(answerTables(explicit, &result, c.on("solution")))
		return status
	}
	return max(status, c.writeResult(&result))
}

// result runs what is wanted. A policy that cannot be read costs its own run
// alone; another run that fails ends it all.
func (c *call) result(s, explicit *scenario.Scenario, wanted []wantedRun) (result scenario.Result, status int) {
	result = scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion,
		Engine: catalog.Version, Scenario: scenario.Digest(s), Kind: s.Kind, Runs: []scenario.Answer{}}
	status = done
	for _, run := range wanted {
		answer, err := c.answer(explicit, run)
		if faults, is := policyFault(run, err); is {
			c.blame(run.name+": ", faults)
			status = wrong
			continue
		}
		if err != nil {
			c.say(run.name + ": " + reason(err) + "\n")
			return result, cut
		}
		if !answer.Check.OK {
			status = max(status, failed)
			c.violations("runs["+strconv.Itoa(len(result.Runs))+"]", answer.Check.Violations)
		}
		result.Runs = append(result.Runs, answer)
	}
	return result, status
}

// cut says that a run failed and the others were not tried.
const cut = -1

// mostPretty is up to how long a result is written for people, a line for each
// small thing; longer ones are for programs.
const mostPretty = 1 << 20

// writeResult writes a result as check reads it.
func (c *call) writeResult(r *scenario.Result) int {
	text := doc.Compact(r)
	switch {
	case len(text) > scenario.MaxResult:
		c.say("gridbox solve: this result is " + strconv.Itoa(len(text)>>20) + " MiB long, and results of at most " +
			strconv.Itoa(scenario.MaxResult>>20) + " MiB are read; name fewer algorithms by --algorithm\n")
		return failed
	case len(text) <= mostPretty:
		text = doc.Pretty(r)
	}
	return c.write(text)
}

// answer runs one algorithm with its progress drawn.
func (c *call) answer(s *scenario.Scenario, run wantedRun) (scenario.Answer, error) {
	env := engine.Env{Clock: c.clock, Programs: c.programs()}
	if c.terminal || c.on("progress") {
		p := progress{c: c, name: run.name, shown: -1}
		env.Progress = p.hear
		defer p.end()
	}
	answer, err := engine.All().RunExplicit(c.ctx, s, run.Run, env)
	if run.place >= 0 {
		answer.Run = &run.place
	}
	return answer, err
}

// A progress draws one line and draws it again when a percent has passed.
type progress struct {
	c     *call
	name  string
	shown int
}

func (p *progress) hear(made, total int) {
	percent := 100
	if total > 0 {
		percent = min(100, 100*made/total)
	}
	if percent != p.shown {
		p.shown = percent
		p.c.say("\r" + p.name + " " + strconv.Itoa(percent) + " %")
	}
}

func (p *progress) end() {
	if p.shown < 0 {
		return
	}
	if p.c.terminal {
		p.c.say("\r\x1b[K") // the answer tells the rest
		return
	}
	p.c.say("\n")
}

func reason(err error) string {
	if errors.Is(err, context.Canceled) {
		return "cancelled; nothing was written"
	}
	return err.Error()
}

func (c *call) violations(outer string, violations []scenario.Violation) {
	for _, v := range violations {
		c.fault(codeViolation, "", doc.Fault{Path: doc.JoinPath(outer, v.Path), Why: v.Why})
	}
}
