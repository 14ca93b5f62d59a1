//go:build js && wasm

package yield

import "syscall/js"

var (
	sendPort, receivePort js.Value      // the ports of a channel, referenced so that they are not collected
	messages              chan struct{} // one for each message
)

// Yield yields to the browser. A message is queued behind waiting events, and is
// not delayed like a timer.
func Yield() {
	if messages == nil {
		messages = make(chan struct{}, 1<<10)
		channel := js.Global().Get("MessageChannel").New()
		sendPort, receivePort = channel.Get("port2"), channel.Get("port1")
		receivePort.Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
			messages <- struct{}{}
			return nil
		}))
	}
	sendPort.Call("postMessage", 0)
	<-messages // any message will do, because each waiting goroutine has sent one
}
