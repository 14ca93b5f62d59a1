package patch

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// JSON returns the changes as JSON for assets/js/picture/patch.js: a list of lists with the action, the
// path and its arguments. Nodes are markup, which browsers parse fastest.
func JSON(changes []Change) string {
	buf := []byte{'['}
	for i := range changes {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = changes[i].append(buf)
	}
	return string(append(buf, ']'))
}

// append appends the change as a JSON list to buf and returns the result: the action, the path and
// the arguments of the action.
func (c *Change) append(buf []byte) []byte {
	buf = append(doc.AppendString(append(buf, '['), string(c.Do)), ",["...)
	for i, place := range c.Path {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = strconv.AppendInt(buf, int64(place), 10)
	}
	buf = append(buf, ']')
	switch c.Do {
	case Set:
		buf = doc.AppendString(append(doc.AppendString(append(buf, ','), c.Name), ','), c.Value)
	case Unset:
		buf = doc.AppendString(append(buf, ','), c.Name)
	case Text:
		buf = doc.AppendString(append(buf, ','), c.Value)
	case Insert:
		buf = strconv.AppendInt(append(buf, ','), int64(c.Index), 10)
		buf = doc.AppendString(append(buf, ','), c.markup())
	case Remove:
		buf = strconv.AppendInt(append(buf, ','), int64(c.Index), 10)
		buf = strconv.AppendInt(append(buf, ','), int64(c.Count), 10)
	}
	return append(buf, ']')
}

// markup returns the nodes of the change as markup.
func (c *Change) markup() string {
	var b strings.Builder
	for _, n := range c.Nodes {
		b.WriteString(n.SVG())
	}
	return b.String()
}
