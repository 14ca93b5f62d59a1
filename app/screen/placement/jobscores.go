package placement

import (
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/solve/placement"
)

// scoreColumns is how many clusters the table of scores shows: the best ones.
const scoreColumns = 8

// jobScores is the table of what spoke for and against each cluster.
func jobScores(s *state.State) ui.Node {
	w := why(s)
	if w == nil || len(w.Scores) == 0 {
		return ui.Node{}
	}
	order := make([]int, len(w.Scores))
	for i := range order {
		order[i] = i
	}
	if len(order) > scoreColumns {
		rank := func(i int) int {
			if w.Scores[i].Rank == 0 {
				return len(w.Scores) + 1
			}
			return w.Scores[i].Rank
		}
		sortBy(order, func(a, b int) bool { return rank(a) < rank(b) })
		order = order[:scoreColumns]
	}
	head := []ui.Node{ui.ColHead("score of " + w.Job)}
	for _, i := range order {
		head = append(head, screen.Head(s, "cluster", w.Scores[i].Cluster))
	}
	line := func(name, title string, of func(placement.Score) *float64) ui.Node {
		cells := []ui.Node{ui.RowHead(ui.A("title", title), name)}
		least, most := spread(w, order, of)
		for _, i := range order {
			cells = append(cells, scoreCell(w, i, of(w.Scores[i]), least, most))
		}
		return ui.El("tr", cells)
	}
	rows := []ui.Node{
		line("RS, s", "time to bring the job's data", func(c placement.Score) *float64 { return c.RS }),
		line("CRA, s", "time to compute the job", func(c placement.Score) *float64 { return &c.CRA }),
	}
	if w.QueueAware {
		rows = append(rows, line("ready, s", "when the cluster has finished its earlier jobs",
			func(c placement.Score) *float64 { return &c.Ready }))
	}
	rows = append(rows, line("final", finalTitle(w), func(c placement.Score) *float64 { return c.Final }))
	t := screen.TableOf("heat", "Scores of "+w.Job, head, rows)
	if len(w.Scores) > scoreColumns {
		return ui.El("div", t, ui.El("p", ui.Class("note"),
			"the best "+strconv.Itoa(scoreColumns)+" of "+ui.Whole(len(w.Scores))))
	}
	return t
}

func finalTitle(w *placement.Why) string {
	text := ui.Num(w.WeightRS) + " RS + " + ui.Num(w.WeightCRA) + " CRA"
	if w.QueueAware {
		text += " + ready"
	}
	return text + ", the least wins"
}

func spread(w *placement.Why, order []int, of func(placement.Score) *float64) (least, most float64) {
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
func scoreCell(w *placement.Why, i int, v *float64, least, most float64) ui.Node {
	if v == nil {
		return ui.El("td", ui.A("title", "the data cannot be reached from here"), "∞")
	}
	return ui.El("td", screen.Tint(*v, least, most), ui.If(w.Scores[i].Cluster == w.Winner, ui.Class("best")),
		ui.Num(*v))
}
