package diff

import (
	"math"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind"
)

// A Summary is the report in a few sentences: what differs, why, and at what
// price.
type Summary struct {
	Difference string `json:"what"`
	Reason     string `json:"why,omitempty"`
	Price      string `json:"price,omitempty"`
}

// Text returns the sentences together.
func (l *Summary) Text() string {
	return strings.TrimSpace(l.Difference + " " + strings.TrimSpace(l.Reason+" "+l.Price))
}

// verbs has the verb phrases for a lower and for a higher value of a metric.
var verbs = map[string][2]string{
	"makespan": {"ends # earlier", "ends # later"}, "finish": {"ends # earlier", "ends # later"},
	"start": {"starts # earlier", "starts # later"}, "runtime": {"takes # less time", "takes # more time"},
	"cost": {"costs # less", "costs # more"}, "totalCost": {"costs # less", "costs # more"},
	"totalTime":    {"takes # less time", "takes # more time"},
	"meanWait":     {"lets a job wait # less", "lets a job wait # more"},
	"availability": {"is less available, by #", "is more available, by #"},
}

// amount returns the absolute value of a number with its unit.
func amount(m *kind.Metric, x float64, number func(float64) string) string {
	text := number(math.Abs(x))
	if m.Unit != "" {
		text += "\u00a0" + m.Unit
	}
	return text
}

// does returns the verb phrase for a change of a metric. The function number
// formats the amount.
func does(c *Change, number func(float64) string) string {
	v, ok := verbs[c.ID]
	if !ok {
		v = [2]string{i18n.T("has a {} lower by #", lower(c.Name)),
			i18n.T("has a {} higher by #", lower(c.Name))}
	}
	way := 0
	if c.Difference > 0 {
		way = 1
	}
	return strings.Replace(i18n.Text(v[way]), "#", amount(&c.Metric, c.Difference, number), 1)
}

func lower(name string) string { return strings.ToLower(name) }

// summarise sets the sentences of r.Summary. If an answer is infeasible, there is
// only the first of them.
func (r *Report) summarise(a, b *Side, number func(float64) string) {
	switch {
	case !a.Answer.Feasible && !b.Answer.Feasible:
		r.Summary.Difference = i18n.T("Neither {} nor {} has an answer.", a.Name, b.Name)
		return
	case !a.Answer.Feasible:
		r.Summary.Difference = i18n.T("{} has an answer where {} has none.", b.Name, a.Name)
		return
	case !b.Answer.Feasible:
		r.Summary.Difference = i18n.T("{} has no answer where {} has one.", b.Name, a.Name)
		return
	}
	of := r.EffectMetric()
	if of.Difference == 0 {
		r.Summary.Difference = i18n.T("{} and {} have the same {}.", a.Name, b.Name, lower(of.Name))
	} else {
		r.Summary.Difference = i18n.T("{} {}.", b.Name, does(of, number))
	}
	r.Summary.Reason = r.explanation(a, b, number)
	r.Summary.Price = r.price(number)
}

// leaders returns the elements with the greatest effects in the direction of
// the difference: the fewest, at most three, that make up two thirds of the
// group's effect. It also returns their total.
func (r *Report) leaders() (names []string, together float64) {
	if len(r.Groups) == 0 || r.Groups[0].Effect == 0 {
		return nil, 0
	}
	g := r.Groups[0]
	for i := g.From; i < min(g.To, g.From+3); i++ {
		names = append(names, r.Differences[i].ID)
		if together += r.Differences[i].Effect; r.Peak || 3*math.Abs(together) >= 2*math.Abs(g.Effect) {
			break
		}
	}
	return names, together
}

