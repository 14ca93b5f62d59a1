package answers

import (
	"strconv"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
)

// solve runs a scenario's algorithms one after another.
func solve(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	wanted, ok := c.SelectedRuns(s)
	if !ok {
		return cli.Wrong
	}
	return c.solve(s, wanted, c.HasFlag("text"))
}

// solve solves the runs and writes tables or the document.
func (c *Call) solve(s *scenario.Scenario, wanted []selectedRun, tables bool) int {
	x, ok := c.Open(s)
	if !ok {
		return cli.Wrong
	}
	result, status := c.result(x, wanted)
	if status == cut {
		return cli.Failed
	}
	if tables {
		c.Print(answerTables(x.Explicit, &result, c.HasFlag("solution")))
		return status
	}
	return max(status, c.writeResult(&result))
}

// result solves the runs. An invalid policy fails only its own run; any other failure ends the
// command.
func (c *Call) result(x *engine.Session, wanted []selectedRun) (result scenario.Result, status int) {
	result, status = x.Result(), cli.Done
	for _, run := range wanted {
		answer, err := c.Answer(x, run)
		if faults, is := policyFault(run, err); is {
			c.Blame(run.Name+": ", faults)
			status = cli.Wrong
			continue
		}
		if err != nil {
			c.Say(run.Name + ": " + cli.Reason(err) + "\n")
			return result, cut
		}
		if !answer.Check.OK {
			status = max(status, cli.Failed)
			c.Violations("runs["+strconv.Itoa(len(result.Runs))+"]", answer.Check.Violations)
		}
		result.Runs = append(result.Runs, answer)
	}
	return result, status
}

// cut reports a failed run and that the remaining runs were not tried.
const cut = -1

// maxPretty is the greatest length of an indented result. Longer results are written compactly.
const maxPretty = 1 << 20

// writeResult writes a result in the form that check reads.
func (c *Call) writeResult(r *scenario.Result) int {
	text := doc.Compact(r)
	switch {
	case len(text) > scenario.MaxResult:
		c.Say("gridbox solve: this result is " + strconv.Itoa(len(text)>>20) + " MiB long, and results of at most " +
			strconv.Itoa(scenario.MaxResult>>20) + " MiB are read; name fewer algorithms by --algorithm\n")
		return cli.Failed
	case len(text) <= maxPretty:
		text = doc.Pretty(r)
	}
	return c.Write(text)
}

// Answer runs one algorithm and draws its progress on a terminal or with --progress. The answer
// has the place of its run, if there is one.
func (c *Call) Answer(x *engine.Session, run selectedRun) (scenario.Answer, error) {
	var progress func(done, total int)
	if c.Terminal || c.HasFlag("progress") {
		p := cli.Progress{C: c.Call.Call, Name: run.Name, Percent: -1}
		progress = p.Update
		defer p.End()
	}
	answer, err := x.Solve(c.Ctx, run.Run, progress)
	if run.Index >= 0 {
		answer.Run = &run.Index
	}
	return answer, err
}

// Violations reports violations with paths inside outer.
func (c *Call) Violations(outer string, violations []scenario.Violation) {
	for _, v := range violations {
		c.Fault(cli.CodeViolation, "", doc.Fault{Path: doc.JoinPath(outer, v.Path), Reason: v.Reason})
	}
}

// SolveVerb returns the verb solve.
func SolveVerb() *cli.Verb {
	return &cli.Verb{Name: "solve", Args: []string{"SCENARIO"},
		About: "run the algorithms of a scenario and check every answer",
		Details: "Writes a result document. A scenario without runs gets the default set of its kind.\n" +
			"Exit status 1 if a run failed or its answer did not pass the check.",
		Flags: []cli.Option{
			cli.Flag("algorithm", "ID", "only the runs of this one; may be given again for more"),
			cli.Flag("run", "LABEL|N",
				"only this run, by its label, its name in the tables, or its place from 0; may be "+
					"given again for more"),
			cli.Flag("text", "", "write tables for people instead of a document"),
			cli.Flag("solution", "", "with --text: list every decision too"),
			cli.Flag("progress", "", "report progress even if standard error is not a terminal"),
			cli.InterpreterFlag,
		}, Run: verbFunc(solve)}
}
