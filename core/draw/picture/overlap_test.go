package picture

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/kind/placement"
)

// A shownText is a text of a picture as it stands there before anybody points at
// anything or zooms: with its box, and its own mark's.
type shownText struct {
	class, text string
	at          box
}

// sizes are of the texts of a topology by their classes, as assets/css/picture.css
// has them; the first that fits counts.
var sizes = []struct {
	class string
	size  float64
}{{"gb-name", nameSize}, {"gb-power", powerSize}, {"gb-jobs", powerSize}, {"gb-rate", 11}, {"gb-note", 11},
	{"gb-thinned", 12}}

// shownTexts reads a picture's markup as a browser would, as far as labels go. What
// is crowded, and all text of many clusters, is hidden by the style sheet.
func shownTexts(t *testing.T, svg string) (texts []shownText, circles []box) {
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
					t.Fatal(name, err)
				}
				return x
			}
			now := stack[len(stack)-1]
			if places, moved := strings.CutPrefix(attr("transform"), "translate("); moved {
				var dx, dy float64
				if _, err := fmt.Sscanf(strings.NewReplacer(",", " ", ")", "").Replace(places), "%g %g", &dx,
					&dy); err != nil {
					t.Fatal(places, err)
				}
				now.x, now.y = now.x+dx, now.y+dy
			}
			crowded, near := strings.Contains(attr("class"), "gb-crowded"), strings.Contains(attr("class"), "gb-near")
			now.hidden = now.hidden || crowded && !near
			stack = append(stack, now)
			switch {
			case e.Name.Local == "circle" && strings.Contains(attr("class"), "gb-disc"):
				circles = append(circles, around(Point{now.x, now.y}, 1.3*number("r"), 1.3*number("r")))
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
				wide := textWidth(text, size)
				left := now.x + number("x") - wide/2
				switch attr("text-anchor") {
				case "start":
					left += wide / 2
				case "end":
					left -= wide / 2
				}
				base := now.y + number("y")
				texts = append(texts, shownText{class, text,
					box{left, base - 0.75*size, left + wide, base + 0.15*size}})
			}
		}
	}
}

// Labels of every shape keep apart from each other, from circles that they are not
// written in, and inside of the picture, at the sizes of a phone and of a desk, with
// and without what an answer adds.
func TestLabelsKeepApart(t *testing.T) {
	degree, replicas := 3.0, 2
	for _, shape := range []string{"ring", "star", "tree", "grid", "fat-tree", "ba", "er"} {
		for _, n := range []int{5, 12, 25, 40, 80} {
			spec := placement.Spec{Preset: "fat-tree", Topology: &shape, Clusters: &n, Degree: &degree,
				ReplicasMax: &replicas}
			p, faults := placement.Generate(spec, 1)
			if faults != nil {
				t.Fatal(shape, n, faults)
			}
			for _, size := range []Point{{340, 420}, {1160, 560}} {
				for _, answered := range []bool{false, true} {
					v := TopologyView{Problem: &p, Width: size.X, Height: size.Y}
					if answered {
						for i := range p.Clusters {
							v.Jobs, v.Busy = append(v.Jobs, 3*i), append(v.Busy, float64(i)/float64(n))
						}
					}
					name := fmt.Sprintf("%s of %d, %vx%v, answered %v", shape, n, size.X, size.Y, answered)
					keepApart(t, name, Topology(v), size)
				}
			}
		}
	}
}

