//go:build js && wasm

// Command page is the WebAssembly program of the laboratory's page: it draws what the
// laboratory, which runs in a worker, sends.
package main

import "gridbox/app/render"

func main() { render.Main() }
