//go:build js && wasm

package turn

import "syscall/js"

var (
	ask, hear js.Value      // the ends of a channel: a browser must not forget the one that hears
	came      chan struct{} // one for each message
)

// Take gives the page its turn. A message comes behind what waits already, and is not
// held back as a timer is.
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
	<-came // whoever's message it is: there are as many as wait
}
