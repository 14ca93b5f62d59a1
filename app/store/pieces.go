package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// KeepStudies is how many studies stay; keeping another one removes the one
// that was added to longest ago.
const KeepStudies = 6

// Pieces keep what studies have computed, piece after piece, so that one that
// takes long survives a reload. A study is named by letters and digits, such as
// the digest of its document; what a piece holds is the caller's business.
//
//	3f9a….000012.1732150000000   study, piece, when it was written
//
// A piece ends with a mark, so that one whose writing was interrupted is known
// and left out. Methods wait for the file system.
type Pieces struct {
	mu    *sync.Mutex
	files files
}

// Pieces gives the studies, which lie among the drafts; the two are told apart
// by their names, and never write at the same time.
func (s *Store) Pieces() *Pieces { return &Pieces{&s.mu, s.files} }

// ofStudy takes the name of a piece apart.
func ofStudy(name string) (study string, written int, ok bool) {
	parts := strings.Split(name, ".")
	if len(parts) != 3 {
		return "", 0, false
	}
	written, err := strconv.Atoi(parts[2])
	return parts[0], written, err == nil
}

// whole ends every piece.
var whole = []byte("\nwhole")

// Add keeps a piece.
func (p *Pieces) Add(study string, number int, text []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !validSlot(study) {
		return fmt.Errorf("store: %q is not the name of a study", study)
	}
	name := fmt.Sprintf("%s.%06d.%d", study, number, time.Now().UnixMilli())
	if err := p.files.Write(name, append(bytes.Clone(text), whole...)); err != nil {
		p.files.Remove(name)
		return reworded(err)
	}
	return p.prune(study)
}

// Of gives the pieces of a study in order.
func (p *Pieces) Of(study string) ([][]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	names, err := p.files.Names()
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var list [][]byte
	for _, name := range names {
		if id, _, ok := ofStudy(name); !ok || id != study {
			continue
		}
		if text, err := p.files.Read(name); err == nil && bytes.HasSuffix(text, whole) {
			list = append(list, text[:len(text)-len(whole)])
		}
	}
	return list, nil
}

// Remove forgets a study; there need be none.
func (p *Pieces) Remove(study string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.remove(study)
}

func (p *Pieces) remove(study string) error {
	names, err := p.files.Names()
	for _, name := range names {
		if id, _, ok := ofStudy(name); ok && id == study {
			err = errors.Join(err, p.files.Remove(name))
		}
	}
	return err
}

// prune removes studies beyond KeepStudies, never the one just added to.
func (p *Pieces) prune(added string) error {
	names, err := p.files.Names()
	last := map[string]int{}
	for _, name := range names {
		if id, when, ok := ofStudy(name); ok {
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
		err = errors.Join(err, p.remove(oldest))
	}
	return err
}
