//go:build js && wasm

package compute

import "syscall/js"

// worker is one real Web Worker; assets/js/worker.js is its other end.
type worker struct {
	handle    func(Event)
	it        js.Value
	listeners []js.Func
	queue     [][]byte // messages sent before it started
	ended     bool
}

// start creates the worker and hands it the module.
func (w *worker) start(a Addresses, module js.Value) {
	if w.ended {
		return
	}
	defer func() {
		// A browser that refuses workers, as for a page from a file, throws.
		if r := recover(); r != nil {
			err, ok := r.(js.Error)
			if !ok {
				panic(r)
			}
			w.end(End{Error: err.Error()})
		}
	}()
	w.it = js.Global().Get("Worker").New(a.Script, map[string]any{"name": "gridbox"})
	w.listen("message", w.message)
	w.listen("error", w.handleError)
	w.listen("messageerror", w.handleError)
	w.it.Call("postMessage", map[string]any{"module": module, "interpreter": a.Tools.Interpreter})
	for _, text := range w.queue {
		w.post(text)
	}
	w.queue = nil
}

func (w *worker) listen(event string, do func(js.Value)) {
	f := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if !w.ended {
			do(args[0])
		}
		return nil
	})
	w.listeners = append(w.listeners, f)
	w.it.Call("addEventListener", event, f)
}

// message handles bytes from the program, or its end.
func (w *worker) message(event js.Value) {
	data := event.Get("data")
	if data.Get("exit").IsUndefined() {
		text := make([]byte, data.Length())
		js.CopyBytesToGo(text, data)
		w.handle(Event{Text: text})
		return
	}
	w.end(End{Code: data.Get("code").Int(), Stderr: data.Get("stderr").String()})
}

// handleError handles an error that ended the program.
func (w *worker) handleError(event js.Value) {
	why := "it could not be started"
	if m := event.Get("message"); m.Truthy() {
		why = m.String()
	}
	w.end(End{Error: why})
}

func (w *worker) end(e End) {
	w.Terminate()
	w.handle(Event{End: e})
}

// Send passes a message on.
func (w *worker) Send(text []byte) {
	switch {
	case w.ended:
	case w.it.IsUndefined():
		w.queue = append(w.queue, text)
	default:
		w.post(text)
	}
}

// post copies a message into an array whose memory the worker gets.
func (w *worker) post(text []byte) {
	array := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(array, text)
	w.it.Call("postMessage", array, []any{array.Get("buffer")})
}

// Terminate ends the worker immediately.
func (w *worker) Terminate() {
	if w.ended {
		return
	}
	w.ended = true
	if !w.it.IsUndefined() {
		w.it.Call("terminate")
	}
	for _, f := range w.listeners {
		f.Release()
	}
	w.listeners, w.queue = nil, nil
}
