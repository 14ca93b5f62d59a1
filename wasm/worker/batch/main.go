//go:build js && wasm

// Command batch is the worker of the kind batch.
package main

import (
	"gridbox/core/engine"
	"gridbox/wasm/worker/bridge"
)

func main() { bridge.Answer(engine.Batch()) }
