//go:build js

// Command figure is figure.wasm: the embeddable figure in its frame.
package main

import "gridbox/app/figure"

func main() { figure.Main() }
