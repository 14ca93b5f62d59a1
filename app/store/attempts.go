package store

import (
	"bytes"
	"cmp"
	"errors"
	"strings"

	"gridbox/app/library"
)

// KeepAttempts is the number of attempts at challenges that are kept; the
// oldest are removed.
const KeepAttempts = 200

// KeepAttempt keeps an attempt and reports whether it is new: its key is the
// hash of its text, so equal attempts are kept once.
func (s *Store) KeepAttempt(t library.Attempt) (fresh bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	prefix := attemptsOf(AttemptKey(t))
	names, err := s.files.Names(prefix)
	if err != nil || len(names) > 0 {
		return false, err
	}
	if err := s.writeNote(prefix, nil, t.Line()); err != nil {
		return false, err
	}
	if names, err = s.files.Names("attempts/"); err != nil || len(names) <= KeepAttempts {
		return true, err
	}
	list, err := s.attempts()
	for i := KeepAttempts; i < len(list); i++ {
		err = errors.Join(err, s.clear(attemptsOf(AttemptKey(list[i]))))
	}
	return true, err
}

// AttemptKey names an attempt in the library.
func AttemptKey(t library.Attempt) string { return HashOf([]byte(t.Text)) }

func attemptsOf(key string) string { return "attempts/" + key[:min(len(key), 40)] + "." }

// Attempts returns the kept attempts, the last one first.
func (s *Store) Attempts() ([]library.Attempt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.attempts()
}

// attempts returns the complete attempts, the last one first; equal times are ordered by text. Incomplete and
// malformed files are skipped.
func (s *Store) attempts() ([]library.Attempt, error) {
	texts, err := s.files.ReadAll("attempts/")
	if err != nil {
		return nil, err
	}
	var list []library.Attempt
	for _, text := range texts {
		if t, ok := library.ReadAttempt(bytes.TrimSuffix(text, endMark)); ok && bytes.HasSuffix(text, endMark) {
			list = append(list, t)
		}
	}
	library.Sort(list, func(a, b *library.Attempt) int {
		return cmp.Or(cmp.Compare(b.At, a.At), strings.Compare(a.Text, b.Text))
	})
	return list, nil
}

// ForgetAttempt removes an attempt. It is no error if there is none.
func (s *Store) ForgetAttempt(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !validSlot(key[:min(len(key), 40)]) {
		return errors.New("store: this is not the key of an attempt")
	}
	return s.clear(attemptsOf(key))
}
