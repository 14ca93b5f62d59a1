// Package store keeps drafts: the scenario that a tab is editing survives a
// reload, a crash and a closed browser.
//
// Drafts are files in IndexedDB if the browser allows it and in memory
// otherwise; see [Store.Durable]. Every tab writes to a
// slot of its own, named by a mark in its session, so that tabs do not
// overwrite one another. If two tabs share a slot, as after a tab was
// duplicated, the second writer gets [ErrTaken] and moves to a new slot.
//
// A save is atomic. It writes the text under a new name, then a small head that
// points to it, and only then removes the files of the head before:
//
//	k3v9x2.000007.a1b2c3.text   the scenario
//	k3v9x2.000007.a1b2c3.head   title, kind, time, size and hash of the text
//	slot  number  writer
//
// A draft is the head with the highest number whose text is complete. If a save
// is interrupted, the draft before is still there.
//
// The list's entry of a draft is a card of its own, so that two thousand drafts
// are listed with one request for the names of the heads and one for the cards,
// and no document is read ([Store.Cards]). A card may be missing or older than
// its draft; then the entry is made from the head. Kept versions have a head
// and a text each ([Store.Versions]). Cards, heads of versions and entries of
// studies are notes: small files whose names count up. The newest complete one
// is valid.
//
//	drafts/    the current drafts, and pieces of studies (see [Pieces])
//	cards/     k3v9x2.000012.a1b2c3                the list's entry
//	versions/  k3v9x2.000003.a1b2c3.000001.a1b2c3  the entry of version 3
//	texts/     k3v9x2.000003.a1b2c3                version 3
//	           k3v9x2.typed.000001.a1b2c3          the invalid text typed over the draft
//	           k3v9x2.steps.000001.a1b2c3          the draft's steps of undo and redo
//	studies/   3f9a….000001.a1b2c3                 the entry of a study
//	attempts/  3f9a….000001.a1b2c3                 an attempt at a challenge
//
// An earlier Gridbox sees drafts/ alone and does not change the rest. Files of
// a later one are never overwritten: see [ErrTaken] and package library.
//
// All methods wait for the file system: call them from a goroutine, never from
// a JavaScript callback.
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
	// ErrNone means that a slot has no draft.
	ErrNone = errors.New("store: there is no such draft")
	// ErrTaken means that another tab has written to the slot since this one
	// last read or wrote it.
	ErrTaken = errors.New("store: another tab has written to this draft")
	// ErrBroken means that a draft exists and cannot be read; see
	// [Store.Salvage].
	ErrBroken = errors.New("store: the draft cannot be read")
	// ErrFull means that the browser has no room left for this site.
	ErrFull = errors.New("store: the browser has no room left for this site")
)

// A Draft is one scenario being edited.
type Draft struct {
	Slot      string    // see NewSlot
	Title     string    // title in lists
	Kind      string    // the problem kind
	Saved     time.Time // time of the save; set by Save if zero
	Text      []byte    // the document
	TypedText string    // in a note, the invalid text typed over it; see [Store.TypedText]
	// History is, in a note, the draft's steps of undo and redo; see [Store.History].
	History    History
	SaveNumber int  // number of the save in this library; see [library.Card]
	FromNewer  bool // whether a later Gridbox saved it: it can be read but not written

	saveName string // the name of the save that it was read from
}

// A Store keeps drafts.
type Store struct {
	mu             sync.Mutex
	files          files
	durable        bool
	reason         string
	writer         string         // a name for the files that this tab writes
	knownNumbers   map[string]int // the number of a slot's draft that this store last read or wrote
	fromNewer      map[string]bool
	lastSaveNumber int                     // number of the last known save
	cards          map[string]library.Card // as last listed, with later changes of this store; nil before
	notes          map[string]cardNote     // the notes of cards by their names, as last read
	lossCount      int                     // the number of losses of the files at that time
	pause          func()                  // lets the page draw and handle events during long work
	// digest hashes a text in the browser, without blocking the page; nil if
	// the browser cannot.
	digest func(text []byte) (sum []byte, ok bool)

	names     sync.Mutex // held only for a moment
	saveNames map[string][]string
}

