package classroom

import (
	"strconv"
	"strings"

	"gridbox/app/ui"
	"gridbox/core/classroom"
	"gridbox/core/doc"
	"gridbox/core/rows"
)

func trouble(text string) ui.Node { return ui.El("p", ui.Class("trouble"), text) }

// progress shows how many files are marked.
func progress(done, of int) ui.Node {
	return ui.El("p", ui.El("progress", ui.A("max", strconv.Itoa(of)), ui.A("value", strconv.Itoa(done)),
		ui.A("aria-label", "Files")), " "+strconv.Itoa(done)+" of "+strconv.Itoa(of)+" files")
}

// report shows the marks of a class.
func report(marks []classroom.Mark) ui.Node {
	s := classroom.Summarise(marks)
	return ui.El("div",
		ui.El("p", ui.El("b", strconv.Itoa(s.Passed)+" of "+strconv.Itoa(len(marks))+" pass. "), "The mean score is "+
			ui.Num(s.Mean)+", the median "+ui.Num(s.Median)+"."),
		ui.El("h2", "Most frequent error"), mistakes(s.Mistakes),
		ui.El("h2", "Distribution"), distribution(s.Ranges, len(marks)),
		ui.El("h2", "Copies"), copies(s.Duplicates),
		ui.El("h2", "Answers"), table(marks),
		ui.El("p", ui.Class("actions"), ui.El("button", ui.A("type", "button"), ui.A("data-save", CSV(marks)),
			ui.A("data-name", "marks.csv"), "Save as CSV")))
}

// mistakes lists the errors, most frequent first.
func mistakes(list []classroom.Shared) ui.Node {
	if len(list) == 0 {
		return ui.El("p", "There is no error.")
	}
	var items []ui.Node
	for _, m := range list {
		items = append(items, ui.El("li", ui.El("b", count(len(m.Names))), ": "+m.Key))
	}
	return ui.El("ol", items)
}

// distribution shows how many scores are in each range.
func distribution(list []classroom.Range, of int) ui.Node {
	var rows []ui.Node
	for i, r := range list {
		words := doc.Decimal(r.From) + " to below " + doc.Decimal(r.To)
		if i == len(list)-1 {
			words = doc.Decimal(r.From) + " to " + doc.Decimal(r.To)
		}
		n := strconv.Itoa(r.Count)
		rows = append(rows, ui.El("tr", ui.RowHead(words), ui.El("td", ui.Class("num"), n), ui.El("td", ui.El("meter",
			ui.A("max", strconv.Itoa(max(1, of))), ui.A("value", n), ui.A("aria-label", words)))))
	}
	return ui.El("table", ui.El("thead", ui.El("tr", ui.ColHead("Score"), ui.ColHead("Answers"),
		ui.ColHead(ui.El("span", ui.Class("aside"), "Share")))), ui.El("tbody", rows))
}

// copies lists the files of equal content.
func copies(list []classroom.Shared) ui.Node {
	if len(list) == 0 {
		return ui.El("p", "No two answers are equal.")
	}
	var items []ui.Node
	for _, d := range list {
		items = append(items, ui.El("li", strings.Join(d.Names, ", "), " ", ui.El("code", shortDigest(d.Key))))
	}
	return ui.El("ul", items)
}

// table shows one row for each file.
func table(marks []classroom.Mark) ui.Node {
	var rows []ui.Node
	for _, m := range marks {
		result := "passed"
		switch {
		case m.Mistake != "" && m.Detail != "":
			result = m.Mistake + ": " + m.Detail
		case m.Mistake != "":
			result = m.Mistake
		case !m.Passed:
			result = "below 100"
		}
		rows = append(rows, ui.El("tr", ui.RowHead(m.Name), ui.El("td", ui.Class("num"), ui.Num(m.Score)),
			ui.El("td", result), ui.El("td", ui.El("code", shortDigest(m.Digest)))))
	}
	return ui.El("div", ui.Class("scroll"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", "Answers"), ui.El("table", ui.El("thead", ui.El("tr", ui.ColHead("File"),
			ui.ColHead("Score"), ui.ColHead("Result"), ui.ColHead("Digest"))), ui.El("tbody", rows)))
}

// shortDigest returns the beginning of a digest.
func shortDigest(digest string) string {
	digest = strings.TrimPrefix(digest, "sha256:")
	return digest[:min(12, len(digest))]
}

func count(n int) string {
	if n == 1 {
		return "1 answer"
	}
	return strconv.Itoa(n) + " answers"
}

// CSV returns marks as a table, in which no name or message is read as a formula.
func CSV(marks []classroom.Mark) string {
	b := rows.AppendCSV(nil, "file", "score", "passed", "error", "detail", "digest")
	for _, m := range marks {
		b = rows.AppendCSV(b, rows.EscapeFormula(m.Name), doc.Decimal(m.Score), strconv.FormatBool(m.Passed),
			rows.EscapeFormula(m.Mistake), rows.EscapeFormula(m.Detail), m.Digest)
	}
	return string(b)
}
