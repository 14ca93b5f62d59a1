//go:build js && wasm

// Package workermain is the main function of a Web Worker of the laboratory and of figures.
package workermain

import (
	"gridbox/core/engine"
	"gridbox/wasm/serve"
	"gridbox/wasm/worker/conn"
)

// Answer answers requests with the algorithms of the catalogue until the page ends the
// worker. It calls package wasm/serve, which is tested natively; assets/js/worker.js starts it.
func Answer() {
	catalog := &serve.Catalog{Engine: engine.All(), Programs: &conn.Programs{}}
	set := serve.Settings{Stderr: conn.Stderr{}}
	if err := serve.Serve(conn.Connect(), catalog, set); err != nil {
		panic(err)
	}
}
