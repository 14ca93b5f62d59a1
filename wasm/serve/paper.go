package serve

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/paper"
)

// A papers has the results of one paper's experiments so far, because a row may be read from
// several of them.
type papers struct {
	id      string
	plans   []*study.Plan
	parts   []*study.Part
	answers [][]scenario.Answer
}

// load adds a paper's experiments without replications.
func (k *papers) load(p *paper.Paper) error {
	if k.id == p.ID {
		return nil
	}
	*k = papers{}
	plans, err := p.Plans(0)
	if err != nil {
		return err
	}
	for _, plan := range plans {
		k.parts = append(k.parts, study.NewPart(plan, catalog.Version))
	}
	k.id, k.plans, k.answers = p.ID, plans, make([][]scenario.Answer, len(plans))
	return nil
}

// rows records the results of an experiment and returns the rows of its paper that depend on it. The result is a list
// of paper.RowView in JSON, without rows that have no value yet. It returns an error if the study is not an experiment
// of the paper, or if an answer is malformed.
func (k *papers) rows(plan *study.Plan, part *study.Part, about map[string]string) ([]byte, error) {
	p, ok := paper.ByID(about["paper"])
	x, err := strconv.Atoi(about["experiment"])
	if !ok || err != nil || x < 0 || x >= len(p.Experiments) {
		return nil, errors.New("there is no such experiment of a paper")
	}
	if err := k.load(&p); err != nil {
		return nil, err
	}
	if plan.Scenario.Kind != p.Kind || len(plan.Points) != len(k.plans[x].Points) || plan.Runs() != k.plans[x].Runs() ||
		!slices.Equal(plan.Metrics, k.plans[x].Metrics) {
		return nil, errors.New("the study is not the paper's experiment")
	}
	k.plans[x], k.parts[x], k.answers[x] = plan, part, nil
	for line := range strings.Lines(about["answers"]) {
		answer, faults := scenario.ParseAnswer([]byte(strings.TrimSuffix(line, "\n")), p.Kind)
		if len(faults) > 0 {
			return nil, faults
		}
		k.answers[x] = append(k.answers[x], answer)
	}
	d := p.Join(k.plans, k.parts, k.answers).Document(catalog.Version)
	shown := []paper.RowView{}
	for i := range d.Rows {
		if d.Rows[i].Ours != nil && slices.Contains(p.Uses(&p.Rows[i], k.plans), x) {
			shown = append(shown, d.Rows[i].View())
		}
	}
	return doc.Canonical(shown), nil
}
