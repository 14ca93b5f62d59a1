// Command app is the WebAssembly program of the laboratory's page.
package main

import "gridbox/app/shell"

// room is memory that is never written to. Go looks through all that lives whenever as much again has been
// allocated, and beside what a draft takes a step of a replay allocates so much that a third of its time went into
// that. The system gives no pages to what is never written.
var room []byte

func main() {
	room = make([]byte, 48<<20)
	shell.Main()
}
