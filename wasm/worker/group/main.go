//go:build js && wasm

// Command group is the worker of the kind group.
package main

import (
	"gridbox/core/engine"
	"gridbox/wasm/worker/bridge"
)

func main() { bridge.Answer(engine.Group()) }
