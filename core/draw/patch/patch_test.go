package patch_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/doc"
	"gridbox/core/draw/patch"
	"gridbox/core/draw/scene"
	"gridbox/core/draw/scene/scenetest"
	_ "gridbox/core/fixedseed"
)

// A chooser returns a number from 0 to its argument.
type chooser func(most int) int

// tree draws a picture, or the rows of a list, of few different parts, so that two of them are
// similar.
func tree(few chooser, list bool, label string, deep int) *scene.Node {
	m := &scene.Builder{}
	tags := []string{"g", "rect", "text"}
	if list {
		tags = []string{"div", "span", "b"}
		m.Open("div", "")
		m.Attr("role", "rowgroup")
	} else {
		m.Picture("gb-topology", 40, 30)
	}
	m.Attr("aria-label", label)
	branch(few, m, tags, deep)
	m.Close()
	return m.Node()
}

func branch(few chooser, m *scene.Builder, tags []string, deep int) {
	for range few(6) {
		if few(5) == 0 {
			m.Text("t" + strconv.Itoa(few(3)))
			continue
		}
		m.Open(tags[few(2)], "")
		if few(1) == 1 {
			m.Class("k" + strconv.Itoa(few(2)))
		}
		if few(1) == 1 {
			m.Mark("job", strconv.Itoa(few(4)))
		}
		for k := range few(2) {
			m.Attr("a"+strconv.Itoa(k), strconv.Itoa(few(2)))
		}
		if deep > 0 {
			branch(few, m, tags, deep-1)
		}
		m.Close()
	}
}

// alterTree returns a picture with some parts of n added, removed, moved and changed.
func alterTree(few chooser, n *scene.Node, list bool, label string) *scene.Node {
	made := *n
	made.Children, made.Attrs = nil, slices.Clone(n.Attrs)
	for i := range made.Attrs {
		if made.Attrs[i].Name == "a0" && few(3) == 0 {
			made.Attrs[i].Value += "x"
		}
	}
	for _, child := range n.Children {
		switch few(9) {
		case 0:
			continue
		case 1:
			for _, fresh := range tree(few, list, label, 0).Children {
				made.Children = add(made.Children, fresh)
			}
		case 2, 3:
			child = alterTree(few, child, list, label)
		}
		made.Children = add(made.Children, child)
	}
	if k := len(made.Children); k > 1 && few(4) == 0 && made.Children[0].Tag != "" && made.Children[k-1].Tag != "" {
		made.Children = append(made.Children[1:], made.Children[0])
	}
	return &made
}

// add appends a node as a Builder does, which joins adjacent texts.
func add(list []*scene.Node, n *scene.Node) []*scene.Node {
	if k := len(list); k > 0 && list[k-1].Tag == "" && n.Tag == "" {
		return append(list[:k-1], &scene.Node{Text: list[k-1].Text + n.Text})
	}
	return append(list, n)
}

// The changes between any two pictures turn the first into the second.
func TestChangesMakeTheNextPicture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.Bool().Draw(t, "list")
		few := func(most int) int { return rapid.IntRange(0, most).Draw(t, "number") }
		a := tree(few, list, "one", 3)
		b := a
		switch few(3) {
		case 0:
			b = tree(few, list, "one", 3)
		case 1, 2:
			b = alterTree(few, a, list, "one")
		}
		changes, ok := patch.Diff(a, b)
		if !ok {
			t.Fatal("Diff: got no changes for pictures of the same size")
		}
		got := scenetest.Apply(a, changes)
		if !scene.Equal(scenetest.SortAttrs(got), scenetest.SortAttrs(b)) {
			t.Fatalf("%s\nchanged: got %s\nwant %s\nby %s", a.SVG(), got.SVG(), b.SVG(), patch.JSON(changes))
		}
		if scene.Equal(a, b) && len(changes) > 0 {
			t.Fatalf("Diff of equal pictures: got %s, want no changes", patch.JSON(changes))
		}
	})
}

// The recorded changes with which site/e2e tests the page's script are current: pictures, the changes
// between them, and the results.
func TestChangesForThePage(t *testing.T) {
	draw := rand.New(rand.NewPCG(3, 4))
	few := func(most int) int { return draw.IntN(most + 1) }
	var list [][]string
	for i := range 60 {
		a := tree(few, i%5 == 0, "one", 1)
		b := alterTree(few, a, i%5 == 0, "one")
		changes, _ := patch.Diff(a, b)
		list = append(list, []string{a.SVG(), patch.JSON(changes), b.SVG()})
	}
	scenetest.File(t, "changes.json", string(doc.Canonical(list))+"\n")
}

// Pictures of another size, and other elements, are drawn as a whole.
func TestDrawnAsAWhole(t *testing.T) {
	for _, c := range [][2]string{
		{`<svg class="gb-picture" viewBox="0 0 1 1"/>`, `<svg class="gb-picture" viewBox="0 0 2 1"/>`},
		{`<svg class="gb-picture" role="img"/>`, `<svg class="gb-picture"/>`},
		{`<table class="gb-heat"/>`, `<table class="gb-heat"/>`},
		{`<svg class="mini"/>`, `<svg class="mini"/>`},
	} {
		if _, ok := patch.Diff(scenetest.Parse(t, c[0]), scenetest.Parse(t, c[1])); ok {
			t.Errorf("Diff(%s, %s): got changes, want none", c[0], c[1])
		}
	}
}

// Each action has its name, its path and its arguments.
func TestJSON(t *testing.T) {
	a := scenetest.Parse(t, `<svg class="gb-picture" aria-label="a"><g data-id="1" x="1" y="2">old</g><g data-id="2"/>`+
		`<g data-id="3"/><rect class="gone"/></svg>`)
	b := scenetest.Parse(t, `<svg class="gb-picture" aria-label="b"><g data-id="1" x="&quot;&#10;">new</g>`+
		`<g data-id="9"/><g data-id="3"/><circle/><text>&lt;</text></svg>`)
	changes, _ := patch.Diff(a, b)
	var got, want any
	if err := json.Unmarshal([]byte(patch.JSON(changes)), &got); err != nil {
		t.Fatal(err)
	}
	json.Unmarshal([]byte(`[["set",[],"aria-label","b"],["set",[0],"x","\" "],["unset",[0],"y"],["text",[0,0],"new"],`+
		`["insert",[],1,"<g data-id=\"9\"></g>"],["remove",[],2,1],`+
		`["insert",[],3,"<circle/><text>&lt;</text>"],["remove",[],5,1]]`), &want)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("JSON: got %s\nwant %s", patch.JSON(changes), want)
	}
}

// A mark in the place of another is a new mark, and an existing mark keeps its element.
func TestMarksKeepTheirElements(t *testing.T) {
	a := scenetest.Parse(t, `<svg class="gb-picture"><g data-kind="job" data-id="1"/><g data-kind="job" data-id="2"/></svg>`)
	b := scenetest.Parse(t, `<svg class="gb-picture"><g data-kind="job" data-id="2" class="gb-sel"/></svg>`)
	changes, _ := patch.Diff(a, b)
	if got := patch.JSON(changes); got != `[["remove",[],0,1],["set",[0],"class","gb-sel"]]` {
		t.Errorf("JSON: got %s, want a removal and a class", got)
	}
}
