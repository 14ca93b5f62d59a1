//go:build js && wasm

// Command app is the WebAssembly program of the laboratory's workers: the one in which the
// laboratory runs, and the ones that compute. More than half of either is the same, so it is
// one program, compiled once.
package main

import (
	"syscall/js"

	"gridbox/app/shell"
	"gridbox/wasm/worker/duty"
)

func main() {
	if lab := js.Global().Get("gridboxLab"); lab.Truthy() { // worker.js has been told so
		shell.Main(lab)
		return
	}
	duty.Answer()
}
