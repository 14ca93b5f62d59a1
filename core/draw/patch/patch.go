// Package patch computes the changes from one drawing of a picture to the next, so that a page updates
// elements instead of making all of them again. A step of a replay changes a few marks of thousands.
package patch

import "gridbox/core/draw/scene"

// A Change is one change of a picture. Changes are applied in order.
type Change struct {
	Do    Action
	Path  []int         // child indices from the root to the changed node or the parent of changed nodes
	Name  string        // of an attribute
	Value string        // of an attribute or a text
	Index int           // index of the first inserted or removed child
	Count int           // number of removed children
	Nodes []*scene.Node // the new nodes
}

// An Action is the kind of a Change.
type Action string

// The actions, by the names that assets/js/picture/patch.js knows.
const (
	Set    Action = "set"    // sets the attribute Name to Value
	Unset  Action = "unset"  // removes the attribute Name
	Text   Action = "text"   // sets the text to Value
	Insert Action = "insert" // inserts Nodes before the child at Index
	Remove Action = "remove" // removes Count children from Index on
)

// Diff returns the changes from a to b. It reports false if b must be drawn as a whole: only pictures
// of equal size and the rows of lists are updated in place.
func Diff(a, b *scene.Node) (changes []Change, ok bool) {
	list := a.Attr("role") == "rowgroup"
	if !list && !a.HasClass("gb-picture") || !sameFrame(a, b) {
		return nil, false
	}
	d := differ{}
	if list {
		d.rows(a.Children, b.Children)
	} else {
		d.node(a, b)
	}
	return d.changes, true
}

// sameFrame reports whether two roots have the same attributes except their descriptions.
func sameFrame(a, b *scene.Node) bool {
	if a.Tag != b.Tag || len(a.Attrs) != len(b.Attrs) {
		return false
	}
	for i := range a.Attrs {
		if x, y := a.Attrs[i], b.Attrs[i]; x.Name != y.Name || x.Value != y.Value && x.Name != "aria-label" {
			return false
		}
	}
	return true
}

// A differ collects the changes of the node at a path.
type differ struct {
	path    []int
	changes []Change
}

func (d *differ) add(c Change) {
	c.Path = append([]int(nil), d.path...)
	d.changes = append(d.changes, c)
}

// node appends the changes from a to b, nodes with the same name.
func (d *differ) node(a, b *scene.Node) {
	if a.Text != b.Text {
		d.add(Change{Do: Text, Value: b.Text})
	}
	d.attributes(a, b)
	d.children(a.Children, b.Children)
}

// attributes adds the changes that turn the attributes of a into the attributes of b: first the
// ones to set, then the ones to remove.
func (d *differ) attributes(a, b *scene.Node) {
	if scene.EqualAttrs(a, b) {
		return
	}
	for i := range b.Attrs {
		if is := &b.Attrs[i]; !has(a, is.Name) || a.Attr(is.Name) != is.Value {
			d.add(Change{Do: Set, Name: is.Name, Value: is.Value})
		}
	}
	for i := range a.Attrs {
		if name := a.Attrs[i].Name; !has(b, name) {
			d.add(Change{Do: Unset, Name: name})
		}
	}
}

func has(n *scene.Node, name string) bool {
	for i := range n.Attrs {
		if n.Attrs[i].Name == name {
			return true
		}
	}
	return false
}

// sameName reports whether two nodes represent the same thing. Otherwise b must be a new element, which
// must not get the focus of a. Nodes without a thing are compared by class.
func sameName(a, b *scene.Node) bool {
	if a.Tag != b.Tag {
		return false
	}
	named := false
	for _, name := range [...]string{"data-kind", "data-id", "data-act", "data-arg"} {
		x, y := a.Attr(name), b.Attr(name)
		if x != y {
			return false
		}
		named = named || x != ""
	}
	return named || a.Attr("class") == b.Attr("class")
}

// lookahead is the number of nodes beyond the removed ones that are searched for a node, and maxLookahead limits the
// search.
const lookahead, maxLookahead = 4, 40

// children finds the changes among children. Unchanged children stay, wherever others were
// inserted or removed before them: otherwise one more link would rename all later ones.
// The children between two unchanged ones are matched by their names.
func (d *differ) children(a, b []*scene.Node) {
	w := walk{differ: d, a: a, b: b}
	reach := min(max(len(a)-len(b), 0)+lookahead, maxLookahead)
	for j := range b {
		end := min(len(a), w.old+j-w.next+reach)
		i := w.old
		for i < end && !scene.Equal(a[i], b[j]) {
			i++
		}
		if i < end {
			w.settle(i, j)
			w.old, w.next = i+1, j+1
		}
	}
	w.settle(len(a), len(b))
}

// A walk compares the children before and after. So far the page has b[:next] followed by a[old:].
type walk struct {
	*differ
	a, b      []*scene.Node
	old, next int
}

// settle appends the changes of all children before a[i] and b[j].
func (w *walk) settle(i, j int) {
	from := w.next // the first child of b that the page lacks
	for k := w.next; k < j; k++ {
		end := min(i, w.old+maxLookahead)
		at := w.old
		for at < end && !sameName(w.a[at], w.b[k]) {
			at++
		}
		if at == end {
			continue
		}
		w.insert(from, k)
		w.remove(k, at-w.old)
		w.path = append(w.path, k)
		w.node(w.a[at], w.b[k])
		w.path = w.path[:len(w.path)-1]
		w.old, from = at+1, k+1
	}
	w.insert(from, j)
	w.remove(j, i-w.old)
	w.old, w.next = i, j
}

func (w *walk) insert(from, to int) {
	if from < to {
		w.add(Change{Do: Insert, Index: from, Nodes: w.b[from:to]})
	}
}

func (w *walk) remove(place, count int) {
	if count > 0 {
		w.add(Change{Do: Remove, Index: place, Count: count})
	}
	w.old += count
}

// rows appends the changes among the rows of a list. A changed row is replaced, so that text typed into
// it cannot move to another row.
func (d *differ) rows(a, b []*scene.Node) {
	w := walk{differ: d, a: a, b: b}
	for j := range b {
		i := w.old
		for i < len(a) && !scene.Equal(a[i], b[j]) {
			i++
		}
		if i == len(a) {
			w.insert(j, j+1)
			continue
		}
		w.remove(j, i-w.old)
		w.old++
	}
	w.remove(len(b), len(a)-w.old)
}
