package adversary

import (
	"math"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Describe returns the small case as a scenario with a description of what it
// shows.
func Describe(found *Result, small *Case, c *Contest) *scenario.Scenario {
	s := *small.Scenario
	a, b := c.names(s.Kind)
	s.Title = "Where " + a + " does worst against " + b
	s.About = "By " + metricTitle(s.Kind, c.Metric) + ", " + a + " has " + formatShort(small.A) + " and " + b + " " +
		formatShort(small.B) + ": " + Badness(small.Ratio) +
		". Found among " + strconv.Itoa(found.Tried) + " instances, on the worst of which it was " +
		Badness(found.Ratio) + ", and made as small as nine tenths of that allow."
	return &s
}

// Unbroken returns the message of a search without a result.
func Unbroken(kind string, c *Contest, found *Result) string {
	a, b := c.names(kind)
	if found.Compared == 0 {
		text := "none of " + strconv.Itoa(found.Tried) + " instances has an answer of both " + a + " and " + b +
			" with " + c.Metric
		if found.Faulty {
			text += ": a policy is at fault on all of them"
		}
		return text
	}
	return "on none of " + strconv.Itoa(found.Compared) + " instances does " + a + " do worse than " + b + " by " +
		c.Metric
}

// Badness returns a ratio in words.
func Badness(ratio float64) string {
	if math.IsInf(ratio, 1) {
		return "infinitely many times as bad"
	}
	return strconv.FormatFloat(ratio, 'f', 2, 64) + " times as bad"
}

// Sizes returns the lengths of an instance's lists in words.
func Sizes(s *scenario.Scenario) string {
	text := ""
	for _, l := range study.Lengths(s) {
		if l.Count == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += strconv.Itoa(l.Count) + " " + l.Name
	}
	return text
}

// names returns the distinct names of the two runs.
func (c *Contest) names(kind string) (a, b string) {
	both := catalog.Names(kind, []scenario.Run{c.A, c.B})
	return both[0], both[1]
}

func metricTitle(kind, metric string) string {
	k, _ := catalog.ByID(kind)
	m, ok := k.Metric(metric)
	switch {
	case !ok:
		return metric
	case m.Unit != "":
		return m.Name + ", " + m.Unit
	}
	return m.Name
}

func formatShort(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }
