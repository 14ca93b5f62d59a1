//go:build js && wasm

// Command placement is the worker of the kind placement.
package main

import (
	"gridbox/core/engine"
	"gridbox/wasm/worker/bridge"
)

func main() { bridge.Answer(engine.Placement()) }
