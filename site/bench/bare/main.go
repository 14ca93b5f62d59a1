//go:build js && wasm

// Command bare writes one word into its page, the minimum of a page with a Go program. The start of the laboratory is
// measured as a multiple of it.
package main

import "syscall/js"

func main() {
	js.Global().Get("document").Call("querySelector", "p").Set("textContent", "ready")
}
