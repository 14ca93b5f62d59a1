//go:build js && wasm

package bridge

import (
	"gridbox/core/engine"
	"gridbox/wasm/serve"
)

// Answer is the whole program of a Web Worker: it answers asks with the
// algorithms of the catalogue until the page ends it. What it does is in
// wasm/serve, tested natively, and assets/js/worker.js starts it.
func Answer() {
	catalog := &serve.Catalog{Engine: engine.All(), Programs: &programs{}}
	err := serve.Serve(Connect(), catalog, serve.Settings{Stderr: Stderr{}})
	if err != nil {
		panic(err)
	}
}

// Stderr writes to standard error as the runtime does, without package os,
// which would bring files into the worker.
type Stderr struct{}

func (Stderr) Write(text []byte) (int, error) {
	print(string(text))
	return len(text), nil
}
