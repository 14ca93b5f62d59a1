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
// What a list says of a draft stands in a card of its own, so that two thousand
// drafts are listed with one question for the names of the heads and one for the
// cards, and no document is read ([Store.Cards]). A card may be missing or older
// than its draft; then the head says what it can. Versions that were kept have a
// head and a text each ([Store.Versions]). Cards, heads of versions and what is
// said of studies are notes: small files under a name that counts up, of which
// the newest whole one holds.
//
//	drafts/    the current drafts, and pieces of studies (see [Pieces])
//	cards/     k3v9x2.000012.a1b2c3                what the list says
//	versions/  k3v9x2.000003.a1b2c3.000001.a1b2c3  what is said of version 3
//	texts/     k3v9x2.000003.a1b2c3                version 3
//	           k3v9x2.typed.000001.a1b2c3          what was typed over the draft and has faults
//	           k3v9x2.steps.000001.a1b2c3          the draft's steps of undo and redo
//	studies/   3f9a….000001.a1b2c3                 what is said of a study
//	attempts/  3f9a….000001.a1b2c3                 an attempt at a challenge
//
// An earlier Gridbox sees drafts/ alone and leaves the rest as it is. What a
// later one wrote is never written over: see [ErrTaken] and package library.
//
// All methods wait for the file system: call them from a goroutine, never from a
// JavaScript callback.
package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"gridbox/app/library"
	"gridbox/core/sha256"
)

var (
	// ErrNone says that a slot holds no draft.
	ErrNone = errors.New("store: there is no such draft")
	// ErrTaken says that another tab has written to the slot since this one
	// last read or wrote it.
	ErrTaken = errors.New("store: another tab has written to this draft")
	// ErrBroken says that a draft is there and cannot be read; see [Store.Salvage].
	ErrBroken = errors.New("store: the draft cannot be read")
	// ErrFull says that the browser has no room left for this site.
	ErrFull = errors.New("store: the browser has no room left for this site")
)

// A Draft is one scenario being edited.
type Draft struct {
	Slot  string    // whose it is; see NewSlot
	Title string    // what a list shows
	Kind  string    // the problem kind
	Saved time.Time // when; set by Save where it is zero
	Text  []byte    // the document
	Typed string    // in a note, the text with faults that stands beside it; see [Store.Typed]
	// History is, in a note, the draft's steps of undo and redo; see [Store.History].
	History History
	Turn    int  // of all saves in this library; see [library.Card]
	Later   bool // whether a later Gridbox saved it: it can be read, not saved to

	of string // the name of the save that it was read from
}

// A Store keeps drafts.
type Store struct {
	mu      sync.Mutex
	files   files
	durable bool
	why     string
	writer  string         // tells this store's files from those of other tabs
	seen    map[string]int // the number of a slot's draft that this store last read or wrote
	later   map[string]bool
	turn    int                     // of the last save that is known of
	cards   map[string]library.Card // as they were listed last and changed here since; nil before
	notes   map[string]noted        // the notes of cards by their names, as they were read
	lost    int                     // how often the files had been taken away then
	pause   func()                  // lets the page have a turn in long work
	// digest hashes a text beside the page, where the browser does that; else nil.
	digest func(text []byte) (sum []byte, ok bool)

	names sync.Mutex // held for no longer than a look
	named map[string][]string
}

// newStore makes a store on files.
func newStore(f files, durable bool, why string) *Store {
	return &Store{files: f, durable: durable, why: why, writer: NewSlot(), seen: map[string]int{},
		later: map[string]bool{}, named: map[string][]string{}}
}

// bases names the save of a slot that this store knows to be the newest, "" for
// none, and behind it one that is under way. It does not wait.
func (s *Store) bases(slot string) []string {
	s.names.Lock()
	defer s.names.Unlock()
	if list := s.named[slot]; list != nil {
		return list
	}
	return []string{""}
}

func (s *Store) name(slot string, bases ...string) {
	s.names.Lock()
	s.named[slot] = bases
	s.names.Unlock()
}

// Durable reports whether drafts outlive the tab, and if not, why, in a
// sentence for a person.
func (s *Store) Durable() (bool, string) { return s.durable, s.why }

// Losses is how often the place where drafts are kept was taken away while it
// was open. What had been saved before is not there any more then.
func (s *Store) Losses() int {
	if m, ok := s.files.(*medium); ok {
		return m.losses()
	}
	return 0
}

// Save keeps a draft in place of the slot's last one.
func (s *Store) Save(d Draft) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !validSlot(d.Slot) {
		return fmt.Errorf("store: %q is not the name of a slot", d.Slot)
	}
	all, err := s.entries(d.Slot)
	if err != nil {
		return reworded(err)
	}
	if s.later[d.Slot] {
		return ErrTaken
	}
	newest := s.seen[d.Slot]
	for _, e := range all {
		theirs := e.slot == d.Slot && e.writer != s.writer
		if theirs && (e.number > newest || e.number == newest && s.mine(all, e)) {
			return ErrTaken
		}
	}
	mine := entry{slot: d.Slot, number: newest + 1, writer: s.writer}
	if d.Saved.IsZero() {
		d.Saved = time.Now()
	}
	d.Turn = s.turn + 1
	base := s.bases(d.Slot)[0]
	s.name(d.Slot, base, mine.name())
	h, err := s.write(mine, d)
	if err != nil {
		s.files.Remove(mine.head())
		s.files.Remove(mine.text())
		return reworded(err)
	}
	s.name(d.Slot, mine.name())
	s.seen[d.Slot], s.turn = mine.number, d.Turn
	if s.cards != nil {
		c := h.card(d.Slot, s.cards[d.Slot])
		c.Of = mine.name()
		s.cards[d.Slot] = c
	}
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
func (s *Store) write(e entry, d Draft) (head, error) {
	h := head{Title: d.Title, Kind: d.Kind, Saved: d.Saved.UnixMilli(), Size: len(d.Text), Hash: s.hash(d.Text),
		Turn: d.Turn, Format: library.Format}
	if err := s.files.Write(e.text(), d.Text); err != nil {
		return h, err
	}
	line, err := json.Marshal(h)
	if err != nil {
		return h, err
	}
	return h, s.files.Write(e.head(), line)
}

