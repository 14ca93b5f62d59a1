package main

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/ascii85"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/core/onepage"
)

// shellOf has a site write the single page from placeholders with some texts.
func shellOf(t *testing.T, texts map[string]string) (string, error) {
	t.Helper()
	s := newSite(t, "", "")
	delete(s.files, s.assets[onepage.File])
	for name, text := range texts {
		if err := s.AddHashed(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	binaries := t.TempDir()
	if err := os.WriteFile(filepath.Join(binaries, "onepage.wasm"), []byte("the program"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := s.addOnePage(binaries)
	return string(s.files[s.assets[onepage.File]]), err
}

// The page runs its own scripts, which its policy names by their hashes, makes no requests, and contains the program
// and the licences.
func TestThePageThatIsOneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("lists modules")
	}
	texts := map[string]string{"onepage.css": "p{color:red}", "onepage.js": "start()", "vugu.js": "help()",
		"worker.js": "work()"}
	shell, err := shellOf(t, texts)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"onepage.css", "onepage.js", "vugu.js"} {
		sum := sha256.Sum256([]byte(texts[name]))
		if !strings.Contains(shell, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") ||
			!strings.Contains(shell, ">"+texts[name]+"</") {
			t.Errorf("%s is not in the page with its hash", name)
		}
	}
	at := -1
	for _, mark := range []string{onepage.TitleMark, onepage.StillMark, onepage.MadeMark, onepage.DocumentsMark,
		`id="gridbox-licenses"`, `id="` + onepage.WorkerID + `">work()</script>`, `id="` + onepage.ProgramID + `">`,
		"<script>help()", "<script>start()"} {
		next := strings.Index(shell, mark)
		if next <= at {
			t.Errorf("%s is at %d, want it after %d", mark, next, at)
		}
		at = next
	}
	_, packed, _ := strings.Cut(shell, `id="`+onepage.ProgramID+`">`)
	packed, _, _ = strings.Cut(packed, "<")
	r, err := gzip.NewReader(ascii85.NewDecoder(strings.NewReader(strings.ReplaceAll(packed, "v", "<"))))
	if err != nil {
		t.Fatal(err)
	}
	if program, err := io.ReadAll(r); err != nil || string(program) != "the program" {
		t.Errorf(`got program %q, error %v; want "the program"`, program, err)
	}
	for _, part := range []string{"connect-src", "default-src 'self'", "http:", "'unsafe-inline'", "'unsafe-eval'"} {
		policy, _, _ := strings.Cut(shell[strings.Index(shell, "content="):], ">")
		if strings.Contains(policy, part) {
			t.Errorf("policy of the page: got %s in %s, want it absent", part, policy)
		}
	}
	// A script that contains an end tag is refused.
	texts["worker.js"] = `x = "</SCRIPT>"`
	if _, err := shellOf(t, texts); err == nil || !strings.Contains(err.Error(), "</script") {
		t.Errorf("script that contains its end tag: got error %v, want one that names it", err)
	}
}
