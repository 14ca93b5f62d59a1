//go:build js && wasm

package bridge

import (
	"context"
	"errors"
	"syscall/js"

	"gridbox/core/cmd/interpreter"
	"gridbox/core/policy"
	"gridbox/core/program"
)

// Programs runs people's own programs. The interpreter is fetched when the first
// is to run, by gridboxWorker.interpreter of worker.js; which programs may run
// at all, wasm/serve tells.
type Programs struct{ host program.Host }

// Start fetches the interpreter, if it is not here, and starts a program in it. A
// worker does one thing at a time, so nobody else does.
func (p *Programs) Start(ctx context.Context, kind, source string, seed uint64) (policy.Program, error) {
	if p.host == nil {
		module, err := fetched()
		if err == nil {
			p.host, err = interpreter.New(module)
		}
		if err != nil {
			return nil, &policy.Fault{Why: err.Error()}
		}
	}
	return program.Interpreter{Host: p.host}.Start(ctx, kind, source, seed)
}

// fetched waits for the interpreter's bytes.
func fetched() (module []byte, err error) {
	came := make(chan struct{})
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if why := args[1].String(); why != "" {
			err = errors.New(why)
		} else {
			module = make([]byte, args[0].Length())
			js.CopyBytesToGo(module, args[0])
		}
		close(came)
		return nil
	})
	defer done.Release()
	js.Global().Get("gridboxWorker").Call("interpreter", done)
	<-came
	return module, err
}
