package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/andybalholm/brotli"
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

// A coding makes one kind of twin.
type coding struct {
	suffix string
	pack   func(content []byte) ([]byte, error)
}

// Both codings at their best: a file is compressed once and fetched often.
var codings = []coding{
	{".br", func(content []byte) ([]byte, error) {
		var out bytes.Buffer
		w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: window})
		if _, err := w.Write(content); err != nil {
			return nil, err
		}
		err := w.Close()
		return out.Bytes(), err
	}},
	{".gz", func(content []byte) ([]byte, error) {
		var out bytes.Buffer
		w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(content); err != nil {
			return nil, err
		}
		err = w.Close()
		return out.Bytes(), err
	}},
}

// compress puts twins beside every file that gains from one. Results are kept
// in cache by the hash of the content, because brotli at its best needs
// seconds for a binary.
func (s *Site) compress(out, cache string) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	names := s.names()
	// The largest first, so that no processor is left waiting for one binary.
	slices.SortStableFunc(names, func(a, b string) int { return len(s.files[b]) - len(s.files[a]) })
	var next atomic.Int64
	faults := make(chan error, runtime.NumCPU())
	for range cap(faults) {
		go func() {
			for i := int(next.Add(1)) - 1; i < len(names); i = int(next.Add(1)) - 1 {
				for _, c := range codings {
					if err := writeTwin(filepath.Join(out, filepath.FromSlash(names[i])), s.files[names[i]], c,
						cache); err != nil {
						faults <- fmt.Errorf("%s%s: %w", names[i], c.suffix, err)
						return
					}
				}
			}
			faults <- nil
		}()
	}
	var all []error
	for range cap(faults) {
		all = append(all, <-faults)
	}
	return errors.Join(all...)
}

// writeTwin writes the twin of one file, or removes one that no longer pays.
func writeTwin(file string, content []byte, c coding, cache string) error {
	var packed []byte
	if compressible[path.Ext(file)] && len(content) >= tooSmall {
		var err error
		if packed, err = packCached(content, c, cache); err != nil {
			return err
		}
	}
	twin := file + c.suffix
	if packed == nil || len(packed) >= len(content) {
		if err := os.Remove(twin); err != nil && !os.IsNotExist(err) {
			return err
		}
		return nil
	}
	if old, err := os.ReadFile(twin); err == nil && bytes.Equal(old, packed) {
		return nil
	}
	return os.WriteFile(twin, packed, 0o644)
}

func packCached(content []byte, c coding, cache string) ([]byte, error) {
	sum := sha256.Sum256(content)
	kept := filepath.Join(cache, hex.EncodeToString(sum[:])+c.suffix)
	if packed, err := os.ReadFile(kept); err == nil {
		return packed, nil
	}
	packed, err := c.pack(content)
	if err != nil {
		return nil, err
	}
	// Written under another name first, so that a build cut short leaves no
	// half a file behind, and two at once do not write into the same one.
	half, err := os.CreateTemp(cache, "part-")
	if err != nil {
		return nil, err
	}
	_, err = half.Write(packed)
	if err = errors.Join(err, half.Close()); err != nil {
		return nil, err
	}
	return packed, os.Rename(half.Name(), kept)
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
