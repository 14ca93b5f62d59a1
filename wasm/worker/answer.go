//go:build js && wasm

package main

import (
	"gridbox/core/engine"
	"gridbox/wasm/serve"
	"gridbox/wasm/worker/bridge"
)

// answer is the whole program of a Web Worker: it answers asks with the
// algorithms of the catalogue until the page ends it. What it does is in
// wasm/serve, tested natively, and assets/js/worker.js starts it.
func answer() {
	// Without Programs: nobody's program runs in a page before a person has seen it.
	catalog := &serve.Catalog{Engine: engine.All()}
	set := serve.Settings{Stderr: bridge.Stderr{}}
	if err := serve.Serve(bridge.Connect(), catalog, set); err != nil {
		panic(err)
	}
}
