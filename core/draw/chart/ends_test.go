package chart

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var endKeys = regexp.MustCompile(`<text class="gb-key" text-anchor="start" x="([^"]*)" y="([^"]*)">([^<]*)<`)

// Names are at the ends of lines if there is room, without overlaps and within the plot. Otherwise
// there is a legend.
func TestLabelsAtTheLinesEnds(t *testing.T) {
	c := sweeping(false)
	for i := range c.Series { // all lines end at nearly the same value
		c.Series[i].Points[2].Y = 50 + float64(i)/10
	}
	c.Mark = &Mark{X: 600, Label: "600, as it stands"}
	wide := c.Draw(740, 400).SVG()
	keys := endKeys.FindAllStringSubmatch(wide, -1)
	if len(keys) != 3 || !strings.Contains(wide, "600, as it stands") {
		t.Fatalf("got %d names, want 3 and the mark", len(keys))
	}
	for i, k := range keys {
		x, _ := strconv.ParseFloat(k[1], 64)
		y, _ := strconv.ParseFloat(k[2], 64)
		if x < 740-endsWidth || y > 400-36 {
			t.Errorf("name %s: got the place %g, %g, want it within the plot", k[3], x, y)
		}
		for _, other := range keys[:i] {
			if at, _ := strconv.ParseFloat(other[2], 64); at-y < endsApart-0.2 && y-at < endsApart-0.2 {
				t.Errorf("names %s and %s: got a distance of %g, want at least %v", k[3], other[3], y-at, endsApart)
			}
		}
	}
	narrow := c.Draw(380, 300).SVG()
	if strings.Contains(narrow, "gb-lead") || len(endKeys.FindAllString(narrow, -1)) != 3 {
		t.Error("a narrow chart has no legend")
	}
	vertices, points := plottedPoints(t, wide)
	if strings.Join(vertices, " ") != strings.Join(points, " ") {
		t.Errorf("got dots %v, want the vertices %v", points, vertices)
	}
	c.Mark.X = 9000
	if strings.Contains(c.Draw(740, 400).SVG(), "as it stands") {
		t.Error("a value beyond the axis is marked")
	}
}
