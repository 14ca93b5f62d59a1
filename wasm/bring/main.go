//go:build js && wasm

// Command bring is the program of the worker that brings in other programs'
// files. Few visits do, so it is loaded when a file is opened that needs it.
package main

import (
	"gridbox/core/importer/formats"
	"gridbox/wasm/bring/reader"
	"gridbox/wasm/worker/bridge"
)

func main() {
	if err := reader.Serve(bridge.Connect(), formats.All(), bridge.Fetched); err != nil {
		panic(err)
	}
}
