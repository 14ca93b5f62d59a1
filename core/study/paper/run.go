package paper

import (
	"context"
	"errors"
	"slices"

	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Plans returns the plans of a paper's experiments, with another number of
// replications if replications is not 0.
func (p *Paper) Plans(replications int) ([]*study.Plan, error) {
	var plans []*study.Plan
	for _, x := range p.Experiments {
		s := x.Scenario()
		if replications > 0 && s.Study.Replications > 1 {
			s.Study.Replications = replications
		}
		plan, faults := study.New(s, study.Limits{Large: true})
		if len(faults) > 0 {
			return nil, errors.New("paper: " + p.ID + ", " + x.ID + ": " + faults.Error())
		}
		plans = append(plans, plan)
	}
	return plans, nil
}

// Results returns the results from the parts of a paper's experiments, one for
// each plan. Experiments with a fixed problem are solved here, since their rows
// are about the answer itself.
func (p *Paper) Results(ctx context.Context, e engine.Engine, plans []*study.Plan,
	parts []*study.Part) (*Results, error) {
	answers := make([][]scenario.Answer, len(plans))
	for i, plan := range plans {
		if !p.Answers() {
			continue
		}
		for _, run := range plan.Points[0].Runs {
			answer, err := e.Run(ctx, plan.Points[0].Scenario, run, engine.Env{})
			if err != nil {
				return nil, err
			}
			answers[i] = append(answers[i], answer)
		}
	}
	return p.Join(plans, parts, answers), nil
}

// Answers reports whether the rows are about the answers of the runs.
func (p *Paper) Answers() bool { return p.schedule != nil }

// Join is Results with answers computed elsewhere, one for each run of each
// plan. Parts may be incomplete: rows use the replications that exist.
func (p *Paper) Join(plans []*study.Plan, parts []*study.Part, answers [][]scenario.Answer) *Results {
	return &Results{paper: p, plans: plans, parts: parts, answers: answers}
}

// Uses returns the indexes of the experiments that a row reads, in the order of
// reading. It returns nil if the row has no measure.
func (p *Paper) Uses(row *Row, plans []*study.Plan) []int {
	var uses []int
	if row.Estimate == nil {
		return nil
	}
	parts := make([]*study.Part, len(plans))
	for i, plan := range plans {
		parts[i] = study.NewPart(plan, "")
	}
	r := p.Join(plans, parts, make([][]scenario.Answer, len(plans)))
	r.onRead = func(x int) {
		if !slices.Contains(uses, x) {
			uses = append(uses, x)
		}
	}
	row.Estimate(r)
	return uses
}
