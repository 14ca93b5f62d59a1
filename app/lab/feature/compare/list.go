package compare

import (
	"math"
	"strconv"

	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/diff"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// list returns the numbers and every difference in words.
func list(s *state.State, _ panel.Additions) ui.Node {
	p := Of(s)
	part := ui.El("aside", ui.Class("differences"), ui.A("id", "differences"), ui.A("tabindex", "0"),
		ui.A("aria-label", "Differences by effect"))
	f := p.Difference
	if !isViewShown(s) || f == nil {
		return part
	}
	if len(f.Fields) > 0 {
		part.Children = append(part.Children, fields(p))
	}
	if len(f.Report.Metrics) > 0 {
		part.Children = append(part.Children, metrics(p), differences(p))
	}
	return part
}

// maxFields is the maximal number of changed fields that are listed.
const maxFields = 60

// fields returns the section of the changed fields of the document. It lists the first maxFields and counts the
// others.
func fields(p Pair) ui.Node {
	fields := p.Difference.Fields
	var items []ui.Node
	for _, x := range fields[:min(len(fields), maxFields)] {
		items = append(items, ui.El("li", ui.A("title", x.Path), x.Text))
	}
	if more := len(fields) - maxFields; more > 0 {
		items = append(items, ui.El("li", ui.Class("soft"), i18n.T("and {} more", ui.Integer(more))))
	}
	return ui.El("section", ui.A("aria-label", "Changed fields"),
		ui.El("h2", i18n.T("{} of the document", picture.Count(len(fields), "change"))), ui.El("ul",
			ui.Class("fields"), items))
}

// signedNumber formats a difference with its sign.
func signedNumber(x float64) string {
	if x > 0 {
		return "+" + ui.Num(x)
	}
	return ui.Num(x)
}

// metrics returns the table of all metrics of both answers, with the difference and the better side.
func metrics(p Pair) ui.Node {
	r := p.Difference.Report
	c := p.colours()
	head := func(side int) ui.Node {
		return ui.ColHead(panel.Swatch(c[side], ""), p.name(side))
	}
	var rows []ui.Node
	for i := range r.Metrics {
		m := &r.Metrics[i]
		better, wish := m.Improvement(), "higher is better"
		if m.Less {
			wish = "lower is better"
		}
		name := ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("two", "metric", m.ID),
			ui.Aria("pressed", i == r.Metric), ui.A("title", m.About), m.Name)
		if m.Unit != "" {
			wish = i18n.T("{} · {}", m.Unit, wish)
		}
		verdict := "the same"
		if m.Difference != 0 {
			verdict = map[bool]string{true: "better", false: "worse"}[better > 0]
		}
		rows = append(rows, ui.El("tr", ui.If(i == r.Metric, ui.Class("sel")),
			ui.RowHead(name, ui.El("small", ui.Class("soft"), wish)),
			ui.El("td", ui.If(better < 0, ui.Class("best")), ui.Num(m.A)),
			ui.El("td", ui.If(better > 0, ui.Class("best")), ui.Num(m.B)),
			ui.El("td", signedNumber(m.Difference)+" ", ui.El("small", ui.Class("soft"), verdict))))
	}
	return ui.El("section", ui.A("aria-label", "Metrics"), screen.TableOf("data versus-table",
		"Metrics of both answers", []ui.Node{ui.ColHead("metric"), head(0), head(1), ui.ColHead("difference")}, rows))
}

// differences lists the differences by their effects, a page of each group.
func differences(p Pair) ui.Node {
	r, at := p.Difference.Report, p.Difference.indexOf(p.At)
	count := picture.Count(len(r.Differences), "difference")
	if n := len(r.Differences); n > 0 {
		count = i18n.T("{} of {} {}s differ", ui.Integer(n), ui.Integer(r.ItemCount), r.Differences[0].Kind)
	}
	head := ui.El("div", ui.Class("list-head"), ui.El("h2", count), ui.El("span", ui.Class("count")))
	if len(r.Differences) > 0 {
		where := ""
		if at >= 0 {
			where = i18n.T("{} of {}", ui.Integer(at+1), ui.Integer(len(r.Differences)))
		}
		head.Children = append(head.Children, ui.El("span", ui.Class("pager"), where,
			ui.IconButton("back", "Previous difference ([)", ui.Act("two", "previous")),
			ui.IconButton("forward", "Next difference (])", ui.Act("two", "next"))))
	}
	parts := []ui.Node{head}
	of := r.EffectMetric()
	if !of.By {
		parts = append(parts, ui.El("p", ui.Class("note"), i18n.T("{} follows from other metrics, so that single "+
			"differences have no effect on it. Choose another metric above.",
			of.Name)))
	}
	parts = append(parts, table(p, at))
	if r.Rest != 0 {
		rest, single := signedNumber(r.Rest), "difference"
		if of.Unit != "" {
			rest += " " + of.Unit
		}
		if len(r.Differences) > 0 {
			single = r.Differences[0].Kind
		}
		parts = append(parts, ui.El("p", ui.Class("note"), i18n.T("{} cannot be attributed to a single {}.",
			rest, single)))
	}
	return ui.El("section", ui.A("aria-label", "Differences"), parts)
}