func keepApart(t *testing.T, name, svg string, size Point) {
	t.Helper()
	texts, circles := shownTexts(t, svg)
	bad := 0
	tell := func(format string, given ...any) {
		if bad++; bad <= 3 {
			t.Errorf(name+": "+format, given...)
		}
	}
	for i, a := range texts {
		if a.at.x0 < -1 || a.at.x1 > size.X+1 || a.at.y0 < -1 || a.at.y1 > size.Y+1 {
			tell("%s %q leaves the picture: %.0f", a.class, a.text, a.at)
		}
		for _, b := range texts[:i] {
			if a.at.meets(b.at) {
				tell("%s %q %.0f overlaps %s %q %.0f", a.class, a.text, a.at, b.class, b.text, b.at)
			}
		}
		for _, c := range circles {
			middle := around(Point{(a.at.x0 + a.at.x1) / 2, (a.at.y0 + a.at.y1) / 2}, 0, 0)
			within := (a.class == "gb-power" || a.class == "gb-name") && middle.meets(c)
			if a.at.meets(c) && !within {
				tell("%s %q %.0f covers a circle %.0f", a.class, a.text, a.at, c)
			}
		}
	}
	if bad > 3 {
		t.Errorf("%s: %d in all, of %d texts", name, bad, len(texts))
	}
}

// What a selected job or cluster adds to the first grid, and to the sizes at which the home
// page and pages of other people embed it, covers no label: data that travel, and the
// bandwidths of the links around.
func TestLabelsKeepApartWhereSomethingIsSelected(t *testing.T) {
	p, faults := placement.Generate(placement.Spec{Preset: "five-clusters"}, 1)
	if faults != nil {
		t.Fatal(faults)
	}
	routes := []Route{{Dataset: "d1", Size: 100, Path: []string{"Lyon", "Nancy"}},
		{Dataset: "d3", Size: 100, Path: []string{"Lille", "Nancy"}}}
	for _, size := range []Point{{360, 170}, {330, 250}, {420, 310}, {525, 390}, {618, 400}, {680, 430}, {1160, 560}} {
		for _, c := range p.Clusters {
			v := TopologyView{Problem: &p, Width: size.X, Height: size.Y, Routes: routes,
				Selected: []Ref{{Cluster, c.ID}}, Jobs: []int{7, 12, 1, 1, 3}, Busy: []float64{.6, 1, .1, .2, .5}}
			keepApart(t, fmt.Sprintf("%v, %s selected", size, c.ID), Topology(v), size)
		}
	}
}

// No name of the first grid that people see waits for a larger place, at no size of
// the laboratory's picture from a small phone to a wall, nor before a room.
func TestNamesHaveRoom(t *testing.T) {
	p, faults := placement.Generate(placement.Spec{Preset: "five-clusters"}, 1)
	if faults != nil {
		t.Fatal(faults)
	}
	for _, size := range []Point{{360, 164}, {390, 253}, {768, 437}, {358, 262}, {550, 337}, {710, 492}, {1190, 666},
		{1830, 1026}, {216, 250}, {234, 330}, {614, 330}} {
		for _, stepped := range []bool{false, true} {
			if stepped && size.X < 300 {
				continue // a note beside every circle is more than a phone before a room has place for
			}
			v := TopologyView{Problem: &p, Width: size.X, Height: size.Y}
			for i, c := range p.Clusters {
				v.Jobs, v.Busy = append(v.Jobs, 3*i), append(v.Busy, 0.2*float64(i))
				if stepped {
					v.Notes = append(v.Notes, Note{Cluster: c.ID, Class: "open", Text: "0.0125 s/MB"})
				}
			}
			svg := Topology(v)
			for _, c := range p.Clusters {
				if !strings.Contains(svg, ">"+c.ID+"</text>") {
					t.Errorf("%v: %s is not written", size, c.ID)
				}
			}
			for _, label := range []string{"gb-name", "gb-holds"} {
				if stepped && label == "gb-holds" {
					continue // what the step says of each cluster is more than where data lie
				}
				if n := len(regexp.MustCompile(label+`[^"]* gb-crowded`).FindAllString(svg, -1)); n > 0 {
					t.Errorf("%v, stepped %v: %d of %s have no room", size, stepped, n, label)
				}
			}
			keepApart(t, fmt.Sprintf("%v, stepped %v", size, stepped), svg, size)
		}
	}
}
