//go:build js && wasm

// Package duty is all that a Web Worker of the laboratory and of figures does.
package duty

import (
	"gridbox/core/engine"
	"gridbox/wasm/serve"
	"gridbox/wasm/worker/bridge"
)

// Answer answers asks with the algorithms of the catalogue until the page ends the
// worker. What it does is in wasm/serve, tested natively, and assets/js/worker.js
// starts it.
func Answer() {
	catalog := &serve.Catalog{Engine: engine.All(), Programs: &bridge.Programs{}}
	set := serve.Settings{Stderr: bridge.Stderr{}}
	if err := serve.Serve(bridge.Connect(), catalog, set); err != nil {
		panic(err)
	}
}
