package figure

import (
	"errors"
	"strconv"
	"syscall/js"
)

// maxExample bounds an example's text; the site ships nothing as large.
const maxExample = 4 << 20

// fetchExample reads one of the site's own documents and calls back with its
// text. Redirects are refused, so that the text comes from this address.
func fetchExample(address string, done func(text []byte, err error)) {
	failed := func(reason js.Value) {
		done(nil, errors.New("The document cannot be read: "+reason.Get("message").String()))
	}
	response := js.Global().Call("fetch", address, map[string]any{"redirect": "error", "credentials": "omit"})
	settle(response, failed, func(response js.Value) {
		if !response.Get("ok").Bool() {
			done(nil, errors.New("The site answers "+strconv.Itoa(response.Get("status").Int())+" for "+address))
			return
		}
		settle(response.Call("arrayBuffer"), failed, func(buffer js.Value) { done(exampleBytes(buffer)) })
	})
}

func exampleBytes(buffer js.Value) ([]byte, error) {
	array := js.Global().Get("Uint8Array").New(buffer)
	if array.Length() > maxExample {
		return nil, errors.New("The document is larger than 4 MiB")
	}
	text := make([]byte, array.Length())
	js.CopyBytesToGo(text, array)
	return text, nil
}

// settle calls one of two functions when a promise is settled, and then
// releases both. Neither may wait for another promise.
func settle(promise js.Value, failed, kept func(js.Value)) {
	var then, catch js.Func
	once := func(next func(js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			then.Release()
			catch.Release()
			next(args[0])
			return nil
		})
	}
	then, catch = once(kept), once(failed)
	promise.Call("then", then, catch)
}
