//go:build js

// Command policypanel is policypanel.wasm, the side panel for users' own algorithms. The laboratory
// loads it when the panel is opened.
package main

import "gridbox/app/policypanel"

func main() { policypanel.Main() }
