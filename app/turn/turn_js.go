//go:build js && wasm

package turn

import "syscall/js"

var (
	ask, hear js.Value      // the ports of a channel, referenced so that they are not collected
	came      chan struct{} // one for each message
)

// Take yields to the browser. A message is queued behind waiting events, and is
// not delayed like a timer.
func Take() {
	if came == nil {
		came = make(chan struct{}, 1<<10)
		channel := js.Global().Get("MessageChannel").New()
		ask, hear = channel.Get("port2"), channel.Get("port1")
		hear.Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
			came <- struct{}{}
			return nil
		}))
	}
	ask.Call("postMessage", 0)
	<-came // any message will do, because each waiting goroutine has sent one
}