// maxRows is the maximal number of differences listed around the selected one.
const maxRows = 80

// table returns the differences by groups, at most maxRows around the selected index at. It returns an empty node if
// there are none. The columns of times appear if any difference has times.
func table(p Pair, at int) ui.Node {
	r := p.Difference.Report
	n := len(r.Differences)
	if n == 0 {
		return ui.Node{}
	}
	from := max(0, min(at-maxRows/2, n-maxRows))
	to := min(n, from+maxRows)
	most := 0.0
	timed := false
	for i := range r.Differences {
		d := &r.Differences[i]
		most = max(most, math.Abs(d.Effect))
		timed = timed || d.A != nil && d.A.To != 0 || d.B != nil && d.B.To != 0
	}
	heads := []ui.Node{ui.ColHead(r.Differences[0].Kind), ui.ColHead("left"), ui.ColHead("right")}
	if timed {
		heads = append(heads, ui.ColHead(ui.A("title", "how much longer it takes on the right"), "takes"),
			ui.ColHead(ui.A("title", "how much later it ends on the right"), "ends"))
	}
	heads = append(heads, ui.ColHead("effect"))
	width := strconv.Itoa(len(heads))
	var rows []ui.Node
	for _, g := range r.Groups {
		if g.To <= from || g.From >= to {
			continue
		}
		rows = append(rows, ui.El("tr", ui.Class("group-row"), ui.El("th", ui.A("scope", "colgroup"),
			ui.A("colspan", strconv.Itoa(len(heads)-1)), g.Title), ui.El("td", signedNumber(g.Effect))))
		for i := max(from, g.From); i < min(to, g.To); i++ {
			rows = append(rows, row(&r.Differences[i], i == at, timed, most))
		}
	}
	if n > maxRows {
		rows = append(rows, ui.El("tr", ui.El("td", ui.A("colspan", width), ui.Class("soft"),
			i18n.T("Showing {} to {} of {}. Use the "+
				"arrows above.",
				ui.Integer(from+1), ui.Integer(to), ui.Integer(n)))))
	}
	return screen.TableOf("data differ-table", "Differences by effect", heads, rows)
}

// row returns the row of a difference. on marks the selected row, and timed adds the columns of times. The bar of the
// effect has levels from 0 to 5, relative to most.
func row(d *diff.Difference, on, timed bool, most float64) ui.Node {
	pick := ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("two", "at", d.Kind+":"+d.ID),
		d.ID)
	if on {
		pick.Attrs = append(pick.Attrs, ui.A("id", "beside-at"), ui.A("aria-current", "true"))
	}
	cells := []ui.Node{ui.RowHead(pick), screen.Cell(position(d.A)), screen.Cell(position(d.B))}
	if timed {
		takes, ends := "–", "–"
		if d.A != nil && d.B != nil && d.A.To != 0 && d.B.To != 0 {
			takes, ends = signedNumber(d.B.To-d.B.From-d.A.To+d.A.From), signedNumber(d.B.To-d.A.To)
		}
		cells = append(cells, screen.Cell(takes), screen.Cell(ends))
	}
	level := 0
	if most > 0 {
		level = int(math.Ceil(5 * math.Abs(d.Effect) / most))
	}
	cells = append(cells, ui.El("td", ui.El("i", ui.Class("weight w"+strconv.Itoa(level))), signedNumber(d.Effect)))
	return ui.El("tr", ui.If(on, ui.Class("sel")), cells)
}

// position returns the position of a thing in an answer.
func position(x *kind.Stand) string {
	switch {
	case x == nil:
		return "absent"
	case x.Location == "" && x.To == 0:
		return "waits"
	case x.Location == "":
		return ui.Num(x.From)
	}
	return x.Location
}
