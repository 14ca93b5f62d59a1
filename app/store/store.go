// Package store keeps drafts: the scenario that a tab is editing survives a
// reload, a crash and a closed browser.
//
// Drafts are files of a hackpadfs file system, in IndexedDB where the browser
// allows it and in memory where it does not; [Store.Durable] says which. Every
// tab writes to a slot of its own, named by a mark in its session, so that tabs
// do not overwrite one another; where two come to share a slot all the same, as
// after a tab was duplicated, the second writer is told by [ErrTaken] and moves
// to a new slot.
//
// A save is atomic. It writes the text under a new name, then a small head that
// points to it, and only then removes what the head before pointed to:
//
//	k3v9x2.000007.a1b2c3.text   the scenario
//	k3v9x2.000007.a1b2c3.head   title, kind, time, size and hash of the text
//	  slot  number  writer
//
// A draft is the head with the highest number whose text is whole. Whatever is
// interrupted in between, the draft before is still there.
//
// All methods wait for the file system: call them from a goroutine, never from a
// JavaScript callback.
package store

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gridbox/core/sha256"
)

var (
	// ErrNone says that a slot holds no draft.
	ErrNone = errors.New("store: there is no such draft")
	// ErrTaken says that another tab has written to the slot since this one
	// last read or wrote it.
	ErrTaken = errors.New("store: another tab has written to this draft")
	// ErrFull says that the browser has no room left for this site.
	ErrFull = errors.New("store: the browser has no room left for this site")
)

// A Draft is one scenario being edited.
type Draft struct {
	Slot  string    // whose it is; see NewSlot
	Title string    // what a list shows
	Kind  string    // the problem kind
	Saved time.Time // when; set by Save where it is zero
	Text  []byte    // the document as it was typed, with faults if it has some
}

// A Store keeps drafts.
type Store struct {
	mu      sync.Mutex
	files   files
	durable bool
	why     string
	writer  string         // tells this store's files from those of other tabs
	seen    map[string]int // the number of a slot's draft that this store last read or wrote
}

// newStore makes a store on files.
func newStore(f files, durable bool, why string) *Store {
	return &Store{files: f, durable: durable, why: why, writer: NewSlot(), seen: map[string]int{}}
}

// Durable reports whether drafts outlive the tab, and if not, why, in a
// sentence for a person.
func (s *Store) Durable() (bool, string) { return s.durable, s.why }

// Save keeps a draft in place of the slot's last one.
func (s *Store) Save(d Draft) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !validSlot(d.Slot) {
		return fmt.Errorf("store: %q is not the name of a slot", d.Slot)
	}
	all, err := s.entries()
	if err != nil {
		return err
	}
	newest := s.seen[d.Slot]
	for _, e := range all {
		theirs := e.slot == d.Slot && e.writer != s.writer
		if theirs && (e.number > newest || e.number == newest && s.mine(all, e)) {
			return ErrTaken
		}
	}
	mine := entry{slot: d.Slot, number: newest + 1, writer: s.writer}
	if err := s.write(mine, d); err != nil {
		s.files.Remove(mine.head())
		s.files.Remove(mine.text())
		return reworded(err)
	}
	s.seen[d.Slot] = mine.number
	for _, e := range all {
		if e.slot == d.Slot && e.number < mine.number {
			s.drop(e)
		}
	}
	return nil
}

// mine reports whether this store, too, has written the number of an entry:
// then two tabs have written at the same moment.
func (s *Store) mine(all []entry, e entry) bool {
	return slices.ContainsFunc(all, func(o entry) bool {
		return o.slot == e.slot && o.number == e.number && o.writer == s.writer
	})
}

// write puts text, then head. The draft is saved when the head is whole.
func (s *Store) write(e entry, d Draft) error {
	if err := s.files.Write(e.text(), d.Text); err != nil {
		return err
	}
	if d.Saved.IsZero() {
		d.Saved = time.Now()
	}
	line, err := json.Marshal(head{Title: d.Title, Kind: d.Kind, Saved: d.Saved.UnixMilli(),
		Size: len(d.Text), Hash: hashOf(d.Text)})
	if err != nil {
		return err
	}
	return s.files.Write(e.head(), line)
}

// Load gives the draft of a slot. Afterwards this store may save to the slot.
func (s *Store) Load(slot string) (Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries()
	if err != nil {
		return Draft{}, err
	}
	d, ok := s.newest(all, slot)
	if !ok {
		return Draft{}, ErrNone
	}
	for _, e := range all { // a half-written later one counts, though it is no draft
		if e.slot == slot {
			s.seen[slot] = max(s.seen[slot], e.number)
		}
	}
	return d, nil
}

// Peek gives the draft of a slot without the right to save to it.
func (s *Store) Peek(slot string) (Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries()
	if err != nil {
		return Draft{}, err
	}
	if d, ok := s.newest(all, slot); ok {
		return d, nil
	}
	return Draft{}, ErrNone
}

// newest is the last whole draft of a slot.
func (s *Store) newest(all []entry, slot string) (Draft, bool) {
	for _, e := range newestFirst(all) {
		if e.slot != slot || !e.headed {
			continue
		}
		if d, ok := s.read(e); ok {
			return d, true
		}
	}
	return Draft{}, false
}

// read gives a whole draft, and false for one that is not.
func (s *Store) read(e entry) (Draft, bool) {
	h, ok := s.readHead(e)
	if !ok {
		return Draft{}, false
	}
	text, err := s.files.Read(e.text())
	if err != nil || len(text) != h.Size || hashOf(text) != h.Hash {
		return Draft{}, false
	}
	d := h.draft(e.slot)
	d.Text = text
	return d, true
}

func hashOf(text []byte) string { return fmt.Sprintf("%x", sha256.Sum(text)) }

func (s *Store) readHead(e entry) (head, bool) {
	var h head
	line, err := s.files.Read(e.head())
	return h, err == nil && json.Unmarshal(line, &h) == nil && h.Hash != ""
}

// List gives all drafts without their texts, the last saved first.
func (s *Store) List() ([]Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries()
	if err != nil {
		return nil, err
	}
	return s.list(all), nil
}

func (s *Store) list(all []entry) []Draft {
	var drafts []Draft
	listed := map[string]bool{}
	for _, e := range newestFirst(all) {
		if listed[e.slot] || !e.headed {
			continue
		}
		if h, ok := s.readHead(e); ok {
			drafts = append(drafts, h.draft(e.slot))
			listed[e.slot] = true
		}
	}
	slices.SortStableFunc(drafts, func(a, b Draft) int {
		return cmp.Or(b.Saved.Compare(a.Saved), strings.Compare(a.Slot, b.Slot))
	})
	return drafts
}

// Remove forgets the draft of a slot; there need be none.
func (s *Store) Remove(slot string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries()
	if err != nil {
		return err
	}
	for _, e := range all {
		if e.slot == slot {
			err = errors.Join(err, s.drop(e))
		}
	}
	delete(s.seen, slot)
	return err
}

// drop removes an entry, its head first: a head always has its text.
func (s *Store) drop(e entry) error {
	return errors.Join(s.files.Remove(e.head()), s.files.Remove(e.text()))
}

// reworded names the one failure that a person can mend.
func reworded(err error) error {
	if strings.Contains(strings.ToLower(err.Error()), "quota") {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}
