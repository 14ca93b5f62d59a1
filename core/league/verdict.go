package league

import (
	"strconv"
	"strings"
)

// Verdict returns the result of a league in one or two sentences, with a name of the metric.
func Verdict(d *Document, metric string) string {
	if d.Compared == 0 {
		return "On none of " + strconv.Itoa(d.Instances) + " instances does every algorithm have an answer."
	}
	first := &d.Rows[0]
	text := first.Name + " has the best mean rank by " + metric + ": " + strconv.FormatFloat(first.Rank, 'f', 2, 64) +
		" of " + strconv.Itoa(len(d.Rows)) + " algorithms on " + strconv.Itoa(d.Compared) + " instances."
	critical := strconv.FormatFloat(d.Critical, 'f', 2, 64)
	if len(first.Alike) == 0 {
		return text + " All others differ by the critical difference of " + critical + " or more."
	}
	return text + " Within the critical difference of " + critical + ": " + strings.Join(first.Alike, ", ") + "."
}
