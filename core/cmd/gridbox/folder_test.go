package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/study/cluster"
)

// budgets is a study of 90 units at three points, with infeasible replications.
const budgets = `{ "format": "gridbox", "version": 1, "kind": "window", "seed": 3, "title": "Three budgets",
  "window": { "generate": { "preset": "twelve-nodes" } },
  "runs": [ { "algorithm": "min-cost" }, { "algorithm": "first-fit", "options": { "together": true } } ],
  "study": { "replications": 30, "metrics": ["cost", "start"],
    "vary": [ { "path": "window.generate.budget", "values": [60, 150, 270] } ] } }`

// A host runs commands in a new folder, like one machine after another.
type host struct {
	t         *testing.T
	variables map[string]string
	clock     func() float64
	ctx       context.Context
}

func newHost(t *testing.T) *host {
	t.Chdir(t.TempDir())
	writeFile(t, "study.json", budgets)
	return &host{t: t, variables: map[string]string{}, clock: func() float64 { return 0 }, ctx: context.Background()}
}

// do runs a command and checks its status.
func (h *host) do(want int, command string) (out, err string) {
	h.t.Helper()
	var stdout, stderr bytes.Buffer
	status := run(h.ctx, strings.Fields(command), cli.Surroundings{
		In: strings.NewReader(""), Out: &stdout, Err: &stderr,
		Clock: h.clock, Variable: func(name string) string { return h.variables[name] }})
	if status != want {
		h.t.Fatalf("gridbox %s: status %d, want %d\n%s", command, status, want, stderr.String())
	}
	return stdout.String(), stderr.String()
}

// parts returns the names of the parts in a folder.
func (h *host) parts(dir string) (names []string) {
	h.t.Helper()
	names, _ = filepath.Glob(filepath.Join(dir, "part-*.json"))
	return names
}

// hasText checks that a text contains each of some words.
func hasText(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("got %q, want it to contain %q", text, word)
		}
	}
}

// The merge of an array of tasks, numbered by the engine, has the same bytes as the
// undivided study, for any division. Existing parts are not computed again.
func TestFolderMergesToTheWhole(t *testing.T) {
	h := newHost(t)
	whole, _ := h.do(cli.Done, "study study.json")
	for _, n := range []int{1, 2, 7, 90, 120} {
		dir := "d" + strconv.Itoa(n)
		for i := n; i >= 1; i-- {
			h.variables = map[string]string{"SLURM_ARRAY_TASK_ID": strconv.Itoa(i),
				"SLURM_CPUS_PER_TASK": strconv.Itoa(1 + i%3)}
			h.do(cli.Done, "study study.json --out "+dir+" --shard env/"+strconv.Itoa(n))
		}
		if names := h.parts(dir); len(names) != min(n, 90) {
			t.Errorf("%d parts: got %d files, want %d", n, len(names), min(n, 90))
		}
		if got, _ := h.do(cli.Done, "merge "+dir); got != whole {
			t.Errorf("merge of %d parts differs from the undivided study", n)
		}
		if left, text := h.do(cli.Done, "merge "+dir+" --missing"); left != "" {
			t.Errorf("merge --missing of a complete folder: got %q, want none: %s", left, text)
		}
		_, text := h.do(cli.Done, "study study.json --out "+dir+" --shard "+strconv.Itoa(n)+"/"+strconv.Itoa(n))
		hasText(t, text, "is there already")
	}
	// Parts and folders can be merged in several steps.
	part, _ := h.do(cli.Done, "merge d2 --part")
	writeFile(t, "half.json", part)
	if got, _ := h.do(cli.Done, "merge half.json d7"); got != whole {
		t.Error("merge of a part and a folder differs from the undivided study")
	}
	if err := os.Rename("half.json", "d90/half.json"); err != nil {
		t.Fatal(err)
	}
	if got, _ := h.do(cli.Done, "merge d90"); got != whole {
		t.Error("merge of a folder with a merged part differs from the undivided study")
	}
	h.do(cli.Done, "merge d90 --csv a.csv --values a-values.csv")
	h.do(cli.Done, "study study.json --csv b.csv --values b-values.csv")
	for _, name := range []string{".csv", "-values.csv"} {
		a, _ := os.ReadFile("a" + name)
		b, _ := os.ReadFile("b" + name)
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("*%s from merge is empty or differs from that of the undivided study", name)
		}
	}
}

