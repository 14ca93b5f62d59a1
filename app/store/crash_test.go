//go:build !browser

package store

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// After a crash of the program assets/js/crash.js reads drafts by itself, so its names must be those of the store.
func TestTheCrashScreenKnowsWhereDraftsAre(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	script, browser, session := read("../../assets/js/crash.js"), read("browser.go"), read("slot.go")
	for _, name := range []struct{ key, want, source string }{
		{"database", "`gridbox:${base()}/:drafts`", `"gridbox:" + base + "/:drafts"`},
		{"slot", "`gridbox:${base()}/:slot`", `"gridbox:" + s.base + "/:slot"`},
	} {
		if !regexp.MustCompile(name.key + `: \(\) => ` + regexp.QuoteMeta(name.want)).MatchString(script) {
			t.Errorf("crash.js has another name for the %s, want %s", name.key, name.want)
		}
		if !strings.Contains(browser+session, name.source) {
			t.Errorf("the store has another name for the %s, want %s", name.key, name.source)
		}
	}
	if !strings.Contains(script, "folder: '"+root+"/'") {
		t.Errorf("crash.js has another folder for drafts, want %s", root)
	}
	s := Memory("")
	if err := s.Save(Draft{Slot: "a1", Title: "T", Text: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	all, err := s.entries("")
	if err != nil || len(all) != 1 {
		t.Fatalf("got entries %v, error %v; want 1", all, err)
	}
	if n := strings.Count(all[0].text(), "."); n != 3 || !strings.HasSuffix(all[0].head(), ".head") {
		t.Errorf("got file names %s and %s, want three dots and .head", all[0].text(), all[0].head())
	}
	head, err := s.files.Read(all[0].head())
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{`"title":`, `"saved":`, `"size":2`} {
		if !strings.Contains(string(head), field) {
			t.Errorf("the head has no %s: %s", field, head)
		}
	}
}
