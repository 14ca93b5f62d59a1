package limited_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"gridbox/core/cmd/limited"
)

// zeros is an endless reader that counts the bytes read.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	z.read += len(p)
	return len(p), nil
}

func TestEndlessReadersEndAtTheLimit(t *testing.T) {
	for _, limit := range []int{0, 1, 1000, 1 << 18, 3 << 20} {
		z := &zeros{}
		text, err := limited.Reader(z, limit)
		long := (*limited.TooLongError)(nil)
		if text != nil || !errors.As(err, &long) || long.Limit != limit || z.read != limit+1 {
			t.Errorf("Reader with limit %d: got %d bytes, error %v after %d bytes read; want TooLongError after %d",
				limit, len(text), err, z.read, limit+1)
		}
	}
}

func TestWhatFitsIsReadWhole(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []int{0, 1, 1<<18 - 1, 1 << 18, 1<<18 + 1, 1 << 20} {
		want := bytes.Repeat([]byte("ab\n"), n/3+1)[:n]
		name := filepath.Join(dir, "file")
		if err := os.WriteFile(name, want, 0o600); err != nil {
			t.Fatal(err)
		}
		for what, read := range map[string]func(limit int) ([]byte, error){
			"file":   func(limit int) ([]byte, error) { return limited.File(name, limit) },
			"stream": func(limit int) ([]byte, error) { return limited.Reader(bytes.NewReader(want), limit) },
			"slow": func(limit int) ([]byte, error) {
				return limited.Reader(iotest.HalfReader(bytes.NewReader(want)), limit)
			},
		} {
			if text, err := read(n); err != nil || !bytes.Equal(text, want) {
				t.Errorf("%s of %d bytes: got %d bytes, error %v; want all", what, n, len(text), err)
			}
			if text, err := read(n - 1); n > 0 && (err == nil || text != nil) {
				t.Errorf("%s of %d bytes with the limit %d: got no error or some text, want only an error", what, n,
					n-1)
			}
		}
	}
}

func TestErrorsOfReadersAreReported(t *testing.T) {
	broken := errors.New("broken")
	r := io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))
	if text, err := limited.Reader(r, 100); text != nil || !errors.Is(err, broken) {
		t.Errorf("Reader of a broken reader: got %q, error %v; want nil, %v", text, err, broken)
	}
	if _, err := limited.File(filepath.Join(t.TempDir(), "none"), 100); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("File of a missing file: got error %v, want ErrNotExist", err)
	}
	long := &limited.TooLongError{Name: "a.json", Limit: 64 << 20}
	if long.Error() != "a.json is longer than 64 MiB, the limit for this input" {
		t.Errorf("TooLongError.Error: got %q, want the name and 64 MiB", long)
	}
}
