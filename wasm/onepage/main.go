//go:build js && wasm

// Command onepage is the program inside a page that is one file (core/onepage): the figure in the page, and the
// solvers in the page's workers.
package main

import (
	"syscall/js"

	"gridbox/app/figure/alone"
	"gridbox/core/engine"
	"gridbox/wasm/serve"
	"gridbox/wasm/worker/conn"
)

func main() {
	if js.Global().Get("gridboxWorker").IsUndefined() {
		alone.Main()
		return
	}
	solving := serve.Solving{Catalog: &serve.Catalog{Engine: engine.All()}}
	if err := serve.Serve(conn.Connect(), solving, serve.Settings{Stderr: conn.Stderr{}}); err != nil {
		panic(err)
	}
}
