package placement

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/kind/placement/solve"
)

// scoreColumns is how many clusters the table of scores shows: the best ones.
const scoreColumns = 8

// jobScores is the table of what spoke for and against each cluster.
func jobScores(s *state.State) ui.Node {
	w := why(s)
	if w == nil || len(w.Scores) == 0 {
		return ui.Node{}
	}
	order := scored(s, w)
	if len(order) == 0 {
		return ui.Node{}
	}
	order = best(w, order)
	head := []ui.Node{ui.TermHead("why", "score of "+w.Job)}
	for _, i := range order {
		head = append(head, screen.Head(s, "cluster", w.Scores[i].Cluster))
	}
	line := func(term, name string, of func(solve.Score) *float64) ui.Node {
		cells := []ui.Node{ui.RowHead(ui.Term(term, name))}
		least, most := spread(w, order, of)
		texts := distinct(w, order, of)
		for _, i := range order {
			cells = append(cells, scoreCell(w, i, of(w.Scores[i]), texts[i], least, most, !s.Replaying()))
		}
		return ui.El("tr", cells)
	}
	rows := []ui.Node{
		line("rs-score", "transfer, s", func(c solve.Score) *float64 { return c.RS }),
		line("cra-score", "run, s", func(c solve.Score) *float64 { return &c.CRA }),
	}
	if w.QueueAware {
		rows = append(rows, line("ready", "ready, s",
			func(c solve.Score) *float64 { return &c.Ready }))
	}
	rows = append(rows, line("final-score", "final", func(c solve.Score) *float64 { return c.Final }))
	t := screen.TableOf("heat", "Scores of "+w.Job, head, rows)
	if len(w.Scores) > scoreColumns {
		return ui.El("div", t, ui.El("p", ui.Class("note"),
			"the best "+strconv.Itoa(scoreColumns)+" of "+ui.Whole(len(w.Scores))))
	}
	return t
}

// best returns the places of as many clusters as the table shows, those with the
// best scores.
func best(w *solve.Why, order []int) []int {
	if len(order) <= scoreColumns {
		return order
	}
	rank := func(i int) int {
		if w.Scores[i].Rank == 0 {
			return len(w.Scores) + 1
		}
		return w.Scores[i].Rank
	}
	sortBy(order, func(a, b int) bool { return rank(a) < rank(b) })
	return order[:scoreColumns]
}

// scored are the places of the clusters whose scores the steps so far have told:
// all of them at the end.
func scored(s *state.State, w *solve.Why) (order []int) {
	told := map[string]bool{}
	if s.Replaying() {
		for i := range s.Why.Trace.Events[:s.Why.Step] {
			if e := &s.Why.Trace.Events[i]; e.Kind == "score" {
				told[e.Ref("cluster")] = true
			}
		}
	}
	for i := range w.Scores {
		if !s.Replaying() || told[w.Scores[i].Cluster] {
			order = append(order, i)
		}
	}
	return order
}

// sum is the final score of a cluster as the formula that made it, with this
// decision's numbers in: the transfer lights up the ways of the data, the rest the
// cluster. Nothing where no such score decided.
func sum(w *solve.Why, cluster string) ui.Node {
	for i := range w.Scores {
		c := &w.Scores[i]
		if c.Cluster != cluster || c.RS == nil || c.Final == nil || w.WeightRS == 0 && w.WeightCRA == 0 {
			continue
		}
		there := ui.Lights("cluster:" + cluster)
		parts := screen.Sentence(ui.Num(w.WeightRS), " · ",
			ui.Term("rs-score", ui.Lights(".gb-flows", ".gb-cargos"), ui.Num(*c.RS)+" s"), " + ",
			ui.Num(w.WeightCRA), " · ", ui.Term("cra-score", there, ui.Num(c.CRA)+" s"))
		if w.QueueAware {
			parts = append(parts, screen.Sentence(" + ", ui.Term("ready", there, ui.Num(c.Ready)+" s"))...)
		}
		return ui.El("span", ui.Class("sum"), parts, " = ",
			ui.Term("final-score", there, ui.El("b", finals(w)[i])))
	}
	return ui.Node{}
}

// distinct writes the numbers of a row so that different numbers have different texts, by
// the place of the cluster.
func distinct(w *solve.Why, order []int, of func(solve.Score) *float64) []string {
	texts := make([]string, len(w.Scores))
	var at []int
	var values []float64
	for _, i := range order {
		if v := of(w.Scores[i]); v != nil {
			at, values = append(at, i), append(values, *v)
		}
	}
	for k, text := range ui.Distinct(values...) {
		texts[at[k]] = text
	}
	return texts
}

// finals writes the final scores of the clusters as the table does, by the place of
// the cluster.
func finals(w *solve.Why) []string {
	all := make([]int, len(w.Scores))
	for i := range all {
		all[i] = i
	}
	return distinct(w, best(w, all), func(c solve.Score) *float64 { return c.Final })
}

func spread(w *solve.Why, order []int, of func(solve.Score) *float64) (least, most float64) {
	first := true
	for _, i := range order {
		v := of(w.Scores[i])
		if v == nil {
			continue
		}
		if first {
			least, most, first = *v, *v, false
		}
		least, most = min(least, *v), max(most, *v)
	}
	return least, most
}

// scoreCell shades good scores; the winner is framed.
func scoreCell(w *solve.Why, i int, v *float64, text string, least, most float64, ended bool) ui.Node {
	if v == nil {
		return ui.El("td", ui.A("title", whyInfinite(&w.Scores[i])), "∞")
	}
	return ui.El("td", screen.Tint(*v, least, most), ui.If(ended && w.Scores[i].Cluster == w.Winner, ui.Class("best")),
		text)
}

// whyInfinite returns why a cluster has no score.
func whyInfinite(s *solve.Score) string {
	if s.RS == nil {
		return "the data cannot be reached from here"
	}
	return "the algorithm does not choose this cluster"
}
