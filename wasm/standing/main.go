//go:build js

// Command standing is standing.wasm, the side panel for users' own algorithms. The laboratory
// loads it when the panel is opened.
package main

import "gridbox/app/standing"

func main() { standing.Main() }
