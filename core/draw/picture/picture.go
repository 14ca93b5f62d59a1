// Package picture has what all domain pictures have in common: points, boxes, the kinds of marks,
// colours, round numbers for axes, numbers and words for people, and a cache of unchanged parts.
// Pictures are trees of package scene. The code is pure Go: it draws in the laboratory, in the
// embedded figure and in prerendered pages, and the same view always gives the same bytes.
//
// A strict Content-Security-Policy forbids style attributes. So pictures carry classes (drawn by
// assets/css/picture.css) and SVG presentation attributes only. Every mark that can be acted on
// has a name in words (aria-label), its kind and id (data-kind, data-id), and can take focus. One
// mark of a picture is a tab stop; the adapter in assets/js/picture.js moves focus between the
// others and reports events.
package picture

// A Point is a place in a picture or in the unit square, the origin at the top left.
type Point struct{ X, Y float64 }

// A Ref names one mark of a picture.
type Ref struct {
	Kind string // "cluster", "link", "replica", "job", "group", "node"
	ID   string // an id of package markid
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
