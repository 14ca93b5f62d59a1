// Package diff describes how two answers or two problems differ: in which elements,
// where, by how much, and which of the differences explain that of a metric.
//
// The effect of an element is its share of the difference of one metric, second
// answer less first. It depends on how the metric is computed:
//
//   - A sum (a cost, a mean, a total): the effect is the element's contribution in
//     the second answer less that in the first.
//   - A peak (the time at which the last job ends): the effect of an element of the
//     worse answer is the amount by which it exceeds the peak of the other answer.
//     The greatest effect is the difference.
//   - A stack (the sum of the run times on one cluster of a placement): the cluster
//     is the one that ends last in the worse answer. If another cluster ends last in
//     the better answer, the amount by which it ends later is the remainder.
//   - A product (of availabilities): shares are proportional to the logarithms of
//     the factors, by the logarithmic mean Divisia index (Ang, "Decomposition
//     analysis for policymaking in energy", Energy Policy 32, 2004). They add up to
//     the difference and change their sign if the answers are exchanged.
//
// The part of a difference that no element explains is the remainder. The time is
// O(n log n) for n elements.
package diff

import (
	"cmp"
	"errors"
	"math"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/kind"
	"gridbox/core/rng"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// A Side is an explicit problem, an answer to it, and the name of both.
type Side struct {
	Scenario *scenario.Scenario
	Answer   *scenario.Answer
	Name     string
}

// A Class is the extent of a difference.
type Class string

// The classes.
const (
	Same      Class = "same"      // equal in both answers
	Elsewhere Class = "elsewhere" // different, without effect on the metric
	Explains  Class = "explains"  // different, with an effect
)

// A Difference is an element that the answers treat differently.
type Difference struct {
	kind.Ref
	A      *kind.Stand `json:"a,omitempty"` // nil if the answer leaves it out
	B      *kind.Stand `json:"b,omitempty"`
	Effect float64     `json:"effect"`
	Class  Class       `json:"class"`
}

// A Change is a metric of both answers.
type Change struct {
	kind.Metric `json:"-"`
	ID          string  `json:"metric"`
	A           float64 `json:"a"`
	B           float64 `json:"b"`
	Difference  float64 `json:"difference"` // B minus A
	// By reports whether the effects of single elements are known.
	By bool `json:"-"`
}

// Improvement returns by how much B is better, negative if it is worse.
func (c *Change) Improvement() float64 {
	if c.Less {
		return -c.Difference
	}
	return c.Difference
}

// A Group is a range of differences with the same description.
type Group struct {
	Title  string  `json:"title"`
	From   int     `json:"from"` // indexes in Differences
	To     int     `json:"to"`
	Effect float64 `json:"effect"` // sum, or the greatest one for a peak
}

// A Report describes how two answers differ.
type Report struct {
	Kind    string   `json:"kind"`
	Summary Summary  `json:"lead"`
	Metrics []Change `json:"metrics"`
	// Metric is the index in Metrics of the metric that effects refer to.
	Metric      int          `json:"-"`
	Peak        bool         `json:"peak,omitempty"` // effects do not add up; only the greatest counts
	Pivot       string       `json:"pivot,omitempty"`
	Rest        float64      `json:"rest,omitempty"`
	Groups      []Group      `json:"groups"`
	Differences []Difference `json:"differences"`
	ItemCount   int          `json:"things"`

	class       map[kind.Ref]Class
	lastCluster string // the cluster that ends last in the better answer, if not the pivot
}

// EffectMetric returns the metric that effects refer to.
func (r *Report) EffectMetric() *Change { return &r.Metrics[r.Metric] }

// ClassOf returns the class of an element, Same if the report does not list it.
func (r *Report) ClassOf(t kind.Ref) Class {
	if c, ok := r.class[t]; ok {
		return c
	}
	return Same
}

// parts returns answer a as items for one metric, compared with the other
// answer.
func parts(k *catalog.Kind, a, other *Side, metric string) kind.Parts {
	x, y := catalog.KindAnswer(k.ID, a.Answer), catalog.KindAnswer(k.ID, other.Answer)
	return k.Parts(scenario.Problem(a.Scenario), x, y, metric)
}

// Answers compares two answers of one kind by a metric. Without a name it takes
// the metric that both bounds refer to, or else the kind's first. Without two
// feasible answers the report has only the first sentence of the summary.
//
// It returns an error if the kind has no metric of that name. A metric whose
// parts are unknown is compared as a whole.
func Answers(a, b Side, metric string, number func(float64) string) (*Report, error) {
	r := &Report{Kind: a.Scenario.Kind, class: map[kind.Ref]Class{}}
	k, _ := catalog.ByID(r.Kind)
	if _, known := k.Metric(metric); !known && metric != "" {
		return nil, errors.New(strconv.Quote(metric) + " is not a metric of kind " + r.Kind)
	}
	if !a.Answer.Feasible || !b.Answer.Feasible {
		r.summarise(&a, &b, number)
		return r, nil
	}
	for _, m := range k.Metrics {
		x, y := a.Answer.Metrics[m.ID], b.Answer.Metrics[m.ID]
		c := Change{Metric: m, ID: m.ID, A: x, B: y, Difference: difference(x, y)}
		c.By = parts(&k, &a, &b, m.ID).Aggregation != kind.NotAggregated
		if p, q := a.Answer.Bound, b.Answer.Bound; m.ID == metric ||
			metric == "" && p != nil && q != nil && p.Metric == q.Metric && p.Metric == m.ID {
			r.Metric = len(r.Metrics)
		}
		r.Metrics = append(r.Metrics, c)
	}
	id := r.EffectMetric().ID
	x, y := parts(&k, &a, &b, id), parts(&k, &b, &a, id)
	r.Peak, r.Pivot, r.lastCluster = x.Aggregation == kind.Peak, x.Pivot, x.LastCluster
	r.compareItems(&x, &y)
	r.sortDifferences()
	r.summarise(&a, &b, number)
	return r, nil
}

// tolerance is the relative rounding error of a sum.
const tolerance = 1e-9

// difference returns b - a, or 0 if both are equal except for rounding.
func difference(a, b float64) float64 {
	if math.Abs(b-a) <= tolerance*max(math.Abs(a), math.Abs(b)) {
		return 0
	}
	return b - a
}

// compareItems matches the elements of both answers and records the different ones. It also counts
// the elements of either answer.
func (r *Report) compareItems(x, y *kind.Parts) {
	index := make(map[kind.Ref]int, len(y.Items))
	for i := range y.Items {
		index[y.Items[i].Ref] = i
	}
	matched := make([]bool, len(y.Items))
	r.ItemCount = len(y.Items)
	for i := range x.Items {
		p := &x.Items[i]
		var q *kind.Item
		if k, ok := index[p.Ref]; ok {
			q, matched[k] = &y.Items[k], true
		} else {
			r.ItemCount++
		}
		r.compareItem(p, q, x, y)
	}
	for k := range y.Items {
		if !matched[k] {
			r.compareItem(nil, &y.Items[k], x, y)
		}
	}
}

// compareItem classifies an element with the items p and q in the answers and records it. Elements
// with equal marks and without an effect on the metric are not recorded. An item is nil if its
// answer lacks the element; at most one is nil.
func (r *Report) compareItem(p, q *kind.Item, x, y *kind.Parts) {
	d := Difference{Class: Elsewhere, Effect: effect(p, q, x, y)}
	if p != nil {
		d.Ref, d.A = p.Ref, &p.Stand
	}
	if q != nil {
		d.Ref, d.B = q.Ref, &q.Stand
	}
	switch {
	case d.Effect != 0:
		d.Class = Explains
	case p != nil && q != nil && p.Mark == q.Mark:
		return
	}
	r.class[d.Ref] = d.Class
	r.Differences = append(r.Differences, d)
}

// effect returns the contribution of an element to the difference of the metric, second answer
// minus first. For a peak it is the excess of the element over the other answer's total, negative
// if it is in the first answer.
func effect(p, q *kind.Item, x, y *kind.Parts) float64 {
	value := func(i *kind.Item, without float64) float64 {
		if i == nil {
			return without
		}
		return i.Value
	}
	switch x.Aggregation {
	case kind.Sum, kind.Stack:
		return difference(value(p, 0), value(q, 0))
	case kind.Product:
		return share(x.Total, y.Total, value(p, 1), value(q, 1))
	case kind.Peak:
		if x.Total < y.Total {
			return max(0, difference(x.Total, value(q, math.Inf(-1))))
		} else if x.Total > y.Total {
			return -max(0, difference(y.Total, value(p, math.Inf(-1))))
		}
	}
	return 0
}

// share returns the share of a factor, a in the first product and b in the
// second, in the difference of two products.
func share(first, second, a, b float64) float64 {
	if a == b || min(a, b, first, second) <= 0 {
		return 0
	}
	mean := first
	if ratio := rng.Ln(second / first); math.Abs(ratio) > tolerance {
		mean = (second - first) / ratio
	}
	return mean * rng.Ln(b/a)
}

// sortDifferences sorts the differences by group, then by descending effect, and adds the groups
// to the report. First come effects in the direction of the whole difference, then opposite ones,
// then none. It sets r.Rest to the unexplained part.
func (r *Report) sortDifferences() {
	delta := r.EffectMetric().Difference
	rank := func(d *Difference) int {
		switch {
		case d.Effect == 0:
			return 2
		case (d.Effect < 0) == (delta < 0):
			return 0
		}
		return 1
	}
	sorting.Stable(r.Differences, func(a, b Difference) int {
		return cmp.Or(rank(&a)-rank(&b), cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect)))
	})
	whole := 0.0
	for i := 0; i < len(r.Differences); {
		g, kind := Group{From: i}, rank(&r.Differences[i])
		for ; i < len(r.Differences) && rank(&r.Differences[i]) == kind; i++ {
			if d := &r.Differences[i]; !r.Peak {
				g.Effect += d.Effect
			} else if g.Effect == 0 {
				g.Effect = d.Effect
			}
		}
		g.To = i
		whole += g.Effect
		g.Title = r.title(g, kind)
		r.Groups = append(r.Groups, g)
	}
	of := r.EffectMetric()
	if r.Rest = delta - whole; math.Abs(r.Rest) <= 10*tolerance*max(math.Abs(of.A), math.Abs(of.B)) {
		r.Rest = 0
	}
}
