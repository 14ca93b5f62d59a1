//go:build js && wasm

// Command app is the WebAssembly program of the laboratory's workers: the one in which the laboratory runs, and the
// computing ones. They share more than half of their code, so they are one program, compiled once.
package main

import (
	"syscall/js"

	"gridbox/app/shell"
	"gridbox/wasm/worker/workermain"
)

func main() {
	if lab := js.Global().Get("gridboxLab"); lab.Truthy() { // set by worker.js
		shell.Main(lab)
		return
	}
	workermain.Answer()
}
