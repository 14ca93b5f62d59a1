package draw

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/draw/picture"
	"gridbox/core/kind/placement"
)

// A visibleText is a text of a picture before any zoom or pointer, with its box and that of
// its own mark.
type visibleText struct {
	class, text string
	at          picture.Box
}

// sizes are the sizes of a topology's texts by class, as in assets/css/picture.css. The
// first match counts.
var sizes = []struct {
	class string
	size  float64
}{{"gb-name", picture.NameSize}, {"gb-power", picture.PowerSize}, {"gb-jobs", picture.PowerSize}, {"gb-rate", 11},
	{"gb-note", 11},
	{"gb-thinned", 12}}

// readVisibleTexts reads the labels of a picture's markup as a browser would. The style sheet
// hides crowded texts, and all texts of many clusters.
func readVisibleTexts(t *testing.T, svg string) (texts []visibleText, circles []picture.Box) {
	t.Helper()
	type group struct {
		x, y   float64
		hidden bool
	}
	stack := []group{{}}
	many := strings.Contains(svg, "gb-many ")
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return texts, circles
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.StartElement:
			attr := func(name string) string {
				for _, a := range e.Attr {
					if a.Name.Local == name {
						return a.Value
					}
				}
				return ""
			}
			number := func(name string) float64 {
				x, err := strconv.ParseFloat(attr(name), 64)
				if err != nil && attr(name) != "" {
					t.Fatalf("attribute %s: %v", name, err)
				}
				return x
			}
			now := stack[len(stack)-1]
			if places, moved := strings.CutPrefix(attr("transform"), "translate("); moved {
				var dx, dy float64
				if _, err := fmt.Sscanf(strings.NewReplacer(",", " ", ")", "").Replace(places), "%g %g", &dx,
					&dy); err != nil {
					t.Fatalf("transform %s: %v", places, err)
				}
				now.x, now.y = now.x+dx, now.y+dy
			}
			crowded, near := strings.Contains(attr("class"), "gb-crowded"), strings.Contains(attr("class"), "gb-near")
			now.hidden = now.hidden || crowded && !near
			stack = append(stack, now)
			switch {
			case e.Name.Local == "circle" && strings.Contains(attr("class"), "gb-disc"):
				circles = append(circles, picture.BoxAround(picture.Point{X: now.x, Y: now.y}, 1.3*number("r"),
					1.3*number("r")))
			case e.Name.Local == "text":
				var text string
				if err := d.DecodeElement(&text, &e); err != nil {
					t.Fatal(err)
				}
				stack = stack[:len(stack)-1]
				class := attr("class")
				at := slices.IndexFunc(sizes, func(s struct {
					class string
					size  float64
				}) bool {
					return strings.Contains(class, s.class)
				})
				if now.hidden || many && !strings.Contains(class, "gb-thinned") {
					continue
				}
				size := 10.0 // of a tag
				if at >= 0 {
					size = sizes[at].size
				}
				wide := picture.TextWidth(text, size)
				left := now.x + number("x") - wide/2
				switch attr("text-anchor") {
				case "start":
					left += wide / 2
				case "end":
					left -= wide / 2
				}
				base := now.y + number("y")
				texts = append(texts, visibleText{class, text,
					picture.Box{X0: left, Y0: base - 0.75*size, X1: left + wide, Y1: base + 0.15*size}})
			}
		}
	}
}

// Labels overlap neither each other nor circles that they are not in, and stay inside the
// picture. Sizes are those of a phone and of a desk, with and without an answer.
func TestLabelsKeepApart(t *testing.T) {
	degree, replicas := 3.0, 2
	for _, shape := range []string{"ring", "star", "tree", "grid", "fat-tree", "ba", "er"} {
		for _, n := range []int{5, 12, 25, 40, 80} {
			spec := placement.Spec{Preset: "fat-tree", Topology: &shape, Clusters: &n, Degree: &degree,
				ReplicasMax: &replicas}
			p, faults := placement.Generate(spec, 1)
			if faults != nil {
				t.Fatalf("%s of %d clusters: got faults %v, want none", shape, n, faults)
			}
			for _, size := range []picture.Point{{X: 340, Y: 420}, {X: 1160, Y: 560}} {
				for _, answered := range []bool{false, true} {
					v := TopologyView{Problem: &p, Width: size.X, Height: size.Y}
					if answered {
						for i := range p.Clusters {
							v.Jobs, v.Busy = append(v.Jobs, 3*i), append(v.Busy, float64(i)/float64(n))
						}
					}
					name := fmt.Sprintf("%s of %d, %vx%v, answered %v", shape, n, size.X, size.Y, answered)
					keepApart(t, name, Topology(v).SVG(), size)
				}
			}
		}
	}
}

