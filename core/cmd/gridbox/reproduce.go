package main

import (
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

func reproduceVerb() *verb {
	return &verb{name: "verify", takes: []string{"LINK|SCENARIO", "[RESULT]"},
		about: "solve again what a link or a result says, and compare",
		more: "A link with &expect= says which answers it led to; gridbox link --expect makes one. Of a file,\n" +
			"RESULT is what gridbox solve wrote of it. Says whether the answers are reproduced, or which\n" +
			"differ and by which versions.\n" +
			"Exit status 1 if they differ; 2 if nothing says what is expected.",
		flags: []option{interpreterFlag}, run: reproduce}
}

// reproduce solves anew and compares.
func reproduce(c *call) int {
	name := strings.TrimSpace(c.args[0])
	if at := strings.IndexByte(name, '#'); at >= 0 || strings.HasPrefix(name, "s1.") {
		if len(c.args) == 2 {
			c.say("gridbox verify: a link says by itself what is expected; leave " + c.args[1] + " out\n")
			return wrong
		}
		return c.reproduceLink(name[max(0, at):])
	}
	if len(c.args) == 1 {
		c.say("gridbox verify: " + name + " does not say what is expected; name the result too, or a link with " +
			"&expect=\n")
		return wrong
	}
	s, ok := c.readScenario(name)
	if !ok {
		return wrong
	}
	text, ok := c.read(c.args[1], maxResult)
	if !ok {
		return wrong
	}
	r, faults := scenario.ParseResult(text)
	if !c.blame(c.args[1]+": ", faults) {
		return wrong
	}
	if r.Kind != s.Kind {
		c.say("kind: the result is of kind " + r.Kind + ", the scenario of kind " + s.Kind + "\n")
		return wrong
	}
	return c.reproduceResult(s, r)
}

// reproduceLink compares what a link expects.
func (c *call) reproduceLink(link string) int {
	s, faults := openedLink(link)
	if !c.blame("", faults) {
		return wrong
	}
	e, faults := scenario.Expected(link)
	if !c.blame("", faults) {
		return wrong
	}
	want, faults := scenario.ExpectedStudy(link)
	if !c.blame("", faults) {
		return wrong
	}
	if e == nil {
		c.say("gridbox verify: the link does not say what is expected; it has no &expect=\n")
		return wrong
	}
	if want != nil {
		c.say("The study of the link is not run; compare the digest of gridbox study with " + want.Digest + ".\n")
	}
	r, status := c.solvedShown(s)
	if status == cut {
		return failed
	}
	got := scenario.Expecting(r.Runs, catalog.Version)
	if got.Digest == e.Digest {
		c.print(reproducedText(len(r.Runs), got.Digest, e.By))
		return status
	}
	c.print("differs: the link expects " + e.Digest + versionText(e.By) + "; these are " + got.Digest +
		versionText(got.By) + "\n")
	names := catalog.Names(s.Kind, catalog.RunsOf(r.Runs))
	t := table{}
	for i := range r.Runs {
		t.row("  "+names[i], scenario.ShortDigest(r.Runs[i].Digest))
	}
	c.print(t.String())
	return failed
}

func versionText(by string) string {
	if by == "" {
		return ""
	}
	return ", by Gridbox " + by
}

func reproducedText(n int, digest, by string) string {
	return "reproduced: " + doc.Counted(n, "answer") + " with the digest " + digest + versionText(by) + "\n"
}

// openedLink is the scenario of a link, whose runs are looked at too.
func openedLink(link string) (*scenario.Scenario, doc.Faults) {
	s, faults := scenario.OpenLink(link)
	if s != nil && len(faults) == 0 {
		faults = catalog.CheckRuns(s)
	}
	return s, faults
}

// solvedShown solves the runs that a document shows.
func (c *call) solvedShown(s *scenario.Scenario) (scenario.Result, int) {
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return scenario.Result{}, cut
	}
	all, _ := c.chosen(s)
	var wanted []wantedRun
	for _, i := range catalog.Shown(s) {
		wanted = append(wanted, all[i])
	}
	return c.result(s, explicit, wanted)
}

// reproduceResult compares answer by answer, each with the run that it says it is of.
func (c *call) reproduceResult(s *scenario.Scenario, r *scenario.Result) int {
	explicit, faults := scenario.Expand(s)
	if !c.blame("", faults) {
		return wrong
	}
	if d := scenario.Digest(s); r.Scenario != d && r.Scenario != scenario.Digest(explicit) {
		c.say("scenario: the result answers " + r.Scenario + "; this one is " + d + "\n")
		return wrong
	}
	status, apart := done, []string{}
	names := catalog.Names(s.Kind, catalog.RunsOf(r.Runs))
	for i := range r.Runs {
		was := &r.Runs[i]
		run := wantedRun{scenario.Run{Algorithm: was.Algorithm, Options: was.Options, Label: was.Label}, -1, names[i]}
		now, err := c.answer(explicit, run)
		if err != nil {
			c.say(names[i] + ": " + reason(err) + "\n")
			return failed
		}
		if now.Digest != was.ContentDigest() {
			apart = append(apart, names[i]+": "+partedAt(was, &now))
		}
	}
	if len(apart) == 0 {
		c.print(reproducedText(len(r.Runs), scenario.Expecting(r.Runs, "").Digest, r.Engine))
		return status
	}
	c.print("differs: the result is" + strings.TrimPrefix(versionText(r.Engine), ",") + ", this is Gridbox " +
		catalog.Version + "\n  " + strings.Join(apart, "\n  ") + "\n")
	return failed
}

// partedAt says in words where two answers of one run part.
func partedAt(was, now *scenario.Answer) string {
	if was.Feasible != now.Feasible {
		words := map[bool]string{true: "a solution", false: "no solution"}
		return words[was.Feasible] + " was found, now " + words[now.Feasible]
	}
	var parts []string
	for id := range was.Metrics {
		if was.Metrics[id] != now.Metrics[id] {
			parts = append(parts, id+" was "+doc.Number(was.Metrics[id])+", is "+doc.Number(now.Metrics[id]))
		}
	}
	slices.Sort(parts)
	switch {
	case len(parts) > 0:
		return strings.Join(parts, "; ")
	case string(doc.Canonical(was.Solution)) != string(doc.Canonical(now.Solution)):
		return "the metrics are the same, the decisions are not"
	}
	return "metrics and decisions are the same; the counters of the work, the options or the bound are not"
}
