package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// run tries the changes of all packages that the arguments name. It returns the number of open
// items: survivors, and entries of the list that do not apply.
func run(ctx context.Context, o options, arguments []string, out io.Writer) (left int, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	explained, err := readExplanations(o.equivalent)
	if err != nil {
		return 0, err
	}
	targets, err := openTargets(o, arguments)
	if err != nil {
		return 0, err
	}
	for _, t := range targets {
		s, err := t.tryChanges(ctx, o, explained, out)
		if err != nil {
			return left, err
		}
		fmt.Fprintf(out, "%s: %s\n", t.ImportPath, s)
		left += s[survived] + s[stale]
	}
	return left, nil
}

// A target is a package named by the arguments, whole or in part.
type target struct {
	*unit
	paths        []string // of the files, none for all
	testPackages []*testPackage
}

func (t *target) includes(f *file) bool { return len(t.paths) == 0 || slices.Contains(t.paths, f.path) }

// openTargets loads the packages named by the arguments, in that order and each once. An argument that is a file
// limits its package to the named files.
func openTargets(o options, arguments []string) ([]*target, error) {
	root, err := filepath.Abs(o.root)
	if err != nil {
		return nil, err
	}
	var targets []*target
	for _, argument := range arguments {
		path := filepath.Join(root, argument)
		folder, file := path, ""
		if strings.HasSuffix(path, ".go") {
			folder, file = filepath.Dir(path), path
		}
		i := slices.IndexFunc(targets, func(t *target) bool { return t.Dir == folder })
		if i < 0 {
			t, err := open(root, folder, o.testPackages)
			if err != nil {
				return nil, err
			}
			i, targets = len(targets), append(targets, t)
		}
		if file != "" {
			targets[i].paths = append(targets[i].paths, file)
		}
	}
	return targets, nil
}

// open loads the package of a folder and the test packages that apply: its own first, which are
// usually the fastest to detect a change, then others.
func open(root, folder string, others map[string][]string) (*target, error) {
	below, err := filepath.Rel(root, folder)
	if err != nil {
		return nil, err
	}
	folders := []string{folder}
	for _, other := range others[filepath.ToSlash(below)] {
		folders = append(folders, filepath.Join(root, other))
	}
	all, err := list(root, folders)
	if err != nil {
		return nil, err
	}
	t := &target{}
	for n, folder := range folders {
		p := all[slices.IndexFunc(all, func(p listedPackage) bool { return p.Dir == folder })]
		if n == 0 {
			if t.unit, err = read(p, all); err != nil {
				return nil, err
			}
		}
		if len(p.TestImports)+len(p.XTestImports) > 0 {
			t.testPackages = append(t.testPackages, &testPackage{listedPackage: p})
		}
	}
	return t, nil
}

// tryChanges tries a sample of the target's changes, reports the outcomes in the order of the source,
// and counts them.
func (t *target) tryChanges(ctx context.Context, o options, explained []*explanation, out io.Writer) (sum, error) {
	if len(t.testPackages) == 0 {
		return nil, fmt.Errorf("%s has no tests, and no other package's prove it", t.ImportPath)
	}
	folder, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	c := &trialRunner{t.testPackages, folder, o.seed}
	for _, p := range t.testPackages {
		if err := c.measure(ctx, p, o.times); err != nil {
			return nil, err
		}
	}
	all := t.changes(t.includes)
	s := sum{}
	for _, e := range t.obsolete(explained, all) {
		s[stale]++
		fmt.Fprintf(out, "%-10s  %s %s: %s\n", stale, e.file, e.function, e.change)
	}
	if all, err = survivorsOf(all, o.priorReport); err != nil {
		return nil, err
	}
	drawn := t.draw(all, o.maxChanges, o.seed)
	for i, end := range c.tryAll(ctx, drawn, o.parallel) {
		e := <-end
		if e.err != nil {
			return nil, e.err
		}
		f := e.fate
		if explains(explained, drawn[i]) {
			f = f.explainedOutcome()
		}
		s[f]++
		if f == survived || f == stale || !o.survivors && f != unbuilt {
			fmt.Fprintln(out, report(f, drawn[i]))
		}
	}
	return s, nil
}

// report formats an outcome as a line.
func report(f outcome, c change) string {
	at := c.position()
	return fmt.Sprintf("%-10s  %s:%d:%d %s: %s", f, c.file.name, at.Line, at.Column, c.function, c)
}

// survivorsOf returns the changes that survived by the report at path, or all if path is "". It overwrites all, and
// returns an error if the report cannot be read.
func survivorsOf(all []change, path string) ([]change, error) {
	if path == "" {
		return all, nil
	}
	text, err := os.ReadFile(path)
	lines := strings.Split(string(text), "\n")
	return slices.DeleteFunc(all, func(c change) bool { return !slices.Contains(lines, report(survived, c)) }), err
}

// obsolete lists the explanations of changes that no longer exist.
func (t *target) obsolete(explained []*explanation, all []change) []*explanation {
	var stale []*explanation
	for _, e := range explained {
		here := slices.ContainsFunc(t.files, func(f *file) bool { return f.name == e.file && t.includes(f) })
		if here && !slices.ContainsFunc(all, e.matches) {
			stale = append(stale, e)
		}
	}
	return stale
}

// draw returns a random sample of the changes that compile, in the order of the source. It has at most limit changes;
// 0 means all.
func (t *target) draw(all []change, limit int, seed uint64) []change {
	lot := rand.New(rand.NewPCG(seed, 0))
	var drawn []change
	for _, i := range lot.Perm(len(all)) {
		if limit > 0 && len(drawn) == limit {
			break
		}
		if t.compiles(all[i]) {
			drawn = append(drawn, all[i])
		}
	}
	slices.SortStableFunc(drawn, order)
	return drawn
}

// An end is the outcome of a change, or an error.
type end struct {
	fate outcome
	err  error
}

// tryAll starts to try changes, so many in parallel, and returns immediately. Channel i of the result receives the
// end of drawn[i].
func (c *trialRunner) tryAll(ctx context.Context, drawn []change, parallel int) []chan end {
	ends := make([]chan end, len(drawn))
	for i := range ends {
		ends[i] = make(chan end, 1)
	}
	next := make(chan int)
	for range parallel {
		go func() {
			for i := range next {
				f, err := c.try(ctx, strconv.Itoa(i), drawn[i])
				ends[i] <- end{f, err}
			}
		}()
	}
	go func() {
		defer close(next)
		for i := range drawn {
			next <- i
		}
	}()
	return ends
}

// A sum counts outcomes.
type sum map[outcome]int

// String returns the numbers of mutants by outcome, and the share of killed ones. Mutants that time out count as
// killed.
func (s sum) String() string {
	caught := s[killed] + s[timeout]
	all := caught + s[survived]
	text := fmt.Sprintf("%d mutants, %d killed", all, caught)
	if s[timeout] > 0 {
		text += fmt.Sprintf(" (%d by time)", s[timeout])
	}
	text += fmt.Sprintf(", %d survived", s[survived])
	if all > 0 {
		text += fmt.Sprintf(", %d %%", 100*caught/all)
	}
	text += fmt.Sprintf("; %d equivalent", s[equal])
	if s[stale] > 0 {
		text += fmt.Sprintf("; %d stale in the list of equivalents", s[stale])
	}
	return text
}
