package draw

import (
	"fmt"
	"strings"
	"testing"

	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene/scenetest"
	"gridbox/core/kind/group"
)

func sitesView() PoolsView {
	p, _ := group.Generate(group.Spec{Preset: "three-sites"}, 7)
	return PoolsView{Problem: &p, Window: &group.Solution{Nodes: []string{"n5", "n6", "s3"}}, Cost: 13.25,
		Worth: "available with 0.891", Colour: 1,
		Choices:  []Choice{{"GKA", 2, &group.Solution{Nodes: []string{"n5", "n1"}}}},
		Selected: []picture.Ref{{Kind: picture.Node, ID: "n5"}}, States: map[string]string{"Oslo": "out"},
		Name:  "Groups of three sites",
		Width: 440, Height: 330}
}

func TestPoolsAreFitForAStrictPolicy(t *testing.T) {
	for _, preset := range group.Presets() {
		p, faults := group.Generate(group.Spec{Preset: preset.ID}, 7)
		if faults != nil {
			t.Fatal(faults)
		}
		for _, size := range []float64{0, 240, 390, 1400} {
			v := PoolsView{Problem: &p, Width: size, Height: size * 0.8, Name: preset.Title}
			scenetest.CheckPolicy(t, Pools(v), 1)
			v.Static = true
			scenetest.CheckPolicy(t, Pools(v), 0)
			v.Small = true
			scenetest.CheckPolicy(t, Pools(v), 0)
		}
	}
	scenetest.CheckPolicy(t, Pools(PoolsView{}), 0)
	scenetest.CheckPolicy(t, Pools(PoolsView{
		Problem: &group.Problem{Groups: []group.Group{{ID: "<empty> & \"odd\""}}}}), 1)
	scenetest.CheckPolicy(t, SearchTree(TreeView{}), 0)
	scenetest.CheckPolicy(t, Cells(CellsView{}), 0)
	scenetest.CheckPolicy(t, Dots(DotsView{Dots: []Dot{{1, 2, "kept"}}}), 0)
}

// A huge pool gives a picture of a bounded size that still shows every group
// that is used.
func TestManyGroupsAreCounted(t *testing.T) {
	p := group.Problem{Request: &group.Request{Nodes: 2, Budget: 9}}
	for i := range 40_000 {
		id := fmt.Sprint("g", i)
		p.Groups = append(p.Groups, group.Group{ID: id})
		for k := range 5 {
			p.Nodes = append(p.Nodes, group.Node{ID: fmt.Sprint("n", i, "-", k), Price: 1, Group: id})
		}
	}
	s := Pools(PoolsView{Problem: &p, Window: &group.Solution{Nodes: []string{"n39999-0", "n20000-3"}}, Cost: 2}).SVG()
	if len(s) > 300_000 || !strings.Contains(s, `data-id="g39999"`) || !strings.Contains(s, `data-id="g20000"`) ||
		!strings.Contains(s, "more groups") {
		t.Errorf("got %d bytes, g39999 drawn: %v; want at most 300,000 and both used groups", len(s),
			strings.Contains(s, `data-id="g39999"`))
	}
	if n := strings.Count(s, "gb-crowd gb-taken"); n != 2 {
		t.Errorf("got %d groups with used nodes, want 2", n)
	}
}

// Squares stay inside their fields, and fields inside the picture.
func TestPoolsKeepWithinTheirFields(t *testing.T) {
	for _, preset := range group.Presets() {
		p, _ := group.Generate(group.Spec{Preset: preset.ID}, 3)
		for _, width := range []float64{300, 720, 1200} {
			d := newPools(PoolsView{Problem: &p, Width: width, Height: 640})
			for i := range d.fields {
				f := &d.fields[i]
				if f.x < 0 || f.x+f.w > width || f.y+f.h > 640 {
					t.Errorf("%s, width %v: got field %d at %v,%v of %v x %v, want it inside the picture", preset.ID,
						width, i, f.x, f.y, f.w, f.h)
				}
				for k, n := range f.nodes {
					at, half := d.memberCentre(f, k), d.side(n)/2
					if at.X-half < f.x || at.X+half > f.x+f.w || at.Y-half < f.y || at.Y+half > f.y+f.h {
						t.Errorf("%s, width %v: got node %d outside field %d", preset.ID, width, n, i)
					}
				}
			}
		}
	}
}

// On a phone the nodes are squares of a visible and clickable size, and the words at the
// budget are next to each other.
func TestPoolsOnAPhone(t *testing.T) {
	for _, size := range [][3]float64{{360, 178, 20}, {360, 150, 13}, {390, 240, 20}, {234, 200, 18}} {
		v := sitesView()
		v.Width, v.Height = size[0], size[1]
		if d := newPools(v); d.cell < size[2] {
			t.Errorf("%v x %v: got squares of %v, want %v at least", size[0], size[1], d.cell, size[2])
		}
	}
	v := sitesView()
	for width, short := range map[float64]bool{440: false, 234: true} {
		if v.Width = width; strings.Contains(Pools(v).SVG(), ">13.25 of 34<") != short {
			t.Errorf("width %v: got short costs of the window: %v, want %v", width, !short, short)
		}
	}
}

func FuzzPools(f *testing.F) {
	f.Add("Oslo", 3.0, 0.5)
	f.Add("\"><svg onload=x>\x00\xff", -1.0, 7e300)
	f.Fuzz(func(t *testing.T, id string, price, odds float64) {
		v := sitesView()
		v.Problem.Groups[0].ID, v.Problem.Groups[1].Availability = id, &odds
		v.Problem.Nodes[0].ID, v.Problem.Nodes[1].Price, v.Problem.Nodes[2].Availability, v.Cost = id, price,
			&odds, price
		scenetest.WellFormed(t, Pools(v).SVG())
	})
}

func TestPoolsGoldens(t *testing.T) {
	scenetest.Golden(t, "pools", Pools(sitesView()))
	scenetest.Golden(t, "steps", SearchTree(TreeView{Nodes: []TreeNode{{-1, "", "done"}, {0, "+Oslo", "open"},
		{0, "−Oslo", "cut"}},
		Current: 1, Colour: 4, Name: "Tree"}))
}
