package studies

import (
	"bufio"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
	"gridbox/core/study/paper"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// StudyVerb returns the verb study.
func StudyVerb() *cli.Verb {
	return &cli.Verb{Name: "study", Args: []string{"[SCENARIO]"},
		About: "replicate and vary a scenario, and report the results",
		Details: "The scenario's field study says how often, what to vary and which metrics to keep.\n" +
			"Writes a study document; with --shard a part of it, for gridbox merge.\n" +
			"Exit status 1 if a replication failed; those that are infeasible are counted.",
		Flags: []cli.Option{
			cli.Flag("replications", "N", "how many, in place of what the scenario says"),
			cli.Flag("noise", "PATH=CV",
				"disturb the numbers at a path by a spread, as in farm.jobs[*].duration=0.3; may be "+
					"given again"),
			cli.Flag("vary", "PATH=A:B:N",
				"vary a path from A to B over N values, or over a list V,V,V; may be given again"),
			cli.Flag("shard", "I/N",
				"do the I-th of N parts only; gridbox merge puts them together. env takes I and N from "+
					"the engine that started the task, env/N only I"),
			cli.Flag("out", "DIR",
				"write the part into a folder that many tasks share; what is there is not done again"),
			cli.Flag("for", "TIME",
				"with --out: end after so long, such as 50m, with what was done kept and exit status 3"),
			cli.Flag("script", "ENGINE", "write the job file that does it all on a cluster: "+
				strings.Join(cluster.Engines, ", ")),
			cli.Flag("chunk", "TIME", "with --script: how long a task is to take; 10m unless given"),
			cli.Flag("unit", "TIME",
				"with --script: how long one replication at one point takes a core, such as 12.5ms; "+
					"measured unless given"),
			cli.Flag("checkpoint", "TIME", "with --out: keep what was done so often; 3m unless given"),
			cli.Flag("policy", "FILE", "add a policy and a run of it, as gridbox run does; may be given again"),
			cli.Flag("option", "NAME=VALUE", "an option of the policies' runs; may be given again"),
			cli.InterpreterFlag,
			cli.Flag("text", "", "write tables for people instead of a document"),
			cli.Flag("csv", "FILE", "write the cells as comma-separated values too"),
			cli.Flag("values", "FILE", "write every value of every replication too"),
			cli.Flag("large", "", "do a study that is larger than usual"),
			cli.Flag("paper", "ID", "run a paper's experiments and set its statements beside ours: "+
				strings.Join(paper.IDs(), ", ")),
			cli.Flag("json", "", "with --paper: write a document instead of tables"),
			cli.Flag("adversary", "A,B", "find the instance where run A does worst against B, make it small and write "+
				"it as a scenario"),
			cli.Flag("metric", "ID", "with --adversary: by which metric; the first of the kind unless given"),
			cli.Flag("tries", "N", "with --adversary: how many instances to try; 2000 unless given"),
			cli.Flag("turn", "NAMES",
				"with --adversary: which of the generator's numbers to turn, separated by commas; all of "+
					"them unless given"),
			cli.Flag("cores", "N", "how many to use; all of them unless given"),
			cli.Flag("progress", "", "report progress even if standard error is not a terminal"),
		}, Run: verbFunc(runStudy)}
}

// runStudy runs a study, or a part of one.
func runStudy(c *Call) int {
	cores, ok := c.cores()
	if !ok {
		return cli.Wrong
	}
	if id, given := c.Flag("paper"); given {
		return c.runPaper(id, cores)
	}
	if contest, given := c.Flag("adversary"); given {
		return c.runAdversary(contest, cores)
	}
	plan, ok := c.readPlan()
	if !ok {
		return cli.Wrong
	}
	if name, given := c.Flag("script"); given {
		return c.writeScript(plan, name, cores)
	}
	i, n, ok := c.shard()
	if !ok {
		return cli.Wrong
	}
	if !c.consistent() {
		return cli.Wrong
	}
	if dir, given := c.Flag("out"); given {
		return c.runFolder(plan, dir, i, n, cores)
	}
	if c.HasFlag("shard") {
		return c.runShard(plan, i, n, cores)
	}
	part, err := c.measureAll(plan, cores)
	if err != nil {
		c.Say("gridbox study: " + cli.Reason(err) + "\n")
		return cli.Failed
	}
	return c.writeStatistics(plan, part)
}

// readPlan reads the scenario, applies the flags and plans its study. It writes a
// message and reports false if one of them is invalid.
func (c *Call) readPlan() (*study.Plan, bool) {
	if len(c.Args) == 0 {
		c.Say("gridbox study: SCENARIO is missing\n\n" + c.Verb.Help())
		return nil, false
	}
	s, ok := c.ReadScenario(c.Args[0])
	if !ok {
		return nil, false
	}
	if s, ok = c.WithPolicies(s); !ok {
		return nil, false
	}
	if s, ok = c.withFlags(s); !ok {
		return nil, false
	}
	plan, faults := study.New(s, study.Limits{Large: c.HasFlag("large")})
	if !c.Blame("", faults) {
		return nil, false
	}
	if plan.Single() && s.Study.Replications > 1 {
		c.Say("the instances cannot differ, so this is one measurement: nothing is drawn and no algorithm uses the " +
			"seed; " + s.Kind + ".generate draws others, --noise disturbs this one\n")
	}
	return plan, true
}

// replications parses --replications and reports whether it is given. It writes a
// message and reports ok as false if the number is invalid.
func (c *Call) replications() (n int, given, ok bool) {
	text, given := c.Flag("replications")
	if !given {
		return 0, false, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		c.Say("gridbox study: --replications is a whole number from 1, not " + text + "\n")
		return 0, true, false
	}
	return n, true, true
}

// consistent reports false and a message if flags contradict each other.
func (c *Call) consistent() bool {
	for _, name := range []string{"for", "checkpoint"} {
		if c.HasFlag(name) && !c.HasFlag("out") {
			c.Say("gridbox study: --" + name + " goes with --out DIR, where what was done is kept\n")
			return false
		}
	}
	for _, name := range []string{"chunk", "unit"} {
		if c.HasFlag(name) {
			c.Say("gridbox study: --" + name + " goes with --script ENGINE, which divides the work by it\n")
			return false
		}
	}
	for _, name := range []string{"text", "csv", "values"} {
		if c.HasFlag(name) && c.HasFlag("out") {
			c.Say("gridbox study: --" + name + " does not go with --out; gridbox merge DIR --" + name +
				" writes all parts\n")
			return false
		}
	}
	return true
}

// shard returns the part to compute and the number of parts, by default 1 of 1.
func (c *Call) shard() (i, n int, ok bool) {
	text, given := c.Flag("shard")
	if !given {
		return 1, 1, true
	}
	if count, env := strings.CutPrefix(text, "env"); env {
		n = 0
		if count != "" {
			k, err := strconv.Atoi(strings.TrimPrefix(count, "/"))
			if err != nil || k < 1 || count[0] != '/' {
				c.Say("gridbox study: --shard env/N takes how many parts there are, such as env/200, not " + text +
					"\n")
				return 0, 0, false
			}
			n = k
		}
		i, n, err := cluster.FromEnvironment(c.Variable, n)
		if err != nil {
			c.Say("gridbox study: --shard env: " + err.Error() + "\n")
			return 0, 0, false
		}
		return i, n, true
	}
	if i, n, ok = cluster.Fraction(text); !ok {
		c.Say("gridbox study: --shard is part/parts such as 1/3, or env, not " + text + "\n")
	}
	return i, n, ok
}

// runShard computes part i of n and writes it as a study document with its values.
func (c *Call) runShard(plan *study.Plan, i, n, cores int) int {
	first, last := runner.Shard(plan.Replications(), i, n)
	part, err := c.measure(plan, first, last, cores)
	if err != nil {
		c.Say("gridbox study: " + cli.Reason(err) + "\n")
		return cli.Failed
	}
	return c.writePart(plan, part)
}

// writePart writes the statistics of a part with the part itself.
func (c *Call) writePart(plan *study.Plan, part *study.Part) int {
	d := report.New(plan, part)
	d.Part = part.Document()
	text := d.Text()
	if len(text) > doc.MaxBytes {
		c.Say("gridbox: this part is " + strconv.Itoa(len(text)>>20) + " MiB long, and documents of at most " +
			strconv.Itoa(doc.MaxBytes>>20) +
			" MiB are read; make more and smaller shards\n")
		return cli.Failed
	}
	return max(c.failures(d), c.files(plan, part, d), c.Write(text))
}

// writeStatistics writes the statistics of a whole study.
func (c *Call) writeStatistics(plan *study.Plan, part study.Values) int {
	d := report.New(plan, part)
	status := max(c.failures(d), c.files(plan, part, d))
	if c.HasFlag("text") {
		return max(status, c.Write([]byte(studyTables(plan, d)+effectsText(plan, part))))
	}
	return max(status, c.Write(d.Text()))
}

// failures reports the failed replications, the first of each point.
func (c *Call) failures(d *report.Document) int {
	for _, f := range d.Failures {
		name := f.Label
		if name == "" {
			name = f.Algorithm
		}
		c.Say(name + ", replication " + strconv.Itoa(f.Replication) + " (seed " +
			strconv.FormatUint(f.Seed, 10) + "): " + f.Reason + "\n")
	}
	if len(d.Failures) > 0 {
		return cli.Failed
	}
	return cli.Done
}

// files writes the files of --csv and --values.
func (c *Call) files(plan *study.Plan, part study.Values, d *report.Document) int {
	status := cli.Done
	for _, f := range []struct {
		flag string
		text func(w io.Writer) error
	}{
		{"csv", func(w io.Writer) error { _, err := w.Write(d.CSV(plan)); return err }},
		{"values", func(w io.Writer) error { return report.WriteValues(w, plan, part) }},
	} {
		name, given := c.Flag(f.flag)
		if !given {
			continue
		}
		if err := writeFile(name, f.text); err != nil {
			c.Say("gridbox: cannot write: " + err.Error() + "\n")
			status = cli.Failed
		}
	}
	return status
}

// writeFile creates or replaces a file and writes it through a buffer. It returns
// the first error; then the file may be incomplete.
func writeFile(name string, write func(w io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(file)
	err = write(b)
	if err == nil {
		err = b.Flush()
	}
	if wrong := file.Close(); err == nil {
		err = wrong
	}
	return err
}

// MergeVerb returns the verb merge.
func MergeVerb() *cli.Verb {
	return &cli.Verb{Name: "merge", Args: []string{"PART|DIR..."}, About: "combine the parts of a study",
		Details: "Parts are what gridbox study --shard writes; any order will do. Writes the study\n" +
			"document, the same bytes as the undivided study. Replications that are missing are\n" +
			"named and make it fail, unless --part asks for another part. In a folder, every sound\n" +
			"part counts; damaged ones are named.",
		Flags: []cli.Option{
			cli.Flag("part", "", "write the parts merged as a part, whole or not"),
			cli.Flag("missing", "", "of a folder: write which parts to submit again, such as 3,17-19"),
			cli.Flag("of", "N", "with --missing: how many parts there are; as many as at first unless given"),
			cli.Flag("cut", "N", "with --missing: cut each part into so many, of which fewer may be missing"),
			cli.Flag("json", "", "with --missing: write a document, which also lists units of work"),
			cli.Flag("wait", "", "of a folder: wait until nothing is missing"),
			cli.Flag("to", "FILE", "of a folder: write the document to a file, whole or not at all"),
			cli.Flag("text", "", "write tables for people instead of a document"),
			cli.Flag("csv", "FILE", "write the cells as comma-separated values too"),
			cli.Flag("values", "FILE", "write every value of every replication too"),
		}, Run: verbFunc(merge)}
}

// merge merges parts.
func merge(c *Call) int {
	if slices.ContainsFunc(c.Args, cli.IsFolder) && !c.HasFlag("part") {
		return c.mergeFolders()
	}
	var parts []*study.Part
	if c.HasFlag("missing") {
		c.Say("gridbox merge: --missing needs a folder of parts\n")
		return cli.Wrong
	}
	g := &merger{c: c}
	names, err := g.names()
	if err != nil {
		c.Say("gridbox merge: " + err.Error() + "\n")
		return cli.Wrong
	}
	for _, name := range names {
		part, ok := c.readPart(name)
		if !ok {
			return cli.Wrong
		}
		parts = append(parts, part)
	}
	part, err := study.Merge(parts...)
	if err != nil {
		c.Say("gridbox merge: " + err.Error() + "\n")
		return cli.Wrong
	}
	plan, faults := study.New(part.Study, study.Limits{Large: true})
	if !c.Blame("", faults) {
		return cli.Wrong
	}
	if c.HasFlag("part") {
		return c.writePart(plan, part)
	}
	if _, stopped := report.End(plan, part); !part.IsComplete() && !stopped {
		c.Say("gridbox merge: the study is not whole; missing are replications " + missing(part) + "\n")
		return cli.Failed
	}
	return c.writeStatistics(plan, part)
}

// readPart reads a shard's document, or a part as written by workers.
func (c *Call) readPart(name string) (*study.Part, bool) {
	text, ok := c.Read(name, cli.MaxDocument)
	if !ok {
		return nil, false
	}
	part, faults := partIn(text)
	if !c.Blame(name+": ", faults) {
		return nil, false
	}
	if part.Unsigned {
		c.Say(name + ": the part has no digest, so that changes of it are not detected\n")
	}
	return part, true
}

// partIn returns the part in a text, a part or a study document that contains one.
// It returns faults if there is none or it is invalid.
func partIn(text []byte) (*study.Part, doc.Faults) {
	if FormatOf(text) == study.PartFormat {
		return study.ParsePart(text)
	}
	d, faults := report.Parse(text)
	if len(faults) == 0 && d.Part == nil {
		faults = doc.Faults{{Path: "part", Reason: "is missing: this is a whole study, not a part of one"}}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	part, faults := d.Part.Part()
	return part, faults.PrefixPaths("part")
}

// missing returns the ranges of the replications that some point lacks, as text.
func missing(p *study.Part) string {
	text := ""
	for _, gap := range p.Gaps() {
		if text != "" {
			text += ", "
		}
		text += strconv.Itoa(gap[0])
		if gap[1] > gap[0] {
			text += " to " + strconv.Itoa(gap[1])
		}
	}
	return text + " of 0 to " + strconv.Itoa(p.Study.Study.Replications-1)
}

// KindOf returns the kind with an id.
func KindOf(id string) catalog.Kind {
	k, _ := catalog.ByID(id)
	return k
}
