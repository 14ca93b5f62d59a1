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

// A change follows one entry of site/docs/checklists.md for one kind.
type change struct {
	entry, kind string
	edits       []edit
}

// An edit follows a step of the entry: it inserts text after the match of an
// expression in a file.
type edit struct {
	step               int
	file, anchor, text string
}

// patience returns the edits that add an option to an algorithm: its field, and its
// use in the solver.
func patience(kind, algorithm, file, behind, reads string) change {
	return change{"Add an option", kind, []edit{
		{1, "core/kind/" + kind + "/options.go", `type Options struct \{`, "\nPatience int `json:\"patience\" of:\"" +
			algorithm + "\" default:\"3\" rule:\"int,>=0\" label:\"Patience\" about:\"how long to wait\"`"},
		{2, "core/kind/" + kind + "/solve/" + file, behind, reads},
	}}
}

// middle returns the edits that add a metric: its field, and the places where the
// solver and the checker compute it.
func middle(kind, file, behind, fills, checker, is string) change {
	return change{"Add a metric", kind, []edit{
		{1, "core/kind/" + kind + "/metrics.go", `type Metrics struct \{`,
			"\nMiddle float64 `json:\"middle\" label:\"Middle\" better:\"lower\" about:\"half of another metric\"`"},
		{2, "core/kind/" + kind + "/solve/" + file, behind, fills},
		{3, "core/kind/" + kind + "/verify/" + checker, `return \[\]verify\.Metric\{`, `{Name: "middle", Value: ` + is + `}, `},
	}}
}

// newcomer returns the edits that add an algorithm: a file with the solver and its
// row in the list of solvers, the description, and the rule by which the verifier
// checks answers. A batch needs no rule.
func newcomer(kind, imports, solver, article, code string, rule ...edit) change {
	folder := "core/kind/" + kind
	file := "package solve\n\n" + imports + "\n\n// newcomer decides as another algorithm does.\nfunc newcomer" + solver
	return change{"Add an algorithm", kind, append([]edit{
		{1, folder + "/solve/newcomer.go", "^", file},
		{1, folder + "/solve/" + lists[kind], `return \[\]algorithm\{`, "\n{\"newcomer\", newcomer},"},
		{2, folder + "/algorithms.go", `SetOptions\(Options\{\}, \[\]kind\.Algorithm\{`,
			"\n{ID: \"newcomer\", Name: \"Newcomer\", About: \"Decides as another algorithm does.\", " +
				"Article: \"" + article + "\", Code: " + code + "},"},
	}, rule...)}
}

// lists are the files that list the solvers of a kind.
var lists = map[string]string{"placement": "solve.go", "window": "window.go", "batch": "alternatives.go",
	"group": "group.go", "farm": "farm.go"}

