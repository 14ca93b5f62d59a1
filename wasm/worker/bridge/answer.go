//go:build js && wasm

package bridge

import (
	"gridbox/core/engine"
	"gridbox/wasm/serve"
)

// Answer is the whole program of a Web Worker that computes one kind: it
// answers asks with the algorithms of the catalogue until the page ends it. A
// program a kind keeps each within what a first visit may load; what they do is
// in wasm/serve, tested natively, and assets/js/worker.js starts them.
func Answer(kind engine.Kind) {
	with(&serve.Catalog{Engine: engine.Engine{kind}})
}

// Tally is the whole program of the Web Worker that keeps the parts of studies
// and tells what comes out of them.
func Tally() { with(&serve.Studies{}) }

func with(e serve.Engine) {
	err := serve.Serve(Connect(), e, serve.Settings{Stderr: Stderr{}})
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
