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

// A Column has words or numbers, one for each row.
type Column struct {
	Name, Unit string
	Texts      []string
	Numbers    []float64 // used if Texts is nil
}

// A Ref identifies an element of a problem, such as a job, a node or a group.
type Ref struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// A Stand has the place, time and cost of an element in an answer.
type Stand struct {
	Location string  `json:"where,omitempty"` // the cluster, the machines, the nodes
	From     float64 `json:"from"`
	To       float64 `json:"to"`
	Cost     float64 `json:"cost,omitempty"`
}

// A Decision is the decision of a solution about an element, without times.
type Decision struct {
	Names []string // clusters, nodes or machines, in any order
	// QueuePosition is the position in the queue, from 1; 0 if the kind has no queue.
	QueuePosition int
}

// A Step is one decision of an answer.
type Step struct {
	Ref
	Text string // where and when
}

// An Aggregation is the way in which a metric is computed from the elements of an answer.
type Aggregation int

// The ways to compute a metric. Package diff defines the effect of an element
// for each of them.
const (
	NotAggregated Aggregation = iota // not from elements
	Sum                              // sum of the values
	Peak                             // greatest value
	Stack                            // sum of the values of one cluster
	Product                          // product of the values
)

// An Item is an element in one answer.
type Item struct {
	Ref   Ref
	Stand Stand
	Mark  string  // the decision; equal marks mean equal decisions
	Value float64 // its part of the metric
}

// Parts is an answer split into items, with the way a metric is computed from them.
type Parts struct {
	Items       []Item
	Aggregation Aggregation
	Total       float64 // of a peak or a product: the metric
	// Pivot is, for a stack, the cluster whose items have values. Holds is the cluster that
	// finishes last in the better answer, if it differs from Pivot.
	Pivot, LastCluster string
}

// Mark returns a number as a part of an item's mark.
func Mark(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) + " " }

// Tenths returns a time with at most one decimal.
func Tenths(x float64) string { return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0") }
