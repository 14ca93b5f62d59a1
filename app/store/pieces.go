package store

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gridbox/app/library"
)

// KeepStudies is the maximal number of stored studies; a further one removes the study that was not extended for the
// longest time. The library lists them and the user can remove them, so this is far more than a user keeps.
const KeepStudies = 200

// Pieces keep the results of studies, piece after piece, so that a long study
// survives a reload. A study is named by letters and digits, such as the digest
// of its document; the contents of a piece are defined by the caller.
//
//	3f9a….000012.1732150000000   study, piece, when it was written
//
// A piece ends with a mark, so that an interrupted one is recognised and
// ignored. Methods wait for the file system.
type Pieces struct {
	mu    *sync.Mutex
	files files
	store *Store
}

// Pieces returns the stored studies, which are in the folder of the drafts; their names differ, and the two are never
// written at the same time.
func (s *Store) Pieces() *Pieces { return &Pieces{&s.mu, s.files, s} }

// parsePieceName parses the name of a piece.
func parsePieceName(name string) (study string, written int, ok bool) {
	parts := strings.Split(name, ".")
	if len(parts) != 3 {
		return "", 0, false
	}
	written, err := strconv.Atoi(parts[2])
	return parts[0], written, err == nil
}

// endMark is the end mark of every piece.
var endMark = []byte("\nwhole")

// Add keeps a piece.
func (p *Pieces) Add(study string, number int, text []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !validSlot(study) {
		return fmt.Errorf("store: %q is not the name of a study", study)
	}
	name := fmt.Sprintf("%s.%06d.%d", study, number, time.Now().UnixMilli())
	if err := p.files.Write(name, append(bytes.Clone(text), endMark...)); err != nil {
		p.files.Remove(name)
		return wrapQuotaError(err)
	}
	return p.prune(study)
}

// Load returns the pieces of a study in order.
func (p *Pieces) Load(study string) ([][]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	names, err := p.files.Names(study + ".")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var list [][]byte
	for _, name := range names {
		if id, _, ok := parsePieceName(name); !ok || id != study {
			continue
		}
		if text, err := p.files.Read(name); err == nil && bytes.HasSuffix(text, endMark) {
			list = append(list, text[:len(text)-len(endMark)])
		}
	}
	return list, nil
}

// Remove removes the pieces of a study. It is no error if there are none.
func (p *Pieces) Remove(study string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.remove(study)
}

func (p *Pieces) remove(study string) error {
	names, err := p.files.Names(study + ".")
	for _, name := range names {
		if id, _, ok := parsePieceName(name); ok && id == study {
			err = errors.Join(err, p.files.Remove(name))
		}
	}
	return err
}

// Forget removes a study with its entry in the list.
func (p *Pieces) Forget(study string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !validSlot(study) {
		return fmt.Errorf("store: %q is not the name of a study", study)
	}
	return errors.Join(p.remove(study), p.store.clear("studies/"+study+"."))
}

// Describe sets the list's entry of a study.
func (p *Pieces) Describe(study library.Study) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !validSlot(study.Key) {
		return fmt.Errorf("store: %q is not the name of a study", study.Key)
	}
	prefix := "studies/" + study.Key + "."
	text, names, err := p.store.note(prefix)
	if err != nil {
		return err
	}
	if old, ok := library.ReadStudy(text); ok && old.Format > library.Format {
		return nil // the entry was written by a later Gridbox
	}
	return p.store.writeNote(prefix, names, study.Lines())
}

// List returns all kept studies, the last one first. A study that was kept
// before there was a list has neither title nor document.
func (p *Pieces) List() ([]library.Study, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	names, err := p.files.Names("")
	if err != nil {
		return nil, err
	}
	texts, err := p.files.ReadAll("studies/")
	if err != nil {
		return nil, err
	}
	last := map[string]noteName{}
	found := map[string]library.Study{}
	for name, text := range texts {
		n, ok := parseNote(strings.TrimPrefix(name, "studies/"))
		if !ok || !bytes.HasSuffix(text, endMark) || !n.replaces(last[n.subject]) {
			continue
		}
		if study, ok := library.ReadStudy(text[:len(text)-len(endMark)]); ok {
			study.Key = n.subject
			last[n.subject], found[n.subject] = n, study
		}
	}
	kept := map[string]bool{}
	for _, name := range names {
		id, when, ok := parsePieceName(name)
		if !ok {
			continue
		}
		study, ok := found[id]
		if !ok {
			study = library.Study{Key: id}
		}
		study.Saved = max(study.Saved, int64(when))
		found[id], kept[id] = study, true
	}
	var list []library.Study
	for id, study := range found {
		if kept[id] { // otherwise it has no results yet
			list = append(list, study)
		}
	}
	library.Sort(list, func(a, b *library.Study) int {
		return cmp.Or(cmp.Compare(b.Saved, a.Saved), strings.Compare(a.Key, b.Key))
	})
	return list, nil
}

// prune removes studies beyond KeepStudies, never the one just added to.
func (p *Pieces) prune(added string) error {
	names, err := p.files.Names("")
	last := map[string]int{}
	for _, name := range names {
		if id, when, ok := parsePieceName(name); ok {
			last[id] = max(last[id], when)
		}
	}
	delete(last, added)
	for len(last) >= KeepStudies {
		oldest := ""
		for id, when := range last {
			if oldest == "" || when < last[oldest] || when == last[oldest] && id < oldest {
				oldest = id
			}
		}
		delete(last, oldest)
		err = errors.Join(err, p.remove(oldest), p.store.clear("studies/"+oldest+"."))
	}
	return err
}
