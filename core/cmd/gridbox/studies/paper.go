package studies

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/study"
	"gridbox/core/study/paper"
)

// runPaper runs a paper's experiments and compares its statements with our results.
func (c *Call) runPaper(id string, cores int) int {
	p, ok := paper.ByID(id)
	if !ok {
		c.Say("gridbox study: " + id + " is not a paper" + doc.Suggest(id, paper.IDs()) + "\npapers: " +
			strings.Join(paper.IDs(), " ") + "\n")
		return cli.Wrong
	}
	if len(c.Args) > 0 {
		c.Say("gridbox study: --paper brings its own scenarios; leave " + c.Args[0] + " out\n")
		return cli.Wrong
	}
	n, _, ok := c.replications()
	if !ok {
		return cli.Wrong
	}
	d, err := c.compare(&p, n, cores)
	if err != nil {
		c.Say("gridbox study: " + cli.Reason(err) + "\n")
		return cli.Failed
	}
	if c.HasFlag("json") {
		return c.Write(d.Text())
	}
	return c.Write([]byte(paperTables(d)))
}

// compare runs a paper's experiments and returns the comparison, with their own number of
// replications if n is 0. It returns an error if an experiment fails.
func (c *Call) compare(p *paper.Paper, n, cores int) (*paper.Document, error) {
	plans, err := p.Plans(n)
	if err != nil {
		return nil, err
	}
	parts := make([]*study.Part, len(plans))
	for i, plan := range plans {
		if parts[i], err = c.measure(plan, 0, plan.Replications(), cores); err != nil {
			return nil, err
		}
	}
	results, err := p.Results(c.Ctx, engine.All(), plans, parts)
	if err != nil {
		return nil, err
	}
	return results.Document(catalog.Version), nil
}

// paperTables returns a comparison as text.
func paperTables(d *paper.Document) string {
	b := &strings.Builder{}
	b.WriteString(d.Title + "\n" + wrapText(d.Citation) + "\n" + wrapText(d.Setting) + "\n" + wrapText(d.Rule) + "\n")
	t := cli.Table{Right: map[int]bool{1: true, 2: true, 3: true}}
	t.Row("experiment", "points", "replications", "seed", "about")
	for _, x := range d.Experiments {
		t.Row(x.ID, strconv.Itoa(x.Points), strconv.Itoa(x.Replications), strconv.FormatUint(x.Seed, 10), x.About)
	}
	b.WriteString(t.String() + "\n" + statements(d, false))
	if others := statements(d, true); others != "" {
		b.WriteString("\n" + others)
	}
	for i := range d.Charts {
		b.WriteString("\n" + chartTable(&d.Charts[i]))
	}
	b.WriteString("\n" + wrapText(d.Summary))
	return b.String()
}

// chartTable returns a chart as numbers: a row for every point, a column for every algorithm. If
// some replications have no answer, it contains their number.
func chartTable(c *paper.ChartDocument) string {
	t := cli.Table{Right: map[int]bool{}}
	head := []string{c.X.Name}
	if c.X.To == 0 || len(c.Lines) > 0 && len(c.Lines[0].Points) > 0 && isWord(c.Lines[0].Points[0].X) {
		head[0] = ""
	}
	var rows [][]string
	at := map[any]int{}
	some := false
	for k, line := range c.Lines {
		head = append(head, line.Algorithm)
		t.Right[k] = true
		for _, p := range line.Points {
			if _, ok := at[p.X]; !ok {
				at[p.X] = len(rows)
				row := make([]string, len(c.Lines)+1)
				for i := range row {
					row[i] = "-"
				}
				row[0] = strings.Trim(string(doc.Canonical(p.X)), `"`)
				rows = append(rows, row)
			}
			text := strconv.FormatFloat(p.Mean, 'g', 4, 64)
			if p.Count < p.Replications {
				text, some = text+" ("+strconv.Itoa(p.Count)+"/"+strconv.Itoa(p.Replications)+")", true
			}
			rows[at[p.X]][k+1] = text
		}
	}
	t.Right[len(c.Lines)] = true
	t.Row(head...)
	for _, row := range rows {
		t.Row(row...)
	}
	return wrapText(chartTitle(c, some)) + t.String()
}

// isWord reports whether x is a string.
func isWord(x any) bool { _, ok := x.(string); return ok }

// chartTitle returns the title of a chart.
func chartTitle(c *paper.ChartDocument, some bool) string {
	title := c.Title
	if c.Where != "" {
		title = c.Where + ": " + title
	}
	if c.Machine {
		title += ", in ms on this machine"
	}
	if some {
		title += "; means are over the replications that have an answer, (so many/of all) where not all have"
	}
	return title + ". " + c.Known
}

// wrapText wraps a text at 100 characters.
func wrapText(text string) string {
	b, width := &strings.Builder{}, 0
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case width == 0:
		case width+1+n > 100:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	return b.String() + "\n"
}

// statements returns the rows of the chosen or of the rejected readings, a table for each. The
// basis of each judgement and the reading of numbers follow the table.
func statements(d *paper.Document, rejected bool) string {
	b := &strings.Builder{}
	reading := ""
	var t *cli.Table
	notes := []string{}
	end := func() {
		if t == nil {
			return
		}
		b.WriteString(t.String())
		for i, note := range notes {
			b.WriteString("[" + strconv.Itoa(i+1) + "] " + note + "\n")
		}
	}
	for i := range d.Rows {
		r := &d.Rows[i]
		if r.Rejected != rejected {
			continue
		}
		if t == nil || rejected && r.Reading != reading {
			end()
			if rejected {
				if t != nil {
					b.WriteString("\n")
				}
				b.WriteString("Rejected: " + r.Reading + "\n")
			}
			reading, notes = r.Reading, nil
			t = &cli.Table{Right: map[int]bool{4: true, 5: true, 6: true}}
			t.Row("where", "what", "paper", "range", "ours", "interval", "over", "verdict", "")
		}
		text := r.Judged
		if r.Reading != "" && !rejected {
			text = strings.TrimPrefix(text+"; "+r.Reading, "; ")
		}
		claim := r.Claim
		if text != "" {
			at := slices.Index(notes, text)
			if at < 0 {
				at, notes = len(notes), append(notes, text)
			}
			claim += " [" + strconv.Itoa(at+1) + "]"
		}
		t.Row(append(append([]string{r.Where, cli.ColumnTitle(r.What, r.Unit), statement(r), claim}, ours(r)...),
			replicationsText(r),
			r.Verdict, r.Miss())...)
	}
	end()
	return b.String()
}

// statement returns the statement of the text; quotations are in quotation marks.
func statement(r *paper.RowDocument) string {
	switch {
	case r.Stated == "":
		return "not in the text"
	case r.Judged != "":
		return "“" + r.Stated + "”"
	}
	return r.Stated
}

// replicationsText returns the number of replications of our result, and of omitted ones.
func replicationsText(r *paper.RowDocument) string {
	if r.Excluded == 0 {
		return strconv.Itoa(r.Count)
	}
	return strconv.Itoa(r.Count) + " of " + strconv.Itoa(r.Count+r.Excluded)
}

// ours returns two cells: our value and its interval of 95 %. A dash stands for an absent value,
// and for an interval of width 0.
func ours(r *paper.RowDocument) []string {
	if r.Ours == nil {
		return []string{"-", "-"}
	}
	low, high := r.CI95[0], r.CI95[1]
	if low == high {
		return []string{strconv.FormatFloat(*r.Ours, 'g', 6, 64), "-"}
	}
	digits := decimals(high - low)
	show := func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	return []string{show(*r.Ours), show(low) + " to " + show(high)}
}