func keepApart(t *testing.T, name, svg string, size picture.Point) {
	t.Helper()
	texts, circles := readVisibleTexts(t, svg)
	bad := 0
	got := func(format string, given ...any) {
		if bad++; bad <= 3 {
			t.Errorf(name+": "+format, given...)
		}
	}
	for i, a := range texts {
		if a.at.X0 < -1 || a.at.X1 > size.X+1 || a.at.Y0 < -1 || a.at.Y1 > size.Y+1 {
			got("%s %q leaves the picture: %.0f", a.class, a.text, a.at)
		}
		for _, b := range texts[:i] {
			if a.at.Meets(b.at) {
				got("%s %q %.0f overlaps %s %q %.0f", a.class, a.text, a.at, b.class, b.text, b.at)
			}
		}
		for _, c := range circles {
			middle := picture.BoxAround(picture.Point{X: (a.at.X0 + a.at.X1) / 2, Y: (a.at.Y0 + a.at.Y1) / 2}, 0, 0)
			within := (a.class == "gb-power" || a.class == "gb-name") && middle.Meets(c)
			if a.at.Meets(c) && !within {
				got("%s %q %.0f covers a circle %.0f", a.class, a.text, a.at, c)
			}
		}
	}
	if bad > 3 {
		t.Errorf("%s: got %d misplaced labels of %d, want 0", name, bad, len(texts))
	}
}

// The marks of a selected job or cluster, moving data and bandwidths of adjacent links,
// cover no label of the first grid. Sizes are those at which the home page and other
// sites embed it.
func TestLabelsKeepApartWhereSomethingIsSelected(t *testing.T) {
	p, faults := placement.Generate(placement.Spec{Preset: "five-clusters"}, 1)
	if faults != nil {
		t.Fatal(faults)
	}
	routes := []Route{{Dataset: "d1", Size: 100, Path: []string{"Lyon", "Nancy"}},
		{Dataset: "d3", Size: 100, Path: []string{"Lille", "Nancy"}}}
	for _, size := range []picture.Point{{X: 360, Y: 170}, {X: 330, Y: 250}, {X: 420, Y: 310}, {X: 525, Y: 390},
		{X: 618, Y: 400}, {X: 680, Y: 430}, {X: 1160, Y: 560}} {
		for _, c := range p.Clusters {
			v := TopologyView{Problem: &p, Width: size.X, Height: size.Y, Routes: routes,
				Selected: []picture.Ref{{Kind: picture.Cluster, ID: c.ID}}, Jobs: []int{7, 12, 1, 1, 3},
				Busy: []float64{.6, 1, .1, .2, .5}}
			keepApart(t, fmt.Sprintf("%v, %s selected", size, c.ID), Topology(v).SVG(), size)
		}
	}
}

// All names of the first grid have room at every size of the laboratory's picture, from a
// small phone to a wall, and as a note when presenting.
func TestNamesHaveRoom(t *testing.T) {
	p, faults := placement.Generate(placement.Spec{Preset: "five-clusters"}, 1)
	if faults != nil {
		t.Fatal(faults)
	}
	for _, size := range []picture.Point{{X: 360, Y: 164}, {X: 390, Y: 253}, {X: 768, Y: 437}, {X: 358, Y: 262},
		{X: 550, Y: 337}, {X: 710, Y: 492}, {X: 1190, Y: 666},
		{X: 1830, Y: 1026}, {X: 216, Y: 250}, {X: 234, Y: 330}, {X: 614, Y: 330}} {
		for _, stepped := range []bool{false, true} {
			if stepped && size.X < 300 {
				continue // a phone has no room for a note at every circle
			}
			v := TopologyView{Problem: &p, Width: size.X, Height: size.Y}
			for i, c := range p.Clusters {
				v.Jobs, v.Busy = append(v.Jobs, 3*i), append(v.Busy, 0.2*float64(i))
				if stepped {
					v.Notes = append(v.Notes, Note{Cluster: c.ID, Class: "open", Text: "0.0125 s/MB"})
				}
			}
			svg := Topology(v).SVG()
			for _, c := range p.Clusters {
				if !strings.Contains(svg, ">"+c.ID+"</text>") {
					t.Errorf("%v: the picture does not contain the name %s", size, c.ID)
				}
			}
			for _, label := range []string{"gb-name", "gb-holds"} {
				if stepped && label == "gb-holds" {
					continue // a step's notes at each cluster need more room than data
				}
				if n := len(regexp.MustCompile(label+`[^"]* gb-crowded`).FindAllString(svg, -1)); n > 0 {
					t.Errorf("%v, stepped %v: got %d labels %s without room, want 0", size, stepped, n, label)
				}
			}
			keepApart(t, fmt.Sprintf("%v, stepped %v", size, stepped), svg, size)
		}
	}
}
