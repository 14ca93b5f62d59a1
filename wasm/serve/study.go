package serve

import (
	"bytes"
	"context"
	"errors"
	"iter"

	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/runner"
)

// MaxStudy is the greatest size of the values of a study that a page keeps. They are sent as text
// of about twice their size, and one worker keeps all of them.
const MaxStudy = 96 << 20

// A cachedPlan is a study's plan with the text from which it was made, because a page requests one
// stretch after another.
type cachedPlan struct {
	text  []byte
	large bool
	plan  *study.Plan
}

// Study computes a stretch of a study.
func (c *Catalog) Study(ctx context.Context, text []byte, stretch Stretch,
	report func(done, total int)) ([]byte, error) {
	if c.ballast == nil {
		c.ballast = make([]byte, 28<<20)
	}
	plan, err := c.plan(text, stretch.Large)
	if err != nil {
		return nil, err
	}
	points := len(plan.Points)
	if stretch.From < 0 || stretch.To < stretch.From || stretch.To > points*plan.Replications() {
		return nil, errors.New("the study has no such replications")
	}
	done := 0
	env := runner.Env{Clock: clock(), Programs: c.programs(), Done: func() {
		done++
		report(done, stretch.To-stretch.From)
	}}
	part, err := runner.Run(ctx, c.Engine, plan, stretch.tasks(points), env)
	if err != nil {
		return nil, err
	}
	return part.Text(), nil
}

// tasks yields the replications of each point in the stretch: the r with From <= r points + point
// < To.
func (s Stretch) tasks(points int) iter.Seq[runner.Task] {
	return func(yield func(runner.Task) bool) {
		for p := range points {
			t := runner.Task{Point: p, From: (s.From - p + points - 1) / points, To: (s.To - p + points - 1) / points}
			if t.From < t.To && !yield(t) {
				return
			}
		}
	}
}

// plan parses a study and caches its plan.
func (c *Catalog) plan(text []byte, large bool) (*study.Plan, error) {
	if k := &c.study; k.plan != nil && k.large == large && bytes.Equal(k.text, text) {
		return k.plan, nil
	}
	c.study = cachedPlan{}
	s, faults := scenario.Parse(text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if err := SizeLimit(s); err != nil {
		return nil, err
	}
	if err := studyLimit(s); err != nil {
		return nil, err
	}
	plan, faults := study.New(s, study.Limits{Large: large})
	if err := faults.Err(); err != nil {
		return nil, err
	}
	for i := range plan.Points {
		if err := SizeLimit(plan.Points[i].Scenario); err != nil {
			return nil, err
		}
	}
	c.study = cachedPlan{bytes.Clone(text), large, plan}
	return plan, nil
}

// studyLimit returns an error if a study's values would exhaust the memory.
func studyLimit(s *scenario.Scenario) error {
	z := study.Measure(s)
	if z.Bytes <= MaxStudy {
		return nil
	}
	return &SizeError{Need: z.Bytes, Have: MaxStudy, Subject: "The values of " + formatRounded(z.Solves) + " solutions",
		Advice: "Vary less, ask for fewer replications or metrics, or take it to your cluster."}
}
