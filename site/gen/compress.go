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

// compressible are the types that shrink; the others are compressed already.
var compressible = map[string]bool{
	".html": true, ".css": true, ".js": true, ".ts": true, ".json": true, ".webmanifest": true,
	".wasm": true, ".svg": true, ".xml": true, ".txt": true, ".md": true,
}

// tooSmall is the size below which headers weigh more than what is saved.
const tooSmall = 256

// window is how far back brotli looks, as a power of two: the furthest that every
// browser takes (RFC 7932, section 9.1), for a binary repeats itself from end to end.
const window = 24

// suffixes are those of the twins that a file may have.
var suffixes = []string{".br", ".gz"}

// unweighed are the programs of tools and of figures' workers, which a visit of the laboratory does not fetch and
// no budget is about: two thirds of what takes long to pack at its best.
var unweighed = regexp.MustCompile(`^a/(bring|contest|module|pages|standing|worker)\.[0-9a-f]+\.wasm$`)

// compress puts twins beside every file that gains from one, at their best: a
// file is compressed once and fetched often. They are kept in cache by the hash
// of the content, because brotli needs seconds for a binary then, and made by
// Node, whose brotli is in C. For tests (tried) what is not weighed is packed quickly.
func (s *Site) compress(out, cache string, tried bool) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	names := s.names()
	// The largest first, so that no processor is left waiting for one binary.
	slices.SortStableFunc(names, func(a, b string) int { return len(s.files[b]) - len(s.files[a]) })
	var list strings.Builder
	kept, asked := map[string]string{}, map[string]bool{}
	for _, name := range names {
		content := s.files[name]
		if !compressible[path.Ext(name)] || len(content) < tooSmall {
			continue
		}
		sum := sha256.Sum256(content)
		at, quality := filepath.Join(cache, hex.EncodeToString(sum[:])), "best"
		if tried && unweighed.MatchString(name) {
			at, quality = at+"-quick", "quick"
		}
		kept[name] = at
		// The last one that is written tells that both are there.
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

// writeTwin writes a twin of a file of so many bytes from what is kept, or
// removes one that no longer pays.
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

// removeTwins takes away compressed files of an earlier build, which would be
// served in place of the new ones.
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
