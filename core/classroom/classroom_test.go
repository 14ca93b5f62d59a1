package classroom

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gridbox/core/challenge"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/exercise"
	"gridbox/core/scenario"
)

// mark reads, solves and judges files.
func mark(t *testing.T, task *Task, files []File) (marks []Mark) {
	t.Helper()
	for _, f := range files {
		e := task.Read(f)
		if answers := solve(e); e.Mistake == "" {
			task.Judge(e, answers)
		}
		marks = append(marks, e.Mark)
	}
	return marks
}

// solve solves the scenarios of an entry.
func solve(e *Entry) (answers [][]*scenario.Answer) {
	for _, s := range e.Scenarios {
		var list []*scenario.Answer
		for _, run := range Runs(s) {
			a, err := engine.All().Run(context.Background(), s, run, engine.Env{})
			if err != nil {
				var faults doc.Faults
				errors.As(err, &faults)
				e.Fail(faults, err.Error())
				return nil
			}
			list = append(list, &a)
		}
		answers = append(answers, list)
	}
	return answers
}

func task() *Task {
	low, high := 1.0, 1000.0
	return &Task{Exercise: &exercise.Exercise{ID: "lesson/one",
		Scenario: json.RawMessage(`{"format": "gridbox", "version": 1, "kind": "placement", "placement": {
			"clusters": [{"id": "a", "mips": 100}, {"id": "b", "mips": 50}], "jobs": [{"id": "j", "mi": 1000}]},
			"runs": [{"algorithm": "min-completion", "label": "own"}]}`),
		Inputs: []exercise.Input{{Path: "placement.clusters[1].mips", Label: "Speed of b", Value: 50.0, Min: &low,
			Max: &high}},
		Conditions: []string{"own.makespan < 8", "own:j.cluster = b"}}}
}

// TestThirtyAnswers marks a class: right and wrong answers, copies and unrelated files.
func TestThirtyAnswers(t *testing.T) {
	x := task()
	var files []File
	for i := range 30 {
		entered := []string{fmt.Sprint(60 + 10*i)}
		if i%10 == 9 {
			entered = []string{"90"}
		}
		s, why := x.Exercise.Apply(entered)
		if why != "" {
			t.Fatalf("With(%v): got fault %q, want none", entered, why)
		}
		s.Title = fmt.Sprintf("Answer of %d", i)
		text := string(scenario.Canonical(s))
		if i%2 == 0 {
			link, err := scenario.Link(s)
			if err != nil {
				t.Fatal(err)
			}
			text = "https://example.org/lab/" + link + "\n"
		}
		files = append(files, File{fmt.Sprintf("%02d.json", i), text})
	}
	marks := mark(t, x, files)
	summary := Summarise(marks)
	// Speeds above 125 pass: 7 to 29, except the three of 90.
	if summary.Passed != 20 || len(summary.Mistakes) != 1 || len(summary.Mistakes[0].Names) != 10 ||
		!strings.HasPrefix(summary.Mistakes[0].Key, "Condition 1 is not met") {
		t.Errorf("got %+v; want 20 passed and one mistake of 10 names, condition 1", summary)
	}
	if summary.Ranges[0].Count+summary.Ranges[2].Count+summary.Ranges[4].Count != 30 {
		t.Errorf("got ranges %+v, want the sum 30 of the first, third and fifth", summary.Ranges)
	}
	if marks[9].Mistake == "" || marks[9].Detail == "" || marks[29].Digest == marks[28].Digest {
		t.Errorf("got mark %+v; want a mistake with details and digests that differ between answers", marks[9])
	}
}

// TestCopiesAreFound compares by content, not by title.
func TestCopiesAreFound(t *testing.T) {
	x := task()
	copies := []File{}
	for i := range 3 {
		s, _ := x.Exercise.Apply([]string{"200"})
		s.Title = fmt.Sprint("mine ", i)
		copies = append(copies, File{fmt.Sprint(i), string(doc.Pretty(s))})
	}
	summary := Summarise(mark(t, x, copies))
	if len(summary.Duplicates) != 1 || len(summary.Duplicates[0].Names) != 3 || summary.Passed != 3 {
		t.Errorf("got %+v, want 3 passed and one group of 3 duplicates", summary)
	}
}

// TestFilesOfSomethingElse checks the reported errors of files.
func TestFilesOfSomethingElse(t *testing.T) {
	x := task()
	other := strings.Replace(string(x.Exercise.Scenario), `"mi": 1000`, `"mi": 1`, 1)
	fast := strings.Replace(string(x.Exercise.Scenario), `"mips": 50`, `"mips": 5000`, 1)
	group := `{"format": "gridbox", "version": 1, "kind": "group", "group": {"generate": {"preset": "three-sites"}}}`
	for text, want := range map[string]string{"": "empty", "hello": "neither a scenario", "{}": "neither a scenario",
		"x#y": "neither a scenario", "#": "neither a scenario", "a # b": "neither a scenario",
		group: "not that of the exercise", other: "not that of the exercise", fast: "A value is not allowed"} {
		if e := x.Read(File{"f", text}); !strings.Contains(e.Mistake, want) || len(e.Scenarios) > 0 {
			t.Errorf("Read(%.60q): got mistake %q, want %q and no scenarios", text, e.Mistake, want)
		}
	}
}

// TestAttemptsAreRunAgain marks attempts at a challenge. A copy under another name and an invented
// score are found.
func TestAttemptsAreRunAgain(t *testing.T) {
	x := &Task{Challenge: "short-window"}
	attempt := func(id, source string, score float64) File {
		a := &challenge.Attempt{Format: "gridbox-attempt", Challenge: "short-window", Start: 3, Score: score,
			Policy: scenario.Policy{ID: id, Language: "formula", Source: source}}
		a.Sign()
		return File{id, string(doc.Pretty(a))}
	}
	files := []File{attempt("mine", "runtime", 1), attempt("copy", "runtime\n", 2), attempt("bad", "runtim +", 3),
		{"changed", strings.Replace(attempt("c", "start", 5).Text, `"score": 5`, `"score": 500`, 1)},
		{"link", "#c1.s.e30"}}
	marks := mark(t, x, files)
	for i, want := range []string{"The score is not reproduced", "The score is not reproduced",
		"The policy has an error", "The attempt was changed", "neither an attempt"} {
		if !strings.Contains(marks[i].Mistake, want) {
			t.Errorf("%s: got mark %+v, want mistake %q", files[i].Name, marks[i], want)
		}
	}
	if marks[0].Score != marks[1].Score || marks[0].Score <= 0 || marks[0].Digest != marks[1].Digest {
		t.Errorf("marks of copies: got %+v and %+v, want equal digests and equal positive scores", marks[0], marks[1])
	}
	if s := Summarise(marks); len(s.Duplicates) != 1 || s.Mistakes[0].Key != "The score is not reproduced" {
		t.Errorf("got %+v, want one group of duplicates and the score not reproduced", s)
	}
}
