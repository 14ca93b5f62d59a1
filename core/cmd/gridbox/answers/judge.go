package answers

import (
	"bytes"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/gridbox/studies"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/schedaudit"
)

// isForeign reports whether a text is not one of our documents, which are JSON.
func isForeign(text []byte) bool {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	return len(text) > 0 && text[0] != '{'
}

// judgeForeign verifies the schedule of another program, and compares it with the answers of the
// scenario's runs.
func (c *Call) judgeForeign(s *scenario.Scenario, text []byte) int {
	file := c.Args[1]
	if s.Kind != "farm" {
		c.Say(file + ": is not a result document; only farms can judge schedules of other programs, and this " +
			"scenario is of kind " + s.Kind + "\n")
		return cli.Wrong
	}
	x, ok := c.Open(s)
	if !ok {
		return cli.Wrong
	}
	schedule, faults := schedaudit.Read(text)
	if len(faults) > 0 {
		c.Blame(file+": ", faults)
		return cli.Wrong
	}
	judgement, err := schedule.Judge(&x.Explicit.Farm.Problem, file)
	if err != nil {
		c.Say(file + ": " + err.Error() + "\n")
		return cli.Wrong
	}
	wanted, ok := c.SelectedRuns(s)
	if !ok {
		return cli.Wrong
	}
	answers := []scenario.Answer{judgement.Answer}
	for _, run := range wanted {
		answer, err := c.Answer(x, run)
		if err != nil {
			c.Say(run.Name + ": " + cli.Reason(err) + "\n")
			return cli.Failed
		}
		answers = append(answers, answer)
	}
	for _, note := range judgement.Notes {
		c.Say(note + "\n")
	}
	for _, v := range judgement.Answer.Check.Violations {
		c.Say(file + ": " + v.Path + ": " + v.Reason + "\n")
	}
	if more := judgement.ViolationCount - len(judgement.Answer.Check.Violations); more > 0 {
		c.Say("and " + strconv.Itoa(more) + " more\n")
	}
	c.Say(doc.Count(len(x.Explicit.Farm.Jobs), "job") + " checked, " + cli.ViolationCount(judgement.ViolationCount))
	status := cli.Done
	if judgement.ViolationCount > 0 {
		status = cli.Failed
	}
	if c.HasFlag("json") {
		result := catalog.Result(s, answers...)
		return max(status, c.writeResult(&result))
	}
	kind := studies.KindOf(s.Kind)
	return max(status, c.Write([]byte(comparisonText(s, &kind, answers))))
}

// comparisonText returns a table of the metrics, and sentences that compare the schedule with each
// answer.
func comparisonText(s *scenario.Scenario, kind *catalog.Kind, answers []scenario.Answer) string {
	answers = catalog.LabelledAnswers(s, answers)
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