// changes lists all changes, which are tested together.
var changes = []change{
	middle("placement", "solve.go", `r\.Metrics = s\.metrics`, "\nr.Metrics.Middle = r.Metrics.Makespan / 2",
		"answer.go", "makespan / 2"),
	middle("window", "search.go", `m := window\.Metrics\{`, "Middle: f.start + runtime/2, ", "window.go",
		"w.Start + w.Runtime/2"),
	middle("batch", "solve.go", `r\.Feasible, r\.Solution, r\.Metrics, .*`, "\nr.Metrics.Middle = r.Metrics.TotalTime / 2",
		"batch.go", "c.total.Time / 2"),
	middle("group", "window.go", `m := group\.Metrics\{`, "Middle: odds / 2, ", "answer.go", "odds / 2"),
	middle("farm", "result.go", `w := &r\.in\.rules`, "\nm.Middle = m.Makespan / 2", "answer.go", "makespan.Value / 2"),

	patience("placement", "fastest", "solve.go", `stats: &Stats\{\}, overflow: -1\}`, "\ns.stats.Searches += o.Patience"),
	patience("window", "first-fit", "search.go", `r := Result\{Stats: s\.stats\}`, "\nr.Stats.Searched += s.o.Patience"+
		"\nr.Stats.Pruned += s.o.Patience"),
	patience("batch", "alp amp", "solve.go", `r := Result\{Stats: s\.stats\}`, "\nr.Stats.Searches += s.options.Patience"),
	patience("group", "frontier", "group.go", `in\.solve\(ctx, algorithm, o\)\n`, "r.Stats.Rounds += o.Patience\n"),
	patience("farm", "easy", "result.go", `r\.stats\.Rounded = r\.in\.rounded`, "\nr.stats.Adjusted += r.o.Patience"),

	newcomer("placement", "", "(s *schedule) scheduler { return fixedRankFactory(ranking{1, 1, true})(s) }",
		"baselines",
		"pseudocode(`for each cluster: score = when the job would end there|score unscored factor`)",
		edit{3, "core/kind/placement/verify/conform/rule.go", `switch c\.Answer\.Algorithm \{`, "\ncase \"newcomer\":\nr.queue = true"}),
	newcomer("window", `import "gridbox/core/kind/window"`,
		"(s *search) (Result, error) { return s.first(window.ByFinish) }", "square-window",
		"pseudocode(`take the cheapest subset that keeps the budget|examine`)",
		edit{3, "core/kind/window/verify/conform/ordered.go", `case "min-finish"`, `, "newcomer"`}),
	newcomer("batch", "", "(*Options) Algorithm { return AMP }", "alp-amp", "pseudocode(window.CodeAMP())"),
	newcomer("group", `import "context"`,
		"(in *instance, ctx context.Context, o Options) (Result, error) { return in.frontier(ctx, o) }", "frontier",
		"`for each label: worth and money so far|label round free`",
		edit{3, "core/kind/group/verify/conform/rule.go", `case "frontier"`, `, "newcomer"`}),
	newcomer("farm", `import "context"`, "(r *run, ctx context.Context) error { return r.stream(ctx, &fcfs{}) }", "queues",
		"pseudocode(`order the jobs by submission`)",
		edit{3, "core/kind/farm/verify/conform/rule.go", `case "fcfs"`, `, "newcomer"`}),

	{"Add a generator parameter", "window", []edit{
		{1, "core/kind/window/spec.go", `type table\[[^{]*\{`,
			"\nOvertime number `json:\"overtime,omitempty\" rule:\">=0\" label:\"Overtime\" about:\"what the horizon " +
				"is longer\"`"},
		{2, "core/kind/window/generate.go", `out\.Horizon = p\.Horizon`, " + p.Overtime"},
	}},
}

