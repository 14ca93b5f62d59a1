//go:build js && wasm

// Command worker is the program of every Web Worker: it solves problems of all
// kinds, computes replications of studies, and keeps the parts of one study.
package main

import "gridbox/wasm/worker/workermain"

func main() { workermain.Answer() }
