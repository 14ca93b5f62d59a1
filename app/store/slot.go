//go:build js && wasm

package store

import "syscall/js"

// A Session is the tab's own mark of which slot it writes to. It survives a
// reload and a restored crash, and ends with the tab.
type Session struct{ base string }

// OpenSession gives the session of the site at base.
func OpenSession(base string) Session { return Session{base} }

func (s Session) mark() string { return "gridbox:" + s.base + "/:slot" }

// Claim gives the slot that this tab writes to, and whether it had one before.
// A tab that was duplicated carries a copy of the mark; the lock on the slot
// tells the two apart where the browser has locks, and where it has not, ErrTaken
// does later. Claim waits; call it from a goroutine.
func (s Session) Claim() (slot string, returning bool) {
	slot = s.read()
	if validSlot(slot) && lock(s.lockOf(slot)) {
		return slot, true
	}
	slot = NewSlot()
	s.write(slot)
	lock(s.lockOf(slot))
	return slot, false
}

// Hold takes a slot for as long as the page lives, and reports whether it got it.
func (s Session) Hold(slot string) bool { return lock(s.lockOf(slot)) }

// Front marks the slot that a reload comes back to.
func (s Session) Front(slot string) { s.write(slot) }

func (s Session) write(slot string) {
	defer func() { recover() }() // a refused sessionStorage throws: then the mark ends with the page
	js.Global().Get("sessionStorage").Call("setItem", s.mark(), slot)
}

func (s Session) lockOf(slot string) string { return s.mark() + ":" + slot }

func (s Session) read() (slot string) {
	defer func() { recover() }() // as in write
	mark := js.Global().Get("sessionStorage").Call("getItem", s.mark())
	if mark.IsNull() {
		return ""
	}
	return mark.String()
}

// canLock reports whether the browser has locks.
func canLock() bool { return js.Global().Get("navigator").Get("locks").Truthy() }

// lock takes a lock for as long as the page lives, and reports whether it got
// it. A browser without locks always says yes.
func lock(name string) bool {
	if !canLock() {
		return true
	}
	locks := js.Global().Get("navigator").Get("locks")
	got := make(chan bool, 2)
	never := js.Global().Get("Promise").New(js.FuncOf(func(js.Value, []js.Value) any { return nil }))
	granted := js.FuncOf(func(_ js.Value, args []js.Value) any {
		got <- !args[0].IsNull()
		if args[0].IsNull() {
			return nil
		}
		return never
	})
	refused := js.FuncOf(func(js.Value, []js.Value) any {
		got <- true
		return nil
	})
	locks.Call("request", name, map[string]any{"ifAvailable": true}, granted).Call("catch", refused)
	return <-got
}
