// Package verify tests gridbox_verify.py, a verifier of answers that shares no code
// with Gridbox, and the examples of the page "Check it yourself".
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/randscenario"
	"gridbox/core/rng"
	"gridbox/core/scenario"
)

// The verifier is short, so that users can read it before they trust it.
func TestTheVerifierIsShort(t *testing.T) {
	text, err := os.ReadFile("gridbox_verify.py")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n > 600 {
		t.Errorf("got %d lines, want 600 at most", n)
	}
}

// A verdict is a line of the verifier's output.
type verdict struct{ algorithm, scope, reason string }

// verify runs the verifier over results, each to a scenario, in one process.
func verify(t *testing.T, scenarios []*scenario.Scenario, results []scenario.Result) [][]verdict {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("python3 is missing; ./build.sh browsers installs it: ", err)
	}
	dir, args := t.TempDir(), []string{"gridbox_verify.py"}
	for i := range results {
		problem, result := filepath.Join(dir, strconv.Itoa(i)+".json"), filepath.Join(dir, strconv.Itoa(i))
		texts := map[string][]byte{problem: scenario.Canonical(scenarios[i]), result: doc.Compact(&results[i])}
		for name, text := range texts {
			if err := os.WriteFile(name, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		args = append(args, problem, result)
	}
	command := exec.CommandContext(t.Context(), python, args...)
	out, err := command.Output()
	exit := (*exec.ExitError)(nil)
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1 || len(exit.Stderr) > 0) {
		t.Fatal(err)
	}
	list := make([][]verdict, len(results))
	for line := range strings.Lines(string(out)) {
		words := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		i, _ := strconv.Atoi(filepath.Base(words[0]))
		list[i] = append(list[i], verdict{words[2], words[3], words[4]})
	}
	return list
}

var update = flag.Bool("update", false, "write the answers of the page's examples anew")

// The answers on the page are those to the scenarios before them, and the verifier confirms them. Run with -update to
// write them again.
func TestThePageIsCurrent(t *testing.T) {
	const page = "../docs/check-it-yourself.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```json\n(.*?)```")
	var scenarios []*scenario.Scenario
	var results []scenario.Result
	fresh := block.ReplaceAllStringFunc(string(text), func(found string) string {
		inside := block.FindStringSubmatch(found)[1]
		if strings.Contains(inside, `"format"`) {
			s, faults := catalog.Parse([]byte(inside))
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			r := scenario.Result{Format: "gridbox-result", Version: 1, Engine: catalog.Version,
				Scenario: scenario.Digest(s), Kind: s.Kind}
			for _, run := range s.Runs {
				a, err := engine.All().RunExplicit(t.Context(), s, run, engine.Env{})
				if err != nil || !a.Check.OK {
					t.Fatalf("RunExplicit: got error %v, check %v; want a valid answer", err, a.Check)
				}
				a.ElapsedMs, a.Check = 0, nil
				r.Runs = append(r.Runs, a)
			}
			scenarios, results = append(scenarios, s), append(results, r)
			return found
		}
		var answers strings.Builder
		for i := range results[len(results)-1].Runs {
			a := strings.TrimSpace(string(doc.Pretty(&results[len(results)-1].Runs[i])))
			answers.WriteString(strings.ReplaceAll(a, ",\n  \"elapsedMs\": 0", "") + "\n")
		}
		return "```json\n" + answers.String() + "```"
	})
	switch {
	case *update:
		if err := os.WriteFile(page, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	case fresh != string(text):
		t.Error("the page's answers are outdated; go test ./site/verify -update writes them")
	}
	if len(results) != len(catalog.Kinds()) {
		t.Errorf("got %d examples, want %d", len(results), len(catalog.Kinds()))
	}
	for i, list := range verify(t, scenarios, results) {
		for _, v := range list {
			t.Logf("%s, %s: %s %s", results[i].Kind, v.algorithm, v.scope, v.reason)
			if v.scope != "optimal" && v.scope != "bounded" {
				t.Errorf("%s, %s: got scope %s %s, want optimal or bounded",
					results[i].Kind, v.algorithm, v.scope, v.reason)
			}
		}
	}
}

