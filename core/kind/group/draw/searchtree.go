package draw

import (
	"math"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
)

// A TreeView is a growing search tree.
type TreeView struct {
	Nodes   []TreeNode // parents before their children
	Current int        // index of the current node, -1 for none
	Colour  int
	Width   float64
	Name    string
}

// A TreeNode is one node of a search tree.
type TreeNode struct {
	Parent int    // index in Nodes, -1 for the root
	Text   string // at the line to it, if there is room
	Class  string // "open", "done" if its children exist, "cut"
}

// SearchTree returns the picture of the tree, with a row for each level and
// evenly spaced leaves.
func SearchTree(v TreeView) *scene.Node {
	n := len(v.Nodes)
	width := v.Width
	if width <= 0 {
		width = 400
	}
	depth, leaf, deepest := make([]int, n), make([]float64, n), 0
	children := make([][]int, n)
	for i, x := range v.Nodes {
		if x.Parent >= 0 && x.Parent < i {
			depth[i] = depth[x.Parent] + 1
			children[x.Parent] = append(children[x.Parent], i)
			deepest = max(deepest, depth[i])
		}
	}
	leaves := 0.0
	var seat func(i int)
	seat = func(i int) {
		if len(children[i]) == 0 {
			leaf[i] = leaves
			leaves++
			return
		}
		for _, c := range children[i] {
			seat(c)
		}
		leaf[i] = (leaf[children[i][0]] + leaf[children[i][len(children[i])-1]]) / 2
	}
	if n > 0 {
		seat(0)
	}
	apart := (width - 40) / math.Max(1, leaves)
	step := math.Max(4, math.Min(34, 104/math.Max(1, float64(deepest))))
	height := float64(deepest)*step + 30
	at := func(i int) picture.Point {
		return picture.Point{X: 20 + (leaf[i]+0.5)*apart, Y: 12 + float64(depth[i])*step}
	}
	r := math.Max(1.6, math.Min(5, apart/3))
	m := &scene.Builder{}
	openStatic(m, "gb-tree", v.Colour, width, height, v.Name+": "+picture.Count(n, "node"))
	for i, x := range v.Nodes {
		if x.Parent >= 0 && x.Parent < i {
			a, b := at(x.Parent), at(i)
			m.Open("line", "gb-wire")
			m.Nums(scene.Ends, a.X, a.Y, b.X, b.Y)
			m.Close()
		}
	}
	for i, x := range v.Nodes {
		q := at(i)
		m.Open("circle", "gb-leaf gb-"+x.Class)
		if i == v.Current {
			m.Class("gb-now")
		}
		m.Nums([]string{"cx", "cy", "r"}, q.X, q.Y, r)
		m.Close()
		if x.Text != "" && apart >= picture.TextWidth(x.Text, 10.5)+8 && step >= 24 {
			m.Label("gb-treename", q.X, q.Y+r+11, x.Text)
		}
	}
	m.Close()
	return m.Node()
}

// openStatic opens a picture without interaction.
func openStatic(m *scene.Builder, class string, colour int, width, height float64, name string) {
	m.Root("" + class + " " + picture.Hue(colour))
	m.Attr("role", "img")
	m.ViewBox(width, height)
	m.Attr("aria-label", name)
}
