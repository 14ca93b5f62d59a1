package placement

import (
	"slices"
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement/solve"
)

// scoreRows is the number of clusters in the table of scores: the best ones.
const scoreRows = 8

// A column is a number that the table of scores gives for each cluster.
type column struct {
	term, name string
	score      func(solve.Score) *float64
}

// jobScores returns the table of the scores of the selected job, a row a cluster: in the problem's order while steps
// are replayed, then the best first.
func jobScores(s *state.State) ui.Node {
	w := explanation(s)
	if w == nil || len(w.Scores) == 0 {
		return ui.Node{}
	}
	jobs := scoredClusters(s, w)
	if len(jobs) == 0 {
		return ui.Node{}
	}
	all := make([]int, len(w.Scores))
	for i := range all {
		all[i] = i
	}
	order := bestClusters(w, all, !s.Replaying())
	columns := []column{{"rs-score", "transfer, s", func(c solve.Score) *float64 { return c.RS }},
		{"cra-score", "run, s", func(c solve.Score) *float64 { return &c.CRA }}}
	if w.QueueAware {
		columns = append(columns, column{"ready", "ready, s", func(c solve.Score) *float64 { return &c.Ready }})
	}
	columns = append(columns, column{"final-score", "final", func(c solve.Score) *float64 { return c.Final }})
	head := []ui.Node{ui.TermHead("why", i18n.T("score of {}", w.Job))}
	rows := make([]ui.Node, len(order))
	for k, i := range order {
		c := w.Scores[i].Cluster
		rows[k] = ui.El("tr", ui.If(!s.Replaying() && c == w.Winner, ui.Class("best")),
			ui.RowHead(ui.If(s.IsSelected("cluster", c), ui.Class("sel")), c))
	}
	for _, col := range columns {
		head = append(head, ui.TermHead(col.term, col.name))
		least, most := scoreRange(w, order, col.score)
		texts := distinct(w, order, col.score)
		for k, i := range order {
			cell := ui.El("td", ui.Class("unknown"), ui.A("title", "not yet reached"))
			if slices.Contains(jobs, i) {
				cell = scoreCell(w, i, col.score(w.Scores[i]), texts[i], least, most)
			}
			rows[k].Children = append(rows[k].Children, cell)
		}
	}
	if w.WeightRS != 0 || w.WeightCRA != 0 {
		head = append(head, partsHead(w))
		for k, i := range order {
			rows[k].Children = append(rows[k].Children, ui.El("td", partsBar(w, order, i, slices.Contains(jobs, i))))
		}
	}
	t := screen.TableOf("heat ranks", i18n.T("Scores of {}", w.Job), head, rows)
	if len(w.Scores) > scoreRows {
		return ui.El("div", t, ui.El("p", ui.Class("note"),
			i18n.T("the best {} of {}", strconv.Itoa(scoreRows), ui.Integer(len(w.Scores)))))
	}
	return t
}

// parts returns the weighted terms whose sum is a cluster's final score, nil where it has none.
func parts(w *solve.Explanation, c *solve.Score) []float64 {
	if c.RS == nil || c.Final == nil {
		return nil
	}
	terms := []float64{w.WeightRS * *c.RS, w.WeightCRA * c.CRA}
	if w.QueueAware {
		terms = append(terms, c.Ready)
	}
	return terms
}

// partNames are the terms of a final score, in the order of parts.
var partNames = []string{"transfer", "run", "ready"}

// partsHead returns the key of the bars.
func partsHead(w *solve.Explanation) ui.Node {
	n := 2
	if w.QueueAware {
		n = 3
	}
	key := ui.ColHead(ui.Class("parts"), ui.A("title",
		"the weighted terms of the final score; the line is the least score"))
	for k, name := range partNames[:n] {
		key.Children = append(key.Children, ui.El("span", ui.El("i", ui.Class("part"+strconv.Itoa(k))), name))
	}
	return key
}

// partsBar returns a final score as a bar of its terms, with a line at the least one.
func partsBar(w *solve.Explanation, order []int, i int, named bool) ui.Node {
	terms := parts(w, &w.Scores[i])
	least, most := scoreRange(w, order, func(c solve.Score) *float64 { return c.Final })
	if !named || terms == nil || !(most > 0) {
		return ui.Node{}
	}
	at := func(v float64) string { return strconv.FormatFloat(max(0, min(100, v/most*100)), 'f', 1, 64) }
	drawn, from := `<svg class="parts" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">`, 0.0
	for k, v := range terms {
		drawn += `<rect class="part` + strconv.Itoa(k) + `" x="` + at(from) + `" width="` + at(v) + `" height="10"/>`
		from += v
	}
	return ui.Raw(drawn + `<path d="M` + at(least) + ` -4v18"/></svg>`)
}

// bestClusters returns the indices of the clusters that the table shows, those with the best scores. They are sorted if
// sorted is set, or if there are more than the table shows.
func bestClusters(w *solve.Explanation, order []int, sorted bool) []int {
	if len(order) <= scoreRows && !sorted {
		return order
	}
	rank := func(i int) int {
		if w.Scores[i].Rank == 0 {
			return len(w.Scores) + 1
		}
		return w.Scores[i].Rank
	}
	sortBy(order, func(a, b int) bool { return rank(a) < rank(b) })
	return order[:min(len(order), scoreRows)]
}

// scoredClusters returns the indices of the clusters whose scores the steps so far have recorded, of all clusters after
// the last step.
func scoredClusters(s *state.State, w *solve.Explanation) (order []int) {
	seen := map[string]bool{}
	if s.Replaying() {
		for i := range s.Explanation.Trace.Events[:s.Explanation.Step] {
			if e := &s.Explanation.Trace.Events[i]; e.Kind == "score" {
				seen[e.Ref("cluster")] = true
			}
		}
	}
	for i := range w.Scores {
		if !s.Replaying() || seen[w.Scores[i].Cluster] {
			order = append(order, i)
		}
	}
	return order
}

// sum returns the final score of a cluster as the formula that gave it, with its numbers. The transfer highlights the
// routes of the data, the other terms the cluster. It returns an empty node if no such score decided.
func sum(w *solve.Explanation, cluster string) ui.Node {
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

// distinct formats the numbers of a column so that different numbers have different texts. The result is indexed by
// cluster.
func distinct(w *solve.Explanation, order []int, of func(solve.Score) *float64) []string {
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

// finals formats the final scores as the table does. The result is indexed by cluster.
func finals(w *solve.Explanation) []string {
	all := make([]int, len(w.Scores))
	for i := range all {
		all[i] = i
	}
	return distinct(w, bestClusters(w, all, false), func(c solve.Score) *float64 { return c.Final })
}

// scoreRange returns the least and the greatest value of the scores in order. Scores without a value are skipped;
// without any value both results are 0.
func scoreRange(w *solve.Explanation, order []int, of func(solve.Score) *float64) (least, most float64) {
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

// scoreCell returns a cell whose shade shows how good the score is.
func scoreCell(w *solve.Explanation, i int, v *float64, text string, least, most float64) ui.Node {
	if v == nil {
		return ui.El("td", ui.A("title", infiniteReason(&w.Scores[i])), "∞")
	}
	return ui.El("td", screen.Tint(*v, least, most), text)
}

// infiniteReason returns the reason why a cluster has no score.
func infiniteReason(s *solve.Score) string {
	if s.RS == nil {
		return "the data cannot be reached from this cluster"
	}
	return "the algorithm does not choose this cluster"
}