// The missing units are an array that can be submitted, as a whole or in smaller pieces.
// After it nothing is missing.
func TestMissingIsSubmittedAgain(t *testing.T) {
	h := newHost(t)
	whole, _ := h.do(cli.Done, "study study.json")
	for i := 1; i <= 10; i++ {
		if i != 3 && i != 7 && i != 8 {
			h.do(cli.Done, "study study.json --out d --shard "+strconv.Itoa(i)+"/10")
		}
	}
	_, text := h.do(cli.Failed, "merge d")
	hasText(t, text, "27 are missing: 18 to 26, 54 to 71")
	list, text := h.do(cli.Done, "merge d --missing")
	if hasText(t, text, "27 of 90", "env/10"); list != "3,7-8\n" {
		t.Errorf("merge --missing: got %q, want \"3,7-8\\n\"", list)
	}
	list, text = h.do(cli.Done, "merge d --missing --cut 3")
	if hasText(t, text, "env/30"); list != "7-9,19-24\n" {
		t.Errorf("merge --missing --cut 3: got %q, want \"7-9,19-24\\n\"", list)
	}
	for _, id := range []int{7, 8, 9, 19, 20, 21, 22, 23, 24} {
		h.variables = map[string]string{"SLURM_ARRAY_TASK_ID": strconv.Itoa(id)}
		h.do(cli.Done, "study study.json --out d --shard env/30")
	}
	if got, _ := h.do(cli.Done, "merge d"); got != whole {
		t.Error("merge after submitting the missing units differs from the undivided study")
	}
}

// The files in a folder and the output about them obey the published schemas.
func TestSchemasOfAFolder(t *testing.T) {
	h := newHost(t)
	h.do(cli.Done, "study study.json --out d --shard 1/4")
	h.do(cli.EndedEarly, "study study.json --out d --shard 2/4 --for 1ns")
	missing, _ := h.do(cli.Done, "merge d --missing --json --cut 2")
	progress, _ := h.do(cli.Failed, "watch d --json")
	texts := map[string]string{"missing": missing, "progress": progress}
	for name, pattern := range map[string]string{"part": "part-*", "plan": "plan.json", "task": "task-*"} {
		if names, _ := filepath.Glob("d/" + pattern); len(names) > 0 {
			text, _ := os.ReadFile(names[0])
			texts[name] = string(text)
		}
	}
	for _, p := range cluster.Schemas {
		text, _ := h.do(cli.Done, "schema "+p.Name)
		var schema struct {
			Properties map[string]struct {
				Const any
				Enum  []string
			}
			Required []string
		}
		var is map[string]any
		if json.Unmarshal([]byte(text), &schema) != nil || json.Unmarshal([]byte(texts[p.Name]), &is) != nil {
			t.Errorf("%s: the schema or the document is no JSON: %s", p.Name, texts[p.Name])
			continue
		}
		for field := range is {
			if _, known := schema.Properties[field]; !known {
				t.Errorf("the schema of %s does not have the document's field %s", p.Name, field)
			}
		}
		for _, field := range schema.Required {
			if _, there := is[field]; !there {
				t.Errorf("the document %s does not have the required field %s", p.Name, field)
			}
		}
		if !slices.Contains(schema.Properties["format"].Enum, "gridbox-"+p.Name) && schema.Properties["format"].Const !=
			"gridbox-"+p.Name || is["format"] != "gridbox-"+p.Name ||
			is["version"] != schema.Properties["version"].Const {
			t.Errorf("%s: got format %v, version %v; want those of %+v", p.Name, is["format"], is["version"],
				schema.Properties["format"])
		}
	}
	if d := (cluster.MissingDocument{}); json.Unmarshal([]byte(missing), &d) != nil || d.Array != "3-8" ||
		d.Parts != 8 ||
		len(d.Stretches) != 1 || d.Stretches[0][0] != 22 || d.Stretches[0][1] != 89 {
		t.Errorf("merge --missing --json: got %s, want array 3-8 of 8 parts and one stretch 22 to 89", missing)
	}
	h.do(cli.Wrong, "merge study.json --json")
	h.do(cli.Failed, "merge d --json")
	_, got := h.do(cli.Wrong, "schema parts")
	hasText(t, got, "part, plan, task, progress, missing, not of parts")
}

