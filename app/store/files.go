package store

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// files is the part of a file system that a library needs. A name without a slash is a file among the drafts,
// "cards/x" one in another folder; the package comment lists them. Write need not be atomic; an interrupted one may
// leave a file empty or incomplete.
type files interface {
	Write(name string, data []byte) error
	Read(name string) ([]byte, error)
	// Remove deletes a file. It is no error if there is none.
	Remove(name string) error
	// Names lists the files whose names begin with prefix, in any order.
	Names(prefix string) ([]string, error)
	// ReadAll reads these files together and returns them by their names.
	ReadAll(prefix string) (map[string][]byte, error)
}

// root is the folder of drafts and of the pieces of studies, once the only one; the package comment lists the others.
const root = "drafts"

// path returns the path of a file.
func path(name string) string {
	if strings.Contains(name, "/") {
		return name
	}
	return root + "/" + name
}

// splitPrefix splits the prefix of names into the folder, the part before the names of its files, and the beginning of
// these names.
func splitPrefix(prefix string) (dir, before, begin string) {
	if dir, begin, ok := strings.Cut(prefix, "/"); ok {
		return dir, dir + "/", begin
	}
	return root, "", prefix
}

// memoryFiles has files that last as long as the page, by their paths.
type memoryFiles struct {
	mu    sync.Mutex
	files map[string][]byte
}

func openMemory() *memoryFiles { return &memoryFiles{files: map[string][]byte{}} }

func (m *memoryFiles) Write(name string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[path(name)] = slices.Clone(data)
	return nil
}

func (m *memoryFiles) Read(name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.files[path(name)]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return slices.Clone(data), nil
}

func (m *memoryFiles) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.files, path(name))
	return nil
}

func (m *memoryFiles) Names(prefix string) (names []string, err error) {
	all, err := m.ReadAll(prefix)
	return slices.Collect(maps.Keys(all)), err
}

// ReadAll returns copies of the files whose names begin with prefix. Its error is always nil.
func (m *memoryFiles) ReadAll(prefix string) (map[string][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string][]byte{}
	_, before, _ := splitPrefix(prefix)
	for at, data := range m.files {
		if strings.HasPrefix(at, path(prefix)) {
			_, name, _ := strings.Cut(at, "/")
			all[before+name] = slices.Clone(data)
		}
	}
	return all, nil
}

// Memory returns a store that lasts as long as the page; why tells the user why
// there is no permanent one.
func Memory(why string) *Store { return newStore(openMemory(), false, why) }

// A medium has files that may be removed while they are open, because the user clears the browser's data or deletes
// the database. It then opens them again, empty, and repeats the operation.
type medium struct {
	open func() (files, error)

	mu        sync.Mutex
	current   files
	lossCount int // number of times that the files were removed
}

// isClosedError reports whether an error means that the files are no longer open. IndexedDB reports an invalid state,
// or does not find its stores. Some errors arrive only as the browser's text, without the name.
func isClosedError(err error) bool {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return false
	}
	text := err.Error()
	for _, sign := range []string{"InvalidStateError", "connection is clos", "NotFoundError",
		"object stores was not found",
		"closed database", "did not allow mutations", "object could not be found"} { // messages of Firefox
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

// try runs an operation on the files, and once more with newly opened ones if
// they were removed.
func (m *medium) try(do func(files) error) error {
	m.mu.Lock()
	f, lost := m.current, m.lossCount
	m.mu.Unlock()
	err := do(f)
	if !isClosedError(err) {
		return err
	}
	m.mu.Lock()
	if m.lossCount == lost { // no other goroutine has opened them meanwhile
		again, wrong := m.open()
		if wrong != nil {
			m.mu.Unlock()
			return err
		}
		m.current, m.lossCount = again, m.lossCount+1
	}
	f = m.current
	m.mu.Unlock()
	return do(f)
}

// losses returns how often the files were removed.
func (m *medium) losses() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lossCount
}

func (m *medium) Write(name string, data []byte) error {
	return m.try(func(f files) error { return f.Write(name, data) })
}

func (m *medium) Read(name string) (data []byte, err error) {
	err = m.try(func(f files) error {
		data, err = f.Read(name)
		return err
	})
	return data, err
}

func (m *medium) Remove(name string) error {
	return m.try(func(f files) error { return f.Remove(name) })
}

func (m *medium) Names(prefix string) (names []string, err error) {
	err = m.try(func(f files) error {
		names, err = f.Names(prefix)
		return err
	})
	return names, err
}

func (m *medium) ReadAll(prefix string) (all map[string][]byte, err error) {
	err = m.try(func(f files) error {
		all, err = f.ReadAll(prefix)
		return err
	})
	return all, err
}
