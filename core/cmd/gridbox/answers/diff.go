package answers

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/diff"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/kind"
	"gridbox/core/scenario"
	"gridbox/core/trace"
)

// DiffVerb returns the verb diff.
func DiffVerb() *cli.Verb {
	return &cli.Verb{Name: "diff", Args: []string{"A", "[B]"},
		About: "compare two scenarios with their answers, or two answers to one scenario",
		Details: "For two scenarios: which fields were added, removed or changed, and how their first answers\n" +
			"differ. For one: how its first two runs differ. Explains the difference of a metric and\n" +
			"names the first decision that differs. Exit status 0, whether they differ or not.",
		Flags: []cli.Option{
			cli.Flag("run", "N", "compare the run of this number, from 1; given twice, those of A and of B"),
			cli.Flag("metric", "NAME", "explain this metric; else that of both bounds, or the kind's first"),
			cli.Flag("fields", "", "compare the documents alone and solve nothing"),
			cli.Flag("json", "", "write a document instead of text"),
		}, Run: verbFunc(runDiff)}
}

// A comparison is the document written by gridbox diff --json.
type comparison struct {
	Fields          []diff.Field `json:"fields"`
	A               string       `json:"a,omitempty"` // names of the answers
	B               string       `json:"b,omitempty"`
	Answers         *diff.Report `json:"answers,omitempty"`
	FirstDifference *parting     `json:"parted,omitempty"` // absent if all decisions are equal
}

// A parting is the first step at which two replays decide differently.
type parting struct {
	Decision int            `json:"turn"` // from 1
	A        *kind.Ref      `json:"a,omitempty"`
	B        *kind.Ref      `json:"b,omitempty"`
	Does     []string       `json:"does"`
	Step     map[string]int `json:"step,omitempty"` // numbers of the events in both replays, from 1
}

// runDiff compares two documents and their answers.
func runDiff(c *Call) int {
	if len(c.Args) == 2 && c.Args[0] == "-" && c.Args[1] == "-" {
		c.Say("gridbox diff: only one of the two can come from standard input\n")
		return cli.Wrong
	}
	var drafts []*scenario.Scenario
	for _, name := range c.Args {
		s, ok := c.ReadScenario(name)
		if !ok {
			return cli.Wrong
		}
		drafts = append(drafts, s)
	}
	out := &comparison{Fields: []diff.Field{}}
	if len(drafts) == 2 {
		out.Fields = append(out.Fields, diff.Documents(drafts[0], drafts[1])...)
	}
	if !c.HasFlag("fields") && drafts[0].Kind == drafts[len(drafts)-1].Kind {
		if status := c.contrast(drafts, out); status != cli.Done {
			return status
		}
	}
	if c.HasFlag("json") {
		return c.Write(doc.Pretty(out))
	}
	c.Print(out.text(len(drafts) == 2))
	return cli.Done
}

// contrast solves both scenarios and compares the answers.
func (c *Call) contrast(drafts []*scenario.Scenario, out *comparison) int {
	metric, ok := c.metricFlag(drafts[0].Kind)
	if !ok {
		return cli.Wrong
	}
	var sides [2]diff.Side
	var logs [2]*trace.Log
	for i := range sides {
		s := drafts[min(i, len(drafts)-1)]
		run, ok := c.comparedRun(s, i, len(drafts) == 1)
		if !ok {
			return cli.Wrong
		}
		x, ok := c.Open(s)
		if !ok {
			return cli.Wrong
		}
		answer, err := c.Answer(x, run)
		if err != nil {
			c.Say(run.Algorithm + ": " + cli.Reason(err) + "\n")
			return cli.Failed
		}
		sides[i] = diff.Side{Scenario: x.Explicit, Answer: &answer, Name: run.Name}
		if answer.Feasible {
			logs[i] = c.recorded(x, run.Run)
		}
	}
	if sides[0].Name == sides[1].Name {
		sides[0].Name, sides[1].Name = "A", "B"
	}
	out.A, out.B = sides[0].Name, sides[1].Name
	var err error
	if out.Answers, err = diff.Answers(sides[0], sides[1], metric, formatNumber); err != nil {
		c.Say("gridbox diff: " + err.Error() + "\n")
		return cli.Wrong
	}
	if turns, at := diff.Replays(&sides[0], &sides[1], logs[0], logs[1]); at >= 0 {
		out.FirstDifference = partingOf(at, &turns[at])
	}
	return cli.Done
}

// metricFlag returns the metric of --metric, or "" if the flag is absent. It writes a message and
// reports false if the kind has no such metric.
func (c *Call) metricFlag(kind string) (metric string, ok bool) {
	metric, given := c.Flag("metric")
	k, _ := catalog.ByID(kind)
	if _, known := k.Metric(metric); known || !given {
		return metric, true
	}
	var ids []string
	for _, m := range k.Metrics {
		ids = append(ids, m.ID)
	}
	c.Say("gridbox diff: " + metric + " is no metric of " + kind + doc.Suggest(metric, ids) + "\n")
	return "", false
}

