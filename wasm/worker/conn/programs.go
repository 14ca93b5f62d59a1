//go:build js && wasm

package conn

import (
	"context"
	"errors"
	"syscall/js"

	"gridbox/core/cmd/interpreter"
	"gridbox/core/policy"
	"gridbox/core/script"
)

// Programs runs users' programs. The interpreter is fetched when the first one starts, by
// gridboxWorker.fetched of worker.js; package wasm/serve enforces which programs may run.
type Programs struct{ host script.Host }

// Start fetches the interpreter if necessary, and starts a program in it. A worker does one thing
// at a time, so there is no concurrent call.
func (p *Programs) Start(ctx context.Context, kind, source string, seed uint64) (policy.Program, error) {
	if p.host == nil {
		module, err := Fetch()
		if err == nil {
			p.host, err = interpreter.New(module)
		}
		if err != nil {
			return nil, &policy.Fault{Reason: "the interpreter of programs could not be loaded: " + err.Error()}
		}
	}
	return script.Interpreter{Host: p.host}.Start(ctx, kind, source, seed)
}

// Fetch waits for the bytes of the one file whose address the worker has.
func Fetch() (content []byte, err error) {
	came := make(chan struct{})
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if why := args[1].String(); why != "" {
			err = errors.New(why)
		} else {
			content = make([]byte, args[0].Length())
			js.CopyBytesToGo(content, args[0])
		}
		close(came)
		return nil
	})
	defer done.Release()
	js.Global().Get("gridboxWorker").Call("fetched", done)
	<-came
	return content, err
}
