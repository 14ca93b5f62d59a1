package report

import (
	"bytes"
	"io"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/rows"
	"gridbox/core/study"
)

// CSV returns the cells as comma-separated values (RFC 4180), one row for each
// cell. The cells are all of the plan's, in the order point, metric, run.
func (d *Document) CSV(plan *study.Plan) []byte {
	head := append([]string{}, plan.Paths...)
	for i := range head {
		head[i] = rows.EscapeFormula(head[i])
	}
	b := rows.AppendCSV(nil, append(head, "algorithm", "options", "metric", "count", "infeasible", "failed",
		"lacking", "mean", "sd", "ci95_low", "ci95_high", "interval_low", "interval_high", "method", "min", "q05",
		"q25", "median", "q75", "q95", "max", "zeros", "no_interval", "run", "name")...)
	each, names, of := len(plan.Metrics)*plan.Runs(), []string(nil), -1
	for i := range d.Cells {
		c := &d.Cells[i]
		cells := valuesOf(plan, c.Vary)
		cells = append(cells, rows.EscapeFormula(c.Algorithm), options(c.Options), rows.EscapeFormula(c.Metric),
			strconv.Itoa(c.Count),
			strconv.Itoa(c.Infeasible),
			strconv.Itoa(c.Failed), strconv.Itoa(c.Lacking), number(c.Mean), number(c.SD))
		cells = append(cells, ends(c.CI95, c.Interval)...)
		cells = append(cells, number(c.Min))
		for _, p := range quantiles {
			text := ""
			if q, ok := c.Quantiles[doc.Number(p)]; ok {
				text = doc.Number(q)
			}
			cells = append(cells, text)
		}
		run, point := i%plan.Runs(), i/each
		if point != of {
			names, of = plan.Names(point), point
		}
		b = rows.AppendCSV(b, append(cells, number(c.Max), strconv.Itoa(c.Zeros), c.NoInterval, strconv.Itoa(run),
			rows.EscapeFormula(names[run]))...)
	}
	return b
}

// ValuesCSV returns every value, one row for each replication, run and metric,
// with the seed that reproduces the replication.
func ValuesCSV(plan *study.Plan, part study.Values) []byte {
	b := &bytes.Buffer{}
	_ = WriteValues(b, plan, part)
	return b.Bytes()
}

// WriteValues writes the table of ValuesCSV to w row by row, for values that
// do not fit into memory. It returns the first error of w.
func WriteValues(w io.Writer, plan *study.Plan, part study.Values) error {
	head := []string{}
	for _, path := range plan.Paths {
		head = append(head, rows.EscapeFormula(path))
	}
	b := rows.AppendCSV(nil, append(head, "replication", "seed", "run", "algorithm", "metric", "value", "name")...)
	for point := range plan.Points {
		at := &plan.Points[point]
		where := make([]string, len(at.Values))
		for i, v := range at.Values {
			where[i] = plainText(v)
		}
		names := plan.Names(point)
		for k, run := range at.Runs {
			for m, metric := range plan.Metrics {
				c := part.Column(point, k, m, plan.Replications())
				for i, r := range c.Replications {
					seed := strconv.FormatUint(study.Seed(at.Scenario.Seed, int(r)), 10)
					b = rows.AppendCSV(b, append(append([]string{}, where...), strconv.Itoa(int(r)), seed,
						strconv.Itoa(k), rows.EscapeFormula(run.Algorithm), rows.EscapeFormula(metric),
						doc.Number(c.Values[i]),
						rows.EscapeFormula(names[k]))...)
					if _, err := w.Write(b); err != nil {
						return err
					}
					b = b[:0]
				}
			}
		}
	}
	_, err := w.Write(b) // the head, if there is no value
	return err
}

func valuesOf(plan *study.Plan, vary map[string]any) []string {
	cells := make([]string, len(plan.Paths))
	for i, path := range plan.Paths {
		cells[i] = plainText(vary[path])
	}
	return cells
}

// plainText returns a value as JSON, strings without quotes.
func plainText(v any) string {
	if text, ok := v.(string); ok {
		return rows.EscapeFormula(text)
	}
	return string(doc.Canonical(v))
}

func options(o map[string]any) string {
	if len(o) == 0 {
		return ""
	}
	return string(doc.Canonical(o))
}

func number(x *float64) string {
	if x == nil {
		return ""
	}
	return doc.Number(*x)
}

func ends(ci95 []float64, i *Interval) []string {
	cells := []string{"", "", "", "", ""}
	if len(ci95) == 2 {
		cells[0], cells[1] = doc.Number(ci95[0]), doc.Number(ci95[1])
	}
	if i != nil {
		cells[2], cells[3], cells[4] = doc.Number(i.Low), doc.Number(i.High), i.Method
	}
	return cells
}
