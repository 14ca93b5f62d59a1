//go:build js && wasm

// Command page is the WebAssembly program of the laboratory's page. It draws the frames that the laboratory sends
// from its worker.
package main

import "gridbox/app/render"

func main() { render.Main() }
