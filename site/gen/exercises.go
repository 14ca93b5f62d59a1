package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/exercise"
	"gridbox/core/scenario"
)

// A VerifiedExercise is a verified exercise of a lesson: its stated solution passes and its stated wrong attempt fails.
type VerifiedExercise struct {
	exercise.Exercise
	// Preset is the source of the scenario if none is given; Runs, Policies and Set override
	// parts of it.
	Preset   string            `json:"preset,omitempty"`
	Runs     []scenario.Run    `json:"runs"`
	Policies []scenario.Policy `json:"policies,omitempty"`
	Set      map[string]any    `json:"set,omitempty"`
	Solution []string          `json:"solution"`
	Wrong    []string          `json:"wrong"`
	// Verdicts of the solution, of the wrong attempt and of the unchanged scenario.
	Right, Refused, Begin exercise.Verdict `json:"-"`
}

// parseExercise parses a fenced block "exercise" and verifies its statements.
func (s *Site) parseExercise(block string) (*VerifiedExercise, error) {
	x := new(VerifiedExercise)
	reader := json.NewDecoder(strings.NewReader(block))
	reader.DisallowUnknownFields()
	if err := reader.Decode(x); err != nil {
		return nil, fmt.Errorf("exercise: %w", err)
	}
	if slices.ContainsFunc(s.exercises, func(o *VerifiedExercise) bool { return o.ID == x.ID }) || x.ID == "" {
		return nil, fmt.Errorf("exercise: the id %q is there twice, or there is none", x.ID)
	}
	err := x.resolve()
	if err == nil {
		x.Right, err = x.try(x.Solution)
	}
	if err == nil {
		x.Refused, err = x.try(x.Wrong)
	}
	switch {
	case err != nil:
	case !x.Right.Passed:
		err = fmt.Errorf("its solution does not pass: %s", verdictText(x.Right))
	case x.Refused.Passed:
		err = fmt.Errorf("its wrong try passes: %s", verdictText(x.Refused))
	default:
		err = x.checkUnsolved()
	}
	if err != nil {
		return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
	}
	s.exercises = append(s.exercises, x)
	return x, nil
}

// checkUnsolved returns an error if a condition holds before any change.
func (x *VerifiedExercise) checkUnsolved() error {
	var err error
	x.Begin, err = x.try(x.Start())
	if err == nil && x.Begin.Passed {
		err = fmt.Errorf("it is passed as it stands: %s", verdictText(x.Begin))
	}
	return err
}

// resolve makes the scenario given to the page, small enough for a link.
func (x *VerifiedExercise) resolve() error {
	given := x.Scenario
	if x.Preset != "" {
		asked, err := presetScenario(x.Preset)
		if err != nil {
			return err
		}
		full, err := explicit(asked)
		if err != nil {
			return err
		}
		given = scenario.Canonical(full)
	}
	var plain map[string]any
	if err := json.Unmarshal(given, &plain); err != nil {
		return err
	}
	plain["runs"] = x.Runs
	if len(x.Policies) > 0 {
		plain["policies"] = x.Policies
	}
	for path, value := range x.Set {
		if why := doc.Set(plain, path, value); why != "" {
			return fmt.Errorf("%s %s", path, why)
		}
	}
	var err error
	x.Scenario, err = json.Marshal(plain)
	return err
}

// try evaluates the exercise with the values entered.
func (x *VerifiedExercise) try(entered []string) (exercise.Verdict, error) {
	s, why := x.Apply(entered)
	if why != "" {
		return exercise.Verdict{}, fmt.Errorf("%q: %s", entered, why)
	}
	var answers []*scenario.Answer
	for _, run := range s.Runs {
		a, err := engine.All().Run(context.Background(), s, run, engine.Env{})
		if err != nil {
			return exercise.Verdict{}, fmt.Errorf("%s: %w", run.Label, err)
		}
		answers = append(answers, &a)
	}
	return x.Judge(s, answers), nil
}

// verdictText formats a verdict as one line.
func verdictText(v exercise.Verdict) string {
	var lines []string
	for _, l := range v.Lines {
		lines = append(lines, l.Text)
	}
	return strings.Join(lines, " ")
}

// laboratory returns the address that opens a scenario in the laboratory.
func (s *Site) laboratory(asked *scenario.Scenario) (string, error) {
	link, err := scenario.Link(asked)
	return s.URL("lab/") + link, err
}

// A SolutionView is a solution as shown in the notes for lecturers.
type SolutionView struct {
	*VerifiedExercise
	Number int
	Lab    string
	Pairs  []Pair
}

// A Pair is an input with its solution.
type Pair struct{ Label, Value string }

// writeSolutions renders a fenced block "solutions", which contains the name of a lesson. It returns an error if the
// lesson has no exercises or a solution is invalid.
func (s *Site) writeSolutions(w io.Writer, lesson string) error {
	var views []SolutionView
	for _, x := range s.exercises {
		if !strings.HasPrefix(x.ID, lesson+"/") {
			continue
		}
		v := SolutionView{VerifiedExercise: x, Number: len(views) + 1}
		solved, why := x.Apply(x.Solution)
		if why != "" {
			return fmt.Errorf("solutions: %s", why)
		}
		var err error
		if v.Lab, err = s.laboratory(solved); err != nil {
			return err
		}
		for i, in := range x.Inputs {
			v.Pairs = append(v.Pairs, Pair{in.Label, x.Solution[i]})
		}
		views = append(views, v)
	}
	if len(views) == 0 {
		return fmt.Errorf("solutions: no exercise is of the lesson %q", lesson)
	}
	return templates.ExecuteTemplate(w, "solutions", views)
}