// newStore returns a store in the given files.
func newStore(f files, durable bool, why string) *Store {
	return &Store{files: f, durable: durable, reason: why, writer: NewSlot(), knownNumbers: map[string]int{},
		fromNewer: map[string]bool{}, saveNames: map[string][]string{}}
}

// bases returns the name of the newest known save of a slot, "" for none,
// followed by that of a save in progress. It does not block.
func (s *Store) bases(slot string) []string {
	s.names.Lock()
	defer s.names.Unlock()
	if list := s.saveNames[slot]; list != nil {
		return list
	}
	return []string{""}
}

func (s *Store) name(slot string, bases ...string) {
	s.names.Lock()
	s.saveNames[slot] = bases
	s.names.Unlock()
}

// Durable reports whether drafts outlive the tab, and if not, why, in a
// sentence for a person.
func (s *Store) Durable() (bool, string) { return s.durable, s.reason }

// Losses returns how often the files were removed while they were open. Earlier saves are lost then.
func (s *Store) Losses() int {
	if m, ok := s.files.(*medium); ok {
		return m.losses()
	}
	return 0
}

// Save replaces the slot's draft by a new file and removes the former ones. It returns ErrTaken if another tab or a
// later Gridbox has saved the slot. If writing fails, the former draft stays.
func (s *Store) Save(d Draft) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !validSlot(d.Slot) {
		return fmt.Errorf("store: %q is not the name of a slot", d.Slot)
	}
	all, err := s.entries(d.Slot)
	if err != nil {
		return wrapQuotaError(err)
	}
	if s.fromNewer[d.Slot] {
		return ErrTaken
	}
	newest := s.knownNumbers[d.Slot]
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
	d.SaveNumber = s.lastSaveNumber + 1
	base := s.bases(d.Slot)[0]
	s.name(d.Slot, base, mine.name())
	h, err := s.write(mine, d)
	if err != nil {
		s.files.Remove(mine.head())
		s.files.Remove(mine.text())
		return wrapQuotaError(err)
	}
	s.name(d.Slot, mine.name())
	s.knownNumbers[d.Slot], s.lastSaveNumber = mine.number, d.SaveNumber
	if s.cards != nil {
		c := h.card(d.Slot, s.cards[d.Slot])
		c.SaveName = mine.name()
		s.cards[d.Slot] = c
	}
	for _, e := range all {
		if e.slot == d.Slot && e.number < mine.number {
			s.drop(e)
		}
	}
	return nil
}

// mine reports whether this store, too, has written an entry of this number: then two tabs have written at the same
// time.
func (s *Store) mine(all []entry, e entry) bool {
	return slices.ContainsFunc(all, func(o entry) bool {
		return o.slot == e.slot && o.number == e.number && o.writer == s.writer
	})
}

// write writes the text, then the head. The draft is saved when the head is
// complete.
func (s *Store) write(e entry, d Draft) (head, error) {
	h := head{Title: d.Title, Kind: d.Kind, Saved: d.Saved.UnixMilli(), Size: len(d.Text), Hash: s.hash(d.Text),
		SaveNumber: d.SaveNumber, Format: library.Format}
	if err := s.files.Write(e.text(), d.Text); err != nil {
		return h, err
	}
	line, err := json.Marshal(h)
	if err != nil {
		return h, err
	}
	return h, s.files.Write(e.head(), line)
}

// Load returns the draft of a slot. Afterwards this store may save to the slot. It returns ErrNone or ErrBroken if
// there is no complete draft.
func (s *Store) Load(slot string) (Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries(slot)
	if err != nil {
		return Draft{}, err
	}
	d, err := s.newestDraft(all, slot)
	if err != nil {
		return Draft{}, err
	}
	s.name(slot, d.saveName)
	s.fromNewer[slot] = d.FromNewer
	for _, e := range all { // an incomplete later one counts, although it is no draft
		if e.slot == slot {
			s.knownNumbers[slot] = max(s.knownNumbers[slot], e.number)
		}
	}
	return d, nil
}

// Peek returns the draft of a slot without the right to save to it.
func (s *Store) Peek(slot string) (Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries(slot)
	if err != nil {
		return Draft{}, err
	}
	return s.newestDraft(all, slot)
}

