package studies

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/limited"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
	"gridbox/core/study/mergedisk"
	"gridbox/core/study/report"
)

// A merger merges the parts of folders and files one after another.
type merger struct {
	c       *Call
	plan    *study.Plan
	reader  study.PartReader
	shards  int // from the folder's plan; 0 if there is none
	sheaf   *mergedisk.Sheaf
	close   func()
	damaged int
	parts   int
	seen    map[string]bool
}

// maxInMemory is the greatest size of values, in bytes, that are merged in memory; larger ones
// use a file.
const maxInMemory = 64 << 20

// mergeFolders merges the parts of folders and files.
func (c *Call) mergeFolders() int {
	g := &merger{c: c, seen: map[string]bool{}}
	// The merged data are large and permanent, so garbage is collected more often.
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	if err := g.begin(); err != nil {
		c.Say("gridbox merge: " + err.Error() + "\n")
		return cli.Wrong
	}
	defer g.close()
	if err := g.mergeAll(); err != nil {
		c.Say("gridbox merge: " + err.Error() + "\n")
		if disagrees := (*mergedisk.Disagreement)(nil); errors.As(err, &disagrees) {
			return cli.Wrong
		}
		return errorStatus(err)
	}
	if c.HasFlag("wait") && !g.wait() {
		return cli.EndedEarly
	}
	return g.write()
}

// begin prepares the merge for the study of the first plan or, without one, of the first part. It
// returns an error if neither is readable.
func (g *merger) begin() error {
	var problem error
	for _, arg := range g.c.Args {
		if plan, err := readPlan(arg); err == nil {
			return g.prepare(plan.Study, plan.Scenario, plan.Engine, plan.Shards)
		} else if !errors.Is(err, fs.ErrNotExist) && cli.IsFolder(arg) {
			problem = err
		}
	}
	names, err := g.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := limited.File(name, cli.MaxDocument)
		if err != nil {
			if problem == nil && !errors.Is(err, fs.ErrNotExist) {
				problem = err
			}
			continue
		}
		if d, _ := partDocument(text); d != nil && d.Study != nil {
			return g.prepare(d.Study, d.Scenario, d.Engine, 0)
		}
	}
	if problem != nil {
		return problem
	}
	return errors.New("there is no part in " + strings.Join(g.c.Args, ", "))
}

// prepare creates the plan and the storage for its values. It returns an error if the study is
// invalid or the storage cannot be created.
func (g *merger) prepare(s *scenario.Scenario, digest, engine string, shards int) error {
	plan, faults := study.New(s, study.Limits{Large: true})
	if len(faults) > 0 {
		return faults
	}
	// Parts have the digest of the original document, the plan that of the
	// document with explicit runs. The former is used.
	plan.Digest = digest
	g.plan, g.shards = plan, shards
	g.reader = study.PartReader{Plan: plan, Engine: engine, Digest: digestOf}
	space, end, err := g.space(mergedisk.Size(plan))
	if err != nil {
		return err
	}
	g.close, g.sheaf = end, mergedisk.New(plan, engine, space)
	return nil
}

// space returns memory for small studies and a file for others: in the study's folder or, if that
// is read-only, in the temporary folder. With --missing nothing is stored.
func (g *merger) space(size int64) (mergedisk.Space, func(), error) {
	if g.c.HasFlag("missing") {
		return mergedisk.Nowhere{}, func() {}, nil
	}
	if size <= maxInMemory {
		return make(mergedisk.Memory, size), func() {}, nil
	}
	dirs := append(slices.DeleteFunc(slices.Clone(g.c.Args), func(arg string) bool { return !cli.IsFolder(arg) }),
		os.TempDir())
	var failures []string
	for _, dir := range dirs {
		file, err := os.CreateTemp(dir, ".gathering-*")
		if err != nil {
			failures = append(failures, err.Error())
			continue
		}
		// If an open file can be removed, nothing remains even after a kill.
		_ = os.Remove(file.Name())
		end := func() { file.Close(); os.Remove(file.Name()) }
		if err = file.Truncate(size); err == nil {
			return file, end, nil
		}
		end()
		failures = append(failures, err.Error())
	}
	return nil, nil, errors.New("there is no room for " + strconv.FormatInt(size>>20, 10) + " MiB of values: " +
		strings.Join(failures, "; "))
}

