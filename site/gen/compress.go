package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// compressible lists the file types that shrink; the other types are compressed already.
var compressible = map[string]bool{
	".html": true, ".css": true, ".js": true, ".ts": true, ".json": true, ".webmanifest": true,
	".wasm": true, ".svg": true, ".xml": true, ".txt": true, ".md": true,
}

// minCompressedSize is the size in bytes below which the headers cost more than compression saves.
const minCompressedSize = 256

// window is the base-2 logarithm of brotli's window size, the largest that every browser accepts
// (RFC 7932, section 9.1). Binaries have repetitions over their whole length.
const window = 24

// suffixes lists the suffixes of compressed copies of a file.
var suffixes = []string{".br", ".gz"}

// unbudgetedFile matches programs of tools and of figures' workers. A visit of the laboratory does not
// fetch them and no budget covers them; they take two thirds of the time to compress at the
// highest quality.
var unbudgetedFile = regexp.MustCompile(`^a/(files|module|sitepages|policypanel|worker)\.[0-9a-f]+\.wasm$`)

// compress writes compressed copies, at the highest quality, of every file that shrinks: a file
// is compressed once and fetched often. Copies are cached by the hash of the content, because
// brotli takes seconds for a binary, and are made by Node, whose brotli is written in C. For
// tests (tried), files without a budget are compressed fast.
func (s *Site) compress(out, cache string, tried bool) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	names := s.names()
	// The largest first, so that no processor waits for a single binary at the end.
	slices.SortStableFunc(names, func(a, b string) int { return len(s.files[b]) - len(s.files[a]) })
	var list strings.Builder
	kept, asked := map[string]string{}, map[string]bool{}
	for _, name := range names {
		content := s.files[name]
		if !compressible[path.Ext(name)] || len(content) < minCompressedSize {
			continue
		}
		sum := sha256.Sum256(content)
		at, quality := filepath.Join(cache, hex.EncodeToString(sum[:])), "best"
		if tried && unbudgetedFile.MatchString(name) {
			at, quality = at+"-quick", "quick"
		}
		kept[name] = at
		// The copy written last marks both as complete.
		if _, err := os.Stat(at + suffixes[1]); err != nil && !asked[at] {
			asked[at] = true
			fmt.Fprintf(&list, "%s\t%s\t%s\n", filepath.Join(out, filepath.FromSlash(name)), at, quality)
		}
	}
	if list.Len() > 0 {
		tool := exec.Command("node", "site/gen/pack.mjs", strconv.Itoa(window))
		tool.Stdin, tool.Stderr = strings.NewReader(list.String()), os.Stderr
		if err := tool.Run(); err != nil {
			return fmt.Errorf("packing with node: %w", err)
		}
	}
	for _, name := range names {
		for _, suffix := range suffixes {
			file := filepath.Join(out, filepath.FromSlash(name)) + suffix
			if err := writeTwin(file, kept[name], suffix, len(s.files[name])); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeTwin writes a compressed copy of a file of size bytes from the cache, or removes one that
// saves nothing.
func writeTwin(file, kept, suffix string, size int) error {
	var packed []byte
	if kept != "" {
		var err error
		if packed, err = os.ReadFile(kept + suffix); err != nil {
			return err
		}
	}
	if packed == nil || len(packed) >= size {
		if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
			return err
		}
		return nil
	}
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, packed) {
		return nil
	}
	return os.WriteFile(file, packed, 0o644)
}

// removeTwins removes compressed copies of an earlier build, which would be served instead of the
// new files.
func removeTwins(out string) error {
	return filepath.WalkDir(out, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if strings.HasSuffix(file, ".br") || strings.HasSuffix(file, ".gz") {
			return os.Remove(file)
		}
		return nil
	})
}
