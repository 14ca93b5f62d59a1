//go:build js && wasm

// Command program lets site/bench run the algorithms of groups in Node,
// compiled as the page's workers are.
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

// explicit reads a scenario and makes it explicit; fault says what is wrong with it.
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

// solve(text, algorithm, times) gives the value, the cost, and the times in
// milliseconds without reading the text.
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

// expand(text) gives the explicit scenario.
func expand(_ js.Value, args []js.Value) any {
	s, fault := explicit(args[0].String())
	if fault != "" {
		return fault
	}
	return string(scenario.Canonical(s))
}

// problem is what hold keeps and alone solves.
var problem *group.Problem

// hold(text) keeps the problem of a scenario and says how many bytes live.
func hold(_ js.Value, args []js.Value) any {
	s, fault := explicit(args[0].String())
	if fault != "" {
		return fault
	}
	problem = &s.Group.Problem
	return live()
}

// alone(algorithm) solves what is held, neither checked nor signed, and gives
// value, bound and time.
func alone(_ js.Value, args []js.Value) any {
	began := clock()
	r, err := solver.Solve(context.Background(), problem, solver.Algorithm(args[0].String()), solver.Options{})
	elapsed := clock() - began
	if err != nil || !r.Feasible {
		return "no answer: " + r.Reason.String()
	}
	return map[string]any{"value": r.Metrics.Value, "bound": r.Bound, "labels": r.Stats.Labels, "ms": elapsed}
}

// catalog answers as the page's worker does.
var catalog = serve.Catalog{Engine: engine.Engine{engine.Group()}}

// answer(bytes, algorithm) does all that a worker does for one ask, and gives
// the answer's document.
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

// live counts the bytes in use.
func live() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}

func main() {
	offer := map[string]any{}
	for name, call := range map[string]func(js.Value, []js.Value) any{"solve": solve, "expand": expand, "hold": hold,
		"alone": alone, "answer": answer} {
		offer[name] = js.FuncOf(call)
	}
	js.Global().Set("gridboxBench", offer)
	js.Global().Call("gridboxBenchReady")
	select {}
}
