package store

import (
	"errors"

	"github.com/hack-pad/hackpadfs"
	"github.com/hack-pad/hackpadfs/mem"
)

// files is the little of a file system that drafts need: one flat folder.
// Nothing is asked of Write beyond writing; an interrupted one may leave a file
// empty or half.
type files interface {
	Write(name string, data []byte) error
	Read(name string) ([]byte, error)
	// Remove deletes a file; there need be none.
	Remove(name string) error
	Names() ([]string, error)
}

// folder is the folder "drafts" of a hackpadfs file system.
type folder struct{ fs hackpadfs.FS }

const root = "drafts"

// openFolder makes the folder where it does not exist.
func openFolder(fs hackpadfs.FS) (folder, error) {
	return folder{fs}, hackpadfs.MkdirAll(fs, root, 0o700)
}

func (f folder) Write(name string, data []byte) error {
	return hackpadfs.WriteFullFile(f.fs, root+"/"+name, data, 0o600)
}

func (f folder) Read(name string) ([]byte, error) { return hackpadfs.ReadFile(f.fs, root+"/"+name) }

func (f folder) Remove(name string) error {
	err := hackpadfs.Remove(f.fs, root+"/"+name)
	if errors.Is(err, hackpadfs.ErrNotExist) {
		return nil
	}
	return err
}

func (f folder) Names() ([]string, error) {
	entries, err := hackpadfs.ReadDir(f.fs, root)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, err
}

// Memory makes a store that lasts as long as the page; why says to a person
// why there is none that lasts longer.
func Memory(why string) *Store {
	fs, err := mem.NewFS()
	if err == nil {
		var f folder
		if f, err = openFolder(fs); err == nil {
			return newStore(f, false, why)
		}
	}
	panic("store: a file system in memory cannot fail: " + err.Error())
}
