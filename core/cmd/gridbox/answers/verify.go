package answers

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/gridbox/studies"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// CheckVerb returns the verb check.
func CheckVerb() *cli.Verb {
	return &cli.Verb{Name: "check", Args: []string{"SCENARIO", "FILE"},
		About: "verify an answer from elsewhere independently",
		Details: "Checks that the result answers this scenario, that its digests are right, and that\n" +
			"every solution and every metric follows from the scenario alone. For a study or a part\n" +
			"of one, checks that its digests are right and its cells follow from its values.\n" +
			"FILE may be the schedule of a farm by another program: Batsim's out_jobs.csv, SWF, or what\n" +
			"sacct -P prints. Then the jobs are matched by their names, and the schedule is judged and\n" +
			"shown with the scenario's runs.\n" +
			"Exit status 1 if there are violations.",
		Flags: []cli.Option{
			cli.Flag("algorithm", "ID", "for another program's schedule: show only the runs of this one with it"),
			cli.Flag("run", "LABEL|N", "show only this run with it"),
			cli.Flag("json", "", "write a document instead of text; for a schedule a result, the schedule first"),
		}, Run: verbFunc(check)}
}

// check verifies a result document against its scenario.
func check(c *Call) int {
	if c.Args[0] == "-" && c.Args[1] == "-" {
		c.Say("gridbox check: only one of the two can come from standard input\n")
		return cli.Wrong
	}
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return cli.Wrong
	}
	text, ok := c.Read(c.Args[1], cli.MaxResult)
	if !ok {
		return cli.Wrong
	}
	if isForeign(text) {
		return c.judgeForeign(s, text)
	}
	for _, name := range []string{"algorithm", "run"} {
		if c.HasFlag(name) {
			c.Say("gridbox check: --" + name + " is for schedules of other programs\n")
			return cli.Wrong
		}
	}
	if f := studies.FormatOf(text); f == report.Format || f == study.PartFormat {
		return c.CheckStudy(s, f, text)
	}
	r, faults := scenario.ParseResult(text)
	if !c.Blame(c.Args[1]+": ", faults) {
		return cli.Wrong
	}
	x, ok := c.Open(s)
	if !ok {
		return cli.Wrong
	}
	found := x.VerifyResult(s, x.Explicit, r)
	c.Violations("", found)
	if c.HasFlag("json") {
		return c.writeCheck(r, found)
	}
	c.Say(summary(len(r.Runs), len(found)) + oldSignaturesText(r) + scopesText(s, r))
	if len(found) > 0 {
		return cli.Failed
	}
	return cli.Done
}

// A checkDocument is the document written by gridbox check --json.
type checkDocument struct {
	Format     string               `json:"format"`
	Version    int                  `json:"version"`
	OK         bool                 `json:"ok"`
	Runs       []checkedRun         `json:"runs"`
	Violations []scenario.Violation `json:"violations"`
}

// A checkedRun is the verdict on an answer; Scope is empty if it was refuted.
type checkedRun struct {
	Algorithm string `json:"algorithm"`
	Label     string `json:"label,omitempty"`
	OK        bool   `json:"ok"`
	Scope     string `json:"scope,omitempty"`
}

// writeCheck writes the verdicts on a result with its violations.
func (c *Call) writeCheck(r *scenario.Result, found []scenario.Violation) int {
	d := &checkDocument{Format: "gridbox-check", Version: 1, OK: len(found) == 0, Runs: []checkedRun{},
		Violations: append([]scenario.Violation{}, found...)}
	for i := range r.Runs {
		if a := &r.Runs[i]; a.Check != nil {
			d.Runs = append(d.Runs, checkedRun{a.Algorithm, a.Label, a.Check.OK, a.Check.Scope})
		}
	}
	status := c.Write(doc.Pretty(d))
	if !d.OK {
		return cli.Failed
	}
	return status
}

// scopesText returns the scopes of the valid answers, grouped by verdict.
func scopesText(s *scenario.Scenario, r *scenario.Result) string {
	b := &strings.Builder{}
	label := func(a *scenario.Answer) string { return a.Label }
	for _, one := range catalog.VerifiedScopes(catalog.LabelledAnswers(s, r.Runs), label) {
		b.WriteString(strings.Join(one.Names, ", ") + ": " + strings.ToLower(one.Text[:1]) + one.Text[1:] + "\n")
	}
	return b.String()
}

// oldSignaturesText returns a note on the answers that were signed by versions in which a reason was a
// text. Their digests cover the text and are valid.
func oldSignaturesText(r *scenario.Result) string {
	n := 0
	for i := range r.Runs {
		if a := &r.Runs[i]; a.Reason.IsTextOnly() && a.Digest != "" && a.Digest == a.ContentDigest() {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n) + " of them signed by an earlier build, and unchanged since\n"
}

// summary returns the number of answers and violations.
func summary(answers, violations int) string {
	return doc.Count(answers, "answer") + " checked, " + cli.ViolationCount(violations)
}
