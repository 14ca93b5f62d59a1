package main

import (
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/decision"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

func explainVerb() *verb {
	return &verb{name: "explain", takes: []string{"SCENARIO"},
		about: "explain what a run decided: the numbers behind it and the recorded steps",
		more: "Writes one document: what was decided, the detail that the kind gives, and the steps. Without\n" +
			"--about it explains the whole run. Exit status 2 where there is no such run or thing.",
		flags: []option{
			{"run", "LABEL|N", "the run, by its label, its name in the tables, or its place from 0; the first unless " +
				"given"},
			{"about", "NAME=ID", "what to explain, such as job=j2; may be given again"},
			interpreterFlag,
		}, run: explain}
}

// An explanation is what gridbox explain writes.
type explanation struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Scenario string          `json:"scenario"` // its digest
	Kind     string          `json:"kind"`
	Run      int             `json:"run"`
	Name     string          `json:"name"`
	Feasible bool            `json:"feasible"`
	Decision string          `json:"decision,omitempty"` // in words, of the job in question
	Detail   any             `json:"detail,omitempty"`
	Steps    []trace.Event   `json:"steps"`
	Dropped  int             `json:"dropped,omitempty"` // steps beyond the limit
	Answer   scenario.Answer `json:"answer"`
}

// maxSteps is the number of steps that are written.
const maxSteps = 10_000

// explain solves a run, and runs it again with its steps recorded.
func explain(c *call) int {
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	about := map[string]string{}
	for _, text := range c.flags["about"] {
		name, id, ok := strings.Cut(text, "=")
		if !ok {
			c.say("gridbox explain: --about is a name and an id, such as job=j2, not " + text + "\n")
			return wrong
		}
		about[name] = id
	}
	wanted, ok := c.chosen(s)
	if !ok {
		return wrong
	}
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return wrong
	}
	answer, err := c.answer(explicit, wanted[0])
	if err != nil {
		return c.unexplained(err)
	}
	log := &trace.Log{Limit: maxSteps}
	why, err := engine.All().ExplainExplicit(c.ctx, explicit, wanted[0].Run, about,
		engine.Env{Log: log, Programs: c.programs()})
	if err != nil {
		return c.unexplained(err)
	}
	e := &explanation{Format: "gridbox-explanation", Version: 1, Scenario: scenario.Digest(s), Kind: s.Kind,
		Run: wanted[0].place, Name: catalog.NameOf(s.Kind, wanted[0].Run), Feasible: answer.Feasible, Answer: answer,
		Detail: why.Detail, Steps: []trace.Event{}}
	if job := about["job"]; job != "" {
		d := decision.Of(explicit, &answer, job)
		e.Decision = d.Text(nil)
	}
	if why.Trace != nil {
		e.Steps, e.Dropped = append(e.Steps, why.Trace.Events...), why.Trace.Dropped
	}
	return c.write(doc.Pretty(e))
}

// unexplained reports why there is no explanation.
func (c *call) unexplained(err error) int {
	if faults, is := err.(doc.Faults); is {
		c.blame("", faults)
		return wrong
	}
	c.say("gridbox explain: " + reason(err) + "\n")
	if c.ctx.Err() != nil {
		return failed
	}
	return wrong
}
