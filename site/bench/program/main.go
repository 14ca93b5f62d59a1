//go:build js && wasm

// Command program is compiled as the page's workers are and runs the algorithms of groups in Node
// for the benchmarks of site/bench.
package main

import (
	"context"
	"runtime"
	"syscall/js"

	"gridbox/core/engine"
	"gridbox/core/kind/group"
	solver "gridbox/core/kind/group/solve"
	"gridbox/core/scenario"
	"gridbox/wasm/serve"
)

func clock() float64 { return js.Global().Get("performance").Call("now").Float() }

// explicit parses a scenario and expands it. It returns the first fault if the scenario is not
// valid.
func explicit(text string) (s *scenario.Scenario, fault string) {
	s, faults := scenario.Parse([]byte(text))
	if len(faults) == 0 {
		s, faults = scenario.Expand(s)
	}
	if len(faults) > 0 {
		return nil, faults[0].String()
	}
	return s, ""
}

// solve implements the JavaScript function solve(text, algorithm, times). It returns an object with the value, the
// cost, and the times of the repeated runs in milliseconds, without parsing. It returns a message instead if the
// scenario is invalid or no answer is verified.
func solve(_ js.Value, args []js.Value) any {
	s, fault := explicit(args[0].String())
	if fault != "" {
		return fault
	}
	kinds := engine.Engine{engine.Group()}
	times := make([]any, args[2].Int())
	var a scenario.Answer
	for i := range times {
		var err error
		if a, err = kinds.RunExplicit(context.Background(), s, scenario.Run{Algorithm: args[1].String()},
			engine.Env{Clock: clock}); err != nil {
			return err.Error()
		}
		times[i] = a.ElapsedMs
	}
	if !a.Feasible || !a.Check.OK {
		return "no verified answer: " + a.Reason.String()
	}
	return map[string]any{"value": a.Metrics["value"], "cost": a.Metrics["cost"], "times": times}
}

// expand implements expand(text): it returns the explicit scenario.
func expand(_ js.Value, args []js.Value) any {
	s, fault := explicit(args[0].String())
	if fault != "" {
		return fault
	}
	return string(scenario.Canonical(s))
}

// problem is set by hold and solved by solveHeld.
var problem *group.Problem

// hold implements hold(text): it stores the problem of a scenario and returns the size of the
// live heap in bytes.
func hold(_ js.Value, args []js.Value) any {
	s, fault := explicit(args[0].String())
	if fault != "" {
		return fault
	}
	problem = &s.Group.Problem
	return liveBytes()
}

// solveHeld implements alone(algorithm): it solves the stored problem without verification or a
// digest and returns value, bound and duration.
func solveHeld(_ js.Value, args []js.Value) any {
	began := clock()
	r, err := solver.Solve(context.Background(), problem, solver.Algorithm(args[0].String()), solver.Options{})
	elapsed := clock() - began
	if err != nil || !r.Feasible {
		return "no answer: " + r.Reason.String()
	}
	return map[string]any{"value": r.Metrics.Value, "bound": r.Bound, "labels": r.Stats.Labels, "ms": elapsed}
}

// catalog serves requests as the page's worker does.
var catalog = serve.Catalog{Engine: engine.Engine{engine.Group()}}

// answer implements answer(bytes, algorithm): it does all the work of a worker for one request
// and returns the result document.
func answer(_ js.Value, args []js.Value) any {
	text := make([]byte, args[0].Length())
	js.CopyBytesToGo(text, args[0])
	if err := serve.TextLimit(len(text)); err != nil {
		return err.Error()
	}
	solved, err := catalog.Solve(context.Background(), text, scenario.Run{Algorithm: args[1].String()},
		func(int, int) {})
	if err != nil {
		return err.Error()
	}
	return string(solved.Answer)
}

// liveBytes returns the size of the live heap in bytes.
func liveBytes() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}

func main() {
	offer := map[string]any{}
	for name, call := range map[string]func(js.Value, []js.Value) any{"solve": solve, "expand": expand, "hold": hold,
		"alone": solveHeld, "answer": answer} {
		offer[name] = js.FuncOf(call)
	}
	js.Global().Set("gridboxBench", offer)
	js.Global().Call("gridboxBenchReady")
	select {}
}
