package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gridbox/app/library"
)

// versionName is the name of a version: slot, count and the tab that wrote it. If two tabs write a version with the
// same count, both stay.
type versionName struct {
	noteName
	head string // the prefix of the names of its head
}

// Versions returns the versions of a draft, the first one first. No text is
// read.
func (s *Store) Versions(slot string) ([]library.Version, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, _, err := s.versions(slot)
	return list, err
}

// versions returns the versions of a slot in order, and their names. It reads only the newest head of each version,
// and skips incomplete and malformed heads.
func (s *Store) versions(slot string) ([]library.Version, []versionName, error) {
	texts, err := s.files.ReadAll("versions/" + slot + ".")
	if err != nil {
		return nil, nil, err
	}
	last := map[string]noteName{} // the newest head of each version
	for name, text := range texts {
		n, ok := parseNote(strings.TrimPrefix(name, "versions/"))
		if ok && bytes.HasSuffix(text, endMark) && n.replaces(last[n.subject]) {
			last[n.subject] = n
		}
	}
	type both struct {
		version library.Version
		name    versionName
	}
	var all []both
	for of, n := range last {
		name, ok := parseNote(of)
		text := texts["versions/"+n.String()]
		var v library.Version
		if ok && json.Unmarshal(text[:len(text)-len(endMark)], &v) == nil {
			v.Count = name.number
			all = append(all, both{v, versionName{name, "versions/" + of + "."}})
		}
	}
	library.Sort(all, func(a, b *both) int {
		return cmp.Or(cmp.Compare(a.name.number, b.name.number), strings.Compare(a.name.writer, b.name.writer))
	})
	list, names := make([]library.Version, len(all)), make([]versionName, len(all))
	for i, b := range all {
		list[i], names[i] = b.version, b.name
		list[i].ID = b.name.String()
	}
	return list, names, nil
}

// AddVersion keeps a version of a draft, and thins the earlier ones by their
// age at now. It is written completely or not at all.
func (s *Store) AddVersion(slot string, v library.Version, text []byte, now int64) error {
	list, err := s.addVersion(slot, v, text, now)
	if err != nil {
		return err
	}
	return s.setVersionCount(slot, list)
}

// addVersion writes a version and drops the earlier ones that library.PruneIndices selects. It returns the remaining
// versions. If writing fails, it removes what it wrote and returns an error.
func (s *Store) addVersion(slot string, v library.Version, text []byte, now int64) ([]library.Version, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !validSlot(slot) {
		return nil, fmt.Errorf("store: %q is not the name of a slot", slot)
	}
	list, names, err := s.versions(slot)
	if err != nil {
		return nil, err
	}
	n := versionName{noteName: noteName{slot, 1, s.writer}}
	if len(list) > 0 {
		n.number = list[len(list)-1].Count + 1
	}
	v.Count, v.Format, v.Bytes, v.Hash = n.number, library.Format, len(text), s.hash(text)
	v.ID = n.String()
	n.head = "versions/" + v.ID + "."
	if err := s.files.Write("texts/"+v.ID, text); err != nil {
		s.files.Remove("texts/" + v.ID)
		return nil, wrapQuotaError(err)
	}
	if err := s.reversion(n, v); err != nil {
		s.files.Remove("texts/" + v.ID)
		return nil, err
	}
	list, names = append(list, v), append(names, n)
	for _, i := range slices.Backward(library.PruneIndices(list, now)) {
		err = errors.Join(err, s.dropVersion(names[i]))
		list, names = slices.Delete(list, i, i+1), slices.Delete(names, i, i+1)
	}
	return list, err
}

// reversion writes the entry of a version.
func (s *Store) reversion(n versionName, v library.Version) error {
	names, err := s.files.Names(n.head)
	if err != nil {
		return err
	}
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.writeNote(n.head, names, line)
}

// dropVersion removes a version, its head first.
func (s *Store) dropVersion(n versionName) error {
	return errors.Join(s.clear(n.head), s.files.Remove("texts/"+n.String()))
}

// setVersionCount sets the number of versions on the card of a draft.
func (s *Store) setVersionCount(slot string, list []library.Version) error {
	named := 0
	for _, v := range list {
		if v.Name != "" {
			named++
		}
	}
	err := s.change(slot, func(c *library.Card) { c.Versions, c.NamedVersions = len(list), named })
	if errors.Is(err, ErrNone) {
		return nil // the draft is gone
	}
	return err
}

// Reword changes the entry of a version, such as its name.
func (s *Store) Reword(slot, id string, change func(*library.Version)) error {
	list, err := s.reword(slot, id, change)
	if err != nil {
		return err
	}
	return s.setVersionCount(slot, list)
}

// reword changes the entry of a version and returns all versions. It returns ErrNone if the version does not exist or
// was written by a later Gridbox.
func (s *Store) reword(slot, id string, change func(*library.Version)) ([]library.Version, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, names, err := s.versions(slot)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(v library.Version) bool { return v.ID == id })
	if i < 0 || list[i].IsFromNewer() {
		return nil, ErrNone
	}
	change(&list[i])
	return list, s.reversion(names[i], list[i])
}

// VersionText returns the text of a version.
func (s *Store) VersionText(slot, id string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, _, err := s.versions(slot)
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		if v.ID != id {
			continue
		}
		text, err := s.files.Read("texts/" + id)
		if err != nil || len(text) != v.Bytes || s.hash(text) != v.Hash {
			return nil, ErrBroken
		}
		return text, nil
	}
	return nil, ErrNone
}
