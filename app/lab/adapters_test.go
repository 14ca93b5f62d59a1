package lab

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page's adapters are called by name, so no compiler checks them. Each called one exists once and is a function
// declaration, because scripts that import each other initialise constants late.
func TestAdaptersAreThere(t *testing.T) {
	text := func(name string) string {
		b, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	have := map[string]int{}
	for _, list := range [][2]string{{"assets/js/page.js", "page"}, {"assets/js/library.js", "ofLibrary"}} {
		_, names, ok := strings.Cut(text(list[0]), "export const "+list[1]+" = {")
		if !ok {
			t.Fatalf("%s has no list %s", list[0], list[1])
		}
		names, _, _ = strings.Cut(names, "}")
		for name := range strings.SplitSeq(names, ",") {
			have[strings.TrimSpace(name)]++
		}
	}
	scripts, err := filepath.Glob("../../assets/js/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("Glob: got %v, error %v; want scripts", scripts, err)
	}
	all := ""
	for _, script := range scripts {
		b, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		all += string(b)
	}
	for name, times := range have {
		if times > 1 {
			t.Errorf("got %d adapters called %s, want 1", times, name)
		}
		if !strings.Contains(all, "function "+name+"(") {
			t.Errorf("%s is not declared as a function", name)
		}
	}
	calls := regexp.MustCompile(`(?:host\.Call|[^.]call)\("([a-zA-Z]+)"`)
	for _, folder := range []string{".", "../shell"} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range calls.FindAllStringSubmatch(string(b), -1) {
				if have[m[1]] == 0 && m[1] != "example" && m[1] != "resumed" { // which link.js takes
					t.Errorf("%s calls %s, which the page does not have", file, m[1])
				}
			}
		}
	}
}
