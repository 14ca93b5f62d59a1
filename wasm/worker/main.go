//go:build js && wasm

// Command worker is the program of every Web Worker: it solves problems of all
// kinds, does stretches of studies, and keeps the parts of one.
package main

import "gridbox/wasm/worker/duty"

func main() { duty.Answer() }