// Load gives the draft of a slot. Afterwards this store may save to the slot.
func (s *Store) Load(slot string) (Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries(slot)
	if err != nil {
		return Draft{}, err
	}
	d, err := s.newest(all, slot)
	if err != nil {
		return Draft{}, err
	}
	s.name(slot, d.of)
	s.later[slot] = d.Later
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
	all, err := s.entries(slot)
	if err != nil {
		return Draft{}, err
	}
	return s.newest(all, slot)
}

// newest is the last whole draft of a slot.
func (s *Store) newest(all []entry, slot string) (Draft, error) {
	err := ErrNone
	for _, e := range newestFirst(all) {
		if e.slot != slot {
			continue
		}
		if err = ErrBroken; e.headed {
			if d, ok := s.read(e); ok {
				return d, nil
			}
		}
	}
	return Draft{}, err
}

// typedOf is what notes with the text that was typed over a draft begin with.
func typedOf(slot string) string { return "texts/" + slot + ".typed." }

// Typed gives the text with faults that was typed over a draft and is not the
// draft yet, "" where there is none.
func (s *Store) Typed(slot string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, _, _ := s.note(typedOf(slot))
	return string(text)
}

// SetTyped keeps such a text beside its draft; an empty one ends that.
func (s *Store) SetTyped(slot, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	names, err := s.files.Names(typedOf(slot))
	switch {
	case err != nil || text == "" && len(names) == 0:
		return err
	case text == "":
		return s.clear(typedOf(slot))
	}
	return s.put(typedOf(slot), names, []byte(text))
}

// Salvage gives what is there of a draft that cannot be read: the longest text
// of its saves.
func (s *Store) Salvage(slot string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries(slot)
	var best []byte
	for _, e := range newestFirst(all) {
		if text, wrong := s.files.Read(e.text()); wrong == nil && len(text) > len(best) {
			best = text
		}
	}
	if best == nil && err == nil {
		err = ErrNone
	}
	return best, err
}

// read gives a whole draft, and false for one that is not.
func (s *Store) read(e entry) (Draft, bool) {
	h, ok := s.readHead(e)
	if !ok {
		return Draft{}, false
	}
	text, err := s.files.Read(e.text())
	if err != nil || len(text) != h.Size || s.hash(text) != h.Hash {
		return Draft{}, false
	}
	s.turn = max(s.turn, h.Turn)
	d := h.draft(e.slot)
	d.Text, d.of = text, e.name()
	return d, true
}

// Pause gives the page a turn where there is one.
func (s *Store) Pause() {
	if s.pause != nil {
		s.pause()
	}
}

// longText is how long a text is whose hash is worth a question to the browser.
const longText = 1 << 18

// hash is the digest of a text. Long ones give the page a turn between.
func (s *Store) hash(text []byte) string {
	if s.digest != nil && len(text) >= longText {
		if sum, ok := s.digest(text); ok {
			return fmt.Sprintf("%x", sum)
		}
	}
	return fmt.Sprintf("%x", sha256.SumWith(text, s.pause))
}

// HashOf is the digest by which cards name a text.
func HashOf(text []byte) string { return fmt.Sprintf("%x", sha256.Sum(text)) }

func (s *Store) readHead(e entry) (head, bool) {
	var h head
	line, err := s.files.Read(e.head())
	return h, err == nil && json.Unmarshal(line, &h) == nil && h.Hash != ""
}

// List gives all drafts that do not lie in the trash, without their texts, the
// last saved first; those that cannot be read are left out.
func (s *Store) List() ([]Draft, error) {
	cards, err := s.Cards()
	if err != nil {
		return nil, err
	}
	return drafted(cards), nil
}

func drafted(cards []library.Card) (drafts []Draft) {
	for i := range cards {
		if c := &cards[i]; !c.Trashed() && c.Broken == "" {
			drafts = append(drafts, Draft{Slot: c.Slot, Title: c.Title, Kind: c.Kind, Saved: time.UnixMilli(c.Saved),
				Turn: c.Turn, Later: c.Later()})
		}
	}
	return drafts
}

// Remove forgets the draft of a slot with its versions; there need be none.
func (s *Store) Remove(slot string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !validSlot(slot) {
		return fmt.Errorf("store: %q is not the name of a slot", slot)
	}
	all, err := s.entries(slot)
	if err != nil {
		return err
	}
	for _, e := range all {
		err = errors.Join(err, s.drop(e))
	}
	for _, prefix := range []string{"cards/", "versions/", "texts/"} {
		err = errors.Join(err, s.clear(prefix+slot+"."))
	}
	delete(s.seen, slot)
	delete(s.cards, slot)
	s.name(slot, "")
	return err
}

// clear removes all files whose names begin so.
func (s *Store) clear(prefix string) error {
	names, err := s.files.Names(prefix)
	for _, name := range names {
		err = errors.Join(err, s.files.Remove(name))
	}
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
