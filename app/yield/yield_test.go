//go:build js && wasm

package yield

import (
	"syscall/js"
	"testing"
	"time"
)

// A pause lets the browser run although another goroutine is always ready. A sleep does not reliably, depending on
// how busy the machine is.
func TestAPauseIsATurnThoughOthersWork(t *testing.T) {
	if got := messagesDuring(Yield); got < 5 {
		t.Errorf("got %d messages during 20 pauses, want at least 5", got)
	}
}

// messagesDuring returns how many messages arrive while two goroutines work and pause.
func messagesDuring(pause func()) (got int) {
	over := false
	channel := js.Global().Get("MessageChannel").New()
	ask, hear := channel.Get("port2"), channel.Get("port1")
	hear.Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		if !over {
			got++
			ask.Call("postMessage", 0)
		}
		return nil
	}))
	ask.Call("postMessage", 0)
	done := make(chan bool)
	for range 2 {
		go func() {
			for range 10 {
				for begun := time.Now(); time.Since(begun) < 3*time.Millisecond; {
				}
				pause()
			}
			done <- true
		}()
	}
	<-done
	<-done
	over = true
	return got
}
