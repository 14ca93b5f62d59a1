//go:build !js || !wasm

package turn

import "runtime"

// Take lets other goroutines run, outside a browser.
func Take() { runtime.Gosched() }
