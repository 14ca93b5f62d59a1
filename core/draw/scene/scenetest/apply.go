package scenetest

import (
	"slices"

	"gridbox/core/draw/patch"
	"gridbox/core/draw/scene"
)

// Apply returns the picture after some changes, as assets/js/picture/patch.js makes them.
func Apply(n *scene.Node, changes []patch.Change) *scene.Node {
	for i := range changes {
		n = apply(n, &changes[i], changes[i].Path)
	}
	return n
}

// apply returns a copy of n with the change applied at a path of child indexes. It does not
// modify n. It panics if the change does not fit the tree.
func apply(n *scene.Node, c *patch.Change, path []int) *scene.Node {
	made := *n
	if len(path) > 0 {
		made.Children = slices.Clone(n.Children)
		made.Children[path[0]] = apply(n.Children[path[0]], c, path[1:])
		return &made
	}
	at := slices.IndexFunc(n.Attrs, func(a scene.Attr) bool { return a.Name == c.Name })
	switch c.Do {
	case patch.Set:
		made.Attrs = slices.Clone(n.Attrs)
		if at < 0 {
			made.Attrs = append(made.Attrs, scene.Attr{Name: c.Name, Value: c.Value})
		} else {
			made.Attrs[at].Value = c.Value
		}
	case patch.Unset:
		made.Attrs = slices.Delete(slices.Clone(n.Attrs), at, at+1)
	case patch.Text:
		made.Text = c.Value
	case patch.Insert:
		made.Children = slices.Insert(slices.Clone(n.Children), c.Index, c.Nodes...)
	case patch.Remove:
		made.Children = slices.Delete(slices.Clone(n.Children), c.Index, c.Index+c.Count)
	}
	return &made
}

// SortAttrs returns a picture with attributes sorted by name, whose order is irrelevant in a page.
func SortAttrs(n *scene.Node) *scene.Node {
	made := *n
	made.Attrs = slices.Clone(n.Attrs)
	slices.SortFunc(made.Attrs, func(a, b scene.Attr) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	made.Children = nil
	for _, child := range n.Children {
		made.Children = append(made.Children, SortAttrs(child))
	}
	return &made
}
