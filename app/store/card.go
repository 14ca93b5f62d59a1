package store

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gridbox/app/library"
	"gridbox/core/sorting"
)

// Cards lists all drafts, the last saved first, including drafts in the trash and unreadable ones. It reads the names
// of the drafts and cards, and the new cards; it reads a head if a draft's card is missing or outdated.
func (s *Store) Cards() ([]library.Card, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries("")
	if err != nil {
		return nil, err
	}
	cards, err := s.newestCards()
	if err != nil {
		return nil, err
	}
	s.cards = make(map[string]library.Card, len(cards))
	for slot, e := range newestBySlot(all) {
		c, known := cards[slot]
		if !known || c.SaveName != e.name() {
			c = s.recard(all, e, c)
		}
		c.Slot = slot
		s.lastSaveNumber = max(s.lastSaveNumber, c.SaveNumber)
		s.cards[slot] = c
	}
	return s.knownCards(), nil
}

// CachedCards returns the known cards without reading files, and false if they were
// never listed. It blocks no longer than a save takes.
func (s *Store) CachedCards() ([]library.Card, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.knownCards(), s.cards != nil
}

// KnownCards returns the cards as last listed, with the changes of this store since,
// without reading files; it lists them if they were never listed.
func (s *Store) KnownCards() ([]library.Card, error) {
	s.mu.Lock()
	if s.cards != nil {
		defer s.mu.Unlock()
		return s.knownCards(), nil
	}
	s.mu.Unlock()
	return s.Cards()
}

// Recent returns the drafts that were saved last, at most limit, without those
// in the trash or unreadable. It sorts no more than it returns, because every
// save calls it.
func (s *Store) Recent(limit int) ([]Draft, error) {
	s.mu.Lock()
	listed := s.cards != nil
	s.mu.Unlock()
	if !listed {
		if _, err := s.Cards(); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var last []library.Card
	for _, c := range s.cards {
		if c.IsTrashed() || c.ReadError != "" || len(last) == limit && !c.After(&last[limit-1]) {
			continue
		}
		at := len(last)
		for at > 0 && c.After(&last[at-1]) {
			at--
		}
		last = sorting.Insert(last, at, c)[:min(len(last)+1, limit)]
	}
	return draftsFromCards(last), nil
}

func (s *Store) knownCards() []library.Card {
	list := make([]library.Card, 0, len(s.cards))
	for _, c := range s.cards {
		list = append(list, c)
	}
	library.SortLatestFirst(list)
	return list
}

// recard returns a card made from the heads of a slot. It is used if no card belongs to the last save.
func (s *Store) recard(all []entry, last entry, old library.Card) library.Card {
	if h, ok := s.readHead(last); ok && last.headed {
		c := h.card(last.slot, old)
		c.SaveName = last.name()
		return c
	}
	for _, e := range sortedNewestFirst(all) { // the last head may be half written
		if e.slot == last.slot && e.headed {
			if h, ok := s.readHead(e); ok {
				c := h.card(e.slot, old)
				c.SaveName = e.name()
				return c
			}
		}
	}
	c := old
	c.Slot, c.SaveName = last.slot, last.name()
	c.ReadError = "Saving it was interrupted, or the browser has lost a part of it."
	return c
}

// A cardNote is a note of a card as it was read. It may be incomplete, either permanently or while another tab writes
// it.
type cardNote struct {
	card  library.Card
	whole bool // whether it has the end mark of notes
	ok    bool // it has the expected contents
}

// Up to cardsSingly unknown cards are read one by one, more with one request. After every cardsAtOnce cards the page
// may draw and handle events.
const (
	cardsSingly = 12
	cardsAtOnce = 64
)

// newestCards returns the last complete card of each slot. A complete note
// never changes, so that known ones are not read again.
func (s *Store) newestCards() (map[string]library.Card, error) {
	if now := s.Losses(); now != s.lossCount {
		s.lossCount, s.notes = now, nil
	}
	notes, err := s.readNotes()
	if err != nil {
		return nil, err
	}
	s.notes = notes
	last := map[string]noteName{}
	for name, read := range notes {
		n, ok := parseNote(strings.TrimPrefix(name, "cards/"))
		if ok && read.whole && n.replaces(last[n.subject]) {
			last[n.subject] = n
		}
	}
	cards := make(map[string]library.Card, len(last))
	for slot, n := range last {
		if read := notes["cards/"+n.String()]; read.ok {
			cards[slot] = read.card
		}
	}
	return cards, nil
}

// readNotes reads the notes that are not known, except those deleted meanwhile.
func (s *Store) readNotes() (map[string]cardNote, error) {
	notes := make(map[string]cardNote, len(s.notes))
	texts := map[string][]byte{}
	var fresh []string
	if s.notes != nil {
		names, err := s.files.Names("cards/")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if n, known := s.notes[name]; known && n.whole {
				notes[name] = n
			} else {
				fresh = append(fresh, name)
			}
		}
	}
	if s.notes == nil || len(fresh) > cardsSingly {
		clear(notes)
		var err error
		if texts, err = s.files.ReadAll("cards/"); err != nil {
			return nil, err
		}
		fresh = nil
	}
	for _, name := range fresh {
		if text, err := s.files.Read(name); err == nil {
			texts[name] = text
		}
	}
	taken := 0
	for name, text := range texts {
		n := s.notes[name]
		if !n.whole {
			if n.whole = bytes.HasSuffix(text, endMark); n.whole {
				n.card, n.ok = library.ReadCard(text[:len(text)-len(endMark)])
			}
			if taken++; taken%cardsAtOnce == 0 {
				s.Pause()
			}
		}
		notes[name] = n
	}
	return notes, nil
}

