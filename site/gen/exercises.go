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

// A Proved exercise is one of a lesson's fenced blocks, whose stated solution
// passes and whose stated wrong try does not.
type Proved struct {
	exercise.Exercise
	// Preset is where the scenario comes from when none is written out; Runs,
	// Policies and Set are laid over it.
	Preset   string            `json:"preset,omitempty"`
	Runs     []scenario.Run    `json:"runs"`
	Policies []scenario.Policy `json:"policies,omitempty"`
	Set      map[string]any    `json:"set,omitempty"`
	Solution []string          `json:"solution"`
	Wrong    []string          `json:"wrong"`
	// What comes out of both, and of the scenario as it stands.
	Right, Refused, Begin exercise.Verdict `json:"-"`
}

// proved reads a fenced block "exercise" and holds it to what it states.
func (s *Site) proved(block string) (*Proved, error) {
	x := new(Proved)
	reader := json.NewDecoder(strings.NewReader(block))
	reader.DisallowUnknownFields()
	if err := reader.Decode(x); err != nil {
		return nil, fmt.Errorf("exercise: %w", err)
	}
	if slices.ContainsFunc(s.exercises, func(o *Proved) bool { return o.ID == x.ID }) || x.ID == "" {
		return nil, fmt.Errorf("exercise: the id %q stands twice, or there is none", x.ID)
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
		err = fmt.Errorf("its solution does not pass: %s", said(x.Right))
	case x.Refused.Passed:
		err = fmt.Errorf("its wrong try passes: %s", said(x.Refused))
	default:
		err = x.closed()
	}
	if err != nil {
		return nil, fmt.Errorf("exercise %s: %w", x.ID, err)
	}
	s.exercises = append(s.exercises, x)
	return x, nil
}

// closed holds that nothing is passed before anything was changed.
func (x *Proved) closed() error {
	var err error
	x.Begin, err = x.try(x.Start())
	if err == nil && x.Begin.Passed {
		err = fmt.Errorf("it is passed as it stands: %s", said(x.Begin))
	}
	return err
}

// resolve makes the scenario that the page is given, small enough to be a link.
func (x *Proved) resolve() error {
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

// try runs the exercise with values entered.
func (x *Proved) try(entered []string) (exercise.Verdict, error) {
	s, why := x.With(entered)
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

// said is a verdict in one line.
func said(v exercise.Verdict) string {
	var lines []string
	for _, l := range v.Lines {
		lines = append(lines, l.Said)
	}
	return strings.Join(lines, " ")
}

// laboratory is the address that opens a scenario.
func (s *Site) laboratory(asked *scenario.Scenario) (string, error) {
	link, err := scenario.Link(asked)
	return s.URL("lab/") + link, err
}

// A SolutionView is a solution as the notes for lecturers show it.
type SolutionView struct {
	*Proved
	Number int
	Lab    string
	Pairs  []Pair
}

// A Pair is an input and what solves it.
type Pair struct{ Label, Value string }

// writeSolutions renders a fenced block "solutions", which names a lesson.
func (s *Site) writeSolutions(w io.Writer, lesson string) error {
	var views []SolutionView
	for _, x := range s.exercises {
		if !strings.HasPrefix(x.ID, lesson+"/") {
			continue
		}
		v := SolutionView{Proved: x, Number: len(views) + 1}
		solved, why := x.With(x.Solution)
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