// randomAnswers returns random scenarios, made explicit, with answers by every algorithm.
func randomAnswers(t *testing.T, count int) (scenarios []*scenario.Scenario, results []scenario.Result) {
	t.Helper()
	var presets []string
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			presets = append(presets, p.ID)
		}
	}
	for i := range count {
		draw := rng.New(uint64(i), "verify", 0)
		s := randscenario.NewSmall(presets[i%len(presets)], uint64(i), draw)
		randscenario.Roughen(s, draw)
		explicit, faults := scenario.Expand(s)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		result := scenario.Result{Format: "gridbox-result", Version: 1, Engine: catalog.Version,
			Scenario: scenario.Digest(explicit), Kind: s.Kind}
		k, _ := catalog.ByID(s.Kind)
		for _, a := range k.Algorithms {
			if a.ID == "own" {
				continue
			}
			run := randscenario.Options(&a, draw)
			answer, err := engine.All().RunExplicit(context.Background(), explicit, run, engine.Env{})
			if err != nil {
				t.Fatal(err)
			}
			result.Runs = append(result.Runs, answer)
		}
		scenarios, results = append(scenarios, explicit), append(results, result)
	}
	return scenarios, results
}

// The verifier confirms every correct answer, and of nearly all it shows as much as Gridbox's own checker.
func TestAnswersAreConfirmed(t *testing.T) {
	count := 230
	if testing.Short() {
		count = 46
	}
	scenarios, results := randomAnswers(t, count)
	seen, less, bounds, open, all := map[string]int{}, 0, 0, 0, 0
	for i, list := range verify(t, scenarios, results) {
		if len(list) != len(results[i].Runs) {
			t.Fatalf("got %d of %d answers of scenario %d verified", len(list), len(results[i].Runs), i)
		}
		for n, v := range list {
			a := &results[i].Runs[n]
			all++
			seen[results[i].Kind+" "+v.scope]++
			if v.scope == "wrong" {
				t.Errorf("scenario %d, %s %s %s: got wrong (%s), want a confirmed answer",
					i, results[i].Kind, v.algorithm, doc.Canonical(a.Options), v.reason)
			}
			if a.Bound != nil {
				if bounds++; v.scope == "valid" {
					open++
				}
			}
			if a.Feasible && v.scope == "valid" && a.Check.Scope != "valid" {
				less++
				t.Logf("%d, %s %s: %s, %s", i, results[i].Kind, v.algorithm, a.Check.Scope, v.reason)
			}
		}
	}
	t.Logf("%d answers, %v; %d bounds, %d of them left open; of %d answers less was shown than by the checker", all,
		seen, bounds, open, less)
	if !testing.Short() && all < 1000 {
		t.Errorf("got %d answers, want at least 1000", all)
	}
	if open*20 > bounds {
		t.Errorf("got %d of %d bounds open, want at most 5 %%", open, bounds)
	}
}

