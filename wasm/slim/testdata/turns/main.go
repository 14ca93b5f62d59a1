//go:build js && wasm

// Turns keeps much memory alive, has garbage collected while it has nothing else to
// do, and prints how often whoever has the thread could do something meanwhile.
package main

import (
	"runtime"
	"syscall/js"
)

type leaf struct {
	next *leaf
	text *[16]byte
}

func main() {
	var alive *leaf
	for range 1 << 20 {
		alive = &leaf{next: alive, text: new([16]byte)}
	}
	turns, over := 0, false
	done := make(chan struct{})
	timeout := js.Global().Get("setTimeout")
	var turn js.Func
	turn = js.FuncOf(func(js.Value, []js.Value) any {
		if turns++; !over {
			timeout.Invoke(turn, 0)
		}
		return nil
	})
	timeout.Invoke(turn, 0)
	go func() {
		runtime.GC()
		over = true
		close(done)
	}()
	<-done
	runtime.KeepAlive(alive)
	println("turns", turns)
}
