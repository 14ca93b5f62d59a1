// Command mutate performs mutation testing. It changes the code of packages by one operator,
// constant, condition or statement at a time, runs the tests, and reports the changes that no
// test detected.
//
//	go run ./site/mutate ./core/kind/group/solve ./core/kind/farm/solve/bound.go
//
// Each argument is the folder of a package, or a file of it. The tree is not modified: the
// compiler receives the changed file as an overlay. Add a test for a change that survives, or an
// entry with the reason to equivalent.txt in this folder if no test can detect it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// testPackages maps a folder to the folders whose tests also test its code.
var testPackages = map[string][]string{
	"core/verify":                     {"core/engine"},
	"core/kind/placement/verify":      {"core/kind/placement/verify/conform", "core/engine"},
	"core/kind/window/verify":         {"core/engine", "core/kind/window/verify/conform"},
	"core/kind/window/verify/conform": {"core/engine"},
	"core/kind/batch/verify":          {"core/engine", "core/kind/batch/verify/conform"},
	"core/kind/batch/verify/conform":  {"core/engine"},
	"core/kind/group/verify":          {"core/kind/group/verify/conform", "core/engine"},
	"core/kind/farm/verify":           {"core/engine", "core/kind/farm/verify/conform"},
	"core/kind/farm/verify/conform":   {"core/engine"},
	"core/kind/window/solve/knapsack": {"core/kind/window/solve"},
	"core/study/report":               {"core/study/runner"},
}

type options struct {
	root         string // of the module
	maxChanges   int    // maximum number of changes of a package
	seed         uint64
	parallel     int
	times        int  // limit of the tests' time, as a multiple of the time without a change
	survivors    bool // report only survivors
	priorReport  string
	equivalent   string
	testPackages map[string][]string
}

// main prints the outcomes of the changes. Its exit status is 1 if changes survive, and 2 if the trial fails or no
// folder is named.
func main() {
	o := options{testPackages: testPackages}
	flag.StringVar(&o.root, "root", ".", "folder of the module")
	flag.IntVar(&o.maxChanges, "n", 200, "how many changes of a package are tried, drawn at random; 0 tries all")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw, and of what the tests draw")
	flag.IntVar(&o.parallel, "j", 2, "how many changes are tried at the same time")
	flag.IntVar(&o.times, "times", 2, "tests hang that compute so many times longer than without a change")
	flag.BoolVar(&o.survivors, "list", false, "name survivors only")
	flag.StringVar(&o.priorReport, "again", "", "try just what survived by this report, the output of an earlier run")
	flag.StringVar(&o.equivalent, "equivalent", "site/mutate/equivalent.txt",
		"file of changes that nothing can notice, with reasons")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: mutate [FLAG...] FOLDER|FILE...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	left, err := run(ctx, o, flag.Args(), os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if left > 0 {
		os.Exit(1)
	}
}
