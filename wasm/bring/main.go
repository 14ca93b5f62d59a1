//go:build js && wasm

// Command bring is the program of the worker that imports files of other programs. Few visits
// need it, so it is loaded when such a file is opened.
package main

import (
	"gridbox/core/importer/formats"
	"gridbox/wasm/bring/reader"
	"gridbox/wasm/worker/bridge"
)

func main() {
	if err := reader.Serve(bridge.Connect(), formats.All(), bridge.Fetch); err != nil {
		panic(err)
	}
}