// A task that is asked to end keeps its completed units and has a special status.
// The same command continues, and finally leaves one part.
func TestEndedEarly(t *testing.T) {
	h := newHost(t)
	whole, _ := h.do(cli.Done, "study study.json")
	// Saving after every unit shows that a task can end anywhere.
	now := 0.0
	var mutex sync.Mutex
	ctx, cancel := context.WithCancel(context.Background())
	h.ctx, h.clock = ctx, func() float64 {
		mutex.Lock()
		defer mutex.Unlock()
		if now += 400; now > 40_000 {
			cancel()
		}
		return now
	}
	_, text := h.do(cli.EndedEarly, "study study.json --out d --checkpoint 1s --cores 2")
	hasText(t, text, "asked to end", "are kept; the same command goes on")
	some := h.parts("d")
	if len(some) < 2 {
		t.Errorf("got parts %v after the early end, want at least 2", some)
	}
	if tasks, _ := filepath.Glob("d/task-*.json"); len(tasks) != 1 {
		t.Errorf("got progress files %v after the early end, want 1", tasks)
	}
	h.ctx, h.clock = context.Background(), func() float64 { return 0 }
	h.do(cli.Done, "study study.json --out d --cores 2")
	if names := h.parts("d"); len(names) != 1 || !strings.HasSuffix(names[0], "-0-89.json") {
		t.Errorf("got parts %v after the last run, want one with units 0 to 89", names)
	}
	if tasks, _ := filepath.Glob("d/task-*.json"); len(tasks) != 0 {
		t.Errorf("got progress files %v after the last run, want none", tasks)
	}
	if got, _ := h.do(cli.Done, "merge d"); got != whole {
		t.Error("merge after continuing differs from the undivided study")
	}
	// If the time is over immediately, no file is left and the message says so.
	_, text = h.do(cli.EndedEarly, "study study.json --out e --for 1ns")
	hasText(t, text, "give it more time")
}

// A second array in one folder is refused by name, and so is a plan that was
// changed between submissions, or another version.
func TestOneFolderOneStudy(t *testing.T) {
	h := newHost(t)
	h.do(cli.Done, "study study.json --out d --shard 1/3")
	name := h.parts("d")[0]
	writeFile(t, "changed.json", strings.Replace(budgets, `"seed": 3`, `"seed": 4`, 1))
	_, got := h.do(cli.Wrong, "study changed.json --out d --shard 2/3")
	hasText(t, got, "d/plan.json is for another study", "use another folder")
	_, got = h.do(cli.Wrong, "study study.json --replications 60 --out d --shard 2/3")
	hasText(t, got, "d/plan.json is for another study")
	// The plan's file may be missing, since the names of the parts identify the
	// study.
	plan, err := os.ReadFile("d/plan.json")
	if err != nil || os.Remove("d/plan.json") != nil {
		t.Fatal(err)
	}
	_, got = h.do(cli.Wrong, "study changed.json --out d --shard 2/3")
	hasText(t, got, name+" is of another study")
	writeFile(t, "d/plan.json", strings.Replace(string(plan), `"engine": "`, `"engine": "9.`, 1))
	_, got = h.do(cli.Wrong, "study study.json --out d --shard 2/3")
	hasText(t, got, "was begun by Gridbox 9.")
	writeFile(t, "d/plan.json", "{")
	_, got = h.do(cli.Failed, "study study.json --out d --shard 2/3")
	hasText(t, got, "cannot be read", "remove it")
	// Parts of two studies in one folder are not merged.
	os.Remove("d/plan.json")
	h.do(cli.Done, "study changed.json --out e --shard 1/3")
	other := h.parts("e")[0]
	if err := os.Rename(other, filepath.Join("d", filepath.Base(other))); err != nil {
		t.Fatal(err)
	}
	_, got = h.do(cli.Wrong, "merge d")
	hasText(t, got, "is of another study")
}

