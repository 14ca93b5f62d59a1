package main

import (
	"bufio"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
	"gridbox/core/study/paper"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

func studyVerb() *verb {
	return &verb{name: "study", takes: []string{"[SCENARIO]"},
		about: "replicate and vary a scenario, and tell what came out",
		more: "The scenario's field study says how often, what to vary and which metrics to keep.\n" +
			"Writes a study document; with --shard a part of it, for gridbox merge.\n" +
			"Exit status 1 if a replication failed; those that are infeasible are counted.",
		flags: []option{
			{"replications", "N", "how many, in place of what the scenario says"},
			{"noise", "PATH=CV", "disturb the numbers at a path by a spread, as in farm.jobs[*].duration=0.3; may be " +
				"given again"},
			{"vary", "PATH=A:B:N", "vary a path from A to B over N values, or over a list V,V,V; may be given again"},
			{"shard", "I/N", "do the I-th of N parts only; gridbox merge puts them together. env takes I and N from " +
				"the engine that started the task, env/N only I"},
			{"out", "DIR", "write the part into a folder that many tasks share; what is there is not done again"},
			{"for", "TIME", "with --out: end after so long, such as 50m, with what was done kept and exit status 3"},
			{"script", "ENGINE", "write the job file that does it all on a cluster: " +
				strings.Join(cluster.Engines, ", ")},
			{"chunk", "TIME", "with --script: how long a task is to take; 10m unless given"},
			{"unit", "TIME", "with --script: how long one replication at one point takes a core, such as 12.5ms; " +
				"measured unless given"},
			{"checkpoint", "TIME", "with --out: keep what was done so often; 3m unless given"},
			{"policy", "FILE", "add a policy and a run of it, as gridbox run does; may be given again"},
			{"option", "NAME=VALUE", "an option of the policies' runs; may be given again"},
			interpreterFlag,
			{"text", "", "write tables for people instead of a document"},
			{"csv", "FILE", "write the cells as comma-separated values too"},
			{"values", "FILE", "write every value of every replication too"},
			{"large", "", "do a study that is larger than usual"},
			{"paper", "ID", "run a paper's experiments and set its statements beside ours: " +
				strings.Join(paper.IDs(), ", ")},
			{"json", "", "with --paper: write a document instead of tables"},
			{"adversary", "A,B", "find the instance where run A does worst against B, make it small and write " +
				"it as a scenario"},
			{"metric", "ID", "with --adversary: by which metric; the first of the kind unless given"},
			{"tries", "N", "with --adversary: how many instances to try; 2000 unless given"},
			{"turn", "NAMES", "with --adversary: which of the generator's numbers to turn, apart by commas; all of " +
				"them unless given"},
			{"cores", "N", "how many to use; all of them unless given"},
			{"progress", "", "report progress even where standard error is no terminal"},
		}, run: runStudy}
}

// runStudy runs a study, or a part of one.
func runStudy(c *call) int {
	cores, ok := c.cores()
	if !ok {
		return wrong
	}
	if id, given := c.flag("paper"); given {
		return c.runPaper(id, cores)
	}
	if contest, given := c.flag("adversary"); given {
		return c.runAdversary(contest, cores)
	}
	plan, ok := c.planned()
	if !ok {
		return wrong
	}
	if name, given := c.flag("script"); given {
		return c.writeScript(plan, name, cores)
	}
	i, n, ok := c.shard()
	if !ok {
		return wrong
	}
	if !c.consistent() {
		return wrong
	}
	if dir, given := c.flag("out"); given {
		return c.runFolder(plan, dir, i, n, cores)
	}
	if c.on("shard") {
		return c.runShard(plan, i, n, cores)
	}
	part, err := c.measureAll(plan, cores)
	if err != nil {
		c.say("gridbox study: " + reason(err) + "\n")
		return failed
	}
	return c.tellValues(plan, part)
}

// planned reads the scenario and plans its study.
func (c *call) planned() (*study.Plan, bool) {
	if len(c.args) == 0 {
		c.say("gridbox study: SCENARIO is missing\n\n" + c.verb.help())
		return nil, false
	}
	s, ok := c.readScenario(c.args[0])
	if !ok {
		return nil, false
	}
	if s, ok = c.withPolicies(s); !ok {
		return nil, false
	}
	if s, ok = c.withFlags(s); !ok {
		return nil, false
	}
	plan, faults := study.New(s, study.Limits{Large: c.on("large")})
	if !c.blame("", faults) {
		return nil, false
	}
	if plan.Single() && s.Study.Replications > 1 {
		c.say("the instances cannot differ, so this is one measurement: nothing is drawn and no algorithm uses the " +
			"seed; " + s.Kind + ".generate draws others, --noise disturbs this one\n")
	}
	return plan, true
}

// replications reads how many are wanted.
func (c *call) replications() (n int, given, ok bool) {
	text, given := c.flag("replications")
	if !given {
		return 0, false, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		c.say("gridbox study: --replications is a whole number from 1, not " + text + "\n")
		return 0, true, false
	}
	return n, true, true
}

// consistent refuses flags that do not go together.
func (c *call) consistent() bool {
	for _, name := range []string{"for", "checkpoint"} {
		if c.on(name) && !c.on("out") {
			c.say("gridbox study: --" + name + " goes with --out DIR, where what was done is kept\n")
			return false
		}
	}
	for _, name := range []string{"chunk", "unit"} {
		if c.on(name) {
			c.say("gridbox study: --" + name + " goes with --script ENGINE, which divides the work by it\n")
			return false
		}
	}
	for _, name := range []string{"text", "csv", "values"} {
		if c.on(name) && c.on("out") {
			c.say("gridbox study: --" + name + " does not go with --out; gridbox merge DIR --" + name +
				" tells of all parts\n")
			return false
		}
	}
	return true
}

// shard says which part of how many to do; all of it is part 1 of 1.
func (c *call) shard() (i, n int, ok bool) {
	text, given := c.flag("shard")
	if !given {
		return 1, 1, true
	}
	if count, env := strings.CutPrefix(text, "env"); env {
		n = 0
		if count != "" {
			k, err := strconv.Atoi(strings.TrimPrefix(count, "/"))
			if err != nil || k < 1 || count[0] != '/' {
				c.say("gridbox study: --shard env/N takes how many parts there are, such as env/200, not " + text +
					"\n")
				return 0, 0, false
			}
			n = k
		}
		i, n, err := cluster.FromEnvironment(c.variable, n)
		if err != nil {
			c.say("gridbox study: --shard env: " + err.Error() + "\n")
			return 0, 0, false
		}
		return i, n, true
	}
	if i, n, ok = cluster.Fraction(text); !ok {
		c.say("gridbox study: --shard is part/parts such as 1/3, or env, not " + text + "\n")
	}
	return i, n, ok
}

// runShard does part i of n and writes it as a study document with its values.
func (c *call) runShard(plan *study.Plan, i, n, cores int) int {
	first, last := runner.Shard(plan.Replications(), i, n)
	part, err := c.measure(plan, first, last, cores)
	if err != nil {
		c.say("gridbox study: " + reason(err) + "\n")
		return failed
	}
	return c.writePart(plan, part)
}

// writePart writes the statistics of a part with the part itself.
func (c *call) writePart(plan *study.Plan, part *study.Part) int {
	d := report.Of(plan, part)
	d.Part = part.Document()
	text := d.Text()
	if len(text) > doc.MaxBytes {
		c.say("gridbox: this part is " + strconv.Itoa(len(text)>>20) + " MiB long, and documents of at most " +
			strconv.Itoa(doc.MaxBytes>>20) +
			" MiB are read; make more and smaller shards\n")
		return failed
	}
	return max(c.failures(d), c.files(plan, part, d), c.write(text))
}

// tellValues writes the statistics of a whole study.
func (c *call) tellValues(plan *study.Plan, part study.Values) int {
	d := report.Of(plan, part)
	status := max(c.failures(d), c.files(plan, part, d))
	if c.on("text") {
		return max(status, c.write([]byte(studyTables(plan, d))))
	}
	return max(status, c.write(d.Text()))
}

// failures lists why replications failed, the first of each point.
func (c *call) failures(d *report.Document) int {
	for _, f := range d.Failures {
		name := f.Label
		if name == "" {
			name = f.Algorithm
		}
		c.say(name + ", replication " + strconv.Itoa(f.Replication) + " (seed " +
			strconv.FormatUint(f.Seed, 10) + "): " + f.Why + "\n")
	}
	if len(d.Failures) > 0 {
		return failed
	}
	return done
}

// files writes what --csv and --values ask for.
func (c *call) files(plan *study.Plan, part study.Values, d *report.Document) int {
	status := done
	for _, f := range []struct {
		flag string
		text func(w io.Writer) error
	}{
		{"csv", func(w io.Writer) error { _, err := w.Write(d.CSV(plan)); return err }},
		{"values", func(w io.Writer) error { return report.WriteValues(w, plan, part) }},
	} {
		name, given := c.flag(f.flag)
		if !given {
			continue
		}
		if err := writeFile(name, f.text); err != nil {
			c.say("gridbox: cannot write: " + err.Error() + "\n")
			status = failed
		}
	}
	return status
}

// writeFile has a file written, however long.
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

func mergeVerb() *verb {
	return &verb{name: "merge", takes: []string{"PART|DIR..."}, about: "put the parts of a study together",
		more: "Parts are what gridbox study --shard writes; any order will do. Writes the study\n" +
			"document, the same bytes as the undivided study. Replications that are missing are\n" +
			"named and make it fail, unless --part asks for another part. Of a folder everything\n" +
			"counts that is a sound part; one that is damaged is named.",
		flags: []option{
			{"part", "", "write the parts merged as a part, whole or not"},
			{"missing", "", "of a folder: write which parts to submit again, such as 3,17-19"},
			{"of", "N", "with --missing: how many parts there are; as many as at first unless given"},
			{"cut", "N", "with --missing: cut each part into so many, of which fewer may be missing"},
			{"json", "", "with --missing: write a document that says it too in units of work"},
			{"wait", "", "of a folder: wait until nothing is missing"},
			{"to", "FILE", "of a folder: write the document to a file, whole or not at all"},
			{"text", "", "write tables for people instead of a document"},
			{"csv", "FILE", "write the cells as comma-separated values too"},
			{"values", "FILE", "write every value of every replication too"},
		}, run: merge}
}

// merge puts parts together.
func merge(c *call) int {
	if slices.ContainsFunc(c.args, isFolder) && !c.on("part") {
		return c.mergeFolders()
	}
	var parts []*study.Part
	if c.on("missing") {
		c.say("gridbox merge: --missing is said of a folder of parts\n")
		return wrong
	}
	g := &gathering{c: c}
	names, err := g.names()
	if err != nil {
		c.say("gridbox merge: " + err.Error() + "\n")
		return wrong
	}
	for _, name := range names {
		part, ok := c.readPart(name)
		if !ok {
			return wrong
		}
		parts = append(parts, part)
	}
	part, err := study.Merge(parts...)
	if err != nil {
		c.say("gridbox merge: " + err.Error() + "\n")
		return wrong
	}
	plan, faults := study.New(part.Study, study.Limits{Large: true})
	if !c.blame("", faults) {
		return wrong
	}
	if c.on("part") {
		return c.writePart(plan, part)
	}
	if _, stopped := report.End(plan, part); !part.Whole() && !stopped {
		c.say("gridbox merge: the study is not whole; missing are replications " + missing(part) + "\n")
		return failed
	}
	return c.tellValues(plan, part)
}

// readPart reads a shard's document, or a part as workers write it.
func (c *call) readPart(name string) (*study.Part, bool) {
	text, ok := c.read(name, maxDocument)
	if !ok {
		return nil, false
	}
	part, faults := partIn(text)
	if !c.blame(name+": ", faults) {
		return nil, false
	}
	if part.Unsigned {
		c.say(name + ": the part has no digest, so nothing tells whether it was changed\n")
	}
	return part, true
}

// partIn is the part that a text holds.
func partIn(text []byte) (*study.Part, doc.Faults) {
	if formatOf(text) == study.PartFormat {
		return study.ParsePart(text)
	}
	d, faults := report.Parse(text)
	if len(faults) == 0 && d.Part == nil {
		faults = doc.Faults{{Path: "part", Why: "is missing: this is a whole study, not a part of one"}}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	part, faults := d.Part.Part()
	return part, faults.Within("part")
}

// missing lists the replications that some point lacks.
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

// kindOf names a kind for people.
func kindOf(id string) catalog.Kind {
	k, _ := catalog.ByID(id)
	return k
}
