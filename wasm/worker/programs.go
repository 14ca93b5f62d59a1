//go:build js && wasm

package main

import (
	"context"
	"errors"
	"sync"
	"syscall/js"

	"gridbox/core/cmd/interpreter"
	"gridbox/core/policy"
	"gridbox/core/program"
)

// programs runs people's own programs. The interpreter is fetched when the first
// is to run, by gridboxWorker.interpreter of worker.js.
type programs struct {
	mu   sync.Mutex
	host program.Host
}

func (p *programs) Start(ctx context.Context, kind, source string, seed uint64) (policy.Program, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.host == nil {
		module, err := fetched()
		if err != nil {
			return nil, err
		}
		if p.host, err = interpreter.New(module); err != nil {
			return nil, err
		}
	}
	return program.Interpreter{Host: p.host}.Start(ctx, kind, source, seed)
}

// fetched waits for the interpreter's bytes.
func fetched() ([]byte, error) {
	type arrival struct {
		module []byte
		failed string
	}
	came := make(chan arrival, 1)
	done := js.FuncOf(func(_ js.Value, args []js.Value) any {
		a := arrival{failed: args[1].String()}
		if a.failed == "" {
			a.module = make([]byte, args[0].Length())
			js.CopyBytesToGo(a.module, args[0])
		}
		came <- a
		return nil
	})
	defer done.Release()
	js.Global().Get("gridboxWorker").Call("interpreter", done)
	a := <-came
	if a.failed != "" {
		return nil, errors.New(a.failed)
	}
	return a.module, nil
}
