//go:build js && wasm && browser

// These tests need a real browser's IndexedDB: site/e2e runs them there.

package store

import (
	"strings"
	"syscall/js"
	"testing"
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
				t.Fatalf("not durable: %s", why)
			}
			return s
		}
	})
}

func TestARefusedIndexedDBFallsBackToMemory(t *testing.T) {
	factory := js.Global().Get("IDBFactory").Get("prototype")
	open := factory.Get("open")
	defer factory.Set("open", open)
	for _, name := range []string{"SecurityError", "InvalidStateError", "silence"} {
		factory.Set("open", js.Global().Get("refusals").Get(name))
		s := Open("/test/refused")
		durable, why := s.Durable()
		if durable || !strings.Contains(why, "until the tab is closed") {
			t.Errorf("%s: durable %v, %q", name, durable, why)
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
		t.Fatalf("a new tab got slot %q, returning %v", slot, returning)
	}
	// The lock is held by this page, so a second claim is like a duplicated tab's.
	other, returning := session.Claim()
	if returning || other == slot {
		t.Errorf("a duplicated tab got slot %q, returning %v", other, returning)
	}
	js.Global().Get("sessionStorage").Call("setItem", session.mark(), "../evil")
	if slot, returning := session.Claim(); returning || !validSlot(slot) {
		t.Errorf("a broken mark gave slot %q, returning %v", slot, returning)
	}
}
