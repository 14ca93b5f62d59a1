//go:build js && wasm

package store

import (
	"strings"
	"syscall/js"
	"time"

	"gridbox/app/yield"
)

// patience is the time that IndexedDB may take to open. A browser that blocks it may never answer; one on a busy
// machine may take seconds. After a timeout, drafts stay in memory as long as the page is open.
var patience = 20 * time.Second

// Open opens the store of the site at base ("" or "/some/prefix"). If the browser refuses IndexedDB, the store is in
// memory. Open blocks; call it from a goroutine.
func Open(base string) *Store {
	s, err := openIndexedDB(databaseName(base))
	if err != nil {
		why := strings.TrimPrefix(err.Error(), "Error: ")
		return Memory("This browser stores nothing for this site (" + strings.TrimSuffix(why, ".") +
			"), so drafts last until the tab is closed. Save to a file what you want to keep.")
	}
	return s
}

// OpenTab opens the store for this tab. A new tab continues the draft saved last if no other tab has it open, so that
// work is restored after the browser was closed or has crashed. OpenTab blocks, as Open does.
func OpenTab(base string) *Tab {
	s, session := Open(base), OpenSession(base)
	slot, returning := session.Claim()
	t := NewTab(s, slot, session.LockSlot, session.Front).WithJournal(session)
	if !returning && canLock() {
		t.Recover()
		if drafts, err := s.List(); err == nil && len(drafts) > 0 && t.claims(drafts[0].Slot) {
			t.Front(drafts[0].Slot)
		}
	}
	return t
}

// show puts a draft into a global variable, where the page's script finds it even after this program has stopped.
func show(d Draft) {
	js.Global().Set("gridboxDraft", map[string]any{"title": d.Title, "text": jsBytes(d.Text)})
}

// lastJSBytes caches the last long text that was passed to JavaScript.
var lastJSBytes struct {
	text  []byte
	bytes js.Value
}

// jsBytes returns a text as a JavaScript array of bytes; a string would be converted character by character. A saved
// text is shown, hashed and written, so a long one is copied once for all three.
func jsBytes(text []byte) js.Value {
	last := &lastJSBytes
	if len(text) >= longTextLength && len(text) == len(last.text) && &text[0] == &last.text[0] {
		return last.bytes
	}
	bytes := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(bytes, text)
	if len(text) >= longTextLength {
		last.text, last.bytes = text, bytes
	}
	return bytes
}

// databaseName returns a name with the product's name and the site's path: all sites of a static host share one
// origin.
func databaseName(base string) string { return "gridbox:" + base + "/:drafts" }

// openIndexedDB opens the store in the browser's database of that name. It returns an error if the browser refuses.
func openIndexedDB(name string) (s *Store, err error) {
	open := func() (files, error) {
		_, err := request(map[string]any{"op": "open", "name": name})
		return indexedDB{}, err
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	s = newStore(&medium{open: open, current: f}, true, "")
	s.pause, s.digest = yield.Pauser(), digest
	return s, nil
}

// digest lets the browser hash a text, which is many times faster and does not block the page. ok is false if the
// browser has no such function, as on an insecure address.
func digest(text []byte) (sum []byte, ok bool) {
	defer func() {
		if recover() != nil { // the browser has no such function
			sum, ok = nil, false
		}
	}()
	bytes := jsBytes(text)
	what, with := await(patience, func(done, failed js.Func) {
		js.Global().Get("crypto").Get("subtle").Call("digest", "SHA-256", bytes).Call("then", done, failed)
	})
	if what != fulfilled {
		return nil, false
	}
	yield.Yield() // a browser may have hashed without yielding
	sum = make([]byte, 32)
	return sum, js.CopyBytesToGo(sum, js.Global().Get("Uint8Array").New(with)) == len(sum)
}