// explanation returns the sentences that explain the difference between the answers a
// and b: the elements with the greatest effect and their share. The function
// number formats a value of the metric.
func (r *Report) explanation(a, b *Side, number func(float64) string) string {
	of, n := r.EffectMetric(), len(r.Differences)
	switch {
	case n == 0 && of.Difference == 0:
		return "They make the same decisions."
	case n == 0:
		return "They make the same decisions; their problems differ."
	}
	thing := r.Differences[0].Kind
	text := ""
	switch names, together := r.leaders(); {
	case names == nil:
		return i18n.T("{} of {}{} not the same, none with an effect on the {}.",
			doc.Count(n, thing), strconv.Itoa(r.ItemCount), verb(n, " is", " are"),
			lower(of.Name))
	case r.Pivot != "":
		worse := a
		if of.Difference > 0 {
			worse = b
		}
		text = i18n.T("{} ends last in {}; {}, and ", r.Pivot, worse.Name, lowerFirst(r.Groups[0].Title))
		if r.lastCluster == "" {
			text = i18n.T("{} ends last in both; {}, and ", r.Pivot, lowerFirst(r.Groups[0].Title))
		}
		text += i18n.T("{}{}{} of the difference.",
			doc.Enumeration(names), verb(len(names), " is ", " are "),
			amount(&of.Metric, together, number))
	case r.Peak:
		text = i18n.T("{}{} {}{} the cause: it lies {} beyond the other answer.",
			strings.ToUpper(thing[:1]), thing[1:], doc.Enumeration(names),
			verb(len(names), " is", " are"), amount(&of.Metric, together, number))
		if k := r.Groups[0].To - r.Groups[0].From; k > 1 {
			text += i18n.T(" {} lie beyond it.", doc.Count(k, thing))
		}
	default:
		text = i18n.T("{}{}{} of the difference, of {} that {}.",
			doc.Enumeration(names), verb(len(names), " is ", " are "),
			amount(&of.Metric, together, number), doc.Count(n, thing),
			verb(n, "differs", "differ"))
	}
	if r.Rest != 0 && r.lastCluster != "" {
		text += i18n.T(" {} then finishes last, which offsets {}.", r.lastCluster, amount(&of.Metric, r.Rest, number))
	}
	return text
}

func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

func lowerFirst(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// price returns a sentence on the metric that changes most in the opposite
// direction, relative to its value. It is the price if the second answer is
// better, and the advantage otherwise. Of equal changes the later metric is
// taken, so that a total precedes its mean.
func (r *Report) price(number func(float64) string) string {
	of := r.EffectMetric()
	if of.Difference == 0 {
		return ""
	}
	var worst *Change
	most, others := 0.0, false
	for i := range r.Metrics {
		c := &r.Metrics[i]
		others = others || i != r.Metric && c.Difference != 0
		if loss := -c.Improvement() * sign(of.Improvement()); loss > 0 {
			if part := loss / max(math.Abs(c.A), math.Abs(c.B)); part >= most*(1-tolerance) {
				most, worst = part, c
			}
		}
	}
	better := of.Improvement() > 0
	switch {
	case worst != nil:
		name := lower(worst.Name) + " " + amount(&worst.Metric, worst.Difference, number)
		name += direction(worst.Difference) + "."
		if better {
			return i18n.T("The price is a {}", name)
		}
		return i18n.T("In return it has a {}", name)
	case others && better:
		return "No other metric worsens."
	case others:
		return "No other metric improves."
	}
	return ""
}

func direction(x float64) string {
	if x > 0 {
		return " higher"
	}
	return " lower"
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}

// title returns the common description of a group of differences. Rank is 2
// for differences without an effect.
func (r *Report) title(g Group, rank int) string {
	n, thing := g.To-g.From, r.Differences[g.From].Kind
	switch {
	case rank == 2:
		text := i18n.T("{}{} without effect", doc.Count(n, thing), verb(n, " differs", " differ"))
		if r.Pivot != "" {
			return i18n.T("{} on {}", text, r.Pivot)
		}
		return text
	case r.Pivot != "":
		leave, stay := 0, 0
		for i := g.From; i < g.To; i++ {
			switch d := &r.Differences[i]; {
			case d.A != nil && d.B != nil && d.A.Location == d.B.Location:
				stay++
			case d.A != nil && d.A.Location == r.Pivot:
				leave++
			}
		}
		switch n {
		case leave:
			return doc.Count(n, thing) + verb(n, " leaves ", " leave ") + r.Pivot
		case stay:
			return i18n.T("{}{} another time on {}", doc.Count(n, thing), verb(n, " takes", " take"), r.Pivot)
		}
		if leave+stay == 0 {
			return doc.Count(n, thing) + verb(n, " comes to ", " come to ") + r.Pivot
		}
		return doc.Count(n, thing) + verb(n, " changes ", " change ") + r.Pivot
	case g.Effect < 0:
		return i18n.T("{}{} the {}", doc.Count(n, thing), verb(n, " lowers", " lower"), lower(r.EffectMetric().Name))
	}
	return i18n.T("{}{} the {}", doc.Count(n, thing), verb(n, " raises", " raise"), lower(r.EffectMetric().Name))
}
