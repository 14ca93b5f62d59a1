//go:build js && wasm

// Command window is the worker of the kind window.
package main

import (
	"gridbox/core/engine"
	"gridbox/wasm/worker/bridge"
)

func main() { bridge.Answer(engine.Window()) }
