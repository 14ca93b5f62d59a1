// Command mutate asks what tests would notice. It changes the code of packages
// by one operator, constant, condition or statement at a time, runs the tests,
// and says which changes no test noticed.
//
//	go run ./site/mutate ./core/kind/group/solve ./core/kind/farm/solve/bound.go
//
// Each argument is a package's folder, or a file of it. The tree is never
// touched: the compiler is given the changed file as an overlay. A change that
// survives is to be killed by a test, or to be explained in equivalent.txt
// beside this file, which says why nothing can notice it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// provers are the folders whose tests prove another's code beside its own.
var provers = map[string][]string{
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
	root       string // of the module
	most       int    // changes of a package
	seed       uint64
	parallel   int
	times      int  // how many times the time without a change tests may take
	survivors  bool // to name nothing else
	again      string
	equivalent string
	provers    map[string][]string
}

func main() {
	o := options{provers: provers}
	flag.StringVar(&o.root, "root", ".", "folder of the module")
	flag.IntVar(&o.most, "n", 200, "how many changes of a package are tried, drawn at random; 0 tries all")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the draw, and of what the tests draw")
	flag.IntVar(&o.parallel, "j", 2, "how many changes are tried at the same time")
	flag.IntVar(&o.times, "times", 2, "tests hang that compute so many times longer than without a change")
	flag.BoolVar(&o.survivors, "list", false, "name survivors only")
	flag.StringVar(&o.again, "again", "", "try just what survived by this report, the output of an earlier run")
	flag.StringVar(&o.equivalent, "equivalent", "site/mutate/equivalent.txt",
		"file of changes that nothing can notice, with reasons")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: mutants [FLAG...] FOLDER|FILE...")
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
