package main

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/study"
	"gridbox/core/study/paper"
)

// runPaper runs a paper's experiments and sets what it states beside ours.
func (c *call) runPaper(id string, cores int) int {
	p, ok := paper.ByID(id)
	if !ok {
		c.say("gridbox study: " + id + " is not a paper" + doc.Suggest(id, paper.IDs()) + "\npapers: " +
			strings.Join(paper.IDs(), " ") + "\n")
		return wrong
	}
	if len(c.args) > 0 {
		c.say("gridbox study: --paper brings its own scenarios; leave " + c.args[0] + " out\n")
		return wrong
	}
	n, _, ok := c.replications()
	if !ok {
		return wrong
	}
	d, err := c.compare(&p, n, cores)
	if err != nil {
		c.say("gridbox study: " + reason(err) + "\n")
		return failed
	}
	if c.on("json") {
		return c.write(d.Text())
	}
	return c.write([]byte(paperTables(d)))
}

// compare runs a paper's experiments, with their own number of replications
// where n is 0.
func (c *call) compare(p *paper.Paper, n, cores int) (*paper.Document, error) {
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
	results, err := p.Results(c.ctx, engine.All(), plans, parts)
	if err != nil {
		return nil, err
	}
	return results.Document(catalog.Version), nil
}

// paperTables writes a comparison for people.
func paperTables(d *paper.Document) string {
	b := &strings.Builder{}
	b.WriteString(d.Title + "\n" + wrapped(d.Citation) + "\n" + wrapped(d.Setting) + "\n")
	t := table{right: map[int]bool{1: true, 2: true, 3: true}}
	t.row("experiment", "points", "replications", "seed", "about")
	for _, x := range d.Experiments {
		t.row(x.ID, strconv.Itoa(x.Points), strconv.Itoa(x.Replications), strconv.FormatUint(x.Seed, 10), x.About)
	}
	b.WriteString(t.String() + "\n" + statements(d, false))
	if others := statements(d, true); others != "" {
		b.WriteString("\n" + others)
	}
	for i := range d.Charts {
		b.WriteString("\n" + chartTable(&d.Charts[i]))
	}
	counts := map[string]int{}
	for _, r := range d.Rows {
		if !r.Rejected {
			counts[r.Verdict]++
		}
	}
	b.WriteString("\n" + strconv.Itoa(counts[paper.Agrees]) + " agree, " + strconv.Itoa(counts[paper.Differs]) +
		" differ, " +
		strconv.Itoa(counts[paper.Undecided]) + " undecided, " + strconv.Itoa(counts[paper.OfMachine]) +
		" depend on the machine, " +
		strconv.Itoa(counts[paper.Unknown]) + " unknown\n")
	return b.String()
}

// chartTable is a chart as numbers: a row for every point, a column for every
// algorithm.
func chartTable(c *paper.ChartDocument) string {
	t := table{right: map[int]bool{}}
	head := []string{c.X[strings.LastIndexByte(c.X, '.')+1:]}
	var rows [][]string
	at := map[any]int{}
	for k, line := range c.Lines {
		head = append(head, line.Algorithm)
		t.right[k] = true
		for _, p := range line.Points {
			if _, ok := at[p.X]; !ok {
				at[p.X] = len(rows)
				row := make([]string, len(c.Lines)+1)
				for i := range row {
					row[i] = "-"
				}
				row[0] = string(doc.Canonical(p.X))
				rows = append(rows, row)
			}
			rows[at[p.X]][k+1] = strconv.FormatFloat(p.Mean, 'g', 4, 64)
		}
	}
	t.right[len(c.Lines)] = true
	t.row(head...)
	for _, row := range rows {
		t.row(row...)
	}
	title := c.Title
	if c.Machine {
		title += ", in ms on this machine"
	}
	return title + "\n" + t.String()
}

// wrapped breaks a text into lines of at most 100 characters.
func wrapped(text string) string {
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

// statements writes the rows by the readings chosen, or those of the readings
// that were rejected, a table for each.
func statements(d *paper.Document, rejected bool) string {
	b := &strings.Builder{}
	reading := ""
	var t *table
	for i := range d.Rows {
		r := &d.Rows[i]
		if r.Rejected != rejected {
			continue
		}
		if t == nil || rejected && r.Reading != reading {
			if t != nil {
				b.WriteString(t.String() + "\n")
			}
			if reading = r.Reading; rejected {
				b.WriteString("Rejected: " + reading + "\n")
			}
			t = &table{right: map[int]bool{2: true, 3: true, 4: true, 5: true}}
			t.row("where", "what", "paper", "within", "ours", "interval", "verdict")
		}
		t.row(append([]string{r.Where, headed(r.What, r.Unit), statement(r), bounds(r)},
			append(ours(r), r.Verdict)...)...)
	}
	if t != nil {
		b.WriteString(t.String())
	}
	return b.String()
}

func statement(r *paper.RowDocument) string {
	if r.Stated == "" {
		return "not in the text"
	}
	return r.Stated
}

// bounds says where ours must lie to agree.
func bounds(r *paper.RowDocument) string {
	switch {
	case r.Value != nil && r.Tolerance == 0:
		return "exactly"
	case r.Value != nil:
		return "± " + strconv.FormatFloat(r.Tolerance, 'g', 2, 64)
	case r.Low != nil && r.High != nil:
		return doc.Number(*r.Low) + " to " + doc.Number(*r.High)
	}
	return "-"
}

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
