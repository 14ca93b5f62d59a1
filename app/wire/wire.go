// Package wire encodes the views of the laboratory as bytes and decodes them.
//
// The laboratory runs in a worker, and its page draws. A [Frame] has the changes since the previous frame: the
// attributes of the root and the changed views. A picture in such a view is sent as changes. Both ends belong to one
// build, so the format has no version.
package wire

import (
	"encoding/binary"
	"errors"

	"gridbox/app/ui"
	"gridbox/core/draw/patch"
)

// A Frame is one drawing of the laboratory.
type Frame struct {
	LastEvent int // the number of the last event of the page that the drawing reflects
	Root      []ui.Attr
	Views     []View // the views that changed
}

// A View is one part of the page, by its index among all parts.
type View struct {
	Index int
	Node  ui.Node
	Was   *ui.Node // the view before, nil if there was none; only for Append
}

// Append appends the frame to buf and returns the extended buffer.
func (f *Frame) Append(buf []byte) []byte {
	w := writer{buf}
	w.int(f.LastEvent)
	w.attrs(f.Root)
	w.int(len(f.Views))
	for i := range f.Views {
		w.int(f.Views[i].Index)
		w.node(&f.Views[i].Node, f.Views[i].Was)
	}
	return w.buf
}

// Read returns the frame that Append wrote. It returns an error if data is truncated or malformed.
func Read(data []byte) (f Frame, err error) {
	r := reader{data: data}
	f.LastEvent = r.int()
	f.Root = r.attrs()
	for range r.count() {
		f.Views = append(f.Views, View{Index: r.int(), Node: r.node(0)})
	}
	if r.failed || len(r.data) > 0 {
		return Frame{}, errors.New("wire: these bytes are not a frame")
	}
	return f, nil
}

// Kinds of nodes.
const (
	text = iota
	raw
	element
	markup  // a picture as markup
	changes // of a picture
)

type writer struct{ buf []byte }

func (w *writer) int(n int) { w.buf = binary.AppendUvarint(w.buf, uint64(n)) }

func (w *writer) string(s string) {
	w.int(len(s))
	w.buf = append(w.buf, s...)
}

func (w *writer) attrs(list []ui.Attr) {
	w.int(len(list))
	for _, a := range list {
		w.string(a.Name)
		w.string(a.Value)
	}
}

// node writes n. was is the node that package render updates in place, nil if it makes new elements.
func (w *writer) node(n, was *ui.Node) {
	switch {
	case n.Picture != nil:
		w.picture(n, was)
	case n.Raw != "":
		w.int(raw)
		w.string(n.Raw)
	case n.Tag == "":
		w.int(text)
		w.string(n.Text)
	default:
		w.int(element)
		w.string(n.Tag)
		w.string(n.Key)
		w.attrs(n.Attrs)
		w.int(len(n.Children))
		stays := was != nil && was.Tag == n.Tag && was.Key == n.Key
		for i := range n.Children {
			if stays && i < len(was.Children) {
				w.node(&n.Children[i], &was.Children[i])
			} else {
				w.node(&n.Children[i], nil)
			}
		}
	}
}

func (w *writer) picture(n, was *ui.Node) {
	if was != nil && was.Picture != nil {
		if list, ok := patch.Diff(was.Picture, n.Picture); ok {
			w.int(changes)
			w.string(patch.JSON(list))
			return
		}
	}
	w.int(markup)
	w.string(n.Picture.SVG())
}

// A reader reads values from the front of data. After a failure it returns zeros.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) int() int {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > 1<<31-1 {
		r.failed, r.data = true, nil
		return 0
	}
	r.data = r.data[size:]
	return int(n)
}

// count reads the number of values that follow. Each has at least one byte.
func (r *reader) count() int {
	n := r.int()
	if n > len(r.data) {
		r.failed = true
		return 0
	}
	return n
}

func (r *reader) string() string {
	n := r.count()
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

func (r *reader) attrs() []ui.Attr {
	list := make([]ui.Attr, r.count())
	for i := range list {
		list[i] = ui.Attr{Name: r.string(), Value: r.string()}
	}
	return list
}

// maxDepth is the maximal nesting depth of elements.
const maxDepth = 200

// node reads a node with its children. It sets failed if the kind of the node is unknown or the nesting is deeper
// than maxDepth.
func (r *reader) node(depth int) (n ui.Node) {
	if depth > maxDepth {
		r.failed, r.data = true, nil
	}
	switch r.int() {
	case markup:
		n.Drawing = &ui.Drawing{Markup: r.string()}
	case changes:
		n.Drawing = &ui.Drawing{Changes: r.string()}
	case raw:
		n.Raw = r.string()
	case text:
		n.Text = r.string()
	case element:
		n.Tag, n.Key = r.string(), r.string()
		n.Attrs = r.attrs()
		n.Children = make([]ui.Node, r.count())
		for i := range n.Children {
			n.Children[i] = r.node(depth + 1)
		}
	default:
		r.failed, r.data = true, nil
	}
	return n
}
