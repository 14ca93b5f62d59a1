package farm

import (
	"gridbox/app/screen"
	"gridbox/app/ui"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	solver "gridbox/core/kind/farm/solve"
)

// priorities returns the table of the priorities of the jobs that waited when multifactor placed a job, each with its
// summands, the greatest priority first.
func priorities(w *solver.Explanation) ui.Node {
	if len(w.Queue) == 0 {
		return ui.Node{}
	}
	head, rows := []ui.Node{ui.ColHead("waiting job")}, make([]ui.Node, len(w.Queue))
	for i := range w.Queue {
		name := w.Queue[i].Job
		rows[i] = ui.El("tr", ui.If(name == w.Job, ui.Class("best")), ui.RowHead(name))
	}
	for _, c := range []struct {
		name  string
		value func(p *solver.Priority) float64
	}{{"age", func(p *solver.Priority) float64 { return p.Age }},
		{"fair share", func(p *solver.Priority) float64 { return p.Fairshare }},
		{"size", func(p *solver.Priority) float64 { return p.Size }},
		{"own priority", func(p *solver.Priority) float64 { return p.Own }},
		{"sum", func(p *solver.Priority) float64 { return p.Priority }}} {
		head = append(head, ui.ColHead(c.name))
		for i := range w.Queue {
			rows[i].Children = append(rows[i].Children, ui.El("td", picture.Number(c.value(&w.Queue[i]))))
		}
	}
	return ui.El("div", screen.TableOf("heat ranks", i18n.T("Priorities when job {} was placed", w.Job), head, rows),
		ui.El("p", ui.Class("note"),
			"Each part is a weight times a factor from 0 to 1. The greatest sum is first in the queue."))
}
