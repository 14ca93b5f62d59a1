//go:build js && wasm

package compute

import (
	"syscall/js"
)

// workerFactory hires workers that share one compiled module, for all pools of a page.
type workerFactory struct {
	addresses Addresses
	module    js.Value // once compiled
	compiling bool
	waiting   []func(failed string) // callbacks waiting for the module
}

// startWorker starts a worker. Messages that are sent before the module is compiled
// wait in the worker object.
func (h *workerFactory) startWorker(hear func(Event)) Worker {
	w := &worker{handle: hear}
	h.awaitModule(func(failed string) {
		if failed != "" {
			hear(Event{End: End{Error: failed}})
			return
		}
		w.start(h.addresses, h.module)
	})
	return w
}

// awaitModule calls use once the module is compiled, or with the reason if that failed. After a failure the next call
// tries again.
func (h *workerFactory) awaitModule(use func(failed string)) {
	if h.module.Truthy() {
		use("")
		return
	}
	h.waiting = append(h.waiting, use)
	if h.compiling {
		return
	}
	h.compiling = true
	compile(h.addresses.Program, func(module js.Value, failed string) {
		h.module, h.compiling = module, false
		waiting := h.waiting
		h.waiting = nil
		for _, use := range waiting {
			use(failed)
		}
	})
}

// compile fetches and compiles a module, as the page's script does (assets/js/program.js).
func compile(address string, use func(module js.Value, failed string)) {
	awaitPromise(js.Global().Call("gridboxCompile", address), func(module js.Value) { use(module, "") },
		func(err js.Value) { use(js.Undefined(), "the solver could not be loaded: "+text(err.Get("message"))) })
}

// awaitPromise hands a promise's outcome to one of two functions.
func awaitPromise(promise js.Value, use, failed func(js.Value)) {
	var good, bad js.Func
	settle := func(with func(js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			good.Release()
			bad.Release()
			with(args[0])
			return nil
		})
	}
	good, bad = settle(use), settle(failed)
	promise.Call("then", good, bad)
}

// text returns a JavaScript value as a string.
func text(v js.Value) string { return js.Global().Get("String").Invoke(v).String() }
