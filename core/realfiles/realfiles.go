// Package realfiles provides files of other projects to tests, from the folder
// shared/data next to the project.
package realfiles

import (
	"os"
	"path/filepath"
	"testing"
)

// File returns the content of a file below the folder. The test is skipped
// without the folder and fails without the file.
func File(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder(t), filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Seeds returns the first bytes, at most limit, of each file that matches a
// pattern below the folder, as seeds of a fuzz test. With GRIDBOX_ALL, as in
// ./build.sh fuzz, it adds the whole files, which take longer. Without the
// folder there are no seeds.
func Seeds(t testing.TB, pattern string, limit int) (texts [][]byte) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(expectedPath(t), filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text[:min(len(text), limit)])
		if len(text) > limit && os.Getenv("GRIDBOX_ALL") != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// folder returns the path of the folder. Without it the test is skipped.
func folder(t testing.TB) string {
	t.Helper()
	path := expectedPath(t)
	if _, err := os.Stat(path); os.IsNotExist(err) {
		t.Skip("the real files are not here: ", err)
	}
	return path
}

// expectedPath returns the path at which the folder is expected, from the package
// under test.
func expectedPath(t testing.TB) string {
	t.Helper()
	for up := "."; len(up) < 100; up = filepath.Join("..", up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return filepath.Join(up, "..", "shared", "data")
		}
	}
	t.Fatal("the test runs outside of the module")
	return ""
}
