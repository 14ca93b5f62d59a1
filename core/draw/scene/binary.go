package scene

import (
	"encoding/binary"
	"errors"
)

// Append appends the node as bytes to buf and returns the extended buffer. Programs of one build
// exchange pictures in this format, so it has no version.
func (n *Node) Append(buf []byte) []byte {
	buf = appendString(buf, n.Tag)
	if n.Tag == "" {
		return appendString(buf, n.Text)
	}
	buf = binary.AppendUvarint(buf, uint64(len(n.Attrs)))
	for i := range n.Attrs {
		buf = appendString(appendString(buf, n.Attrs[i].Name), n.Attrs[i].Value)
	}
	buf = binary.AppendUvarint(buf, uint64(len(n.Children)))
	for _, child := range n.Children {
		buf = child.Append(buf)
	}
	return buf
}

func appendString(buf []byte, s string) []byte {
	return append(binary.AppendUvarint(buf, uint64(len(s))), s...)
}

// Read returns the node that Append wrote. It returns an error for other data.
func Read(data []byte) (*Node, error) {
	r := reader{data: data}
	n := r.node(0)
	if r.failed || len(r.data) > 0 {
		return nil, errors.New("these bytes are no picture")
	}
	return n, nil
}

// A reader takes values from the front of data. After a failure it returns zeros.
type reader struct {
	data   []byte
	failed bool
}

// count returns how many values follow. Each has at least one byte.
func (r *reader) count() int {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > uint64(len(r.data)-size) {
		r.failed, r.data = true, nil
		return 0
	}
	r.data = r.data[size:]
	return int(n)
}

func (r *reader) string() string {
	n := r.count()
	s := string(r.data[:n])
	r.data = r.data[n:]
	return s
}

// deepest limits the nesting of elements.
const deepest = 200

// node reads a node and its descendants. It fails if they are nested deeper than deepest; then
// the result is an empty node.
func (r *reader) node(depth int) *Node {
	if depth > deepest {
		r.failed, r.data = true, nil
		return &Node{}
	}
	n := &Node{Tag: r.string()}
	if n.Tag == "" {
		n.Text = r.string()
		return n
	}
	n.Attrs = make([]Attr, r.count())
	for i := range n.Attrs {
		n.Attrs[i] = Attr{r.string(), r.string()}
	}
	n.Children = make([]*Node, r.count())
	for i := range n.Children {
		n.Children[i] = r.node(depth + 1)
	}
	return n
}
