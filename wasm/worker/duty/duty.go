//go:build js && wasm

// Package duty is the main function of a Web Worker of the laboratory and of figures.
package duty

import (
	"gridbox/core/engine"
	"gridbox/wasm/serve"
	"gridbox/wasm/worker/bridge"
)

// Answer answers requests with the algorithms of the catalogue until the page ends the
// worker. It calls package wasm/serve, which is tested natively; assets/js/worker.js starts it.
func Answer() {
	catalog := &serve.Catalog{Engine: engine.All(), Programs: &bridge.Programs{}}
	set := serve.Settings{Stderr: bridge.Stderr{}}
	if err := serve.Serve(bridge.Connect(), catalog, set); err != nil {
		panic(err)
	}
}
