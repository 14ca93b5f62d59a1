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
	"gridbox/core/doc"
	"gridbox/core/scenario"
)

// asking returns a preset with the given number of slots, nodes or jobs, depending on its kind.
func asking(kind, preset string, n int) *scenario.Scenario {
	s := scenario.NewGenerated(kind, preset, 7)
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

// BenchmarkChecks reports for each kind, at sizes where it matters, the time of
// solving alone. It reports as shares of it the time that the bound with its
// certificate adds, and the time of the check. The check is also compared with
// reading the scenario and the answer from their texts, which depends on no solver
// and hardly on the machine. Scope is 2 for optimal, 1 for bounded, and 0 for
// valid. Only processor time of the program counts, so that other load has little
// effect, and the least of each is taken; 5 rounds are enough:
//
//	go test -run xxx -bench Checks -benchtime 5x ./core/engine
func BenchmarkChecks(b *testing.B) {
	for _, c := range []struct {
		kind, preset string
		algorithms   []string
	}{
		{"placement", "rbhs-mixed", []string{"rbhs", "min-completion", "fastest", "scp-tree"}},
		{"window", "square-2018", []string{"first-fit", "min-finish", "min-runtime", "min-cost", "max-sum"}},
		{"batch", "alp-amp-2011", []string{"alp", "amp"}},
		{"group", "gka-1000", []string{"gka", "frontier", "knapsack-single"}},
		{"farm", "farm-large", []string{"two-stage", "fcfs"}},
	} {
		for _, n := range []int{10_000, 100_000} {
			var s *scenario.Scenario
			for _, id := range c.algorithms {
				b.Run(fmt.Sprintf("%s/%s/%d", c.kind, id, n), func(b *testing.B) {
					if s == nil {
						s = explicitly(b, asking(c.kind, c.preset, n))
					}
					benchmarkRun(b, s, scenario.Run{Algorithm: id})
				})
			}
		}
	}
}

func benchmarkRun(b *testing.B, s *scenario.Scenario, run scenario.Run) {
	if _, ok := catalog.Find(s.Kind, run.Algorithm); !ok {
		b.Fatalf("there is no algorithm %s", run.Algorithm)
	}
	bare, full, check, read := time.Hour, time.Hour, time.Hour, time.Hour
	text := scenario.Text(s)
	var result []byte
	scope := ""
	for b.Loop() {
		var a scenario.Answer
		var err error
		timeOperation(b, &bare, func() { _, err = All().Measure(context.Background(), s, run, Env{Bare: true}) })
		if err == nil {
			timeOperation(b, &full, func() { a, err = All().Measure(context.Background(), s, run, Env{}) })
		}
		if err != nil {
			b.Fatal(err)
		}
		timeOperation(b, &check, func() {
			c := All().Verify(s, &a)
			if scope = c.Scope; !c.OK {
				b.Fatalf("got violations %v, want none", c.Violations)
			}
		})
		if result == nil {
			result = doc.Canonical(scenario.Result{Format: scenario.ResultFormat, Version: scenario.ResultVersion,
				Scenario: "sha256:0", Kind: s.Kind, Runs: []scenario.Answer{a}})
		}
		timeOperation(b, &read, func() {
			if _, faults := catalog.Parse(text); faults != nil {
				b.Fatal(faults)
			}
			if _, err := scenario.ParseResult(result); err != nil {
				b.Fatal(err)
			}
		})
	}
	b.ReportMetric(float64(bare.Microseconds())/1000, "solve-ms")
	b.ReportMetric(float64(full-bare)/float64(bare), "proof/solve")
	b.ReportMetric(float64(check)/float64(full), "check/solve")
	b.ReportMetric(float64(check)/float64(read), "check/read")
	b.ReportMetric(map[string]float64{scenario.ScopeOptimal: 2, scenario.ScopeBounded: 1}[scope], "scope")
}

// timeOperation keeps the least time of an operation. Short operations are repeated, since
// the system counts time in ticks.
func timeOperation(b *testing.B, least *time.Duration, do func()) {
	runtime.GC()
	began, times, took := processorTime(b), 0, time.Duration(0)
	for took < 60*time.Millisecond {
		do()
		times++
		took = processorTime(b) - began
	}
	*least = min(*least, took/time.Duration(times))
}

// processorTime returns the processor time of the program so far.
func processorTime(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano())
}
