package answers

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/kind"
	"gridbox/core/scenario"
)

// answerTables returns a result as text: a table of the metrics, sentences that compare the first
// answer with the others, and optionally the decisions.
func answerTables(s *scenario.Scenario, r *scenario.Result, decisions bool) string {
	kind, _ := catalog.ByID(r.Kind)
	answers := catalog.LabelledAnswers(s, r.Runs)
	b := &strings.Builder{}
	if s.Title != "" {
		b.WriteString(s.Title + "\n\n")
	}
	b.WriteString(metrics(&kind, answers))
	if text := reaches(kind.ID, answers); text != "" {
		b.WriteString("\n" + text)
	}
	for i := range answers {
		if a := &answers[i]; !a.Feasible {
			b.WriteString("\n" + catalog.Label(kind.ID, a) + ": " + a.Reason.String() + "\n")
		}
	}
	if len(answers) > 1 {
		b.WriteString("\n")
		for i := 1; i < len(answers); i++ {
			b.WriteString(kind.Compare(s, &answers[0], &answers[i]) + "\n")
		}
	}
	for i := range answers {
		if decisions && answers[i].Feasible {
			b.WriteString("\n" + catalog.Label(kind.ID, &answers[i]) + "\n\n" + listing(kind.Decisions(&answers[i])))
		}
	}
	return b.String()
}

// metrics returns one row per answer: its metrics with their units in the head, the distance to a
// proved bound, the verdict and the run time.
func metrics(kind *catalog.Kind, answers []scenario.Answer) string {
	t := cli.Table{Right: map[int]bool{}}
	head, columns := []string{"algorithm"}, [][]string{names(answers)}
	add := func(name string, cells []string) {
		t.Right[len(head)] = true
		head, columns = append(head, name), append(columns, cells)
	}
	for _, m := range kind.Metrics {
		values := make([]float64, len(answers))
		for i := range answers {
			values[i] = metricOf(&answers[i], m.ID)
		}
		add(cli.ColumnTitle(m.Name, m.Unit), cli.Column(values))
	}
	add(boundColumnTitle(kind, answers), gaps(answers))
	add("check", verdicts(answers))
	add("time in ms", times(answers))
	t.Row(head...)
	for i := range answers {
		row := make([]string, len(columns))
		for k := range columns {
			row[k] = columns[k][i]
		}
		t.Row(row...)
	}
	return t.String()
}

// boundColumnTitle returns the head of the distances to the bound: answers are above it if less is better,
// and otherwise below.
func boundColumnTitle(kind *catalog.Kind, answers []scenario.Answer) string {
	above, below := false, false
	for i := range answers {
		if b := answers[i].Bound; b != nil {
			m, _ := kind.Metric(b.Metric)
			above, below = above || m.Less, below || !m.Less
		}
	}
	switch {
	case above && below:
		return "from bound"
	case below, !above && len(kind.Metrics) > 0 && !kind.Metrics[0].Less:
		return "below bound"
	}
	return "above bound"
}

// names returns the names of labelled answers.
func names(answers []scenario.Answer) []string {
	cells := make([]string, len(answers))
	for i := range answers {
		cells[i] = answers[i].Label
	}
	return cells
}

// metricOf returns a metric of an answer, or NaN.
func metricOf(a *scenario.Answer, id string) float64 {
	if v, ok := a.Metrics[id]; ok {
		return v
	}
	return math.NaN()
}

// gaps returns the distances of the answers to their bounds.
func gaps(answers []scenario.Answer) []string {
	cells, times := make([]string, len(answers)), scenario.NeedsMultiples(scenario.BoundsOf(answers))
	for i, a := range answers {
		if cells[i] = "-"; a.Bound != nil {
			cells[i] = a.Bound.DistanceIn(times)
		}
	}
	return cells
}

// verdicts returns the verdicts of the answers.
func verdicts(answers []scenario.Answer) []string {
	cells := make([]string, len(answers))
	for i, a := range answers {
		if cells[i] = a.Check.ScopeName(); !a.Check.OK {
			cells[i] = strconv.Itoa(len(a.Check.Violations)) + " wrong"
		}
	}
	return cells
}

// reaches explains the verdicts of the table, each once.
func reaches(kind string, answers []scenario.Answer) string {
	b := &strings.Builder{}
	label := func(a *scenario.Answer) string { return catalog.Label(kind, a) }
	for _, one := range catalog.VerifiedScopes(answers, label) {
		b.WriteString(one.Text + "\n")
	}
	return b.String()
}

// times returns the run times of the answers.
func times(answers []scenario.Answer) []string {
	values := make([]float64, len(answers))
	for i, a := range answers {
		values[i] = a.ElapsedMs
	}
	return cli.Column(values)
}

// listing returns the decisions of an answer as a table.
func listing(d kind.Table) string {
	t := cli.Table{Right: map[int]bool{}}
	head := make([]string, len(d.Columns))
	cells := make([][]string, len(d.Columns))
	for i, c := range d.Columns {
		head[i], cells[i] = cli.ColumnTitle(c.Name, c.Unit), c.Texts
		if c.Texts == nil {
			t.Right[i], cells[i] = true, exactly(c.Numbers)
		}
	}
	t.Row(head...)
	for i := range d.Rows {
		row := make([]string, len(cells))
		for k := range cells {
			row[k] = cells[k][i]
		}
		t.Row(row...)
	}
	return t.String()
}

// exactly formats a column of decisions, without decimals if all are whole numbers.
func exactly(values []float64) []string {
	cells := make([]string, len(values))
	for i, v := range values {
		if v != math.Trunc(v) || math.Abs(v) > 1e15 {
			return cli.Column(values)
		}
		cells[i] = strconv.FormatFloat(v, 'f', 0, 64)
	}
	return cells
}
