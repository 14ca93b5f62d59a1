package league

import (
	"context"
	"errors"

	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/shake"
	"gridbox/core/study"
	"gridbox/core/study/adversary"
)

// A Measurer makes the instances of a league and solves them. It may be used by several goroutines.
type Measurer struct {
	r        *Request
	explicit *scenario.Scenario // whose trace is shaken
	plan     *study.Plan        // whose numbers are disturbed
}

// NewMeasurer checks a request and sets its missing runs and metric. It returns an error if the
// request is invalid or its noise has several strengths.
func NewMeasurer(r *Request) (*Measurer, error) {
	if _, err := r.document(); err != nil {
		return nil, err
	}
	m := &Measurer{r: r}
	s := *r.Scenario
	s.Runs, s.Study, s.View = r.Runs, nil, nil
	switch {
	case r.Shake != nil:
		explicit, faults := scenario.Expand(&s)
		if len(faults) > 0 {
			return nil, faults
		}
		m.explicit = explicit
	case len(r.Noise) > 0:
		explicit, faults := scenario.Expand(&s)
		if len(faults) > 0 {
			return nil, faults
		}
		s = *explicit
		s.Study = &scenario.Study{Replications: r.Instances, Noise: r.Noise}
		plan, faults := study.New(&s, study.Limits{})
		if len(faults) > 0 {
			return nil, faults
		}
		if len(plan.Points) != 1 {
			return nil, errors.New("league: noise has one strength for each path")
		}
		m.plan = plan
	}
	return m, nil
}

// Instance returns instance i as an explicit scenario with the runs of the league.
func (m *Measurer) Instance(i int) (*scenario.Scenario, error) {
	switch {
	case m.explicit != nil:
		return shake.Trace(m.explicit, i, m.r.Shake.Strength, m.r.Shake.Load), nil
	case m.plan != nil:
		s, err := m.plan.Instance(0, i, nil)
		if err != nil {
			return nil, err
		}
		whole := *s
		whole.Runs, whole.Study = m.r.Runs, nil
		return &whole, nil
	}
	s := *m.r.Scenario
	s.Seed, s.Runs, s.Study, s.View = study.Seed(s.Seed, i), m.r.Runs, nil, nil
	explicit, faults := scenario.Expand(&s)
	return explicit, faults.Err()
}

// Measure solves instance i by every run.
func (m *Measurer) Measure(ctx context.Context, e engine.Engine, i int) []Value {
	r := m.r
	list := make([]Value, len(r.Runs))
	explicit, err := m.Instance(i)
	if err != nil {
		return list
	}
	read, env := study.NewReader(r.Metric), r.Env
	env.Bare, env.Clock = r.Metric != study.Gap, r.Clock
	for k, run := range r.Runs {
		a, err := e.Measure(ctx, explicit, run, env)
		if err != nil || !a.Feasible {
			continue
		}
		x, ok := read(explicit, &a)
		list[k] = Value{x, ok && x-x == 0, a.ElapsedMs}
	}
	return list
}

// Cell returns the instance that shows the worst ratio of a pair, shrunk with at most tries smaller
// instances tried, as a scenario with a title and an explanation. A pair whose first algorithm is never
// worse keeps its instance whole.
func (r *Request) Cell(ctx context.Context, e engine.Engine, d *Document, p *Pair, tries int) (*scenario.Scenario,
	error) {
	find := func(name string) scenario.Run {
		for _, row := range d.Rows {
			if row.Name == name {
				return row.Run
			}
		}
		return scenario.Run{}
	}
	contest := adversary.Contest{A: find(p.A), B: find(p.B), Metric: d.Metric}
	own := *r // NewMeasurer writes into it, and cells are made by several goroutines
	m, err := NewMeasurer(&own)
	if err != nil {
		return nil, err
	}
	explicit, err := m.Instance(p.Instance)
	if err != nil {
		return nil, err
	}
	found := adversary.Result{Tried: d.Instances, Compared: p.Compared,
		Case: adversary.Case{Scenario: explicit, Ratio: 1}}
	if p.Worst != nil {
		found.Ratio = *p.Worst
	}
	values := make([]float64, 2)
	for k, run := range []scenario.Run{contest.A, contest.B} {
		env := r.Env
		env.Bare = d.Metric != study.Gap
		a, err := e.Measure(ctx, explicit, run, env)
		if err != nil {
			return nil, err
		}
		values[k], _ = study.NewReader(d.Metric)(explicit, &a)
	}
	found.A, found.B = values[0], values[1]
	small := found.Case
	if found.Ratio > 1 && tries > 0 {
		env := adversary.Env{Programs: r.Env.Programs, Tries: tries}
		if small, err = adversary.Shrink(ctx, e, found.Case, contest, env); err != nil {
			return nil, err
		}
	} else {
		whole := *explicit
		whole.Runs = []scenario.Run{contest.A, contest.B}
		small.Scenario = &whole
	}
	return adversary.Describe(&found, &small, &contest), nil
}
