//go:build !js || !wasm

package turn

import "runtime"

// Take lets other goroutines run where there is no page.
func Take() { runtime.Gosched() }
