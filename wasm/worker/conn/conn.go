//go:build js && wasm

// Package conn is the worker's end of the connection to the page.
package conn

import (
	"sync"
	"syscall/js"
)

// Conn carries messages as byte arrays through the two functions of gridboxWorker in
// assets/js/worker.js: start, which sets the function called with each message, and send, which
// transfers an array with its memory to the page.
type Conn struct {
	mu      sync.Mutex
	waiting [][]byte
	signal  chan struct{} // contains one token while messages wait
	send    js.Value
	bytes   js.Value
}

// Connect opens the connection to the page. worker.js keeps the messages that arrived before.
func Connect() *Conn {
	bridge := js.Global().Get("gridboxWorker")
	c := &Conn{signal: make(chan struct{}, 1), send: bridge.Get("send"), bytes: js.Global().Get("Uint8Array")}
	bridge.Call("start", js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := make([]byte, args[0].Length())
		js.CopyBytesToGo(text, args[0])
		c.enqueue(text)
		return nil
	}))
	return c
}

// enqueue adds a message. It never waits, because callbacks from JavaScript must not.
func (c *Conn) enqueue(text []byte) {
	c.mu.Lock()
	c.waiting = append(c.waiting, text)
	c.mu.Unlock()
	select {
	case c.signal <- struct{}{}:
	default:
	}
}

// Receive waits for the next message. The page ends a worker by terminating it, so the connection
// never ends.
func (c *Conn) Receive() ([]byte, error) {
	for {
		c.mu.Lock()
		if len(c.waiting) > 0 {
			text := c.waiting[0]
			c.waiting = c.waiting[1:]
			c.mu.Unlock()
			return text, nil
		}
		c.mu.Unlock()
		<-c.signal
	}
}

// Send passes a message to the page.
func (c *Conn) Send(text []byte) error {
	array := c.bytes.New(len(text))
	js.CopyBytesToJS(array, text)
	c.send.Invoke(array)
	return nil
}

// Stderr writes to standard error as the runtime does, without package os, which would link files
// into the worker.
type Stderr struct{}

// Write writes text.
func (Stderr) Write(text []byte) (int, error) {
	print(string(text))
	return len(text), nil
}
