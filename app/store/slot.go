//go:build js && wasm

package store

import (
	"strings"
	"syscall/js"
	"time"
)

// A Session is the tab's mark of the slot that it writes to. It survives a
// reload and a restored crash, and ends with the tab.
type Session struct{ base string }

// OpenSession returns the session of the site at base.
func OpenSession(base string) Session { return Session{base} }

func (s Session) mark() string { return "gridbox:" + s.base + "/:slot" }

// leftMark returns the key of a mark that the page sets when it ends (markLeft in assets/js/link.js). A tab that was
// duplicated before does not find it.
func (s Session) leftMark() string { return "gridbox:" + s.base + "/:left" }

// Claim returns the slot that this tab writes to, and whether it had one before. A duplicated tab has a copy of the
// mark. The lock on the slot distinguishes the two in browsers with locks; in others ErrTaken does later. Claim
// blocks; call it from a goroutine.
func (s Session) Claim() (slot string, returning bool) {
	defer s.releaseOnLeaving()
	slot = s.read(s.mark())
	switch {
	case !validSlot(slot):
	case lock(s.lockOf(slot)):
		return slot, true
	case s.read(s.leftMark()) != "":
		lockSoon(s.lockOf(slot))
		return slot, true
	}
	slot = NewSlot()
	s.Front(slot)
	lock(s.lockOf(slot))
	return slot, false
}

// releaseOnLeaving releases the locks when the page ends, because a browser may release them long after the tab's
// next page has begun. A page that is restored from the browser's cache takes them again.
func (s Session) releaseOnLeaving() {
	s.write(s.leftMark(), "")
	addListener("pagehide", func(js.Value) {
		for _, giveBack := range locks {
			giveBack.Invoke()
		}
	})
	addListener("pageshow", func(event js.Value) {
		if event.Get("persisted").Bool() {
			s.write(s.leftMark(), "")
			for name := range locks {
				go lock(name)
			}
		}
	})
}

func addListener(event string, f func(js.Value)) {
	js.Global().Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	}))
}

// retryInterval is the interval, and retryTime the total time, of a tab's requests for the lock of a page that has
// ended.
const (
	retryInterval = 40 * time.Millisecond
	retryTime     = 600 * time.Millisecond
)

// lockSoon takes a lock as lock does, from an ended page of this tab. A browser
// may keep a hidden page for minutes; then the tab continues without the lock,
// and [ErrTaken] protects the holder of the lock.
func lockSoon(name string) {
	for begun := time.Now(); time.Since(begun) < retryTime; time.Sleep(retryInterval) {
		if lock(name) {
			break
		}
	}
}

// LockSlot takes a slot for as long as the page lives, and reports whether it got it.
func (s Session) LockSlot(slot string) bool { return lock(s.lockOf(slot)) }

// Front marks the slot that a reload returns to.
func (s Session) Front(slot string) { s.write(s.mark(), slot) }

func (s Session) write(mark, text string) {
	defer func() { recover() }() // a refused sessionStorage throws: then the mark ends with the page
	js.Global().Get("sessionStorage").Call("setItem", mark, text)
}

func (s Session) lockOf(slot string) string { return s.mark() + ":" + slot }

func (s Session) read(mark string) (text string) {
	defer func() { recover() }() // as in write
	if v := js.Global().Get("sessionStorage").Call("getItem", mark); !v.IsNull() {
		text = v.String()
	}
	return text
}

// canLock reports whether the browser has locks.
func canLock() bool { return js.Global().Get("navigator").Get("locks").Truthy() }

// Get, Put, Drop and Slots make the session a [Journal]: last changes are in the local storage, which outlives the
// tab.
func (s Session) Get(slot string) (text string) {
	defer func() { recover() }() // a refused localStorage throws, as does a full one in Put
	if v := local().Call("getItem", s.lastOf(slot)); !v.IsNull() {
		text = v.String()
	}
	return text
}

func (s Session) Put(slot, text string) (done bool) {
	defer func() { recover() }() // as in Get
	local().Call("setItem", s.lastOf(slot), text)
	return true
}

func (s Session) Drop(slot string) {
	defer func() { recover() }() // as in Get
	local().Call("removeItem", s.lastOf(slot))
}

func (s Session) Slots() (slots []string) {
	defer func() { recover() }() // as in Get
	for i := range local().Length() {
		if slot, ok := strings.CutPrefix(local().Call("key", i).String(), s.lastOf("")); ok {
			slots = append(slots, slot)
		}
	}
	return slots
}

func local() js.Value { return js.Global().Get("localStorage") }

func (s Session) lastOf(slot string) string { return "gridbox:" + s.base + "/:last:" + slot }

// locks are the functions that release the locks of the page, by name.
var locks = map[string]js.Value{}

// lockPatience is the time that a browser may take to grant a lock; without an answer the library opens nevertheless.
const lockPatience = 3 * time.Second

// lock takes a lock for as long as the page lives, and reports whether it got
// it. It returns true in a browser without locks, or that does not answer.
func lock(name string) bool {
	if !canLock() {
		return true
	}
	got := make(chan bool, 2)
	granted := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].IsNull() {
			got <- false
			return nil
		}
		held := js.Global().Get("Promise").New(js.FuncOf(func(_ js.Value, args []js.Value) any {
			locks[name] = args[0]
			return nil
		}))
		got <- true
		return held
	})
	refused := js.FuncOf(func(js.Value, []js.Value) any {
		got <- true
		return nil
	})
	js.Global().Get("navigator").Get("locks").
		Call("request", name, map[string]any{"ifAvailable": true}, granted).Call("catch", refused)
	select {
	case ok := <-got:
		return ok
	case <-time.After(lockPatience):
		return true
	}
}
