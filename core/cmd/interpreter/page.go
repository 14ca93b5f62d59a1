//go:build js

package interpreter

import (
	"errors"
	"syscall/js"

	"gridbox/core/script"
)

type page struct{ module js.Value }

// New returns a host for a metered interpreter. It compiles synchronously,
// which browsers allow only in workers.
func New(module []byte) (host script.Host, err error) {
	defer caught(&err)
	bytes := js.Global().Get("Uint8Array").New(len(module))
	js.CopyBytesToJS(bytes, module)
	return &page{js.Global().Get("WebAssembly").Get("Module").New(bytes)}, nil
}

// caught sets err to an exception of JavaScript.
func caught(err *error) {
	switch thrown := recover().(type) {
	case nil:
	case js.Error:
		*err = errors.New("interpreter: " + thrown.Error())
	default:
		panic(thrown)
	}
}

func (h *page) Instance() (i script.Instance, err error) {
	defer caught(&err)
	// The module imports nothing.
	exports := js.Global().Get("WebAssembly").Get("Instance").New(h.module).Get("exports")
	return &instance{exports: exports, memory: exports.Get("memory"), functions: map[string]js.Value{}}, nil
}

type instance struct {
	exports, memory js.Value
	buffer, bytes   js.Value
	functions       map[string]js.Value
}

var errRange = errors.New("interpreter: outside of its memory")

// Call calls an exported function and returns its result, or 0 if that is no number. It
// returns an error if there is no such function or the call traps.
func (i *instance) Call(name string, arguments ...float64) (result float64, err error) {
	defer caught(&err)
	f, ok := i.functions[name]
	if !ok {
		if f = i.exports.Get(name); f.Type() != js.TypeFunction {
			return 0, errors.New("interpreter: there is no function " + name)
		}
		i.functions[name] = f
	}
	list := make([]any, len(arguments))
	for k, a := range arguments {
		list[k] = a
	}
	if r := f.Invoke(list...); r.Type() == js.TypeNumber {
		result = r.Float()
	}
	return result, nil
}

// view returns n bytes of the memory from offset at. The buffer changes when the memory grows.
func (i *instance) view(at, n int) (js.Value, bool) {
	if buffer := i.memory.Get("buffer"); !buffer.Equal(i.buffer) {
		i.buffer, i.bytes = buffer, js.Global().Get("Uint8Array").New(buffer)
	}
	if at < 0 || n < 0 || at+n > i.bytes.Length() {
		return js.Value{}, false
	}
	return i.bytes.Call("subarray", at, at+n), true
}

func (i *instance) Read(at int, into []byte) error {
	view, ok := i.view(at, len(into))
	if !ok {
		return errRange
	}
	js.CopyBytesToGo(into, view)
	return nil
}

func (i *instance) Write(at int, from []byte) error {
	view, ok := i.view(at, len(from))
	if !ok {
		return errRange
	}
	js.CopyBytesToJS(view, from)
	return nil
}

func (i *instance) Close() {}
