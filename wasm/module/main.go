//go:build js && wasm

// Command module is module.wasm, the program of the workers that gridbox.js starts in pages of other sites.
package main

import (
	"gridbox/core/engine"
	"gridbox/wasm/module/calls"
	"gridbox/wasm/serve"
	"gridbox/wasm/worker/conn"
)

func main() {
	algorithms := &serve.Catalog{Engine: engine.All(), Programs: &conn.Programs{}}
	if err := calls.Serve(conn.Connect(), algorithms); err != nil {
		panic(err)
	}
}
