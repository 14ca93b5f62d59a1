package kind

import (
	"strconv"
	"strings"
)

// A Table is a solution in columns.
type Table struct {
	Rows    int
	Columns []Column
}

// A Column holds words or numbers, one for each row.
type Column struct {
	Name, Unit string
	Words      []string
	Numbers    []float64 // where Words is nil
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

// A Decision is what a solution decides about a thing, without times.
type Decision struct {
	Names []string // clusters, nodes or machines, in any order
	// Place is how many things start before it, from 1, where the kind has a
	// queue; 0 where it has none.
	Place int
}

// A Step is one decision of an answer.
type Step struct {
	Thing
	Text string // where and when
}

// Make says how a metric is made of the things of an answer.
type Make int

// The ways. Package diff defines the effect of a thing for each of them.
const (
	Whole   Make = iota // of no things
	Sum                 // the values added up
	Peak                // the greatest value
	Stack               // the values of one cluster added up
	Product             // the values multiplied
)

// An Item is a thing in one answer.
type Item struct {
	Thing Thing
	Stand Stand
	Mark  string  // what is decided; equal marks are the same decision
	Value float64 // its part in the metric
}

// Parts is an answer as items, with how a metric is made of them.
type Parts struct {
	Items []Item
	Make  Make
	Total float64 // of a peak or a product: the metric itself
	// Of a stack: the cluster whose items have values. Holds is the cluster that
	// finishes last in the better answer, where it is another one.
	Pivot, Holds string
}

// Mark returns a number as a part of an item's mark.
func Mark(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) + " " }

// Tenths returns a time with one decimal at most.
func Tenths(x float64) string { return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0") }
