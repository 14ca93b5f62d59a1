package answers

import (
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/decision"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// ExplainVerb returns the verb explain.
func ExplainVerb() *cli.Verb {
	return &cli.Verb{Name: "explain", Args: []string{"SCENARIO"},
		About: "explain what a run decided: the numbers behind it and the recorded steps",
		Details: "Writes one document: what was decided, the detail that the kind gives, and the steps. Without\n" +
			"--about it explains the whole run. Exit status 2 where there is no such run or thing.",
		Flags: []cli.Option{
			cli.Flag("run", "LABEL|N",
				"the run, by its label, its name in the tables, or its place from 0; the first unless given"),
			cli.Flag("about", "NAME=ID", "what to explain, such as job=j2; may be given again"),
			cli.InterpreterFlag,
		}, Run: verbFunc(explain)}
}

// An explanation is the document written by gridbox explain.
type explanation struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Scenario string          `json:"scenario"` // digest
	Kind     string          `json:"kind"`
	Run      int             `json:"run"`
	Name     string          `json:"name"`
	Feasible bool            `json:"feasible"`
	Decision string          `json:"decision,omitempty"` // decision about the given job in words
	Detail   any             `json:"detail,omitempty"`
	Steps    []trace.Event   `json:"steps"`
	Dropped  int             `json:"dropped,omitempty"` // number of steps beyond the limit
	Answer   scenario.Answer `json:"answer"`
}

// maxSteps is the greatest number of steps written.
const maxSteps = 10_000

// explain solves a run, and runs it again with its steps recorded.
func explain(c *Call) int {
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	about := map[string]string{}
	for _, text := range c.Flags["about"] {
		name, id, ok := strings.Cut(text, "=")
		if !ok {
			c.Say("gridbox explain: --about is a name and an id, such as job=j2, not " + text + "\n")
			return cli.Wrong
		}
		about[name] = id
	}
	wanted, ok := c.SelectedRuns(s)
	if !ok {
		return cli.Wrong
	}
	x, ok := c.Open(s)
	if !ok {
		return cli.Wrong
	}
	answer, err := c.Answer(x, wanted[0])
	if err != nil {
		return c.reportNoExplanation(err)
	}
	log := &trace.Log{Limit: maxSteps}
	why, err := x.Explain(c.Ctx, wanted[0].Run, about, log)
	if err != nil {
		return c.reportNoExplanation(err)
	}
	e := &explanation{Format: "gridbox-explanation", Version: 1, Scenario: scenario.Digest(s), Kind: s.Kind,
		Run: wanted[0].Index, Name: catalog.NameOf(s.Kind, wanted[0].Run), Feasible: answer.Feasible, Answer: answer,
		Detail: why.Detail, Steps: []trace.Event{}}
	if job := about["job"]; job != "" {
		d := decision.Of(x.Explicit, &answer, job)
		e.Decision = d.Text(nil)
	}
	if why.Trace != nil {
		e.Steps, e.Dropped = append(e.Steps, why.Trace.Events...), why.Trace.Dropped
	}
	return c.Write(doc.Pretty(e))
}

// reportNoExplanation reports why there is no explanation.
func (c *Call) reportNoExplanation(err error) int {
	if faults, is := err.(doc.Faults); is {
		c.Blame("", faults)
		return cli.Wrong
	}
	c.Say("gridbox explain: " + cli.Reason(err) + "\n")
	if c.Ctx.Err() != nil {
		return cli.Failed
	}
	return cli.Wrong
}
