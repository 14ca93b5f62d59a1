package policypanel

import (
	"math"
	"strconv"
	"strings"

	"gridbox/app/ui"
	"gridbox/core/doc"
)

// positionChange returns the difference between a job's position and its order of submission, with an arrow.
func positionChange(by int) string {
	switch {
	case by > 0:
		return "↑ " + ui.Integer(by)
	case by < 0:
		return "↓ " + ui.Integer(-by)
	}
	return "–"
}

func pick(kind, id string) ui.Node {
	return ui.El("button", ui.A("type", "button"), ui.Class("pick"), ui.Act("select", kind+":"+id), id)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return ui.Integer(n) + " " + many
}

func rest(n int, what string) ui.Node {
	if n <= 0 {
		return ui.Node{}
	}
	return ui.El("p", ui.Class("note"), "and "+ui.Integer(n)+" "+doc.Plural(n, what)+" more")
}

// shortScore returns a score with three digits, for a narrow column.
func shortScore(x float64) string {
	if a := math.Abs(x); a != 0 && a < 1000 && a >= 0.01 {
		return strings.Replace(strconv.FormatFloat(x, 'g', 3, 64), "-", "−", 1)
	}
	return ui.Num(x)
}

// bar returns a share as a bar.
func bar(share float64) ui.Node {
	return ui.El("svg", ui.Class("interval"), ui.A("width", "26"), ui.A("height", "8"), ui.A("viewBox", "0 0 26 8"),
		ui.A("aria-hidden", "true"), ui.El("rect", ui.A("x", "1"), ui.A("y", "1"),
			ui.A("width", strconv.FormatFloat(24*min(1, max(0, share)), 'f', 1, 64)), ui.A("height", "6"),
			ui.A("fill", "currentColor"), ui.A("opacity", "0.35")))
}

// table returns a table with a caption. An empty head becomes a plain cell, because a column header needs a text.
func table(caption string, head []string, rows []ui.Node) ui.Node {
	var heads []ui.Node
	for _, h := range head {
		if h == "" {
			heads = append(heads, ui.El("td"))
			continue
		}
		heads = append(heads, ui.ColHead(h))
	}
	return ui.El("table", ui.Class("data cells"), ui.El("caption", ui.Class("quiet"), caption), ui.El("thead",
		ui.El("tr", heads)), ui.El("tbody", rows))
}