// TestRareAnswersAreConfirmed checks answers that are rare in random scenarios.
func TestRareAnswersAreConfirmed(t *testing.T) {
	const head = `{"format": "gridbox", "version": 1, "kind": `
	texts := map[string]string{
		"a placement without jobs": head + `"placement", "placement": {"clusters": [{"id": "a", "mips": 100}]},
			"runs": [{"algorithm": "min-completion"}]}`,
		"a sum with a node that is never available": head + `"group", "group": {
			"groups": [{"id": "off"}],
			"events": [{"node": "b", "start": {"mean": -1}}, {"group": "off", "start": {"mean": -1}}],
			"nodes": [{"id": "a", "price": 1, "value": 2}, {"id": "b", "price": 1, "value": 9},
				{"id": "c", "price": 1, "value": 9, "group": "off"}],
			"request": {"nodes": 1, "budget": 5, "objective": "sum", "end": 1}}, "runs": [{"algorithm": "frontier"}]}`,
		"a policy that orders the jobs, and literal durations by ALP": head + `"batch", "batch": {"horizon": 100,
			"nodes": [{"id": "n1", "performance": 4, "price": 2}, {"id": "n2", "performance": 4, "price": 2}],
			"slots": [{"node": "n1", "start": 0, "end": 100}, {"node": "n2", "start": 0, "end": 100}],
			"jobs": [{"id": "a", "nodes": 2, "volume": 9, "minPerformance": 2, "maxPrice": 3},
				{"id": "b", "nodes": 1, "volume": 2, "minPerformance": 2, "maxPrice": 3}]},
			"runs": [{"algorithm": "own", "options": {"policy": "small-first"}},
				{"algorithm": "own", "options": {"policy": "shortest", "search": "alp", "duration": "literal"}}]}`,
		"a sum whose best node is too dear": head + `"window", "window": {"horizon": 100,
			"nodes": [{"id": "a", "performance": 1, "price": 9, "attributes": {"q": 7}},
				{"id": "b", "performance": 1, "price": 1, "attributes": {"q": 5}}],
			"slots": [{"node": "a", "start": 0, "end": 50}, {"node": "b", "start": 0, "end": 50}],
			"request": {"nodes": 1, "volume": 10, "budget": 50}}, "runs": [{"algorithm": "max-sum"}]}`,
		"a job that continues in fewer parts": "",
	}
	var names []string
	var scenarios []*scenario.Scenario
	var results []scenario.Result
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		s, _ := catalog.FromPreset("farm-stream", 1)
		var faults doc.Faults
		if texts[name] != "" {
			s, faults = catalog.Parse([]byte(texts[name]))
		} else if s, faults = scenario.Expand(s); len(faults) == 0 {
			s.Runs = []scenario.Run{{Algorithm: "two-stage"}}
		}
		if len(faults) > 0 {
			t.Fatal(name, faults)
		}
		r := scenario.Result{Format: "gridbox-result", Version: 1, Engine: catalog.Version,
			Scenario: scenario.Digest(s), Kind: s.Kind}
		for _, run := range s.Runs {
			a, err := engine.All().RunExplicit(t.Context(), s, run, engine.Env{})
			if err != nil || !a.Check.OK || !a.Feasible {
				t.Fatalf("RunExplicit(%s): got error %v, check %v, reason %q; want a feasible answer",
					name, err, a.Check, a.Reason)
			}
			r.Runs = append(r.Runs, a)
		}
		names, scenarios, results = append(names, name), append(scenarios, s), append(results, r)
	}
	for i, list := range verify(t, scenarios, results) {
		for n, v := range list {
			if want := results[i].Runs[n].Check.Scope; v.scope != want {
				t.Errorf("%s, %s: got scope %s %s, want %s", names[i], v.algorithm, v.scope, v.reason, want)
			}
		}
	}
}

// A job that cannot run on a cluster, or whose data cannot reach a machine, takes an infinite time there, which no
// tolerance covers.
func TestImpossiblePlacesAreRefuted(t *testing.T) {
	const head = `{"format": "gridbox", "version": 1, "kind": `
	for text, changes := range map[string][]string{
		head + `"placement", "placement": {"clusters": [{"id": "a", "mips": 1}, {"id": "b", "mips": 1}],
			"jobs": [{"id": "j", "times": {"a": 5}}]}, "runs": [{"algorithm": "min-completion"}]}`: {
			`"cluster":"a"`, `"cluster":"b"`},
		head + `"farm", "farm": {"machines": [{"id": "a", "slots": 1}, {"id": "b", "slots": 1, "speed": 1}],
			"jobs": [{"id": "i", "slots": 1, "duration": 5}, {"id": "j", "slots": 1, "duration": 5,
				"after": [{"job": "i", "data": 1}]}]}, "runs": [{"algorithm": "fcfs"}]}`: {
			`"job":"j","part":1,"machine":"a"`, `"job":"j","part":1,"machine":"b"`},
	} {
		s, faults := catalog.Parse([]byte(text))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		a, err := engine.All().RunExplicit(t.Context(), s, s.Runs[0], engine.Env{})
		if err != nil || !a.Feasible {
			t.Fatalf("RunExplicit: got error %v, reason %q; want a feasible answer", err, a.Reason)
		}
		right := scenario.Result{Format: "gridbox-result", Version: 1, Engine: catalog.Version,
			Scenario: scenario.Digest(s), Kind: s.Kind, Runs: []scenario.Answer{a}}
		changed := strings.NewReplacer(changes...).Replace(string(doc.Compact(&right)))
		wrong, faults := scenario.ParseResult([]byte(changed))
		if len(faults) > 0 || changed == string(doc.Compact(&right)) {
			t.Fatalf("altered answer: got faults %v, or no change in %s", faults, changed)
		}
		if err := wrong.Runs[0].Sign(); err != nil {
			t.Fatal(err)
		}
		list := verify(t, []*scenario.Scenario{s, s}, []scenario.Result{right, *wrong})
		if list[0][0].scope == "wrong" || list[1][0].scope != "wrong" || !strings.HasSuffix(list[1][0].reason, "inf") {
			t.Errorf("%s: got %v; want the first not wrong, the second wrong by inf", s.Kind, list)
		}
	}
}

