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

// A Site is the set of files to be written. It is kept in memory until all its links are checked.
type Site struct {
	Base   string // "" or "/some/prefix"
	Origin string // "" or "https://example.org"

	files map[string][]byte
	// assets maps the plain name used by the sources, "lab.js", to the name with its hash,
	// "a/lab.1f2e3d4c.js".
	assets map[string]string
	// imports maps every bundled script to the scripts that it imports statically, so that pages
	// can preload them.
	imports map[string][]string
	// packages lists the JavaScript packages with code in a bundle.
	packages []string
	pages    []Page
	shots    map[string]Shot    // by preset
	articles map[string]Article // of site/docs, once they are read
	course   map[string]Article // of site/course, likewise
	// exercises lists the exercises of the course in order, once its articles are read.
	exercises []*VerifiedExercise
	// command is the path of the built command line, once an article has needed it.
	command string
	// program is the digest of the command line, once it has run.
	program string
	// outputs is a folder that caches the output of commands, or empty.
	outputs string
}

// NewSite returns an empty site for the address origin + base.
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

// Add adds a file under the given name. It is an error if the name has other content already.
func (s *Site) Add(name string, content []byte) error {
	if old, ok := s.files[name]; ok && !bytes.Equal(old, content) {
		return fmt.Errorf("two different files are called %s", name)
	}
	s.files[name] = content
	return nil
}

// AddHashed adds a file under a/ with the hash of its content in its name, and records its
// address.
func (s *Site) AddHashed(name string, content []byte) error {
	ext := path.Ext(name)
	sum := sha256.Sum256(content)
	hashed := "a/" + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:4]) + ext
	s.assets[name] = hashed
	return s.Add(hashed, content)
}

// Asset returns the address of the file that the sources call name, or "" if there is none.
func (s *Site) Asset(name string) string {
	if hashed, ok := s.assets[name]; ok {
		return s.Base + "/" + hashed
	}
	return ""
}

// URL returns the address of a page or file within the site.
func (s *Site) URL(name string) string { return s.Base + "/" + strings.TrimPrefix(name, "/") }

// Absolute returns the address for use outside of the site: with the origin if it is known.
func (s *Site) Absolute(name string) string { return s.Origin + s.URL(name) }

// names lists the files in order.
func (s *Site) names() []string {
	names := sorting.Keys(s.files)
	return names
}

// write makes the folder contain exactly these files. Files with equal content are not written,
// so that modification times show changes; other files are removed.
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

// sweep removes files of an earlier build. It returns an error if the folder does not look like
// one, so that a mistyped -out deletes nothing.
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
