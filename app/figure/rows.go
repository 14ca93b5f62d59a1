package figure

import (
	"strconv"

	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// A Row is one line of the comparison as the markup shows it. Every cell has a
// text at all times, so that nothing moves when an answer arrives.
type Row struct {
	Index     int
	Name      string
	Letter    string // distinguishes runs of one algorithm without colours
	About     string // what the algorithm does, for a tooltip
	Swatch    string // class with the algorithm's colour, the same on every page
	Pressed   string // "true" on the chosen line
	First     string // the kind's first two metrics
	Second    string
	Gap       string
	Mark      string // the checker's verdict as a sign
	Verdict   string // and in words
	MarkClass string
	RowClass  string
}

// Rows returns the lines of the comparison, in the order of the scenario's runs.
func (f *Figure) Rows() []Row {
	rows := make([]Row, len(f.entries))
	for i := range f.entries {
		rows[i] = f.row(i)
	}
	return rows
}

// row returns the row of entry i in the figure's table. Its state is one of failed, running, answered and not run
// yet.
func (f *Figure) row(i int) Row {
	e := &f.entries[i]
	chosen := i == f.chosen
	r := Row{
		Index: i, Name: e.Run.Algorithm, Swatch: "fig-swatch fig-c8",
		First: "–", Second: "–", Gap: "–", Mark: "·", Verdict: "not run yet", MarkClass: "fig-mark",
		RowClass: "fig-row", Pressed: strconv.FormatBool(chosen),
	}
	if chosen {
		r.RowClass = "fig-row fig-row-on"
	}
	if a, ok := catalog.Find(f.explicit.Kind, e.Run.Algorithm); ok {
		r.Name, r.About, r.Swatch = e.Name, a.About, "fig-swatch fig-"+picture.Hue(e.Colour)
	}
	r.Letter = e.Letter
	switch {
	case e.Trouble != nil:
		r.Mark, r.Verdict, r.MarkClass = "!", e.Trouble.Text, "fig-mark fig-mark-bad"
	case e.stop != nil && e.Answer == nil:
		r.Verdict = "running"
	case e.Answer != nil:
		r.fill(e.Answer, f.metric(0), f.metric(1), f.usesMultiples())
	}
	return r
}

// metric returns the metric of column i of the table.
func (f *Figure) metric(i int) kind.Metric {
	if f.explicit != nil {
		if kind, ok := catalog.ByID(f.explicit.Kind); ok && i < len(kind.Metrics) {
			return kind.Metrics[i]
		}
	}
	return kind.Metric{}
}

// Head returns the head of a metric's column.
func (f *Figure) Head(i int) string { return f.metric(i).Head() }

// HeadTitle returns the meaning of a column's metric.
func (f *Figure) HeadTitle(i int) string { return f.metric(i).About }

// usesMultiples reports whether the column of distances to the bounds is written in multiples.
func (f *Figure) usesMultiples() bool {
	var bounds []*scenario.Bound
	for i := range f.entries {
		if a := f.entries[i].Answer; a != nil {
			bounds = append(bounds, a.Bound)
		}
	}
	return scenario.NeedsMultiples(bounds)
}

// fill sets the cells of an answer: two metrics, the distance to the bound and the verdict of the check. If times is
// set, the distance is a ratio. An infeasible answer has only the reason.
func (r *Row) fill(a *scenario.Answer, first, second kind.Metric, times bool) {
	if !a.Feasible {
		r.Mark, r.Verdict = "∅", i18n.T("no answer: {}", a.Reason.String())
		return
	}
	r.First, r.Second = ui.Num(a.Metrics[first.ID]), ui.Num(a.Metrics[second.ID]) // as in the laboratory
	switch c := a.Check; {
	case c != nil && c.OK && c.Scope == scenario.ScopeOptimal:
		r.Gap = "optimal"
	case a.Bound != nil:
		r.Gap = a.Bound.DistanceIn(times)
	}
	switch {
	case a.Check == nil:
		r.Mark, r.Verdict = "?", "not verified"
	case a.Check.OK:
		r.Mark, r.Verdict, r.MarkClass = "✓", a.Reach(), "fig-mark fig-mark-ok"
	default:
		r.Mark, r.MarkClass = "✗", "fig-mark fig-mark-bad"
		r.Verdict = "refuted: " + count(len(a.Check.Violations), "violation", "violations")
	}
}
