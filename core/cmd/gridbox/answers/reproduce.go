package answers

import (
	"slices"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// ReproduceVerb returns the verb reproduce.
func ReproduceVerb() *cli.Verb {
	return &cli.Verb{Name: "verify", Args: []string{"LINK|SCENARIO|CRATE", "[RESULT]"},
		About: "solve a link or a result again, and compare",
		Details: "A link with &expect= has the digest of its answers; gridbox link --expect makes one. For a file,\n" +
			"RESULT is its result from gridbox solve. CRATE is the folder of an RO-Crate. Reports whether\n" +
			"the answers are reproduced, or which differ and between which versions.\n" +
			"Exit status 1 if they differ; 2 if no expected answers are given.",
		Flags: []cli.Option{cli.InterpreterFlag}, Run: verbFunc(reproduce)}
}

// reproduce solves again and compares the digests.
func reproduce(c *Call) int {
	name := strings.TrimSpace(c.Args[0])
	if at := strings.IndexByte(name, '#'); at >= 0 || strings.HasPrefix(name, "s1.") {
		if len(c.Args) == 2 {
			c.Say("gridbox verify: a link says by itself what is expected; leave " + c.Args[1] + " out\n")
			return cli.Wrong
		}
		return c.reproduceLink(name[max(0, at):])
	}
	if len(c.Args) == 1 && cli.IsFolder(name) {
		return c.reproduceCrate(name)
	}
	if len(c.Args) == 1 {
		c.Say("gridbox verify: " + name + " does not say what is expected; name the result too, or a link with " +
			"&expect=\n")
		return cli.Wrong
	}
	return c.reproduceFiles(name, c.Args[1])
}

// reproduceFiles compares the answers of a file with a result with those of a scenario's file.
func (c *Call) reproduceFiles(name, result string) int {
	s, ok := c.ReadScenario(name)
	if !ok {
		return cli.Wrong
	}
	text, ok := c.Read(result, cli.MaxResult)
	if !ok {
		return cli.Wrong
	}
	r, faults := scenario.ParseResult(text)
	if !c.Blame(result+": ", faults) {
		return cli.Wrong
	}
	if r.Kind != s.Kind {
		c.Say("kind: the result is of kind " + r.Kind + ", the scenario of kind " + s.Kind + "\n")
		return cli.Wrong
	}
	return c.reproduceResult(s, r)
}

// reproduceLink compares the answers with the digest expected by a link.
func (c *Call) reproduceLink(link string) int {
	s, faults := OpenLink(link)
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	e, faults := scenario.ParseExpectation(link)
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	want, faults := scenario.ParseStudyExpectation(link)
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	if e == nil {
		c.Say("gridbox verify: the link does not say what is expected; it has no &expect=\n")
		return cli.Wrong
	}
	if want != nil {
		c.Say("The study of the link is not run; compare the digest of gridbox study with " + want.Digest + ".\n")
	}
	r, status := c.SolveVisibleRuns(s)
	if status == cut {
		return cli.Failed
	}
	got := scenario.Expecting(r.Runs, catalog.Version)
	if got.Digest == e.Digest {
		c.Print(reproducedText(len(r.Runs), got.Digest, e.Version))
		return status
	}
	c.Print("differs: the link expects " + e.Digest + versionText(e.Version) + "; these are " + got.Digest +
		versionText(got.Version) + "\n")
	names := catalog.Names(s.Kind, catalog.RunsOf(r.Runs))
	t := cli.Table{}
	for i := range r.Runs {
		t.Row("  "+names[i], scenario.ShortDigest(r.Runs[i].Digest))
	}
	c.Print(t.String())
	return cli.Failed
}

// versionText returns the version that signed a result, in words.
func versionText(by string) string {
	if by == "" {
		return ""
	}
	return ", by Gridbox " + by
}

// reproducedText returns the sentence on reproduced answers.
func reproducedText(n int, digest, by string) string {
	return "reproduced: " + doc.Count(n, "answer") + " with the digest " + digest + versionText(by) + "\n"
}

// OpenLink returns the scenario of a link, with its runs checked.
func OpenLink(link string) (*scenario.Scenario, doc.Faults) {
	s, faults := scenario.OpenLink(link)
	if s != nil && len(faults) == 0 {
		faults = catalog.CheckRuns(s)
	}
	return s, faults
}

// SolveVisibleRuns solves the runs that a document shows.
func (c *Call) SolveVisibleRuns(s *scenario.Scenario) (scenario.Result, int) {
	x, ok := c.Open(s)
	if !ok {
		return scenario.Result{}, cut
	}
	all, _ := c.SelectedRuns(s)
	var wanted []selectedRun
	for _, i := range catalog.VisibleRuns(s) {
		wanted = append(wanted, all[i])
	}
	return c.result(x, wanted)
}

// reproduceResult compares answer by answer, each with the run that it states.
func (c *Call) reproduceResult(s *scenario.Scenario, r *scenario.Result) int {
	x, ok := c.Open(s)
	if !ok {
		return cli.Wrong
	}
	if d := scenario.Digest(s); r.Scenario != d && r.Scenario != scenario.Digest(x.Explicit) {
		c.Say("scenario: the result answers " + r.Scenario + "; this one is " + d + "\n")
		return cli.Wrong
	}
	status, apart := cli.Done, []string{}
	names := catalog.Names(s.Kind, catalog.RunsOf(r.Runs))
	for i := range r.Runs {
		was := &r.Runs[i]
		run := selectedRun{scenario.Run{Algorithm: was.Algorithm, Options: was.Options, Label: was.Label}, -1, names[i]}
		now, err := c.Answer(x, run)
		if err != nil {
			c.Say(names[i] + ": " + cli.Reason(err) + "\n")
			return cli.Failed
		}
		if now.Digest != was.ContentDigest() {
			apart = append(apart, names[i]+": "+firstDifference(was, &now))
		}
	}
	if len(apart) == 0 {
		c.Print(reproducedText(len(r.Runs), scenario.Expecting(r.Runs, "").Digest, r.Engine))
		return status
	}
	c.Print("differs: the result is" + strings.TrimPrefix(versionText(r.Engine), ",") + ", this is Gridbox " +
		catalog.Version + "\n  " + strings.Join(apart, "\n  ") + "\n")
	return cli.Failed
}

// firstDifference returns a description of the first difference between two answers of a run.
func firstDifference(was, now *scenario.Answer) string {
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