// Altered answers that Gridbox's checker refutes are not confirmed, though their digests are correct.
func TestAlteredAnswersAreRefuted(t *testing.T) {
	count := 69
	if testing.Short() {
		count = 23
	}
	var scenarios []*scenario.Scenario
	var results []scenario.Result
	var what []string
	honest, answers := randomAnswers(t, count)
	for i := range honest {
		for n := range answers[i].Runs {
			draw := rng.New(uint64(1000*i+n), "altered", 0)
			for name, text := range alteredDocuments(t, &answers[i], n, draw) {
				r, faults := scenario.ParseResult(text)
				if len(faults) > 0 || r.Runs[0].Sign() != nil {
					continue // no document of the format
				}
				if check := engine.All().Verify(honest[i], &r.Runs[0]); check.OK {
					continue // as correct as the first
				}
				scenarios, results, what = append(scenarios, honest[i]), append(results, *r), append(what, name)
			}
		}
	}
	made, refuted, left := map[string]int{}, map[string]int{}, 0
	for i, list := range verify(t, scenarios, results) {
		a := &results[i].Runs[0]
		name := results[i].Kind + " " + strings.SplitN(what[i], " ", 2)[0]
		made[name]++
		switch v := list[0]; {
		case v.scope == "wrong":
			refuted[name]++
		case v.scope == "valid" && a.Bound != nil:
			left++
		default:
			t.Logf("%s: %s %s is %s", name, v.algorithm, what[i], v.scope)
		}
	}
	all, sum := 0, 0
	for name := range made {
		all, sum = all+made[name], sum+refuted[name]
		if refuted[name]*100 < made[name]*90 && made[name] > 20 {
			t.Errorf("%s: got %d of %d refuted, want at least 90 %%", name, refuted[name], made[name])
		}
	}
	t.Logf("%d of %d altered answers are refuted, %d more are left open; %v of %v", sum, all, left, refuted, made)
	if all < 300 || sum*100 < all*97 {
		t.Errorf("got %d of %d altered answers refuted, want 97 %% of at least 300", sum, all)
	}
}

// alteredDocuments returns documents of one answer with one thing changed, by the kind of change.
func alteredDocuments(t *testing.T, r *scenario.Result, n int, draw *rng.Stream) map[string][]byte {
	t.Helper()
	list := map[string][]byte{}
	change := func(what string, how func(a map[string]any) bool) {
		one := *r
		one.Runs = r.Runs[n : n+1]
		var document map[string]any
		if err := json.Unmarshal(doc.Compact(&one), &document); err != nil {
			t.Fatal(err)
		}
		a := document["runs"].([]any)[0].(map[string]any)
		delete(a, "digest")
		delete(a, "check")
		if how(a) {
			text, _ := json.Marshal(document)
			list[what] = text
		}
	}
	number := func(at any) bool {
		var places []func()
		collect(at, &places)
		if len(places) == 0 {
			return false
		}
		places[draw.IntN(len(places))]()
		return true
	}
	for range 3 {
		change("solution "+strconv.Itoa(len(list)), func(a map[string]any) bool { return number(a["solution"]) })
		change("metrics "+strconv.Itoa(len(list)), func(a map[string]any) bool { return number(a["metrics"]) })
	}
	change("bound met", func(a map[string]any) bool {
		b, ok := a["bound"].(map[string]any)
		if !ok || b["gap"] == 0.0 {
			return false
		}
		b["value"], b["gap"] = a["metrics"].(map[string]any)[b["metric"].(string)], 0.0
		if k, ok := b["certificate"].(map[string]any); ok && k["limit"] != nil {
			k["limit"] = b["value"]
		}
		return true
	})
	change("certificate", func(a map[string]any) bool {
		b, ok := a["bound"].(map[string]any)
		delete(b, "certificate")
		return ok
	})
	change("infeasible", func(a map[string]any) bool {
		a["feasible"] = false
		return true
	})
	return list
}

// collect lists how the numbers within a value are changed.
func collect(at any, places *[]func()) {
	visit := func(v any, set func(any)) {
		if x, ok := v.(float64); ok {
			*places = append(*places, func() { set(x*1.01 + 1) })
		} else {
			collect(v, places)
		}
	}
	switch at := at.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(at)) {
			if name != "front" { // the alternatives of the organisation, which no metric depends on
				visit(at[name], func(x any) { at[name] = x })
			}
		}
	case []any:
		for i := range at {
			visit(at[i], func(x any) { at[i] = x })
		}
	}
}
