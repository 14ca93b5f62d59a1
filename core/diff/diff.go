// Package diff describes how two answers or two problems differ: in what, where,
// by how much, and what of it explains the difference of a metric.
//
// The effect of a thing is its share of the difference of one metric, second
// answer less first. How it is reckoned follows from how the metric is made:
//
//   - A sum (a cost, a mean, a total) differs by the sum of what each thing adds
//     more in the second answer.
//   - A peak (the moment when the last job ends) is more because something lies
//     beyond the other's peak: the effect of a thing of the worse answer is by how
//     much it does. The greatest effect is the difference.
//   - A stack is the sum of what one cluster of a placement runs, the one that ends
//     last in the worse answer. Where another ends last in the better one, what
//     that keeps above is the rest.
//   - A product (of availabilities) differs by shares that are as the logarithms of
//     the factors: the logarithmic mean Divisia index (Ang, "Decomposition analysis
//     for policymaking in energy", Energy Policy 32, 2004), whose shares add up to
//     the difference and turn their sign when the answers are exchanged.
//
// Whatever a metric has that no thing explains is the rest. All of it takes
// O(n log n) time for n things.
package diff

import (
	"cmp"
	"errors"
	"math"
	"strconv"

	"gridbox/core/catalog"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// A Side is an explicit problem, an answer to it, and what the two are called.
type Side struct {
	Scenario *scenario.Scenario
	Answer   *scenario.Answer
	Name     string
}

// A Thing is something of a problem: a job, a node, a group.
type Thing struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// A Stand is what an answer does with a thing.
type Stand struct {
	Where string  `json:"where,omitempty"` // the cluster, the machines, the nodes
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Cost  float64 `json:"cost,omitempty"`
}

// A Class says what a difference comes to.
type Class string

// The classes.
const (
	Same      Class = "same"      // both do the same with it
	Elsewhere Class = "elsewhere" // not the same, without effect on the metric
	Explains  Class = "explains"  // with an effect
)

// A Difference is a thing with which the answers do not do the same.
type Difference struct {
	Thing
	A      *Stand  `json:"a,omitempty"` // nil where the answer leaves it out
	B      *Stand  `json:"b,omitempty"`
	Effect float64 `json:"effect"`
	Class  Class   `json:"class"`
}

// A Change is a metric of both answers.
type Change struct {
	catalog.Metric `json:"-"`
	ID             string  `json:"metric"`
	A              float64 `json:"a"`
	B              float64 `json:"b"`
	Difference     float64 `json:"difference"` // B less A
	// By tells whether effects on it can be told thing by thing.
	By bool `json:"-"`
}

// Better is how far B is better, below zero where it is worse.
func (c *Change) Better() float64 {
	if c.Less {
		return -c.Difference
	}
	return c.Difference
}

// A Group is differences that come to the same, in words.
type Group struct {
	Title  string  `json:"title"`
	From   int     `json:"from"` // places in Differences
	To     int     `json:"to"`
	Effect float64 `json:"effect"` // of all, or the greatest of a peak
}

// A Report says how two answers differ.
type Report struct {
	Kind    string   `json:"kind"`
	Lead    Lead     `json:"lead"`
	Metrics []Change `json:"metrics"`
	// Metric is the place in Metrics of the one that effects are on.
	Metric      int          `json:"-"`
	Peak        bool         `json:"peak,omitempty"` // effects do not add up; the greatest counts
	Pivot       string       `json:"pivot,omitempty"`
	Rest        float64      `json:"rest,omitempty"`
	Groups      []Group      `json:"groups"`
	Differences []Difference `json:"differences"`
	Things      int          `json:"things"`

	class map[Thing]Class
	holds string // what ends last in the better answer, where not the pivot
}

// Of is the metric that effects are on.
func (r *Report) Of() *Change { return &r.Metrics[r.Metric] }

// ClassOf tells what the report says of a thing: Same where it says nothing.
func (r *Report) ClassOf(t Thing) Class {
	if c, ok := r.class[t]; ok {
		return c
	}
	return Same
}

// How a metric is made of its things.
type how int

const (
	none how = iota // not of things
	sum
	peak
	stack
	product
)

// An item is a thing in one answer.
type item struct {
	thing Thing
	stand Stand
	mark  string  // what is decided; equal marks are the same decision
	value float64 // its part in the metric
}

// A part is one answer as items, with how the metric is made of them.
type part struct {
	items []item
	how   how
	total float64 // of a peak: the metric itself
}

// A reading makes items of an answer for one metric. Of two a placement's
// makespan is read together: the other side says which cluster is meant.
type reading func(x, other *Side, metric string) part

var readings = map[string]reading{
	"placement": readPlacement, "window": readWindow, "batch": readBatch, "group": readGroup, "farm": readFarm,
}

// Answers compares two answers of one kind by a metric, the one that both bounds
// are about, or else the kind's first, where none is named. Without two feasible
// answers the report has a lead alone.
//
// It returns an error if the kind has no metric of that name. A metric whose parts
// are not known here (see kinds.go) is compared as a whole.
func Answers(a, b Side, metric string, number func(float64) string) (*Report, error) {
	r := &Report{Kind: a.Scenario.Kind, class: map[Thing]Class{}}
	kind, _ := catalog.ByID(r.Kind)
	if _, known := kind.Metric(metric); !known && metric != "" {
		return nil, errors.New(strconv.Quote(metric) + " is not a metric of kind " + r.Kind)
	}
	read := readings[r.Kind]
	if !a.Answer.Feasible || !b.Answer.Feasible {
		r.lead(&a, &b, number)
		return r, nil
	}
	for _, m := range kind.Metrics {
		x, y := a.Answer.Metrics[m.ID], b.Answer.Metrics[m.ID]
		c := Change{Metric: m, ID: m.ID, A: x, B: y, Difference: apart(x, y)}
		c.By = read(&a, &b, m.ID).how != none
		if p, q := a.Answer.Bound, b.Answer.Bound; m.ID == metric ||
			metric == "" && p != nil && q != nil && p.Metric == q.Metric && p.Metric == m.ID {
			r.Metric = len(r.Metrics)
		}
		r.Metrics = append(r.Metrics, c)
	}
	id := r.Of().ID
	x, y := read(&a, &b, id), read(&b, &a, id)
	r.Peak = x.how == peak
	if x.how == stack {
		r.Pivot, r.holds = pivot(&a, &b)
	}
	r.pair(&x, &y)
	r.settle()
	r.lead(&a, &b, number)
	return r, nil
}

// tolerance is the part of numbers that adding them up may be off by.
const tolerance = 1e-9

// apart is b less a, nothing where they are equal but for rounding.
func apart(a, b float64) float64 {
	if math.Abs(b-a) <= tolerance*max(math.Abs(a), math.Abs(b)) {
		return 0
	}
	return b - a
}

// pair finds the things that are not the same on both sides.
func (r *Report) pair(x, y *part) {
	at := make(map[Thing]int, len(y.items))
	for i := range y.items {
		at[y.items[i].thing] = i
	}
	both := make([]bool, len(y.items))
	r.Things = len(y.items)
	for i := range x.items {
		p := &x.items[i]
		var q *item
		if k, ok := at[p.thing]; ok {
			q, both[k] = &y.items[k], true
		} else {
			r.Things++
		}
		r.differ(p, q, x, y)
	}
	for k := range y.items {
		if !both[k] {
			r.differ(nil, &y.items[k], x, y)
		}
	}
}

func (r *Report) differ(p, q *item, x, y *part) {
	d := Difference{Class: Elsewhere, Effect: effect(p, q, x, y)}
	if p != nil {
		d.Thing, d.A = p.thing, &p.stand
	}
	if q != nil {
		d.Thing, d.B = q.thing, &q.stand
	}
	switch {
	case d.Effect != 0:
		d.Class = Explains
	case p != nil && q != nil && p.mark == q.mark:
		return
	}
	r.class[d.Thing] = d.Class
	r.Differences = append(r.Differences, d)
}

// effect is the share of a thing in the difference of the metric.
func effect(p, q *item, x, y *part) float64 {
	value := func(i *item, without float64) float64 {
		if i == nil {
			return without
		}
		return i.value
	}
	switch x.how {
	case sum, stack:
		return apart(value(p, 0), value(q, 0))
	case product:
		return x.share(y, value(p, 1), value(q, 1))
	case peak:
		if x.total < y.total {
			return max(0, apart(x.total, value(q, math.Inf(-1))))
		} else if x.total > y.total {
			return -max(0, apart(y.total, value(p, math.Inf(-1))))
		}
	}
	return 0
}

// settle sorts the differences and sums groups of them up.
func (r *Report) settle() {
	delta := r.Of().Difference
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
	of := r.Of()
	if r.Rest = delta - whole; math.Abs(r.Rest) <= 10*tolerance*max(math.Abs(of.A), math.Abs(of.B)) {
		r.Rest = 0
	}
}
