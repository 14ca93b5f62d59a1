package paper

import (
	"context"
	"errors"

	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Plans makes the plans of a paper's experiments, with another number of
// replications where replications is not 0.
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

// Results joins the parts of a paper's experiments, one a plan, to what its rows
// are read from. Experiments on a problem that is written down are solved here,
// because their rows are about the answer itself.
func (p *Paper) Results(ctx context.Context, e engine.Engine, plans []*study.Plan, parts []*study.Part) (*Results, error) {
	r := &Results{paper: p, plans: plans, parts: parts, answers: make([][]scenario.Answer, len(plans))}
	for i, plan := range plans {
		if p.schedule == nil {
			continue
		}
		for _, run := range plan.Points[0].Runs {
			answer, err := e.Run(ctx, plan.Points[0].Scenario, run, engine.Env{})
			if err != nil {
				return nil, err
			}
			r.answers[i] = append(r.answers[i], answer)
		}
	}
	return r, nil
}
