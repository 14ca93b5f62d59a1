//go:build js && wasm

package shell

import (
	"slices"
	"sync"
	"syscall/js"
	"time"

	"gridbox/app/lab"
	"gridbox/app/ui"
	"gridbox/app/wire"
)

// A loop runs the functions of the laboratory one after the other on one goroutine, and sends a frame when the page
// is ready for another one.
type loop struct {
	lab      *lab.Lab
	navigate func(js.Value) // opens the current address of the page

	mu    sync.Mutex
	queue []func()
	wake  chan struct{} // has one token while the queue may not be empty

	lastEvent int        // the number of the last handled event of the page
	keys      []string   // keys of the views sent last
	views     []*ui.Node // the views sent last, nil for a view that was not sent
	root      []ui.Attr  // the attributes of the root sent last
	afterDraw []func()   // functions to call once the current state was sent
	waiting   bool       // the page has not drawn the last frame yet
	calls     []any      // of adapters, to be sent with the next frame
}

// enqueue runs f soon. It may be called from any goroutine and does not block.
func (l *loop) enqueue(f func()) {
	l.mu.Lock()
	l.queue = append(l.queue, f)
	l.mu.Unlock()
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// drain returns the functions to run, in order.
func (l *loop) drain() []func() {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.queue
	l.queue = nil
	return list
}

// frameTime is the time that functions may run before a frame is sent.
const frameTime = 16 * time.Millisecond

// run runs the functions in the queue, forever.
func (l *loop) run() {
	for range l.wake {
		since := time.Now()
		for _, f := range l.drain() {
			if f(); time.Since(since) > frameTime {
				l.show()
				since = time.Now()
			}
		}
		l.show()
	}
}

// show notes unsaved drafts and then draws, so that whatever the user sees outlives the page.
func (l *loop) show() {
	l.lab.Note()
	l.draw()
}

// draw sends the changes since the last frame and the waiting calls of adapters in one message. It does nothing until
// the page has drawn the last frame. First it runs the functions that follow the drawing: their calls are in the same
// message, so that no key is pressed in between.
func (l *loop) draw() {
	if l.waiting {
		return
	}
	f, changed := l.frame()
	after := l.afterDraw
	l.afterDraw = nil
	for _, f := range after {
		f()
	}
	if len(l.afterDraw) > 0 { // these functions may change more
		l.enqueue(func() {})
	}
	if !changed && len(l.calls) == 0 {
		return
	}
	message := map[string]any{"calls": l.calls, "seen": l.lastEvent}
	if changed {
		l.waiting = true
		message["frame"] = bytes(f.Append(nil))
	}
	l.calls = nil
	post(message)
}

// frame returns a frame with the changes, and whether there are any.
func (l *loop) frame() (f wire.Frame, changed bool) {
	f = wire.Frame{LastEvent: l.lastEvent, Root: l.lab.Root()}
	changed = !slices.Equal(f.Root, l.root)
	l.root = f.Root
	if l.keys == nil {
		l.keys, l.views = make([]string, lab.Views()), make([]*ui.Node, lab.Views())
	}
	for i := range l.keys {
		if key := l.lab.ViewKey(i); key != l.keys[i] {
			node := ui.Translate(l.lab.View(i))
			f.Views = append(f.Views, wire.View{Index: i, Node: node, Was: l.views[i]})
			l.keys[i], l.views[i] = key, &node
		}
	}
	return f, changed || len(f.Views) > 0
}

// handleMessage handles a message of the page: an event {type, n, detail}, or the notice
// that a frame is drawn.
func (l *loop) handleMessage(message js.Value) {
	if message.Get("drawn").Truthy() {
		l.enqueue(func() { l.waiting = false })
		return
	}
	l.enqueue(func() {
		switch of := message.Get("type").String(); of {
		case "navigate":
			l.navigate(message.Get("detail"))
		default:
			events[of](l.lab, message.Get("detail"))
		}
		l.lastEvent = message.Get("n").Int()
	})
}

// post sends a message to the page.
func post(message map[string]any) { js.Global().Call("postMessage", message) }

// bytes copies data to JavaScript.
func bytes(data []byte) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	return array
}