// Describe sets the list's entry of a draft in the state that this store has saved or read last; the user's marks
// stay.
func (s *Store) Describe(c library.Card) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries(c.Slot)
	if err != nil {
		return err
	}
	e, ok := newestBySlot(all)[c.Slot]
	if !ok || e.number != s.knownNumbers[c.Slot] {
		return nil // another tab has saved since, and describes its save
	}
	return s.updateCard(c.Slot, e, func(old library.Card) library.Card {
		h, _ := s.readHead(e)
		fresh := h.card(c.Slot, old)
		fresh.SizeText, fresh.Best, fresh.Face = c.SizeText, c.Best, c.Face
		return fresh
	})
}

// Mark changes the user's marks on a draft.
func (s *Store) Mark(slot string, change func(*library.Marks)) error {
	return s.change(slot, func(c *library.Card) { change(&c.Marks) })
}

// change changes the card of a slot.
func (s *Store) change(slot string, f func(*library.Card)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	all, err := s.entries(slot)
	if err != nil {
		return err
	}
	e, ok := newestBySlot(all)[slot]
	if !ok {
		return ErrNone
	}
	return s.updateCard(slot, e, func(old library.Card) library.Card {
		if old.SaveName != e.name() {
			old = s.recard(all, e, old)
		}
		f(&old)
		return old
	})
}

// updateCard writes the card of a slot that f returns for the previous one. f gets an empty card if the previous one is
// missing or malformed. The new card refers to the draft's file e. updateCard returns an error if the browser cannot
// read or write.
func (s *Store) updateCard(slot string, e entry, f func(old library.Card) library.Card) error {
	text, names, err := s.note("cards/" + slot + ".")
	if err != nil {
		return err
	}
	old, _ := library.ReadCard(text)
	old.Slot = slot
	c := f(old)
	c.Slot, c.SaveName = slot, e.name()
	if s.cards != nil {
		s.cards[slot] = c
	}
	return s.writeNote("cards/"+slot+".", names, c.Text())
}

// A noteName is the name of a note: its subject, its number and its writer.
type noteName struct {
	subject string
	number  int
	writer  string
}

func (n noteName) String() string { return fmt.Sprintf("%s.%06d.%s", n.subject, n.number, n.writer) }

// replaces reports whether a note replaces another. Two notes with the same number were written by two tabs at the same
// time; any order does as long as all tabs use the same.
func (n noteName) replaces(o noteName) bool {
	return n.number > o.number || n.number == o.number && n.writer > o.writer
}

func parseNote(name string) (n noteName, ok bool) {
	rest, writer, ok := cutLast(name)
	of, digits, also := cutLast(rest)
	number, err := strconv.Atoi(digits)
	return noteName{of, number, writer}, ok && also && err == nil && number > 0 && validSlot(writer)
}

func cutLast(name string) (before, after string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}

// note returns the newest complete note whose name begins with prefix, nil if
// there is none, and the names of all.
func (s *Store) note(prefix string) (text []byte, names []string, err error) {
	if names, err = s.files.Names(prefix); err != nil {
		return nil, nil, err
	}
	sorting.Sort(names, func(a, b string) int {
		x, _ := parseNote(a)
		y, _ := parseNote(b)
		switch {
		case x.replaces(y):
			return -1
		case y.replaces(x):
			return 1
		}
		return 0
	})
	for _, name := range names {
		text, err := s.files.Read(name)
		if err == nil && bytes.HasSuffix(text, endMark) {
			return text[:len(text)-len(endMark)], names, nil
		}
	}
	return nil, names, nil
}

// writeNote writes a note with the next number after the given names, and removes
// these.
func (s *Store) writeNote(prefix string, names []string, text []byte) error {
	number := 0
	for _, name := range names {
		if n, ok := parseNote(name); ok {
			number = max(number, n.number)
		}
	}
	name := prefix + fmt.Sprintf("%06d.%s", number+1, s.writer)
	if err := s.files.Write(name, append(text, endMark...)); err != nil {
		s.files.Remove(name)
		return wrapQuotaError(err)
	}
	var err error
	for _, old := range names {
		err = errors.Join(err, s.files.Remove(old))
	}
	return err
}
