package store

import (
	"encoding/json"
	"slices"
)

// A Step is one step of undo or redo: the edit that turns a text into the text
// of the draft before, or after it.
type Step struct {
	Name string `json:"name"` // "move Lyon"
	From int    `json:"from"`
	Cut  int    `json:"cut"`
	Text string `json:"text"`
}

// NewStep returns the step that makes one text of another.
func NewStep(name string, text, other []byte) Step {
	from, cut, put := stretch(text, other)
	return Step{name, from, cut, put}
}

// Apply returns the text after the step, and false if the step does not fit the
// text.
func (st *Step) Apply(text []byte) ([]byte, bool) {
	if st.From < 0 || st.Cut < 0 || st.From > len(text) || st.Cut > len(text)-st.From {
		return nil, false
	}
	return slices.Concat(text[:st.From], []byte(st.Text), text[st.From+st.Cut:]), true
}

// A History is the steps of undo and of redo from a draft, the nearest first.
// Each step applies to the text that the one before it made.
type History struct {
	Past   []Step `json:"past,omitempty"`
	Future []Step `json:"future,omitempty"`
}

// Empty reports whether there are no steps.
func (h *History) Empty() bool { return len(h.Past) == 0 && len(h.Future) == 0 }

// historyFormat is the version of the file. A file of another version is ignored.
const historyFormat = 1

// A historyFile is the file of a history, with the hash of the text that it belongs to.
type historyFile struct {
	Format   int    `json:"format"`
	TextHash string `json:"of"`
	History
}

// historyPrefix returns the prefix of the names of a draft's history.
func historyPrefix(slot string) string { return "texts/" + slot + ".steps." }

// SetHistory replaces the stored history of a draft's text. If there is no space for it, the draft has none.
func (s *Store) SetHistory(slot string, text []byte, h History) error {
	line, err := json.Marshal(historyFile{historyFormat, s.hash(text), h})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	names, err := s.files.Names(historyPrefix(slot))
	if err != nil || h.Empty() && len(names) == 0 {
		return err
	}
	if h.Empty() {
		return s.clear(historyPrefix(slot))
	}
	if err := s.writeNote(historyPrefix(slot), names, line); err != nil {
		s.clear(historyPrefix(slot)) // it belongs to another text
		return err
	}
	return nil
}

// History returns the history of a draft's text. It is empty if none is kept,
// or if it belongs to another text or another version of Gridbox.
func (s *Store) History(slot string, text []byte) History {
	hash := s.hash(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	var k historyFile
	line, _, _ := s.note(historyPrefix(slot))
	if json.Unmarshal(line, &k) != nil || k.Format != historyFormat || k.TextHash != hash {
		return History{}
	}
	return k.History
}
