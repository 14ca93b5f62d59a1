// Package conformance runs the tests of other projects' schedulers and counts the cases in
// which Gridbox agrees. It reads the tests from a folder: the files are not part of
// Gridbox.
package conformance

import (
	"context"
	"io/fs"
	"strconv"
	"strings"
)

// A Suite holds the results of one group of tests.
type Suite struct {
	Name   string
	Source string // where the expected results come from
	Cases  int
	Agree  int
	Differ []string // descriptions of the differences
	Reason string   // reason why cases are left out, or why Gridbox deviates
}

// Run runs all suites whose files are in the folder.
func Run(ctx context.Context, folder fs.FS) (list []Suite, err error) {
	for _, run := range []func(context.Context, fs.FS) ([]Suite, error){pyss, archive, braun, slurm} {
		suites, err := run(ctx, folder)
		if err != nil {
			return nil, err
		}
		list = append(list, suites...)
	}
	return list, nil
}

// exists reports whether the folder has a file.
func exists(folder fs.FS, name string) bool {
	_, err := fs.Stat(folder, name)
	return err == nil
}

// Text returns the suites as lines of text, with a sum at the end.
func Text(list []Suite) string {
	b := &strings.Builder{}
	cases, agree, of := 0, 0, ""
	for _, s := range list {
		if s.Source != of {
			b.WriteString(s.Source + "\n")
			of = s.Source
		}
		b.WriteString("  " + s.Name + strings.Repeat(" ", max(1, 34-len(s.Name))))
		if s.Cases == 0 {
			b.WriteString("left out: " + s.Reason + "\n")
			continue
		}
		b.WriteString(strconv.Itoa(s.Agree) + " of " + strconv.Itoa(s.Cases) + " agree\n")
		for _, text := range s.Differ {
			b.WriteString("    " + text + "\n")
		}
		if len(s.Differ) > 0 && s.Reason != "" {
			b.WriteString("    " + s.Reason + "\n")
		}
		cases, agree = cases+s.Cases, agree+s.Agree
	}
	return b.String() + strconv.Itoa(agree) + " of " + strconv.Itoa(cases) + " cases agree\n"
}
