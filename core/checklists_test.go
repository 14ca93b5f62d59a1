package core

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A change follows one entry of site/docs/checklists.md. Its first edit is what
// step 1 says, its second step 2, and so on; what the steps behind them say is
// not tried.
type change struct {
	entry string
	edits []edit
}

// An edit puts text behind what an expression finds in a file.
type edit struct{ file, behind, text string }

// The changes are tried on the window search, all of them at once.
var changes = []change{
	{"Add a metric", []edit{
		{"core/problem/window/metrics.go", `type Metrics struct \{`,
			"\nMiddle float64 `json:\"middle\" label:\"Middle\" better:\"lower\" about:\"halfway between start and " +
				"finish\"`"},
		{"core/solve/window/search.go", `m := window\.Metrics\{`, "Middle: f.start + runtime/2, "},
		{"core/check/window.go", `return \[\]\w+\{`, `{name: "middle", is: w.start + w.runtime/2}, `},
	}},
	{"Add an option", []edit{
		{"core/problem/window/options.go", `type Options struct \{`,
			"\nPatience int `json:\"patience\" of:\"first-fit\" default:\"3\" rule:\"int,>=0\" label:\"Patience\" " +
				"about:\"how long to wait\"`"},
		{"core/solve/window/search.go", `r := Result\{Stats: s\.stats\}`, "\nr.Stats.Pruned += s.o.Patience"},
	}},
	{"Add a generator parameter", []edit{
		{"core/problem/window/spec.go", `type table\[[^{]*\{`,
			"\nOvertime number `json:\"overtime,omitempty\" rule:\">=0\" label:\"Overtime\" about:\"what the horizon " +
				"is longer\"`"},
		{"core/problem/window/generate.go", `out\.Horizon = p\.Horizon`, " + p.Overtime"},
	}},
	{"Add an algorithm", []edit{
		{"core/solve/window/window.go", `switch algorithm \{`,
			"\ncase \"newcomer\":\nerr = s.ordered(window.ByFinish)"},
		{"core/catalog/window.go", `withOptions\(window\.Options\{\}, \[\]Algorithm\{`,
			"\n{ID: \"newcomer\", Name: \"Newcomer\", About: \"Takes the window that ends earliest.\"},"},
	}},
}

// forms is a program that draws the laboratory's forms of a scenario.
const forms = `package main

import (
	"os"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

func main() {
	draft, _ := catalog.FromPreset("twelve-nodes", 1)
	s := state.New(draft)
	s.Look.Dialog, s.Look.Side, s.Look.Answers, s.Look.Options = "runs", "generate", panel.RunsTab, s.All()[0].ID
	os.Stdout.WriteString(ui.HTML(panel.Dialog(&s, &screen.Screen{}, panel.Keys{})) +
		ui.HTML(panel.Answers(&s, &screen.Screen{})) + ui.HTML(panel.Problem(&s, &screen.Screen{})))
}
`

// tried is a scenario that uses what the changes add.
const tried = `{"format": "gridbox", "version": 1, "kind": "window",
	"window": {"generate": {"preset": "twelve-nodes", "overtime": 50}},
	"runs": [{"algorithm": "first-fit", "options": {"patience": 1000}}, {"algorithm": "newcomer"}],
	"study": {"replications": 3, "metrics": ["middle"]}}`

// Who does what the checklists say, and no more, is done: the new metric,
// option, parameter and algorithm are listed, described, solved, checked,
// studied and drawn in forms. The edits are made in an overlay, which the go
// command takes for the files themselves.
func TestChecklistsSuffice(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command line and the forms anew")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	bin := built(t, root, overlay(t, root), "./core/cmd/gridbox", "./app/forms")
	file := filepath.Join(bin, "tried.json")
	if err := os.WriteFile(file, []byte(tried), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		call []string
		want []string
	}{
		{[]string{"gridbox", "list"},
			[]string{"middle +Middle +halfway", "patience +number, 3 +how long", "newcomer +Newcomer +Takes"}},
		{[]string{"gridbox", "schema", "scenario"}, []string{`"overtime": \{\s*"title": "Overtime"`}},
		// Where checker and solver differ about the metric, this ends with a
		// violation and status 1.
		{[]string{"gridbox", "solve", file},
			[]string{`"middle": \d`, `"patience": 1000`, `"startsPruned": 1\d{3}\b`, `"algorithm": "newcomer"`}},
		{[]string{"gridbox", "study", file, "--json"}, []string{`"metric": "middle"`}},
		{[]string{"forms"}, []string{`data-field="[^"]*\.patience"`, ">Patience<", ">Newcomer<",
			`data-field="window\.generate\.overtime"`, ">Overtime<"}},
	} {
		said, err := exec.CommandContext(t.Context(), filepath.Join(bin, c.call[0]), c.call[1:]...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", strings.Join(c.call, " "), err, said)
		}
		for _, want := range c.want {
			if !regexp.MustCompile(want).Match(said) {
				t.Errorf("%s does not say %s:\n%.2000s", strings.Join(c.call, " "), want, said)
			}
		}
	}
}

// overlay makes the changes and writes what the go command calls an overlay.
func overlay(t *testing.T, root string) string {
	t.Helper()
	dir, edited := t.TempDir(), map[string]string{"app/forms/main.go": forms}
	for _, c := range changes {
		for _, e := range c.edits {
			text, known := edited[e.file]
			if !known {
				text = read(t, filepath.Join(root, e.file))
			}
			places := regexp.MustCompile(e.behind).FindAllStringIndex(text, 2)
			if len(places) != 1 {
				t.Fatalf("%s: %q is found %d times in %s", c.entry, e.behind, len(places), e.file)
			}
			edited[e.file] = text[:places[0][1]] + e.text + text[places[0][1]:]
		}
	}
	replaced := map[string]string{}
	for name, text := range edited {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "-"))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replaced[filepath.Join(root, name)] = file
	}
	list, _ := json.Marshal(map[string]any{"Replace": replaced})
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, list, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// built builds programs with an overlay and gives their folder.
func built(t *testing.T, root, overlay string, programs ...string) string {
	t.Helper()
	bin := t.TempDir() + string(filepath.Separator)
	args := append([]string{"build", "-overlay", overlay, "-o", bin}, programs...)
	build := exec.CommandContext(t.Context(), "go", args...)
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, said)
	}
	return bin
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every edit is made where the step of its number says, in a file or folder
// that stands there as code, with <kind> for the kind.
func TestChecklistsNameThePlaces(t *testing.T) {
	page := read(t, "../site/docs/checklists.md")
	code := regexp.MustCompile("`([^`]+)`")
	for _, c := range changes {
		_, entry, found := strings.Cut(page, "\n## "+c.entry+"\n")
		if !found {
			t.Errorf("there is no entry %q", c.entry)
			continue
		}
		entry, _, _ = strings.Cut(entry, "\n## ")
		steps := regexp.MustCompile(`(?m)^\d+\. `).Split(entry, -1)[1:]
		for i, e := range c.edits {
			place, named := strings.Replace(e.file, "window", "<kind>", 1), false
			for _, m := range code.FindAllStringSubmatch(steps[min(i, len(steps)-1)], -1) {
				named = named || i < len(steps) && (place == m[1] || strings.HasPrefix(place, m[1]+"/"))
			}
			if !named {
				t.Errorf("%s: step %d does not name %s", c.entry, i+1, place)
			}
		}
	}
}
