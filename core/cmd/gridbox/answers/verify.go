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
	return &cli.Verb{Name: "check", Takes: []string{"SCENARIO", "FILE"},
		About: "verify somebody's answer independently",
		More: "Says whether the result answers this scenario, whether its digests are right, and\n" +
			"whether every solution and every metric follows from the scenario alone. Of a study\n" +
			"or a part of one: whether its digests are right and its cells follow from its values.\n" +
			"FILE may be the schedule of a farm by another program: Batsim's out_jobs.csv, SWF, or what\n" +
			"sacct -P prints. Then the jobs are matched by their names, and the schedule is judged and\n" +
			"shown beside the scenario's runs.\n" +
			"Exit status 1 if there are violations.",
		Flags: []cli.Option{
			cli.Flag("algorithm", "ID", "for another program's schedule: show only the runs of this one beside it"),
			cli.Flag("run", "LABEL|N", "show only this run beside it"),
			cli.Flag("json", "", "write a result document instead of a table, the schedule first"),
		}, Run: by(check)}
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
	for _, name := range []string{"algorithm", "run", "json"} {
		if c.On(name) {
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
	c.Say(summary(len(r.Runs), len(found)) + earlier(r) + reached(s, r))
	if len(found) > 0 {
		return cli.Failed
	}
	return cli.Done
}

// reached says how far the answers that hold were verified, those of one verdict together.
func reached(s *scenario.Scenario, r *scenario.Result) string {
	b := &strings.Builder{}
	label := func(a *scenario.Answer) string { return a.Label }
	for _, one := range catalog.Reaches(catalog.Labelled(s, r.Runs), label) {
		b.WriteString(strings.Join(one.Names, ", ") + ": " + strings.ToLower(one.Says[:1]) + one.Says[1:] + "\n")
	}
	return b.String()
}

// earlier says how many answers are signed as builds did for which a reason was
// words: their digests cover the words, and hold.
func earlier(r *scenario.Result) string {
	n := 0
	for i := range r.Runs {
		if a := &r.Runs[i]; a.Reason.Earlier() && a.Digest != "" && a.Digest == a.ContentDigest() {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n) + " of them signed by an earlier build, and unchanged since\n"
}

func summary(answers, violations int) string {
	return doc.Counted(answers, "answer") + " checked, " + cli.ViolationCount(violations)
}
