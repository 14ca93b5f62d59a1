// Package realfiles reads files that nobody on this project wrote, for tests, which
// alone import it. They lie in the folder shared/data beside the project.
package realfiles

import (
	"os"
	"path/filepath"
	"testing"
)

// File reads the file of a path below the folder. Where the folder is not beside
// the project the test is skipped; a file that is missing in it is a failure.
func File(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder(t), filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Seeds are the beginnings, up to a length, of all files that match a pattern
// below the folder, for a fuzz test to start from; none where it is not here. The
// whole files are among them with GRIDBOX_ALL, as ./build.sh fuzz sets it: every
// run of the tests passes through all seeds, and long ones take their time.
func Seeds(t testing.TB, pattern string, most int) (texts [][]byte) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(beside(t), filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text[:min(len(text), most)])
		if len(text) > most && os.Getenv("GRIDBOX_ALL") != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// folder is the folder's path; without it the test is skipped.
func folder(t testing.TB) string {
	t.Helper()
	path := beside(t)
	if _, err := os.Stat(path); os.IsNotExist(err) {
		t.Skip("the real files are not here: ", err)
	}
	return path
}

// beside is where the folder would be, found from the package that is tested.
func beside(t testing.TB) string {
	t.Helper()
	for up := "."; len(up) < 100; up = filepath.Join("..", up) {
		if _, err := os.Stat(filepath.Join(up, "go.mod")); err == nil {
			return filepath.Join(up, "..", "shared", "data")
		}
	}
	t.Fatal("the test runs outside of the module")
	return ""
}
