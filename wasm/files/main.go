//go:build js && wasm

// Command files is the program of the worker that imports files of other programs. Few visits
// need it, so it is loaded when such a file is opened.
package main

import (
	"gridbox/core/importer/formats"
	"gridbox/wasm/files/reader"
	"gridbox/wasm/worker/conn"
)

func main() {
	if err := reader.Serve(conn.Connect(), formats.All(), conn.Fetch); err != nil {
		panic(err)
	}
}