// forms is a program that draws the laboratory's forms of scenarios.
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
	for _, k := range catalog.Kinds() {
		draft, _ := catalog.FromPreset(k.Presets[0].ID, 1)
		s := state.New(draft)
		for _, run := range s.All() {
			s.Layout.Dialog, s.Layout.Side, s.Layout.Answers, s.Layout.Options = "runs", "generate", panel.RunsTab, run.ID
			os.Stdout.WriteString(ui.HTML(panel.Dialog(&s, &screen.Screen{}, panel.Keys{}, panel.Additions{})) +
				ui.HTML(panel.Answers(&s, &screen.Screen{}, panel.Additions{})) + ui.HTML(panel.Problem(&s, &screen.Screen{}, panel.Additions{})))
		}
	}
}
`

// extraFields has for each kind the additional fields of a scenario that uses the
// changes.
var extraFields = map[string]struct{ generate, options, stat string }{
	"placement": {`"preset": "five-clusters"`, `"algorithm": "fastest"`, "searches"},
	"window":    {`"preset": "twelve-nodes", "overtime": 50`, `"algorithm": "first-fit"`, "startsPruned"},
	"batch":     {`"preset": "alp-amp-figure-5"`, `"algorithm": "alp"`, "searches"},
	"group":     {`"preset": "three-sites"`, `"algorithm": "frontier"`, "rounds"},
	"farm":      {`"preset": "markov-2004"`, `"algorithm": "easy"`, "adjusted"},
}

// Following the steps of the checklists is sufficient in every kind: the new
// metric, option, parameter and algorithm are listed, described, solved, checked,
// compared, studied, replayed and drawn in forms. The edits are made in an overlay
// that the go command uses in place of the files.
func TestChecklistsSuffice(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command line and the forms anew")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	edited := overlay(t, root)
	bin := buildPrograms(t, root, edited, "./core/cmd/gridbox", "./app/forms")
	output := func(call ...string) string {
		got, err := exec.CommandContext(t.Context(), filepath.Join(bin, call[0]), call[1:]...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: got error %v, want success\n%.2000s", strings.Join(call, " "), err, got)
		}
		return string(got)
	}
	expect := func(got string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !regexp.MustCompile(want).MatchString(got) {
				t.Errorf("the output does not match %q:\n%.2000s", want, got)
			}
		}
	}
	list := output("gridbox", "list")
	for what, text := range map[string]string{"metric": "middle +Middle +half", "option": "patience +number, 3 +how",
		"algorithm": "newcomer +Newcomer +Decides"} {
		if n := len(regexp.MustCompile(text).FindAllString(list, -1)); n < len(extraFields) {
			t.Errorf("gridbox list: got the new %s %d times, want at least %d times:\n%s", what, n, len(extraFields),
				list)
		}
	}
	expect(output("gridbox", "schema", "scenario"), `"overtime": \{\s*"title": "Overtime"`)
	forms := output("forms")
	expect(forms, `data-field="window\.generate\.overtime"`, ">Overtime<")
	if n := strings.Count(forms, ">Patience<"); n < len(extraFields) {
		t.Errorf("got the new option in %d forms, want at least %d", n, len(extraFields))
	}
	for kind, with := range extraFields {
		file := filepath.Join(bin, kind+".json")
		text := `{"format": "gridbox", "version": 1, "kind": "` + kind + `", "` + kind + `": {"generate": {` + with.generate + `}},
			"runs": [{` + with.options + `, "options": {"patience": 100000}}, {"algorithm": "newcomer"}],
			"study": {"replications": 3, "metrics": ["middle"]}}`
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		// If checker and solver compute the metric or the option differently, there
		// is a violation and status 1.
		expect(output("gridbox", "solve", file), `"middle": \d`, `"patience": 100000`,
			`"`+with.stat+`": 1000\d\d\b`, `"algorithm": "newcomer"`)
		expect(output("gridbox", "study", file, "--json"), `"metric": "middle"`)
		expect(output("gridbox", "diff", file, "--metric", "middle"), `middle +\d`)
	}
	replays := exec.CommandContext(t.Context(), "go", "test", "-overlay", edited, "-run", "CarriesOut", "./core/replay")
	replays.Dir = root
	if got, err := replays.CombinedOutput(); err != nil {
		t.Errorf("a replay has steps without code: %v\n%s", err, got)
	}
}

// overlay makes the changes and writes an overlay of the go command.
func overlay(t *testing.T, root string) string {
	t.Helper()
	dir, edited := t.TempDir(), map[string]string{"app/forms/main.go": forms}
	for _, c := range changes {
		for _, e := range c.edits {
			text, known := edited[e.file]
			if file := filepath.Join(root, e.file); !known && e.anchor != "^" { // else the file is new
				text = readText(t, file)
			}
			places := regexp.MustCompile(e.anchor).FindAllStringIndex(text, 2)
			if len(places) != 1 {
				t.Fatalf("%s: %q is found %d times in %s", c.entry, e.anchor, len(places), e.file)
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

// buildPrograms builds programs with an overlay and returns their folder.
func buildPrograms(t *testing.T, root, overlay string, programs ...string) string {
	t.Helper()
	bin := t.TempDir() + string(filepath.Separator)
	args := append([]string{"build", "-overlay", overlay, "-o", bin}, programs...)
	build := exec.CommandContext(t.Context(), "go", args...)
	build.Dir = root
	if got, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, got)
	}
	return bin
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The step with the number of an edit names the edited file or its folder as code,
// with <kind> for the kind.
func TestChecklistsNameThePlaces(t *testing.T) {
	page := readText(t, "../site/docs/checklists.md")
	code := regexp.MustCompile("`([^`]+)`")
	for _, c := range changes {
		_, entry, found := strings.Cut(page, "\n## "+c.entry+"\n")
		if !found {
			t.Errorf("there is no entry %q", c.entry)
			continue
		}
		entry, _, _ = strings.Cut(entry, "\n## ")
		steps := regexp.MustCompile(`(?m)^\d+\. `).Split(entry, -1)
		for _, e := range c.edits {
			place, named := strings.Replace(e.file, c.kind, "<kind>", 1), false
			for _, m := range code.FindAllStringSubmatch(steps[min(e.step, len(steps)-1)], -1) {
				named = named || place == m[1] || e.file == m[1] || strings.HasPrefix(place, m[1]+"/")
			}
			if !named {
				t.Errorf("checklist %q: step %d does not name %s", c.entry, e.step, place)
			}
		}
	}
}
