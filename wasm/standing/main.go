//go:build js

// Command standing is standing.wasm, what stands beside an algorithm of one's own. The laboratory
// loads it when the side where one writes them is opened.
package main

import "gridbox/app/standing"

func main() { standing.Main() }