// newestDraft returns the last complete draft of a slot. It returns ErrNone if the slot has no files, and ErrBroken if
// none of them is complete.
func (s *Store) newestDraft(all []entry, slot string) (Draft, error) {
	err := ErrNone
	for _, e := range sortedNewestFirst(all) {
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

// typedPrefix returns the prefix of the notes with the text typed over a draft.
func typedPrefix(slot string) string { return "texts/" + slot + ".typed." }

// TypedText returns the invalid text that was typed over a draft, "" if there is none or it cannot be read.
func (s *Store) TypedText(slot string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, _, _ := s.note(typedPrefix(slot))
	return string(text)
}

// SetTypedText stores the invalid text typed over a draft; an empty one removes it.
func (s *Store) SetTypedText(slot, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	names, err := s.files.Names(typedPrefix(slot))
	switch {
	case err != nil || text == "" && len(names) == 0:
		return err
	case text == "":
		return s.clear(typedPrefix(slot))
	}
	return s.writeNote(typedPrefix(slot), names, []byte(text))
}

// Salvage returns the longest text of the saves of a draft that cannot be read. It returns ErrNone if there is no
// text.
func (s *Store) Salvage(slot string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries(slot)
	var best []byte
	for _, e := range sortedNewestFirst(all) {
		if text, wrong := s.files.Read(e.text()); wrong == nil && len(text) > len(best) {
			best = text
		}
	}
	if best == nil && err == nil {
		err = ErrNone
	}
	return best, err
}

// read returns a complete draft, and false for an incomplete one.
func (s *Store) read(e entry) (Draft, bool) {
	h, ok := s.readHead(e)
	if !ok {
		return Draft{}, false
	}
	text, err := s.files.Read(e.text())
	if err != nil || len(text) != h.Size || s.hash(text) != h.Hash {
		return Draft{}, false
	}
	s.lastSaveNumber = max(s.lastSaveNumber, h.SaveNumber)
	d := h.draft(e.slot)
	d.Text, d.saveName = text, e.name()
	return d, true
}

// Pause lets the page draw and handle events, if there is a page.
func (s *Store) Pause() {
	if s.pause != nil {
		s.pause()
	}
}

// longTextLength is the length of a text from which the browser hashes it.
const longTextLength = 1 << 18

// hash returns the digest of a text. It yields to the page within long texts.
func (s *Store) hash(text []byte) string {
	if s.digest != nil && len(text) >= longTextLength {
		if sum, ok := s.digest(text); ok {
			return fmt.Sprintf("%x", sum)
		}
	}
	return fmt.Sprintf("%x", sha256.SumWith(text, s.pause))
}

// HashOf returns the digest by which cards identify a text.
func HashOf(text []byte) string { return fmt.Sprintf("%x", sha256.Sum(text)) }

func (s *Store) readHead(e entry) (head, bool) {
	var h head
	line, err := s.files.Read(e.head())
	return h, err == nil && json.Unmarshal(line, &h) == nil && h.Hash != ""
}

// List returns all drafts that are not in the trash, without their texts, the
// last saved first; unreadable ones are left out.
func (s *Store) List() ([]Draft, error) {
	cards, err := s.Cards()
	if err != nil {
		return nil, err
	}
	return draftsFromCards(cards), nil
}

func draftsFromCards(cards []library.Card) (drafts []Draft) {
	for i := range cards {
		if c := &cards[i]; !c.IsTrashed() && c.ReadError == "" {
			drafts = append(drafts, Draft{Slot: c.Slot, Title: c.Title, Kind: c.Kind, Saved: time.UnixMilli(c.Saved),
				SaveNumber: c.SaveNumber, FromNewer: c.IsFromNewer()})
		}
	}
	return drafts
}

// Remove removes the draft of a slot with its versions. It is no error if there
// is none.
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
	delete(s.knownNumbers, slot)
	delete(s.cards, slot)
	s.name(slot, "")
	return err
}

// clear removes all files whose names begin with prefix.
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

// wrapQuotaError returns ErrFull for an exceeded quota, which the user can resolve, and any other error unchanged.
func wrapQuotaError(err error) error {
	if strings.Contains(strings.ToLower(err.Error()), "quota") {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}
