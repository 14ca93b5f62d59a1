// Package limited reads files and streams up to a limit, so that an endless input ends a command
// instead of filling the memory.
package limited

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// TooLongError is the error for an input that is longer than its limit.
type TooLongError struct {
	Name  string // "" for standard input
	Limit int    // in bytes
}

// Error returns the message.
func (e *TooLongError) Error() string {
	name := e.Name
	if name == "" {
		name = "standard input"
	}
	limit := strconv.Itoa(e.Limit) + " bytes"
	if e.Limit >= 1<<20 {
		limit = strconv.Itoa(e.Limit>>20) + " MiB"
	}
	return name + " is longer than " + limit + ", the limit for this input"
}

// chunk is the size of a read block.
const chunk = 1 << 18

// File returns the contents of a file. It returns a *TooLongError if there are more than limit bytes,
// for a regular file without reading it.
func File(name string, limit int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	size := int64(chunk)
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if size = info.Size(); size > int64(limit) {
			return nil, &TooLongError{name, limit}
		}
	}
	return read(f, name, limit, int(size)+1)
}

// Folder returns a folder whose files are read by File.
func Folder(name string, limit int) fs.FS { return &folder{os.DirFS(name), name, limit} }

// folder is a file system with a limit.
type folder struct {
	fs.FS
	name  string
	limit int
}

// ReadFile returns the contents of a file.
func (f *folder) ReadFile(name string) ([]byte, error) {
	return File(filepath.Join(f.name, filepath.FromSlash(name)), f.limit)
}

// Reader returns the contents of r. It returns a *TooLongError after limit bytes, and uses no more
// memory than that.
func Reader(r io.Reader, limit int) ([]byte, error) { return read(r, "", limit, chunk) }

// read returns the contents of r, or a *TooLongError with the name if there are more than limit
// bytes. The first block has size bytes and further ones have chunk bytes.
func read(r io.Reader, name string, limit, size int) ([]byte, error) {
	var parts [][]byte
	for left := limit + 1; left > 0; size = chunk {
		part := make([]byte, min(size, left))
		n, err := io.ReadFull(r, part)
		parts, left = append(parts, part[:n]), left-n
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			if left == 0 {
				return nil, &TooLongError{name, limit}
			}
			if len(parts) == 1 {
				return parts[0], nil
			}
			return slices.Concat(parts...), nil
		case err != nil:
			return nil, err
		}
	}
	return nil, &TooLongError{name, limit}
}
