//go:build js && wasm

// Command farm is the worker of the kind farm.
package main

import (
	"gridbox/core/engine"
	"gridbox/wasm/worker/bridge"
)

func main() { bridge.Answer(engine.Farm()) }
