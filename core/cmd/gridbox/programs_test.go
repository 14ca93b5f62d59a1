package main

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/interpreter/located"
	"gridbox/core/kind/kinds"
	"gridbox/core/policy"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// setUpInterpreter changes to a new folder with two farms in which programs can run.
func setUpInterpreter(t *testing.T) {
	t.Helper()
	file, err := located.Find("")
	if errors.Is(err, located.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(located.Variable, file)
	t.Chdir(t.TempDir())
	for name, size := range map[string]string{"farm.json": `"jobs": 12, "machines": 3`,
		"few.json": `"jobs": 6, "machines": 2`} {
		writeFile(t, name, `{"format": "gridbox", "version": 1, "kind": "farm", "seed": 7, "farm": {"generate": {"preset":
			"farm-stream", `+size+`}}, "runs": [{"algorithm": "easy"}, {"algorithm": "fcfs"}]}`)
	}
}

// gridbox runs a command whose words are separated by spaces.
func gridbox(t *testing.T, command string) (out, err string, status int) {
	t.Helper()
	return runShellWords(t, strings.Fields(command))
}

// A program that exports its function gives the same answers as without the word export, and
// errors have the same position.
func TestExportedFunctions(t *testing.T) {
	setUpInterpreter(t)
	mine := kinds.Starter("farm", "fcfs")
	writeFile(t, "mine.js", mine)
	writeFile(t, "exported.js", strings.ReplaceAll(mine, "function ", "export function "))
	plain, _, _ := gridbox(t, "run farm.json --policy mine.js --solution")
	exported, err, status := gridbox(t, "run farm.json --policy exported.js --solution")
	alike := func(text, name string) string {
		return strings.Join(strings.Fields(strings.ReplaceAll(text, name, "X")), " ")
	}
	if status != cli.Done || !strings.Contains(plain, "mine") || alike(plain, "mine") != alike(exported, "exported") {
		t.Errorf("run with an exported function: got exit %d, %s\n%s\nwant exit %d and the answers\n%s", status, err,
			exported, cli.Done, plain)
	}
	writeFile(t, "broken.js", "export function decide(state) {\n  retrun 1\n}")
	if _, err, status := gridbox(t, "run farm.json --policy broken.js"); status == cli.Done ||
		!strings.Contains(err, "line 2: SyntaxError: expecting ';'") {
		t.Errorf("run of a program with a syntax error: got exit %d, %s; want an error in line 2", status, err)
	}
}

// Programs work in every command: a study, the worst instance, the difference of two
// answers, and a link, a result and a figure that contain them.
func TestProgramsInEveryVerb(t *testing.T) {
	setUpInterpreter(t)
	mine := kinds.Starter("farm", "fcfs")
	writeFile(t, "mine.js", mine)

	out, err, status := gridbox(t, "study farm.json --policy mine.js --replications 3")
	var got report.Document
	if wrong := json.Unmarshal([]byte(out), &got); status != cli.Done || wrong != nil {
		t.Fatalf("study with a program: got exit %d, JSON error %v, want success; %s", status, wrong, err)
	}
	waits := map[string]float64{}
	for _, c := range got.Cells {
		if c.Metric == "meanWait" && c.Count == 3 {
			waits[c.Algorithm] = *c.Mean
		}
	}
	if waits["fcfs"] == 0 || waits["fcfs"] != waits[policy.AlgorithmOwn] || waits["easy"] == waits["fcfs"] {
		t.Errorf("mean waits: got %v, want equal ones for fcfs and its program and another one for easy", waits)
	}

	_, text, status := gridbox(t, "study few.json --adversary mine,easy --policy mine.js --metric meanWait --tries 24"+
		" > worst.json")
	if status != cli.Done || !strings.Contains(text, "times as bad") {
		t.Fatalf("study --adversary: got exit %d, %s; want exit %d and a ratio", status, text, cli.Done)
	}
	out, err, _ = gridbox(t, "open "+strings.TrimSpace(first(gridbox(t, "link worst.json"))))
	worst, faults := catalog.Parse([]byte(out))
	if len(faults) > 0 || len(worst.Policies) != 1 || worst.Policies[0].Source != mine ||
		worst.Policies[0].Language != policy.JavaScript || scenario.Generates(worst) {
		t.Fatalf("the link of the worst instance: got faults %v, %s; want an explicit scenario with the program\n%s",
			faults, err, out)
	}

	if _, err, status = gridbox(t, "solve worst.json > result.json"); status != cli.Done {
		t.Fatalf("solve worst.json: got exit %d, want %d; %s", status, cli.Done, err)
	}
	if out, err, status = gridbox(t, "verify worst.json result.json"); status != cli.Done ||
		!strings.Contains(out, "reproduced") {
		t.Errorf("verify: got exit %d, %s %s; want exit %d and \"reproduced\"", status, out, err, cli.Done)
	}
	if out, err, status = gridbox(t, "diff worst.json --metric meanWait"); status != cli.Done ||
		!strings.Contains(out, "mine") || !strings.Contains(out, "EASY") {
		t.Errorf("diff: got exit %d, %s %s; want exit %d and both names", status, out, err, cli.Done)
	}
	if _, err, status = gridbox(t, "draw worst.json --run mine --out worst.svg"); status != cli.Done {
		t.Errorf("draw: got exit %d, want %d; %s", status, cli.Done, err)
	}
}

func first(out, _ string, _ int) string { return out }

// bad are programs with errors, each with the expected message.
var bad = map[string]struct {
	source, message string
	long            bool // a decision takes all of its steps
}{
	"throws":  {"function decide(s) {\n  return s.machines.gone.id\n}", "line 2: TypeError", false},
	"nowhere": {"function decide() {\n  return ['nobody']\n}", `names the job "nobody", and there is no such job`, false},
	"number":  {"function decide() {\n  return NaN\n}", "returns NaN", false},
	"idle":    {"function decide() {\n  return []\n}", "never starts the job", false},
	"deep":    {"function decide(s) {\n  return decide(s)\n}", "line 2: calls itself too deeply", false},
	"bomb":    {"function decide() {\n  const l = []; for (;;) l.push(Array(1e5))\n}", "needs more memory", false},
	"broken":  {"function decide() {\n  retrun 1;\n}", "line 2: SyntaxError", false},
	"output":  {"function decide() {\n  return 'x'.repeat(2e6)\n}", "more than a million characters", false},
	"endless": {"let n = 0;\nfunction decide() {\n  for (;;) n++;\n}", "line 3: takes more steps", true},
	"regular": {"function decide() {\n  return /^(a+)+$/.test('a'.repeat(40) + 'b')\n}", "takes more steps", true},
}

// If some programs fail, all others have answers, in a run and in a study, and each
// error is reported. A search ends if one of two programs always fails.
func TestProgramsThatGoWrong(t *testing.T) {
	setUpInterpreter(t)
	writeFile(t, "good.js", kinds.Starter("farm", "easy"))
	words, names := "--policy good.js", []string{}
	for name := range bad {
		if !bad[name].long || !testing.Short() {
			writeFile(t, name+".js", bad[name].source)
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		words += " --policy " + name + ".js"
	}
	out, err, status := gridbox(t, "run farm.json "+words)
	if status == cli.Done {
		t.Errorf("got exit %d although runs failed, want another", status)
	}
	for _, row := range []string{"EASY", "FCFS", "good"} {
		if !strings.Contains(out, "\n"+row+" ") {
			t.Errorf("no answer of %s in a run with failing programs:\n%s", row, out)
		}
	}
	for place, name := range names {
		want, found := name+": policies["+strconv.Itoa(place+1)+"].source: ", false
		for line := range strings.Lines(err) {
			found = found || strings.HasPrefix(line, want) && strings.Contains(line, bad[name].message)
		}
		if !found {
			t.Errorf("program %s: no message contains %q:\n%s", name, bad[name].message, err)
		}
	}

	out, err, _ = gridbox(t, "study farm.json --policy good.js --policy throws.js --policy bomb.js --replications 2"+
		" --text")
	for _, name := range []string{"EASY", "good"} {
		if row := cells(out, name); len(row) < 3 || !slices.Equal(row[len(row)-3:], []string{"2", "0", "0"}) {
			t.Errorf("row of %s in a study with failing programs: got %v, want it to end in 2 0 0", name, row)
		}
	}
	for _, name := range []string{"throws", "bomb"} {
		if row := cells(out, name); len(row) < 3 || !slices.Equal(row[len(row)-3:], []string{"0", "0", "2"}) ||
			!strings.Contains(err, bad[name].message) {
			t.Errorf("row of %s: got %v, want it to end in 0 0 2; messages %s", name, row, err)
		}
	}

	_, err, status = gridbox(t, "study farm.json --adversary throws,easy --policy throws.js --metric meanWait"+
		" --tries 5000")
	if status != cli.Failed || !strings.Contains(err, "none of 64 instances") ||
		!strings.Contains(err, bad["throws"].message) {
		t.Errorf("search with a program that always fails: got exit %d, %s; want exit %d", status, err, cli.Failed)
	}
}

// cells returns the first row of a table with a name.
func cells(table, name string) []string {
	for line := range strings.Lines(table) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == name {
			return words
		}
	}
	return nil
}
