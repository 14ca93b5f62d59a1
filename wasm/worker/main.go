//go:build js && wasm

// Command worker is the WebAssembly program of a Web Worker: it answers asks
// with the catalogue. Everything but the connection to the page is in
// wasm/serve, tested natively; assets/js/worker.js starts it.
package main

import (
	"fmt"
	"os"

	"gridbox/core/engine"
	"gridbox/wasm/serve"
	"gridbox/wasm/worker/bridge"
)

func main() {
	if err := serve.Serve(bridge.Connect(), &serve.Catalog{Engine: engine.All()}, serve.Settings{Stderr: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
