package features

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/app/state"
)

// folders returns the folders of features.
func folders(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "features" {
			names = append(names, e.Name())
		}
	}
	return names
}

// sources returns the files of a feature.
func sources(t *testing.T, name string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", name, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files: %v", name, err)
	}
	return files
}

// extensions returns a feature with the features that import it.
func extensions(t *testing.T, name string, names []string) []string {
	t.Helper()
	list := []string{name}
	for _, other := range names {
		for _, file := range sources(t, other) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, "_test.go") && strings.Contains(string(text), "feature/"+name+"\"\n") {
				list = append(list, other)
				break
			}
		}
	}
	return list
}

// Every folder is in the list. A feature is removed by deleting its folder with its line and import in the list,
// together with the features that extend it: the laboratory still compiles, natively and for a browser.
func TestAFeatureIsDeletedWithItsFolder(t *testing.T) {
	source, err := os.ReadFile("features.go")
	if err != nil {
		t.Fatal(err)
	}
	names := folders(t)
	if len(names) != len(list) {
		t.Fatalf("got folders %v and %d features in the list, want as many", names, len(list))
	}
	if testing.Short() {
		t.Skip("compiles the laboratory once for each feature")
	}
	for _, name := range names {
		without, gone := string(source), extensions(t, name, names)
		for _, g := range gone {
			next := removeLines(without, "feature/"+g+`"`, "\t"+g+".New,")
			if next == without {
				t.Errorf("%s is not in the list", g)
			}
			without = next
		}
		for _, system := range []string{"", "js"} {
			checkCompiles(t, gone, without, system)
		}
	}
}

// removeLines returns the lines of a text without those that contain one of the words.
func removeLines(text string, words ...string) string {
	var kept []string
	for line := range strings.Lines(text) {
		drop := false
		for _, w := range words {
			drop = drop || strings.Contains(line, w)
		}
		if !drop {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// checkCompiles compiles the laboratory without the folders of features and with another list.
func checkCompiles(t *testing.T, gone []string, list, system string) {
	t.Helper()
	dir := t.TempDir()
	changed := filepath.Join(dir, "features.go")
	if err := os.WriteFile(changed, []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{filepath.Join(here, "features.go"): changed}
	for _, name := range gone {
		for _, f := range sources(t, name) {
			replace[filepath.Join(here, f)] = ""
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", overlay, "gridbox/app/lab", "gridbox/app/labtest")
	build.Env = os.Environ()
	if system != "" {
		build = exec.Command("go", "build", "-overlay", overlay, "gridbox/app/shell")
		build.Env = append(os.Environ(), "GOOS="+system, "GOARCH=wasm")
	}
	if got, err := build.CombinedOutput(); err != nil {
		t.Errorf("build without %v: %v\n%s", gone, err, got)
	}
}

// The parts that features add refer to existing places, and no two features share a command, a field or a dialog.
func TestFeaturesDoNotMeet(t *testing.T) {
	seen := map[string]bool{}
	once := func(what string) {
		if seen[what] {
			t.Errorf("%s is used by two features", what)
		}
		seen[what] = true
	}
	slots := map[state.Facet]bool{}
	for _, f := range All(nil) {
		for _, c := range f.Commands {
			once("command " + c.Act)
		}
		for _, field := range f.Fields {
			once("field " + field.Attribute)
		}
		for _, d := range f.Additions.Dialogs {
			once("dialog " + d.ID)
		}
		for _, facet := range f.Facets {
			if slots[facet] {
				t.Errorf("facet %d belongs to two features", facet)
			}
			slots[facet] = true
		}
	}
}
