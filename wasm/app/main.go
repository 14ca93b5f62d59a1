//go:build js && wasm

// Command app is the WebAssembly program of the laboratory: of its page, and of the page's
// workers. What both are made of, which is more than half of either, comes once so, and the
// page has compiled it when its first worker starts.
package main

import (
	"syscall/js"

	"gridbox/app/shell"
	"gridbox/wasm/worker/duty"
)

// room is memory that is never written to. Go looks through all that lives whenever as much again has been
// allocated, and beside what a draft takes a step of a replay allocates so much that a third of its time went into
// that. The system gives no pages to what is never written.
var room []byte

func main() {
	if js.Global().Get("gridboxWorker").Truthy() { // worker.js has started the program
		duty.Answer()
		return
	}
	room = make([]byte, 48<<20)
	shell.Main()
}
