package store

import (
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"

	"gridbox/app/library"
)

// A Journal stores the last changes of drafts when a page ends. A database may not finish its requests then, so a
// journal is a small storage that writes synchronously. Its methods do not block.
type Journal interface {
	Get(slot string) string // "" if there is none
	Put(slot, text string) bool
	Drop(slot string)
	Slots() []string
}

// maxNoted is the maximal length of one note; the browser grants a site about five million characters for all of
// them.
const maxNoted = 1 << 20

// A note is a draft that was not saved yet when its page ended.
type note struct {
	BaseSaves []string `json:"after"`        // the saves that it may follow; "" for none
	BaseHash  string   `json:"of,omitempty"` // the hash of the text of a save that had not begun, which it follows too
	Title     string   `json:"title"`
	Kind      string   `json:"kind"`
	Text      string   `json:"text,omitempty"`  // the whole draft, if it is short enough,
	Edits     []edit   `json:"edits,omitempty"` // else its changes of texts that may be saved
	TypedText string   `json:"typed,omitempty"` // the invalid text typed over it
	Steps     *History `json:"steps,omitempty"` // its history
}

// An edit changes the text with the hash BaseHash.
type edit struct {
	BaseHash string `json:"of"`
	From     int    `json:"from"`
	Cut      int    `json:"cut"`
	Text     string `json:"text"`
}

// editBetween returns the edit that turns one text into another: one replaced range.
func editBetween(old, now []byte) edit {
	from, cut, text := stretch(old, now)
	return edit{BaseHash: HashOf(old), From: from, Cut: cut, Text: text}
}

// stretch returns the one range in which two texts differ: cut bytes of old from the offset from are replaced by
// text. Its ends are at whole characters of UTF-8. For equal texts cut is 0 and text is "".
func stretch(old, now []byte) (from, cut int, text string) {
	end := 0
	for least := min(len(old), len(now)); from < least && old[from] == now[from]; {
		from++
	}
	for from > 0 && (from < len(now) && !utf8.RuneStart(now[from]) || from < len(old) && !utf8.RuneStart(old[from])) {
		from-- // notes consist of whole characters
	}
	for least := min(len(old), len(now)) - from; end < least && old[len(old)-1-end] == now[len(now)-1-end]; {
		end++
	}
	for end > 0 && !utf8.RuneStart(now[len(now)-end]) {
		end--
	}
	return from, len(old) - end - from, string(now[from : len(now)-end])
}

// applyTo returns the draft's text according to the note. It reports whether the note follows the save of that name.
func (n *note) applyTo(name string, saved []byte) ([]byte, bool) {
	if n.Text != "" {
		return []byte(n.Text), slices.Contains(n.BaseSaves, name) || n.BaseHash != "" && n.BaseHash == HashOf(saved)
	}
	if len(n.Edits) > 0 {
		hash := HashOf(saved)
		for _, e := range n.Edits {
			if e.BaseHash == hash && e.From >= 0 && e.Cut >= 0 && e.From+e.Cut <= len(saved) {
				return slices.Concat(saved[:e.From], []byte(e.Text), saved[e.From+e.Cut:]), true
			}
		}
	}
	return nil, false
}

// WithJournal sets the journal for the tab's last changes.
func (t *Tab) WithJournal(j Journal) *Tab {
	t.journal = j
	return t
}

// Note stores a draft for a page that may end before it is saved, and makes a reload return to it if front is set.
// saving is the text of a save of the draft that waits or has begun, nil if there is none. saved returns the text that
// was saved last. A draft that is too long is noted as a change of these two. Note does not block. It reports whether
// the draft was noted.
func (t *Tab) Note(d Draft, front bool, saving []byte, saved func() []byte) bool {
	if t.journal == nil || !validSlot(d.Slot) {
		return false
	}
	n := note{BaseSaves: t.store.bases(d.Slot), Title: d.Title, Kind: d.Kind}
	if len(d.TypedText) < maxNoted {
		n.TypedText = d.TypedText
	}
	if len(d.Text) < maxNoted {
		n.Text = string(d.Text)
	} else {
		for _, old := range [][]byte{saved(), saving} {
			if old != nil {
				n.Edits = append(n.Edits, editBetween(old, d.Text))
			}
		}
	}
	if saving != nil {
		n.BaseHash = HashOf(saving)
	}
	if !d.History.Empty() {
		n.Steps = &d.History
	}
	if !t.noteDown(d.Slot, n) {
		if n.Steps == nil {
			return false
		}
		if n.Steps = nil; !t.noteDown(d.Slot, n) { // without the history there may be enough space
			return false
		}
	}
	if front {
		t.front(d.Slot)
	}
	return true
}

// noteDown writes a note, and reports whether there was enough space.
func (t *Tab) noteDown(slot string, n note) bool {
	line, err := json.Marshal(n)
	return err == nil && len(line) <= 2*maxNoted && t.journal.Put(slot, string(line))
}

// Unnote removes the note of a draft. It does not block.
func (t *Tab) Unnote(slot string) {
	if t.journal != nil {
		t.journal.Drop(slot)
	}
}

// noteOf reads the note of a draft.
func (t *Tab) noteOf(slot string) (n note, ok bool) {
	if t.journal == nil {
		return n, false
	}
	line := t.journal.Get(slot)
	if line == "" {
		return n, false
	}
	if json.Unmarshal([]byte(line), &n) != nil || len(n.BaseSaves) == 0 {
		t.journal.Drop(slot)
		return n, false
	}
	return n, true
}

// caughtUp returns a draft of this tab with the changes noted when its page ended, and saves it. A note that does not
// follow the current save becomes a draft of its own.
func (t *Tab) caughtUp(slot string, d Draft, err error) (Draft, error) {
	n, ok := t.noteOf(slot)
	if !ok {
		return d, err
	}
	if errors.Is(err, ErrBroken) && n.Text != "" && n.BaseSaves[0] == "" { // its first save was interrupted
		t.store.Remove(slot)
		err = ErrNone
	}
	if err != nil && !errors.Is(err, ErrNone) {
		return d, err
	}
	t.store.SetTypedText(slot, n.TypedText)
	text, follows := n.applyTo(t.store.bases(slot)[0], d.Text)
	late := Draft{Slot: slot, Title: n.Title, Kind: n.Kind, Text: text}
	switch {
	case text == nil || string(text) == string(d.Text):
		t.keepSteps(slot, text, n)
		t.journal.Drop(slot)
		return d, err
	case !follows:
		late.Slot = NewSlot()
	}
	if wrong := t.store.Save(late); wrong == nil {
		t.keepSteps(late.Slot, text, n)
		t.journal.Drop(slot)
		t.store.Mark(late.Slot, func(m *library.Marks) { m.TrashedAt = 0 }) // an edited draft is not in the trash
	} else if !follows {
		return d, err // the note stays
	}
	if !follows {
		return d, err
	}
	return late, nil
}

// keepSteps keeps the history that was noted with a draft. Errors are ignored:
// the draft can be edited without it.
func (t *Tab) keepSteps(slot string, text []byte, n note) {
	if n.Steps != nil && text != nil {
		t.store.SetHistory(slot, text, *n.Steps)
	}
}

// Recover saves the noted drafts that no tab has open.
func (t *Tab) Recover() {
	if t.journal == nil {
		return
	}
	for _, slot := range t.journal.Slots() {
		t.mu.Lock()
		mine := t.heldSlots[slot]
		t.mu.Unlock()
		if !mine && validSlot(slot) && t.claims(slot) {
			d, err := t.store.Load(slot)
			t.caughtUp(slot, d, err)
		}
	}
}
