package store

import "errors"

// A Tab is a store as one tab sees it: it writes to the tab's own slot. Its
// methods wait, and are called one at a time.
type Tab struct {
	store *Store
	slot  string
	moved func(slot string) // remembers another slot as the tab's own
}

// NewTab makes the view of a store by the tab that writes to slot. Moved is
// called when the tab gets another one.
func NewTab(s *Store, slot string, moved func(slot string)) *Tab {
	return &Tab{s, slot, moved}
}

// Durable reports whether drafts outlive the tab, and if not, why.
func (t *Tab) Durable() (bool, string) { return t.store.Durable() }

// Current gives the draft that this tab kept last, or ErrNone.
func (t *Tab) Current() (Draft, error) { return t.store.Load(t.slot) }

// Keep saves the tab's draft. Where another tab has written to the slot, or
// where the slot's draft was never loaded, as on a page that was opened on a
// link, the draft gets a new slot and the other stays.
func (t *Tab) Keep(d Draft) error {
	show(d)
	d.Slot = t.slot
	err := t.store.Save(d)
	if errors.Is(err, ErrTaken) {
		t.Fresh()
		d.Slot = t.slot
		err = t.store.Save(d)
	}
	return err
}

// Fresh gives the tab a new slot: what it keeps from now on is another draft.
func (t *Tab) Fresh() {
	t.slot = NewSlot()
	t.moved(t.slot)
}

// Slot names the tab's own slot.
func (t *Tab) Slot() string { return t.slot }

// Drafts lists all drafts without their texts, the last saved first.
func (t *Tab) Drafts() ([]Draft, error) { return t.store.List() }

// Draft gives another slot's draft, to be opened as a copy in this tab.
func (t *Tab) Draft(slot string) (Draft, error) {
	if slot == t.slot {
		return t.store.Load(slot)
	}
	return t.store.Peek(slot)
}

// Remove forgets a draft.
func (t *Tab) Remove(slot string) error { return t.store.Remove(slot) }

// Pieces gives the place where studies are kept; all tabs share it.
func (t *Tab) Pieces() *Pieces { return t.store.Pieces() }