// names returns the files to read: the given ones, and all .json files of folders except the
// folder's own.
func (g *merger) names() ([]string, error) {
	var names []string
	for _, arg := range g.c.Args {
		if !cli.IsFolder(arg) {
			names = append(names, arg)
			continue
		}
		inside, err := listFiles(arg)
		if err != nil {
			return nil, err
		}
		for _, name := range inside {
			_, isTask := cluster.Task(name)
			if strings.HasSuffix(name, ".json") && name != cluster.PlanName && !isTask {
				names = append(names, filepath.Join(arg, name))
			}
		}
	}
	return names, nil
}

// mergeAll merges every file that was not read before. Tasks may run at the same time: a file that was
// joined to another after it was listed is searched again. An unreadable file is noted as
// damaged. It returns the first error of take.
func (g *merger) mergeAll() error {
	for range 10 {
		names, err := g.names()
		if err != nil {
			return err
		}
		vanished := false
		for _, name := range names {
			if g.seen[name] {
				continue
			}
			g.seen[name] = true
			text, err := limited.File(name, cli.MaxDocument)
			if errors.Is(err, fs.ErrNotExist) {
				vanished = true
				continue
			}
			if err == nil {
				err = g.mergeFile(name, text)
			} else {
				g.damage(name, err)
				continue
			}
			if err != nil {
				return err
			}
		}
		if !vanished {
			break
		}
	}
	return nil
}

// damage reports a damaged file.
func (g *merger) damage(name string, err error) {
	g.damaged++
	g.c.Say(name + " does not count: " + firstLine(err) + "\n")
}

// mergeFile merges the part in a file. A damaged part is noted and another document skipped, without
// an error. It returns an error if the part is of another study or contradicts an earlier one.
func (g *merger) mergeFile(name string, text []byte) error {
	_, called := cluster.Part(filepath.Base(name))
	d, faults := partDocument(text)
	switch {
	case len(faults) > 0 && (called || !cli.IsFolder(filepath.Dir(name))):
		g.damage(name, faults)
		return nil
	case d == nil: // the study's document, or its result
		g.c.Say(name + " is not a part and was skipped\n")
		return nil
	}
	if !called {
		text = nil
	}
	part, err := g.reader.ReadDocument(d, text)
	alien := (*study.Alien)(nil)
	switch {
	case errors.As(err, &alien):
		return &study.Alien{Reason: name + " " + alien.Reason}
	case err != nil:
		g.damage(name, err)
		return nil
	case part.Unsigned:
		g.c.Say(name + ": the part has no digest, so that changes of it are not detected\n")
	}
	if n, ok := cluster.Part(filepath.Base(name)); ok && len(n.Stretch.Subtract(part.Stretches())) > 0 {
		g.c.Say(name + " has less than its name says; what it has counts\n")
	}
	g.parts++
	if err := g.sheaf.Add(part); err != nil {
		return fileError{name, err}
	}
	return nil
}

// A fileError is an error with the name of its file.
type fileError struct {
	name string
	error
}

// Error returns the message.
func (w fileError) Error() string { return w.name + " " + w.error.Error() }

// Unwrap returns the error without the file.
func (w fileError) Unwrap() error { return w.error }

// partDocument parses a part, as written by workers or in a study document. It returns nil
// without faults if there is none.
func partDocument(text []byte) (*study.PartDocument, doc.Faults) {
	switch FormatOf(text) {
	case study.PartFormat:
		d := &study.PartDocument{}
		if faults := doc.Decode(text, d); len(faults) > 0 {
			return nil, faults
		}
		return d, nil
	case report.Format:
		d, faults := report.Parse(text)
		if len(faults) > 0 || d.Part == nil {
			return nil, faults
		}
		return d.Part, nil
	}
	var anything any
	return nil, doc.Decode(text, &anything)
}