// A truncated or changed part is named, and the other parts are used. Its task computes
// it again.
func TestDamagedParts(t *testing.T) {
	h := newHost(t)
	whole, _ := h.do(cli.Done, "study study.json")
	for i := 1; i <= 3; i++ {
		h.do(cli.Done, "study study.json --out d --shard "+strconv.Itoa(i)+"/3")
	}
	names := h.parts("d")
	text, err := os.ReadFile(names[1])
	if err != nil {
		t.Fatal(err)
	}
	renamed := filepath.Join("d", strings.Replace(filepath.Base(names[1]), "-30-59", "-30-69", 1))
	for _, damage := range []struct{ name, text, message string }{
		{names[1], string(text[:len(text)/2]), names[1] + " does not count"},
		{names[1], "", names[1] + " does not count"},
		{names[1], strings.Replace(string(text), "[30,", "[31,", 1), "does not count"},
		{names[1], strings.Replace(string(text), "146.72", "146.73", 1), "does not count"},
	} {
		if damage.text == string(text) {
			continue // it has no such text to change
		}
		writeFile(t, damage.name, damage.text)
		_, output := h.do(cli.Failed, "merge d")
		hasText(t, output, damage.message, "30 are missing: 30 to 59")
		list, output := h.do(cli.Done, "merge d --missing")
		if hasText(t, output, "does not count"); list != "2\n" {
			t.Errorf("merge --missing with a damaged part: got %q, want \"2\\n\"", list)
		}
		_, output = h.do(cli.Done, "study study.json --out d --shard 2/3")
		hasText(t, output, "is done again")
		if got, _ := h.do(cli.Done, "merge d"); got != whole {
			t.Error("merge after repeating the damaged part differs from the undivided study")
		}
	}
	// A part with fewer units than its name states is found.
	if err := os.Rename(names[1], renamed); err != nil {
		t.Fatal(err)
	}
	_, output := h.do(cli.Done, "merge d")
	hasText(t, output, "has less than its name says")
	_, output = h.do(cli.Done, "study study.json --out d --shard 2/3")
	hasText(t, output, "does not have all the units that its name says")
	// Foreign files in the folder are skipped with a message.
	writeFile(t, "d/notes.json", `{"anything": [1]}`)
	writeFile(t, "d/whole.json", whole)
	writeFile(t, "d/readme.txt", `not JSON`)
	got, output := h.do(cli.Done, "merge d")
	if hasText(t, output, "notes.json is not a part", "whole.json is not a part"); got != whole {
		t.Error("foreign files change the merged study")
	}
}

