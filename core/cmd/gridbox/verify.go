package main

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

func checkVerb() *verb {
	return &verb{name: "check", takes: []string{"SCENARIO", "FILE"}, about: "verify somebody's answer independently",
		more: "Says whether the result answers this scenario, whether its digests are right, and\n" +
			"whether every solution and every metric follows from the scenario alone. Of a study\n" +
			"or a part of one: whether its digests are right and its cells follow from its values.\n" +
			"FILE may be the schedule of a farm by another program: Batsim's out_jobs.csv, SWF, or what\n" +
			"sacct -P prints. Then the jobs are matched by their names, and the schedule is judged and\n" +
			"shown beside the scenario's runs.\n" +
			"Exit status 1 if there are violations.",
		flags: []option{
			{"algorithm", "ID", "for another program's schedule: show only the runs of this one beside it"},
			{"run", "LABEL|N", "show only this run beside it"},
			{"json", "", "write a document of what was shown; of a schedule a result, the schedule first"},
		}, run: check}
}

// check verifies a result document against its scenario.
func check(c *call) int {
	if c.args[0] == "-" && c.args[1] == "-" {
		c.say("gridbox check: only one of the two can come from standard input\n")
		return wrong
	}
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return wrong
	}
	text, ok := c.read(c.args[1], maxResult)
	if !ok {
		return wrong
	}
	if isForeign(text) {
		return c.judgeForeign(s, text)
	}
	for _, name := range []string{"algorithm", "run"} {
		if c.on(name) {
			c.say("gridbox check: --" + name + " is for schedules of other programs\n")
			return wrong
		}
	}
	if f := formatOf(text); f == report.Format || f == study.PartFormat {
		return c.checkStudy(s, f, text)
	}
	r, faults := scenario.ParseResult(text)
	if !c.blame(c.args[1]+": ", faults) {
		return wrong
	}
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return wrong
	}
	found := engine.All().VerifyResult(s, explicit, r)
	c.violations("", found)
	if c.on("json") {
		return c.writeCheck(r, found)
	}
	c.say(summary(len(r.Runs), len(found)) + earlier(r) + reached(s, r))
	if len(found) > 0 {
		return failed
	}
	return done
}

// A checked is what gridbox check --json writes of a result.
type checked struct {
	Format     string               `json:"format"`
	Version    int                  `json:"version"`
	OK         bool                 `json:"ok"`
	Runs       []checkedRun         `json:"runs"`
	Violations []scenario.Violation `json:"violations"`
}

// A checkedRun is how far an answer was verified; Scope is empty where it was refuted.
type checkedRun struct {
	Algorithm string `json:"algorithm"`
	Label     string `json:"label,omitempty"`
	OK        bool   `json:"ok"`
	Scope     string `json:"scope,omitempty"`
}

// writeCheck writes what was shown of a result, with its violations.
func (c *call) writeCheck(r *scenario.Result, found []scenario.Violation) int {
	d := &checked{Format: "gridbox-check", Version: 1, OK: len(found) == 0, Runs: []checkedRun{},
		Violations: append([]scenario.Violation{}, found...)}
	for i := range r.Runs {
		if a := &r.Runs[i]; a.Check != nil {
			d.Runs = append(d.Runs, checkedRun{a.Algorithm, a.Label, a.Check.OK, a.Check.Scope})
		}
	}
	status := c.write(doc.Pretty(d))
	if !d.OK {
		return failed
	}
	return status
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
	return doc.Counted(answers, "answer") + " checked, " + violationCount(violations)
}

func violationCount(n int) string {
	switch n {
	case 0:
		return "no violation\n"
	case 1:
		return "1 violation\n"
	}
	return strconv.Itoa(n) + " violations\n"
}