// write writes the result: missing units, a part, or the study.
func (g *merger) write() int {
	missing := g.sheaf.Missing()
	if g.c.HasFlag("missing") {
		return g.missing(missing)
	}
	if _, stopped := report.End(g.plan, g.sheaf); len(missing) > 0 && !stopped {
		n := study.Count(missing)
		g.c.Say("gridbox merge: the study is not whole; of " + strconv.Itoa(g.plan.Units()) + " units of work " +
			strconv.Itoa(n) + " are missing: " + listUnits(missing) + "\n")
		return cli.Failed
	}
	name, toFile := g.c.Flag("to")
	text := &bytes.Buffer{}
	if out := g.c.Out; toFile {
		g.c.Out = text
		defer func() { g.c.Out = out }()
	}
	status := g.c.writeStatistics(g.plan, g.sheaf)
	if err := g.sheaf.Err(); err != nil {
		g.c.Say("gridbox merge: the values could not be read back, so what was written does not count: " +
			err.Error() + "\n")
		return cli.Failed
	}
	if toFile {
		parent := &folder{dir: filepath.Dir(name)}
		if err := parent.writeFile(filepath.Base(name), text.Bytes(), true); err != nil {
			g.c.Say("gridbox merge: cannot write: " + err.Error() + "\n")
			return cli.Failed
		}
	}
	return status
}

// maxStretches is the greatest number of stretches in a message.
const maxStretches = 20

// listUnits returns ranges of units as text, at most maxStretches of them and the number of the
// others.
func listUnits(list []study.Stretch) string {
	var words []string
	for _, s := range list[:min(len(list), maxStretches)] {
		word := strconv.Itoa(s.First)
		if s.Last > s.First {
			word += " to " + strconv.Itoa(s.Last)
		}
		words = append(words, word)
	}
	text := strings.Join(words, ", ")
	if len(list) > maxStretches {
		text += " and " + strconv.Itoa(len(list)-maxStretches) + " stretches more"
	}
	return text
}

// missing writes the shards to submit again.
func (g *merger) missing(missing []study.Stretch) int {
	n, ok := g.count("of", max(g.shards, 1))
	if !ok {
		return cli.Wrong
	}
	cut, ok := g.count("cut", 1)
	if !ok {
		return cli.Wrong
	}
	if g.shards == 0 && !g.c.HasFlag("of") {
		g.c.Say("gridbox merge: nothing says how many parts the work was divided into; say it: --of N\n")
		return cli.Wrong
	}
	n *= cut
	ids := cluster.MissingShares(missing, g.plan.Units(), n)
	g.c.Say(strconv.Itoa(study.Count(missing)) + " of " + strconv.Itoa(g.plan.Units()) +
		" units of work are missing, in " +
		strconv.Itoa(len(ids)) + " of " + strconv.Itoa(n) + " parts: --shard env/" + strconv.Itoa(n) + "\n")
	if g.c.HasFlag("json") {
		return g.c.Write(cluster.Missing(g.plan, missing, n).Text())
	}
	if len(ids) == 0 {
		return cli.Done
	}
	return g.c.Write([]byte(cluster.Array(ids) + "\n"))
}

// count parses a flag that is a whole number from 1 to 1,000,000, and returns usual if the flag
// is absent. It writes a message and reports false if the flag is invalid.
func (g *merger) count(name string, usual int) (int, bool) {
	text, given := g.c.Flag(name)
	if !given {
		return usual, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 1_000_000 {
		g.c.Say("gridbox merge: --" + name + " is a whole number from 1, not " + text + "\n")
		return 0, false
	}
	return n, true
}
