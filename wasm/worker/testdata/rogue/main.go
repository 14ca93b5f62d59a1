//go:build js && wasm

// Command rogue is a worker whose algorithms misbehave in every way that a
// worker can, each named for its behaviour. Tests in real browsers run it in
// place of worker.wasm.
package main

import (
	"context"
	"os"
	"time"

	"gridbox/core/scenario"
	"gridbox/wasm/serve"
	"gridbox/wasm/worker/conn"
)

func main() {
	if err := serve.Serve(conn.Connect(), rogue{}, serve.Settings{Stderr: os.Stderr}); err != nil {
		os.Exit(1)
	}
}

// A rogue implements only the methods of an Engine that tests call.
type rogue struct{ serve.Engine }

func (rogue) Name() string { return "rogue" }

func (rogue) Permit([]string) {}

func (rogue) Expand(_ context.Context, text []byte) ([]byte, error) { return text, nil }

func (rogue) Solve(ctx context.Context, _ []byte, run scenario.Run,
	report func(done, total int)) (serve.SolvedAnswer, error) {
	switch run.Algorithm {
	case "spin": // receives nothing for some seconds; WebKit lets an ended worker continue meanwhile
		for i := 0; sink == 0 && i < 1_000_000_000; i++ {
			sink = float64(len(run.Algorithm)) - 4
		}
	case "polite": // reports, as solvers do
		for ctx.Err() == nil {
			until := time.Now().Add(time.Millisecond)
			for time.Now().Before(until) {
			}
			report(0, 0)
		}
		return serve.SolvedAnswer{}, ctx.Err()
	case "panic":
		var m map[string]int
		m["x"] = 1
	case "memory":
		for range 1000 {
			hoard = append(hoard, make([]byte, 1<<30))
		}
	case "stack":
		sink = deeper(1)
	case "exit":
		os.Stderr.WriteString("leaving\n")
		os.Exit(3)
	}
	return serve.SolvedAnswer{Kind: "placement",
		Answer: []byte(`{"algorithm":"fine","options":{},"feasible":true,"digest":"","elapsedMs":0}`)}, nil
}

var (
	sink  float64
	hoard [][]byte
)

// deeper never returns. The array makes every call heavy.
func deeper(x float64) float64 {
	var weight [1000]float64
	weight[int(x)%1000] = x
	return deeper(x+1) + weight[int(x)%999]
}
