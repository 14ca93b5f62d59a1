package lessonpage

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"gridbox/core/engine"
	"gridbox/core/exercise"
	"gridbox/core/scenario"
)

// outcomesOf returns the outcomes that the page receives for a try, with runs answered immediately.
func outcomesOf(t *testing.T, text string) (all []Outcome) {
	t.Helper()
	c := &Checker{Notify: func(o Outcome) { all = append(all, o) }}
	c.Solve = func(s *scenario.Scenario, run scenario.Run, done func(*scenario.Answer, string)) {
		a, err := engine.All().Run(context.Background(), s, run, engine.Env{})
		if err != nil {
			done(nil, err.Error())
			return
		}
		done(&a, "")
	}
	c.Check(text)
	return all
}

// newTry returns a try that sets the power of Nancy to the given text.
func newTry(t *testing.T, algorithm, power string) string {
	t.Helper()
	s := scenario.NewGenerated("placement", "five-clusters", 7)
	full, faults := scenario.Expand(s)
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	full.Runs = []scenario.Run{{Algorithm: algorithm, Label: "a"}}
	least, most := 200.0, 1400.0
	text, err := json.Marshal(Try{Values: []string{power}, Exercise: exercise.Exercise{ID: "x/y",
		Scenario: scenario.Canonical(full), Conditions: []string{"a.makespan < 240"}, Hint: "Try the middle.",
		Inputs: []exercise.Input{{Path: "placement.clusters[id=Nancy].mips", Label: "Power", Value: 1400.0,
			Min: &least, Max: &most}}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Each try has one outcome: passed, not passed with a hint, or invalid.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		text, trouble string
		passed        bool
	}{
		{newTry(t, "rbhs", "1000"), "", true},
		{newTry(t, "rbhs", " 1e3 "), "", true},
		{newTry(t, "rbhs", "600"), "", false},
		{newTry(t, "rbhs", "1401"), "Power: a number from 200 to 1400 is wanted.", false},
		{newTry(t, "rbhs", "NaN"), "Power: a number from 200 to 1400 is wanted.", false},
		{newTry(t, "rbhs", ""), "Power: a number from 200 to 1400 is wanted.", false},
		{newTry(t, "no-such", "1000"), "no-such", false},
		{"{", "cannot be read", false},
		{`{"values":["1"]}`, "There are 0 values", false},
	} {
		all := outcomesOf(t, c.text)
		if len(all) != 1 {
			t.Fatalf("got %d outcomes, want 1: %v", len(all), all)
		}
		o := all[0]
		if o.Passed != c.passed || (o.Trouble == "") != (c.trouble == "") || !strings.Contains(o.Trouble, c.trouble) {
			t.Errorf("%s: got %+v, want passed %v, trouble %q", c.text[max(0, len(c.text)-40):], o, c.passed, c.trouble)
		}
		if c.trouble == "" && (o.Link == "" || len(o.Lines) != 1 || (o.Hint == "") != o.Passed) {
			t.Errorf("got %+v, want a link, a line, and a hint unless it is passed", o)
		}
	}
}
