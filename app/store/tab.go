package store

import (
	"errors"
	"sync"
)

// A Tab is a store as one tab uses it. No other tab writes to the slots of the drafts on its desk. One of them is the
// current draft, which a reload restores. Its methods block.
type Tab struct {
	store *Store
	claim func(slot string) bool
	front func(slot string)

	mu        sync.Mutex
	slot      string          // of the current draft
	heldSlots map[string]bool // the slots on this tab's desk

	journal Journal // nil if nothing can be noted
}

// NewTab returns a store for one tab. slot is the slot of its current draft, which is claimed already. claim reports
// whether this tab may write to a slot, false if another open tab does; front stores the slot for a reload.
func NewTab(s *Store, slot string, claim func(slot string) bool, front func(slot string)) *Tab {
	return &Tab{store: s, claim: claim, front: front, slot: slot, heldSlots: map[string]bool{slot: true}}
}

// Durable reports whether drafts outlive the tab, and if not, why.
func (t *Tab) Durable() (bool, string) { return t.store.Durable() }

// Current returns the draft that was shown when this tab was left, or ErrNone.
func (t *Tab) Current() (Draft, error) {
	slot := t.Slot()
	d, err := t.store.Load(slot)
	return t.caughtUp(slot, d, err)
}

// Keep saves a draft in its slot and returns the slot. A draft gets a new slot if it has none, or if another tab
// holds or has written to its slot, so that the other's draft is not changed. The note of the draft stays; see
// Unnote.
func (t *Tab) Keep(d Draft) (now string, err error) {
	show(d)
	t.store.Pause()
	if d.Slot == "" {
		d.Slot = t.claimNewSlot()
	}
	if err = ErrTaken; t.claims(d.Slot) {
		err = t.store.Save(d)
	}
	if errors.Is(err, ErrTaken) {
		d.Slot = t.claimNewSlot()
		err = t.store.Save(d)
	}
	return d.Slot, err
}

// claimNewSlot claims a new slot for the tab.
func (t *Tab) claimNewSlot() string {
	slot := NewSlot()
	t.claims(slot)
	return slot
}

// claims reports whether this tab may write to a slot, and claims it if possible.
func (t *Tab) claims(slot string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.heldSlots[slot] && t.claim(slot) {
		t.heldSlots[slot] = true
	}
	return t.heldSlots[slot]
}

// Front sets the slot of the current draft.
func (t *Tab) Front(slot string) {
	t.mu.Lock()
	t.slot = slot
	t.mu.Unlock()
	t.front(slot)
}

// Slot returns the slot of the current draft.
func (t *Tab) Slot() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.slot
}

// Drafts lists the drafts saved last, without their texts, the last one first. They are those last listed, with the
// saves of this tab since. The library has all drafts.
func (t *Tab) Drafts() ([]Draft, error) { return t.store.Recent(recent) }

// recent is the number of drafts offered outside the library.
const recent = 24

// Store returns the store of the tab, for everything that all tabs share.
func (t *Tab) Store() *Store { return t.store }

// Peek returns the draft of a slot without the right to save to it.
func (t *Tab) Peek(slot string) (Draft, error) { return t.store.Peek(slot) }

// Claim reports whether this tab may write to a slot, and claims it if it can.
func (t *Tab) Claim(slot string) bool { return t.claims(slot) }

// Acquire returns the draft of a slot for this tab to edit. If another open tab
// holds it, the draft is a copy without a slot.
func (t *Tab) Acquire(slot string) (Draft, error) {
	if t.claims(slot) {
		d, err := t.store.Load(slot)
		return t.caughtUp(slot, d, err)
	}
	d, err := t.store.Peek(slot)
	d.Slot = ""
	return d, err
}

// Remove removes a draft.
func (t *Tab) Remove(slot string) error {
	t.Unnote(slot)
	return t.store.Remove(slot)
}

// Pieces returns the kept studies; all tabs share them.
func (t *Tab) Pieces() *Pieces { return t.store.Pieces() }
