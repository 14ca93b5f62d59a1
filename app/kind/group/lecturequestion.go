package group

import (
	"slices"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind/group"
)

// lectureQuestion returns the question from which group the answer takes most nodes. With fewer than two groups
// it asks which nodes are taken.
func lectureQuestion(s *state.State) *screen.LectureQuestion {
	w, a := shownAnswer(s)
	if w == nil {
		return nil
	}
	p := problemOf(s.Problem)
	if p.Request == nil {
		return nil
	}
	q := &screen.LectureQuestion{Facts: requirements(p), Reason: reason(p, w, a)}
	if len(p.Groups) < 2 {
		return nodeQuestion(p, w, q)
	}
	q.Does, q.Unit = i18n.T("takes {}. From which group does it take most?",
		picture.Count(p.Request.Nodes, "node")), "nodes"
	taken, _ := count(p, w)
	most := 0
	for _, n := range taken {
		most = max(most, n)
	}
	var right []string
	for _, i := range screen.BestOptions(len(p.Groups),
		func(i int) float64 { return -float64(taken[p.Groups[i].ID]) }) {
		id := p.Groups[i].ID
		q.Options = append(q.Options, screen.Option{Mark: state.Ref{Kind: picture.Group, ID: id}, Name: id,
			Score: ui.Integer(taken[id]), Right: most > 0 && taken[id] == most})
		if most > 0 && taken[id] == most {
			right = append(right, id)
		}
	}
	switch len(right) {
	case 0:
		q.Answer = "From no group."
	case 1:
		q.Answer = right[0] + "."
	default:
		q.Answer = i18n.T("{}: equally many.", strings.Join(right, ", "))
	}
	return q
}

// nodeQuestion completes q as a question for nodes of the answer.
func nodeQuestion(p *group.Problem, w *group.Solution, q *screen.LectureQuestion) *screen.LectureQuestion {
	taken := make([]bool, len(p.Nodes))
	for i := range p.Nodes {
		taken[i] = slices.Contains(w.Nodes, p.Nodes[i].ID)
	}
	var right []string
	for _, i := range screen.MixedOptions(taken) {
		id := p.Nodes[i].ID
		q.Options = append(q.Options, screen.Option{Mark: state.Ref{Kind: picture.Node, ID: id}, Name: id,
			Score: picture.Number(p.Nodes[i].Price), Right: taken[i]})
		if taken[i] {
			right = append(right, id)
		}
	}
	q.Does, q.Unit = i18n.T("takes {}. Which of these?", picture.Count(p.Request.Nodes, "node")), "price"
	q.Answer = strings.Join(right, ", ") + "."
	return q
}

// requirements describes the request.
func requirements(p *group.Problem) []ui.Node {
	aim := "and should all be available together"
	if p.Sums() {
		aim = "and should have the greatest sum of values"
	}
	return []ui.Node{ui.Text(i18n.T("They may cost at most {} together, {}.",
		picture.Number(p.Request.Budget), aim))}
}

// reason describes the nodes of the answer, its cost and its distance to the bound.
func reason(p *group.Problem, w *group.Solution, a *state.Answer) string {
	m := a.Answer.Metrics
	text := i18n.T("It takes {}, for {} of {}.",
		groupCounts(p, w), picture.Number(m["cost"]), picture.Number(p.Request.Budget))
	if b := a.Answer.Bound; b != nil && b.Gap <= 1e-9 {
		text += i18n.T(" No window within the budget is better.")
	} else if b != nil {
		text += i18n.T(" It falls {} short of the bound.", b.Distance())
	}
	return text
}
