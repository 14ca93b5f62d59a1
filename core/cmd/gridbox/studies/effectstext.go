package studies

import (
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/doc"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// effectsText returns for every metric how much of its variation goes with each varied path. It is empty
// if a study varies fewer than two.
func effectsText(plan *study.Plan, part study.Values) string {
	if len(plan.Paths) < 2 {
		return ""
	}
	b := &strings.Builder{}
	names := catalog.Names(plan.Scenario.Kind, plan.Scenario.Runs)
	for m, metric := range plan.Metrics {
		effects := report.Effects(plan, part, m)
		if len(effects) == 0 {
			continue
		}
		b.WriteString("\nWhich varied path matters most to " + metric + ": share of the variation between points\n\n")
		t := cli.Table{Right: map[int]bool{2: true}}
		t.Row("", "path", "share", "interval", "least mean", "greatest mean")
		last := -1
		for _, e := range effects {
			name := ""
			if e.Run != last {
				name, last = names[e.Run], e.Run
			}
			t.Row(name, e.Path, percents(e.Share), percents(e.Low)+" to "+percents(e.High),
				formatMean(e.LowMean)+" at "+string(doc.Canonical(e.From)),
				formatMean(e.HighMean)+" at "+string(doc.Canonical(e.To)))
		}
		b.WriteString(t.String())
	}
	return b.String()
}

// percents formats a share with one decimal.
func percents(x float64) string { return fixed(100*x, 1) + " %" }

// formatMean formats a mean with four significant digits.
func formatMean(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