// The same task runs twice concurrently, and all tasks of an array run concurrently, in one
// folder: no units are lost and no merge is wrong, even during the run.
func TestManyWriters(t *testing.T) {
	h := newHost(t)
	whole, _ := h.do(cli.Done, "study study.json")
	var crew sync.WaitGroup
	for k := range 12 {
		crew.Go(func() {
			var found bytes.Buffer
			command := "study study.json --out d --cores 1 --checkpoint 1ms --shard " + strconv.Itoa(1+k%3) + "/3"
			began := 0.0
			status := run(context.Background(), strings.Fields(command), cli.Surroundings{Out: &found, Err: &found,
				Clock: func() float64 { began += 0.5; return began }})
			if status != cli.Done {
				t.Errorf("task %d: got exit %d, want %d: %s", k, status, cli.Done, found.String())
			}
		})
		if k == 6 {
			crew.Go(func() {
				var found bytes.Buffer
				// The merge may come before the first part or the folder exists.
				status := run(context.Background(), []string{"merge", "d"}, cli.Surroundings{Out: &found, Err: &found})
				if status == cli.Wrong && !strings.Contains(found.String(), "there is no") {
					t.Errorf("merge during the run: got exit %d, want another unless a file is missing: %s", status,
						found.String())
				}
			})
		}
	}
	crew.Wait()
	if got, _ := h.do(cli.Done, "merge d"); got != whole {
		t.Error("merge after concurrent writers differs from the undivided study")
	}
	if left, _ := filepath.Glob("d/.*"); len(left) > 0 {
		t.Errorf("got temporary files %v, want none", left)
	}
}

// A clock that jumps forward or back only makes checkpoints early or late.
func TestClockJumps(t *testing.T) {
	h := newHost(t)
	whole, _ := h.do(cli.Done, "study study.json")
	for _, jump := range []float64{1e9, -1e9} {
		dir, now := "d"+strconv.FormatBool(jump > 0), 0.0
		calls := 0
		h.clock = func() float64 {
			if calls++; calls == 20 {
				now += jump
			}
			now++
			return now
		}
		h.do(cli.Done, "study study.json --cores 1 --out "+dir)
		h.clock = func() float64 { return 0 }
		if got, _ := h.do(cli.Done, "merge "+dir); got != whole {
			t.Errorf("merge after a clock jump of %g differs from the undivided study", jump)
		}
	}
}

// Contradictory options are reported.
func TestFolderOptions(t *testing.T) {
	h := newHost(t)
	for command, want := range map[string]string{
		"study study.json --out d --shard env":         "nothing says which part to do",
		"study study.json --out d --shard env/0":       "how many parts there are",
		"study study.json --out d --shard env/x":       "how many parts there are",
		"study study.json --out d --shard environment": "how many parts there are",
		"study study.json --out d --for soon":          "is a time such as 50m",
		"study study.json --out d --for -5m":           "is a time such as 50m",
		"study study.json --out d --checkpoint 0s":     "is a time such as 50m",
		"study study.json --for 5m":                    "--for goes with --out",
		"study study.json --checkpoint 5m":             "--checkpoint goes with --out",
		"study study.json --out d --text":              "--text does not go with --out",
		"merge study.json --missing":                   "needs a folder of parts",
	} {
		_, got := h.do(cli.Wrong, command)
		hasText(t, got, want)
	}
	if _, err := os.Stat("d"); err == nil {
		t.Error("a command with contradictory options created the folder")
	}
	if err := os.Mkdir("empty", 0o755); err != nil {
		t.Fatal(err)
	}
	_, got := h.do(cli.Wrong, "merge empty")
	hasText(t, got, "there is no part in empty")
	_, got = h.do(cli.Wrong, "merge empty --missing")
	hasText(t, got, "there is no part in empty")
	// A folder without any part misses everything.
	h.do(cli.EndedEarly, "study study.json --out begun --shard 1/4 --for 1ns")
	list, _ := h.do(cli.Done, "merge begun --missing")
	if list != "1-4\n" {
		t.Errorf("merge --missing of a folder without a part: got %q, want \"1-4\\n\"", list)
	}
	h.do(cli.Done, "study study.json --out begun --shard 1/1")
	os.Remove("begun/plan.json")
	_, got = h.do(cli.Wrong, "merge begun --missing")
	hasText(t, got, "say it: --of N")
}
