package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gridbox/core/sorting"
)

// A Site is the set of files to be written, kept in memory until all of them
// are known to fit together.
type Site struct {
	Base   string // "" or "/some/prefix"
	Origin string // "" or "https://example.org"

	files map[string][]byte
	// assets leads from the plain name that the sources use, "lab.js", to the
	// name with its hash, "a/lab.1f2e3d4c.js".
	assets map[string]string
	// imports holds, for every bundled script, the scripts that it imports
	// statically, so that pages can ask for them early.
	imports map[string][]string
	// packages are the JavaScript packages of which something is in a bundle.
	packages []string
	pages    []Page
	shots    map[string]Shot    // by preset
	articles map[string]Article // of site/docs, once they are read
	course   map[string]Article // of site/course, likewise
	// exercises are those of the course, in its order, once its articles are read.
	exercises []*Proved
	// command is the built command line, once an article has needed it.
	command string
	// program is its digest, once it has printed something.
	program string
	// outputs is a folder that keeps what it has printed, or empty.
	outputs string
}

// NewSite makes an empty site to stand at origin + base.
func NewSite(base, origin string) (*Site, error) {
	base, err := cleanBase(base)
	if err != nil {
		return nil, err
	}
	origin = strings.TrimRight(origin, "/")
	if origin != "" && !strings.HasPrefix(origin, "https://") && !strings.HasPrefix(origin, "http://") {
		return nil, fmt.Errorf("origin %q: want a scheme and a host, such as https://example.org", origin)
	}
	return &Site{
		Base: base, Origin: origin,
		files: map[string][]byte{}, assets: map[string]string{}, imports: map[string][]string{},
	}, nil
}

// Add puts a file into the site under a name of its own. Two different files
// of one name are a mistake of the generator.
func (s *Site) Add(name string, content []byte) error {
	if old, ok := s.files[name]; ok && !bytes.Equal(old, content) {
		return fmt.Errorf("two different files are called %s", name)
	}
	s.files[name] = content
	return nil
}

// AddHashed puts a file under a/ with the hash of its content in its name, and
// remembers where it went.
func (s *Site) AddHashed(name string, content []byte) error {
	ext := path.Ext(name)
	sum := sha256.Sum256(content)
	hashed := "a/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:4]) + ext
	s.assets[name] = hashed
	return s.Add(hashed, content)
}

// Asset is the address of the file that the sources call name, or "" when
// there is none.
func (s *Site) Asset(name string) string {
	if hashed, ok := s.assets[name]; ok {
		return s.Base + "/" + hashed
	}
	return ""
}

// URL is the address of a page or file within the site.
func (s *Site) URL(name string) string { return s.Base + "/" + strings.TrimPrefix(name, "/") }

// Absolute is the address to be told to others: with the origin when known.
func (s *Site) Absolute(name string) string { return s.Origin + s.URL(name) }

// names lists the files in order.
func (s *Site) names() []string {
	names := sorting.Keys(s.files)
	return names
}

// write brings the folder to exactly these files. What already stands there
// with the same content is left alone, so that times tell what has changed;
// what does not belong is removed.
func (s *Site) write(out string) error {
	if err := s.sweep(out); err != nil {
		return err
	}
	for _, name := range s.names() {
		target := filepath.Join(out, filepath.FromSlash(name))
		if old, err := os.ReadFile(target); err == nil && bytes.Equal(old, s.files[name]) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, s.files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// sweep removes files of an earlier build. It refuses a folder that does not
// look like one, so that a mistyped -out costs nobody their files.
func (s *Site) sweep(out string) error {
	entries, err := os.ReadDir(out)
	if os.IsNotExist(err) || len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(out, "sw.js")); err != nil {
		return fmt.Errorf("%s is not empty and was not written by this program; remove it first", out)
	}
	return filepath.WalkDir(out, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(out, file)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if _, ok := s.files[strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")]; ok {
			return nil
		}
		return os.Remove(file)
	})
}
