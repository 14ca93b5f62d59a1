//go:build js && wasm

package turn

import "syscall/js"

var (
	ask  js.Value      // has a message brought
	came chan struct{} // one for each
)

// Take gives the page its turn. A message comes behind what waits already, and is not
// held back as a timer is.
func Take() {
	if came == nil {
		came = make(chan struct{}, 1<<10)
		channel := js.Global().Get("MessageChannel").New()
		channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
			came <- struct{}{}
			return nil
		}))
		ask = channel.Get("port2")
	}
	ask.Call("postMessage", 0)
	<-came // whoever's message it is: there are as many as wait
}
