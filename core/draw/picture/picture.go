// Package picture draws domain pictures as SVG text: the topology of a grid,
// the timeline of an answer, heat maps of scores. It is pure Go, so the same
// code draws in the laboratory, in the embedded figure and in prerendered
// pages, and the same view always gives the same bytes.
//
// A strict Content-Security-Policy forbids style attributes; pictures carry
// classes (drawn by assets/css/picture.css) and SVG presentation attributes
// only. Every mark that a person can act on names itself in words
// (aria-label), says what it is (data-kind, data-id) and can take focus; one
// mark of a picture is a tab stop, the adapter in assets/js/picture.js moves
// focus between the others and reports what a person does.
package picture

// A Point is a place in a picture or in the unit square, the origin at the top left.
type Point struct{ X, Y float64 }

// A Ref names one mark of a picture.
type Ref struct {
	Kind string // "cluster", "link", "replica", "job", "group", "node"
	ID   string // as package marks makes it
}

// Kinds of marks.
const (
	Cluster = "cluster"
	Link    = "link"
	Replica = "replica"
	Job     = "job"
	Machine = "machine"
	Node    = "node"
	Busy    = "busy"
	Window  = "window"
	Group   = "group"
)