// comparedRun returns the run of a side: the one named by --run, the first of each scenario, or the
// first two of one.
func (c *Call) comparedRun(s *scenario.Scenario, side int, alone bool) (run selectedRun, ok bool) {
	number, runs := 1, catalog.Runs(s)
	if alone {
		number += side
	}
	if named := c.Flags["run"]; len(named) > 0 {
		number, _ = strconv.Atoi(named[min(side, len(named)-1)])
	}
	if number < 1 || number > len(runs) {
		c.Say("gridbox diff: --run is a number from 1 to " + strconv.Itoa(len(runs)) +
			", the runs of the scenario; name two in its field runs to compare them\n")
		return run, false
	}
	return selectedRun{runs[number-1], number - 1, catalog.Names(s.Kind, runs)[number-1]}, true
}

// recorded returns the events of a run, or nil if there are none.
func (c *Call) recorded(x *engine.Session, run scenario.Run) *trace.Log {
	log := &trace.Log{}
	if _, err := x.Explain(c.Ctx, run, nil, log); err != nil {
		return nil
	}
	return log
}

// partingOf converts a pair of events.
func partingOf(turn int, p *diff.Pair) *parting {
	out := &parting{Decision: turn + 1, Does: []string{p.A.Text, p.B.Text}}
	if p.A.Step > 0 && p.B.Step > 0 {
		out.Step = map[string]int{"a": p.A.Step, "b": p.B.Step}
	}
	if p.A.ID != "" {
		out.A = &p.A.Ref
	}
	if p.B.ID != "" {
		out.B = &p.B.Ref
	}
	return out
}

// formatNumber formats a number in a sentence.
func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// formatSigned formats a number with its sign.
func formatSigned(x float64) string {
	if x > 0 {
		return "+" + formatNumber(x)
	}
	return formatNumber(x)
}

// maxListed is the greatest number of differences of a group in the text.
const maxListed = 20

// text returns the comparison as text: the different fields, then the metrics and the grouped
// differences of the answers. If documents is set and no field differs, it begins with a
// sentence about that.
func (d *comparison) text(documents bool) string {
	b := &strings.Builder{}
	if documents && len(d.Fields) == 0 {
		b.WriteString("The documents are the same.\n")
	}
	for _, f := range d.Fields {
		b.WriteString(f.Path + "  " + f.Text + "\n")
	}
	r := d.Answers
	if r == nil {
		return b.String()
	}
	if documents {
		b.WriteString("\n")
	}
	b.WriteString(r.Summary.Text() + "\n")
	if len(r.Metrics) == 0 {
		return b.String()
	}
	t := cli.Table{Right: map[int]bool{1: true, 2: true, 3: true}}
	t.Row("metric", d.A, d.B, "difference", "")
	for i := range r.Metrics {
		m := &r.Metrics[i]
		better := "higher is better"
		if m.Less {
			better = "lower is better"
		}
		t.Row(m.ID, formatNumber(m.A), formatNumber(m.B), formatSigned(m.Difference), better)
	}
	b.WriteString("\n" + t.String())
	for _, g := range r.Groups {
		b.WriteString("\n" + g.Title + ": " + formatSigned(g.Effect) + "\n")
		t = cli.Table{Right: map[int]bool{3: true}}
		for i := g.From; i < min(g.To, g.From+maxListed); i++ {
			x := &r.Differences[i]
			t.Row("  "+x.ID, treatmentText(x.A), treatmentText(x.B), formatSigned(x.Effect))
		}
		b.WriteString(t.String())
		if left := g.To - g.From - maxListed; left > 0 {
			b.WriteString("  and " + strconv.Itoa(left) + " more\n")
		}
	}
	if r.Rest != 0 {
		b.WriteString("\nnot explained by any of them: " + formatSigned(r.Rest) + "\n")
	}
	if p := d.FirstDifference; p != nil {
		b.WriteString("\nThe first difference of the replays is decision " + strconv.Itoa(p.Decision) + ": " +
			decisionText(p.A, p.Does[0]) + " against " + decisionText(p.B, p.Does[1]) + ".\n")
	}
	return b.String()
}

// treatmentText returns the treatment of an element in words.
func treatmentText(s *kind.Stand) string {
	if s == nil {
		return "-"
	}
	text := s.Location
	if s.From != 0 || s.To != 0 {
		text += " " + formatNumber(s.From) + ".." + formatNumber(s.To)
	}
	return text
}

// decisionText returns a decision in words.
func decisionText(t *kind.Ref, text string) string {
	if t == nil {
		return "nothing"
	}
	return t.ID + " to " + text
}
