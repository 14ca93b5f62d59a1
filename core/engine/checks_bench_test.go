//go:build unix

package engine

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// asking gives a preset so many things: slots, nodes or jobs, as its kind counts.
func asking(kind, preset string, n int) *scenario.Scenario {
	s := scenario.Generated(kind, preset, 7)
	jobs, machines := n/100, n/100
	switch kind {
	case "placement":
		s.Placement.Generate.Jobs = &n
	case "window":
		s.Window.Generate.Nodes = &n
	case "batch":
		s.Batch.Generate.SlotsMin, s.Batch.Generate.SlotsMax = &n, &n
		s.Batch.Generate.JobsMin, s.Batch.Generate.JobsMax = &jobs, &jobs
	case "group":
		s.Group.Generate.Nodes = &n
	case "farm":
		s.Farm.Generate.Jobs, s.Farm.Generate.Machines = &n, &machines
	}
	return s
}

// BenchmarkChecks says, for each kind at sizes where it matters, how long solving
// takes bare, what the bound with its certificate adds to that, and what the
// check costs, both as parts of solving. Scope is 2 where the check said optimal, 1 for
// bounded, 0 for valid. What else the machine does is left out: only time that the
// program itself computes counts, and of each the least; 5 rounds say enough:
//
//	go test -run xxx -bench Checks -benchtime 5x ./core/engine
func BenchmarkChecks(b *testing.B) {
	for _, c := range []struct {
		kind, preset string
		algorithms   []string
	}{
		{"placement", "rbhs-mixed", []string{"rbhs", "fastest"}},
		{"window", "square-2018", []string{"first-fit", "min-cost", "min-runtime", "max-sum"}},
		{"batch", "alp-amp-2011", []string{"alp", "amp"}},
		{"group", "gka-1000", []string{"frontier", "knapsack-single"}},
		{"farm", "farm-large", []string{"two-stage", "fcfs"}},
	} {
		for _, n := range []int{10_000, 100_000} {
			var s *scenario.Scenario
			for _, id := range c.algorithms {
				b.Run(fmt.Sprintf("%s/%s/%d", c.kind, id, n), func(b *testing.B) {
					if s == nil {
						s = explicitly(b, asking(c.kind, c.preset, n))
					}
					weighed(b, s, scenario.Run{Algorithm: id})
				})
			}
		}
	}
}

func weighed(b *testing.B, s *scenario.Scenario, run scenario.Run) {
	if _, ok := catalog.Find(s.Kind, run.Algorithm); !ok {
		b.Fatal("no algorithm is called " + run.Algorithm)
	}
	bare, full, check := time.Hour, time.Hour, time.Hour
	timed := func(least *time.Duration, do func()) {
		runtime.GC()
		began := computed(b)
		do()
		*least = min(*least, computed(b)-began)
	}
	scope := ""
	for b.Loop() {
		var a scenario.Answer
		var err error
		timed(&bare, func() { _, err = All().Measure(context.Background(), s, run, Env{Bare: true}) })
		if err == nil {
			timed(&full, func() { a, err = All().Measure(context.Background(), s, run, Env{}) })
		}
		if err != nil {
			b.Fatal(err)
		}
		timed(&check, func() {
			c := All().Verify(s, &a)
			if scope = c.Scope; !c.OK {
				b.Fatal(c.Violations)
			}
		})
	}
	b.ReportMetric(float64(bare.Microseconds())/1000, "solve-ms")
	b.ReportMetric(float64(full-bare)/float64(bare), "proof/solve")
	b.ReportMetric(float64(check)/float64(full), "check/solve")
	b.ReportMetric(map[string]float64{scenario.ScopeOptimal: 2, scenario.ScopeBounded: 1}[scope], "scope")
}

// computed is the time that the program has computed so far.
func computed(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano())
}
