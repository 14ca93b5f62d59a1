//go:build js && wasm

package turn

import (
	"syscall/js"
	"testing"
	"time"
)

// Two that work longer than the other sleeps never let the browser in; with pauses they do.
func TestAPauseIsATurnThoughOthersWork(t *testing.T) {
	sleeping, paused := heardBeside(func() { time.Sleep(time.Millisecond) }), heardBeside(Take)
	if paused < 5 || paused < 3*sleeping {
		t.Errorf("of 20 pauses %d were a turn, of 20 sleeps %d", paused, sleeping)
	}
}

// heardBeside counts the messages that are heard while two work and pause. Node has those
// come before timers.
func heardBeside(pause func()) (heard int) {
	over := false
	channel := js.Global().Get("MessageChannel").New()
	ask, hear := channel.Get("port2"), channel.Get("port1")
	hear.Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		if !over {
			heard++
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
	return heard
}

func TestATakerRestsAfterAStintOnly(t *testing.T) {
	pause, messages := Taker(), len(came)
	begun := time.Now()
	for time.Since(begun) < Stint/2 {
		pause()
	}
	if len(came) != messages {
		t.Error("a message is left over")
	}
	for time.Since(begun) < Stint {
	}
	heard := false
	js.Global().Call("queueMicrotask", js.FuncOf(func(js.Value, []js.Value) any {
		heard = true
		return nil
	}))
	if pause(); !heard {
		t.Error("no turn after a stint")
	}
}
