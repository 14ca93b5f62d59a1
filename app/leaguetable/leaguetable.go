// Package leaguetable draws the tables of a league, for the laboratory and for pages of the site.
package leaguetable

import (
	"strconv"
	"strings"

	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/league"
)

// Ranks returns the table of mean ranks.
func Ranks(d *league.Document) ui.Node {
	head := []any{"algorithm", "mean rank", "best on", "mean ratio to the best"}
	timed, failed := false, false
	for i := range d.Rows {
		timed, failed = timed || d.Rows[i].Ms != nil, failed || d.Rows[i].Failed > 0
	}
	if failed {
		head = append(head, "without an answer")
	}
	if timed {
		head = append(head, "mean time, ms")
	}
	rows := [][]any{append(head, "not significantly different from")}
	for i := range d.Rows {
		r := &d.Rows[i]
		row := []any{r.Name, Decimals(r.Rank, 2), strconv.Itoa(r.Best), Decimals(r.Ratio, 3)}
		if failed {
			row = append(row, strconv.Itoa(r.Failed))
		}
		if timed {
			ms := "–"
			if r.Ms != nil {
				ms = Decimals(*r.Ms, 2)
			}
			row = append(row, ms)
		}
		rows = append(rows, append(row, strings.Join(r.Alike, ", ")))
	}
	return table("Ranks", rows)
}

// PairsTitle is the caption of the table of pairs.
const PairsTitle = "How many times as bad the row is as the column, mean and worst. A cell opens the instance of " +
	"its worst ratio, made small:"

// Pairs returns the table of ordered pairs: mean ratio and worst ratio. Cell returns the cell of a pair around its
// contents, such as in a link.
func Pairs(d *league.Document, cell func(p *league.Pair, i int, parts ...any) ui.Node) ui.Node {
	head := []any{"algorithm"}
	for i := range d.Rows {
		head = append(head, d.Rows[i].Name)
	}
	rows, at := [][]any{head}, 0
	for a := range d.Rows {
		row := []any{d.Rows[a].Name}
		for b := range d.Rows {
			if a == b {
				row = append(row, "–")
				continue
			}
			p := &d.Pairs[at]
			row = append(row, cell(p, at, ratio(p.Mean), ui.El("br"), ratio(p.Worst)))
			at++
		}
		rows = append(rows, row)
	}
	return table("Ratios of pairs", rows)
}

// ProfilesTitle is the caption of the table of profiles.
const ProfilesTitle = "Share of instances on which an algorithm is within a factor of the best:"

// Profiles returns the table of performance profiles: a row per algorithm and a column per factor, in per cent of the
// instances.
func Profiles(d *league.Document) ui.Node {
	head := []any{"factor"}
	for _, f := range d.Factors {
		head = append(head, doc.Number(f))
	}
	rows := [][]any{head}
	for i := range d.Rows {
		row := []any{d.Rows[i].Name}
		for _, x := range d.Rows[i].Profile {
			row = append(row, Decimals(100*x, 0)+" %")
		}
		rows = append(rows, row)
	}
	return table("Performance profiles", rows)
}

// table returns a table with a header row and column, whose first column stays while it scrolls.
func table(name string, rows [][]any) ui.Node {
	var body []ui.Node
	var head ui.Node
	for i, row := range rows {
		var cells []ui.Node
		for k, c := range row {
			switch {
			case i == 0:
				cells = append(cells, ui.ColHead(c))
			case k == 0:
				cells = append(cells, ui.RowHead(c))
			default:
				cells = append(cells, ui.El("td", c))
			}
		}
		if line := ui.El("tr", cells); i == 0 {
			head = line
		} else {
			body = append(body, line)
		}
	}
	return ui.El("div", ui.Class("scroll"), ui.A("tabindex", "0"), ui.A("role", "group"), ui.A("aria-label", name),
		ui.El("table", ui.El("caption", ui.Class("quiet"), name), ui.El("thead", head), ui.El("tbody", body)))
}

// ratio formats a ratio, or a dash for none.
func ratio(x *float64) string {
	if x == nil {
		return "–"
	}
	return Decimals(*x, 2)
}

// Decimals formats a number with a fixed number of decimals.
func Decimals(x float64, n int) string { return strconv.FormatFloat(x, 'f', n, 64) }
