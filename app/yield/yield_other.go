//go:build !js || !wasm

package yield

import "runtime"

// Yield lets other goroutines run, outside a browser.
func Yield() { runtime.Gosched() }
