//go:build js && wasm

// Command study is the worker that tallies studies of every kind.
package main

import "gridbox/wasm/worker/bridge"

func main() { bridge.Tally() }
