package render

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// An element of a picture.
type element struct {
	name     string
	attrs    map[string]string
	classes  []string
	children []*element
	text     string
	parent   *element
	before   *element // the sibling before it
}

// mostElements bounds what is drawn: the pictures of the largest presets have a
// tenth of it.
const mostElements = 2_000_000

// read makes a tree of the text of a picture.
func read(svg string) (*element, error) {
	d := xml.NewDecoder(strings.NewReader(svg))
	var root, at *element
	for n := 0; ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, errors.New("the picture is not well-formed: " + err.Error())
		}
		switch t := token.(type) {
		case xml.StartElement:
			e := newElement(&t, at)
			if n++; n > mostElements {
				return nil, errors.New("the picture has too many marks to be printed")
			}
			if at == nil {
				root = e
			}
			at = e
		case xml.EndElement:
			at = at.parent
		case xml.CharData:
			if at != nil {
				at.text += string(t)
			}
		}
	}
	if root == nil || root.name != "svg" {
		return nil, errors.New("this is no picture")
	}
	return root, nil
}

func newElement(t *xml.StartElement, parent *element) *element {
	e := &element{name: t.Name.Local, attrs: map[string]string{}, parent: parent}
	for _, a := range t.Attr {
		e.attrs[a.Name.Local] = a.Value
	}
	e.classes = strings.Fields(e.attrs["class"])
	if parent != nil {
		if n := len(parent.children); n > 0 {
			e.before = parent.children[n-1]
		}
		parent.children = append(parent.children, e)
	}
	return e
}
