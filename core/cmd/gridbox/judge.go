package main

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
)

// isForeign reports whether a text is no document of ours: those are JSON.
func isForeign(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	return len(text) > 0 && text[0] != '{'
}

// judgeForeign judges the schedule of another program, and shows it beside the
// answers of the scenario's runs.
func (c *call) judgeForeign(s *scenario.Scenario, text []byte) int {
	file := c.args[1]
	if s.Kind != "farm" {
		c.say(file + ": is no result document; schedules of other programs are judged by farms, and this scenario is " +
			"of kind " + s.Kind + "\n")
		return wrong
	}
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return wrong
	}
	schedule, faults := schedaudit.Read(text)
	if len(faults) > 0 {
		c.blame(file+": ", faults)
		return wrong
	}
	judgement, err := schedule.Judge(&explicit.Farm.Problem, file)
	if err != nil {
		c.say(file + ": " + err.Error() + "\n")
		return wrong
	}
	wanted, ok := c.chosen(s)
	if !ok {
		return wrong
	}
	answers := []scenario.Answer{judgement.Answer}
	for _, run := range wanted {
		answer, err := c.answer(explicit, run)
		if err != nil {
			c.say(run.name + ": " + reason(err) + "\n")
			return failed
		}
		answers = append(answers, answer)
	}
	for _, note := range judgement.Notes {
		c.say(note + "\n")
	}
	for _, v := range judgement.Answer.Check.Violations {
		c.say(file + ": " + v.Path + ": " + v.Why + "\n")
	}
	if more := judgement.Found - len(judgement.Answer.Check.Violations); more > 0 {
		c.say("and " + strconv.Itoa(more) + " more\n")
	}
	c.say(doc.Counted(len(explicit.Farm.Jobs), "job") + " checked, " + violationCount(judgement.Found))
	status := done
	if judgement.Found > 0 {
		status = failed
	}
	if c.on("json") {
		return max(status, c.writeResult(&scenario.Result{Format: scenario.ResultFormat,
			Version: scenario.ResultVersion, Engine: catalog.Version, Scenario: scenario.Digest(s), Kind: s.Kind,
			Runs: answers}))
	}
	kind := kindOf(s.Kind)
	return max(status, c.write([]byte(beside(s, &kind, answers))))
}

// beside is a table of the metrics, and sentences that compare the schedule with
// each answer.
func beside(s *scenario.Scenario, kind *catalog.Kind, answers []scenario.Answer) string {
	answers = catalog.Labelled(s, answers)
	b := &strings.Builder{}
	b.WriteString(metrics(kind, answers))
	for i := range answers[1:] {
		if i == 0 {
			b.WriteString("\n")
		}
		b.WriteString(kind.Compare(s, &answers[0], &answers[i+1]) + "\n")
	}
	return b.String()
}
