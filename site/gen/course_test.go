package main

import (
	"strings"
	"testing"

	"gridbox/core/exercise"
)

// TestExercises checks every solution again, independent of rendering, and that each lesson has three exercises whose
// solutions are not in the page.
func TestExercises(t *testing.T) {
	s := wholeSite(t)
	count := map[string]int{}
	for _, x := range s.exercises {
		lesson, _, _ := strings.Cut(x.ID, "/")
		count[lesson]++
		for _, try := range []struct {
			input  []string
			passes bool
		}{{x.Solution, true}, {x.Wrong, false}, {x.Start(), false}} {
			v, err := x.try(try.input)
			if err != nil || v.Passed != try.passes {
				t.Errorf("%s with %q: got passed %v, %s, error %v; want passed %v",
					x.ID, try.input, v.Passed, verdictText(v), err, try.passes)
			}
		}
		for _, text := range x.Conditions {
			if c, err := exercise.Parse(text); err != nil || c.Left.String()+" "+c.Sign+" "+c.Right.String() != text {
				t.Errorf("%s: Parse(%q): got %+v, error %v; want the same condition", x.ID, text, c, err)
			}
		}
	}
	for _, name := range lessons {
		if count[name] != 3 {
			t.Errorf("%s: got %d exercises, want 3", name, count[name])
		}
	}
}

// TestExerciseRefused checks that blocks with false statements are refused.
func TestExerciseRefused(t *testing.T) {
	good := `{"id":"x/y","preset":"five-clusters","runs":[{"algorithm":"rbhs","label":"a"}],` +
		`"inputs":[{"path":"placement.clusters[id=Nancy].mips","label":"Power","value":1400,"min":200,"max":1400}],` +
		`"holds":["a.makespan < 240"],"solution":["1000"],"wrong":["600"]}`
	if _, err := newSite(t, "", "").parseExercise(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, reason string }{
		{`"solution":["1000"]`, `"solution":["600"]`, "solution does not pass"},
		{`"wrong":["600"]`, `"wrong":["1000"]`, "wrong try passes"},
		{`< 240`, `< 500`, "wrong try passes"},
		{`"value":1400`, `"value":1000`, "passed as it stands"},
		{`"solution":["1000"]`, `"solution":["9000"]`, "a number from 200 to 1400 is wanted"},
		{`id=Nancy`, `id=Nanzy`, "no element with the id"},
		{`"five-clusters"`, `"six-clusters"`, "there is no preset"},
		{`"label":"a"`, `"label":"b"`, "solution does not pass"},
		{`"holds":["a.makespan < 240"]`, `"holds":[]`, "solution does not pass"},
		{`"id":"x/y"`, `"id":""`, "there is none"},
		{`"wrong"`, `"wrongs"`, "unknown field"},
	} {
		_, err := newSite(t, "", "").parseExercise(strings.Replace(good, c.from, c.to, 1))
		if err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("with %s: got error %v, want one with %q", c.to, err, c.reason)
		}
	}
}

// TestLessonsKeepSolutionsBack checks that a lesson's page does not contain its solutions.
func TestLessonsKeepSolutionsBack(t *testing.T) {
	s := wholeSite(t)
	for _, name := range lessons {
		page := string(s.files["course/"+name+"/index.html"])
		if page == "" || strings.Contains(page, `"solution"`) || strings.Count(page, `<form class="exercise"`) != 3 {
			t.Errorf("lesson %s: got no page, a solution in it, or not three exercises", name)
		}
		if !strings.Contains(page, "data-live") {
			t.Errorf("lesson %s has no live figure", name)
		}
	}
	if notes := string(s.files["course/lecturers/index.html"]); strings.Count(notes, `class="solution"`) != 24 {
		t.Errorf("got %d solutions in the notes, want 24", strings.Count(notes, `class="solution"`))
	}
}

// TestLessonsAreFound checks that the search index has lessons and not their blocks.
func TestLessonsAreFound(t *testing.T) {
	s := wholeSite(t)
	if err := s.addSearch(); err != nil {
		t.Fatal(err)
	}
	text := string(s.files[s.assets[searchFile]])
	if !strings.Contains(text, "course/farm/#exercise-1-end-the-starvation") || strings.Contains(text, `\"holds\"`) {
		t.Error("search index: a lesson's exercise has no entry by its heading, or its block is text")
	}
}
