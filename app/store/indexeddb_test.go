//go:build js && wasm && browser

// These tests need a real browser's IndexedDB: site/e2e runs them there.

package store

import (
	"errors"
	"strings"
	"syscall/js"
	"testing"
	"time"
)

func TestIndexedDBConforms(t *testing.T) {
	conform(t, func(t *testing.T) func() *Store {
		base := "/test/" + NewSlot()
		t.Cleanup(func() { js.Global().Get("indexedDB").Call("deleteDatabase", databaseName(base)) })
		return func() *Store {
			s, err := openIndexedDB(databaseName(base))
			if err != nil {
				t.Fatal(err)
			}
			if durable, why := s.Durable(); !durable {
				t.Fatalf("Durable: got false, %s", why)
			}
			return s
		}
	})
}

func TestARefusedIndexedDBFallsBackToMemory(t *testing.T) {
	factory := js.Global().Get("IDBFactory").Get("prototype")
	open := factory.Get("open")
	defer factory.Set("open", open)
	defer func(was time.Duration) { patience = was }(patience)
	patience = 2 * time.Second
	for _, name := range []string{"SecurityError", "InvalidStateError", "silence"} {
		factory.Set("open", js.Global().Get("refusals").Get(name))
		s := Open("/test/refused")
		durable, why := s.Durable()
		if durable || !strings.Contains(why, "until the tab is closed") {
			t.Errorf("%s: got durable %v, %q; want false with a reason", name, durable, why)
		}
		save(t, s, text("a1", "kept for now"))
		wantText(t, s, "a1", "kept for now")
		t.Log(why)
	}
}

func TestASlotIsClaimedOnce(t *testing.T) {
	session := OpenSession("/test/" + NewSlot())
	slot, returning := session.Claim()
	if returning || !validSlot(slot) {
		t.Fatalf("new tab: got slot %q, returning %v; want a valid one, false", slot, returning)
	}
	// The lock is held by this page, so a second claim is like a duplicated tab's.
	other, returning := session.Claim()
	if returning || other == slot {
		t.Errorf("duplicated tab: got slot %q, returning %v; want another, false", other, returning)
	}
	js.Global().Get("sessionStorage").Call("setItem", session.mark(), "../evil")
	if slot, returning := session.Claim(); returning || !validSlot(slot) {
		t.Errorf("invalid mark: got slot %q, returning %v; want a valid one, false", slot, returning)
	}
}

// Long texts are hashed by the browser with the same result as here; if it fails they are hashed here.
func TestTheBrowserHashesAsWeDo(t *testing.T) {
	long := []byte(strings.Repeat("gridbox ", longTextLength/8))
	want := HashOf(long)
	s := newStore(openMemory(), true, "")
	asked, answered := 0, 0
	s.digest = func(text []byte) ([]byte, bool) {
		asked++
		sum, ok := digest(text)
		if ok {
			answered++
		}
		return sum, ok
	}
	if got := s.hash(long); got != want || asked != 1 || answered != 1 {
		t.Errorf("got %d requests and %d answers, %s; want %s", asked, answered, got, want)
	}
	if s.hash(long[1:]) != HashOf(long[1:]) || asked != 1 {
		t.Error("short text: got another hash, or the browser was asked")
	}
	crypto := js.Global().Get("Object").Call("getPrototypeOf", js.Global().Get("crypto"))
	subtle := js.Global().Get("Object").Call("getOwnPropertyDescriptor", crypto, "subtle")
	js.Global().Get("Object").Call("defineProperty", crypto, "subtle",
		map[string]any{"value": js.Undefined(), "configurable": true})
	defer js.Global().Get("Object").Call("defineProperty", crypto, "subtle", subtle)
	if got := s.hash(long); got != want || asked != 2 || answered != 1 {
		t.Errorf("without the browser's hash: got %d requests, %d answers, %s; want 2, 1, %s",
			asked, answered, got, want)
	}
}

// A refusal by the browser is reported, whether it comes immediately or at the end, and the former save remains.
func TestWhatTheBrowserRefusesIsReported(t *testing.T) {
	base := "/test/" + NewSlot()
	t.Cleanup(func() { js.Global().Get("indexedDB").Call("deleteDatabase", databaseName(base)) })
	s, err := openIndexedDB(databaseName(base))
	if err != nil {
		t.Fatal(err)
	}
	save(t, s, text("a1", "safe"))
	of := js.Global().Get("IDBObjectStore").Get("prototype")
	put := of.Get("put")
	for how, full := range map[string]bool{"throws": true, "aborts": false} {
		of.Set("put", js.Global().Get("refusals").Call("putting", how, put))
		err := s.Save(text("a1", "lost"))
		of.Set("put", put)
		if err == nil || errors.Is(err, ErrFull) != full {
			t.Errorf("%s: got error %v, want full %v", how, err, full)
		}
		wantText(t, s, "a1", "safe")
	}
	save(t, s, text("a1", "safe again"))
	wantText(t, s, "a1", "safe again")
}
