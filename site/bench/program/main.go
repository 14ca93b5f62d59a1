//go:build js && wasm

// Command program lets site/bench/groups.mjs run the algorithms of groups in
// Node, compiled as the page's workers are.
package main

import (
	"context"
	"syscall/js"

	"gridbox/core/engine"
	"gridbox/core/scenario"
)

func main() {
	clock := func() float64 { return js.Global().Get("performance").Call("now").Float() }
	kinds := engine.Engine{engine.Group()}
	// solve(text, algorithm, times) gives the value, the cost and the least and
	// the median of the times in milliseconds, without reading the text.
	solve := js.FuncOf(func(_ js.Value, args []js.Value) any {
		s, faults := scenario.Parse([]byte(args[0].String()))
		if len(faults) == 0 {
			s, faults = scenario.Expand(s)
		}
		if len(faults) > 0 {
			return faults[0].String()
		}
		times := make([]any, args[2].Int())
		var a scenario.Answer
		for i := range times {
			var err error
			if a, err = kinds.RunExplicit(context.Background(), s, scenario.Run{Algorithm: args[1].String()}, engine.Env{Clock: clock}); err != nil {
				return err.Error()
			}
			times[i] = a.ElapsedMs
		}
		if !a.Feasible || !a.Check.OK {
			return "no verified answer: " + a.Reason
		}
		return map[string]any{"value": a.Metrics["value"], "cost": a.Metrics["cost"], "times": times}
	})
	// expand(text) gives the explicit scenario.
	expand := js.FuncOf(func(_ js.Value, args []js.Value) any {
		s, faults := scenario.Parse([]byte(args[0].String()))
		if len(faults) == 0 {
			s, faults = scenario.Expand(s)
		}
		if len(faults) > 0 {
			return faults[0].String()
		}
		return string(scenario.Text(s))
	})
	js.Global().Set("gridboxBench", map[string]any{"solve": solve, "expand": expand})
	js.Global().Call("gridboxBenchReady")
	select {}
}
