package chart

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// sweeping returns a chart of two algorithms at three values. Their intervals
// overlap at the second value only, and at none if bare.
func sweeping(bare bool) Intervals {
	c := Intervals{ID: "sweep", X: Axis{Title: "power", Unit: "MIPS"}, Y: Axis{Title: "makespan", Unit: "s"}}
	for i, ys := range [][]float64{{10, 20, 30}, {50, 21, 60}, {100, 100, 100}} {
		s := Estimates{Name: string(rune('A' + i)), Colour: i + 1}
		for k, y := range ys {
			e := Estimate{X: 500 + 100*float64(k), Y: y, Low: y - 2, High: y + 2}
			if bare {
				e.Low, e.High, e.Bare = y, y, true
			}
			s.Points = append(s.Points, e)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

var (
	curves = regexp.MustCompile(`<polyline class="gb-curve [^"]*" points="([^"]*)"`)
	dots   = regexp.MustCompile(`<circle cx="([^"]*)" cy="([^"]*)" r="3.5"/>`)
)

// plottedPoints returns the vertices of all lines and the places of all dots, in order.
func plottedPoints(t *testing.T, svg string) (vertices, points []string) {
	t.Helper()
	for _, m := range curves.FindAllStringSubmatch(svg, -1) {
		vertices = append(vertices, strings.Fields(m[1])...)
	}
	for _, m := range dots.FindAllStringSubmatch(svg, -1) {
		points = append(points, m[1]+","+m[2])
	}
	if len(vertices) == 0 {
		t.Fatal("no line was drawn")
	}
	return vertices, points
}

func xText(place string) string {
	x, _, _ := strings.Cut(place, ",")
	return x
}

func TestDotsAreOnTheVerticesOfTheirLines(t *testing.T) {
	words := sweeping(false)
	words.XNames = []string{"a", "b", "c"}
	for i := range words.Series {
		for k := range words.Series[i].Points {
			words.Series[i].Points[k].X = float64(k)
		}
	}
	bands := sweeping(false)
	bands.Bands = true
	for name, c := range map[string]Intervals{"intervals": sweeping(false), "bare": sweeping(true), "places": words,
		"bands": bands} {
		vertices, points := plottedPoints(t, c.Draw(600, 300).SVG())
		if strings.Join(vertices, " ") != strings.Join(points, " ") {
			t.Errorf("%s: got dots %v, want the vertices %v", name, points, vertices)
		}
		moved := name == "intervals" || name == "places"
		for k := range 3 {
			same := xText(points[k]) == xText(points[3+k]) && xText(points[k]) == xText(points[6+k])
			if want := !moved || k != 1; same != want {
				t.Errorf("%s: value %d: got dots at %s, %s and %s, want equal X: %t", name, k, points[k], points[3+k],
					points[6+k], want)
			}
		}
		specification(t, name, &c, moved)
	}
}

// specification checks the same for the Vega-Lite specification: lines, points
// and intervals share one encoding of X, in which only overlapping intervals are
// moved.
func specification(t *testing.T, name string, c *Intervals, moved bool) {
	t.Helper()
	var spec struct {
		Data     struct{ Values []struct{ At, Y float64 } }
		Encoding struct {
			X struct {
				Field string
				Axis  struct {
					Values    []float64
					LabelExpr string
				}
			}
		}
		Layer []struct{ Encoding map[string]any }
	}
	if err := json.Unmarshal(c.JSON(Light), &spec); err != nil {
		t.Fatal(err)
	}
	for _, layer := range spec.Layer {
		if layer.Encoding["x"] != nil || layer.Encoding["xOffset"] != nil {
			t.Errorf("%s: got a layer with its own place %v, want a common one", name, layer.Encoding)
		}
	}
	if spec.Encoding.X.Field != "at" || len(spec.Encoding.X.Axis.Values) != 3 {
		t.Errorf("%s: got X %+v, want the field \"at\" with 3 values", name, spec.Encoding.X)
	}
	if len(c.XNames) > 0 && spec.Encoding.X.Axis.LabelExpr != `["a","b","c"][datum.value]` {
		t.Errorf("%s: got the label expression %s, want the names of places", name, spec.Encoding.X.Axis.LabelExpr)
	}
	for i, v := range spec.Data.Values {
		x := c.Series[i/3].Points[i%3].X
		if (v.At != x) != (moved && i%3 == 1 && i/3 != 1) {
			t.Errorf("%s: value %d: got %v for X %v, want it moved only if intervals overlap", name, i, v.At, x)
		}
	}
}

// Many series at close values stay within their own share of the axis.
func TestADodgeStaysNearItsValue(t *testing.T) {
	c := Intervals{}
	for range 20 {
		s := Estimates{Name: "s"}
		for _, x := range []float64{0, 1, 2, 1000} {
			s.Points = append(s.Points, Estimate{X: x, Y: 5, Low: 4, High: 6})
		}
		c.Series = append(c.Series, s)
	}
	d := c.dodge()
	for i := range c.Series {
		for k := range c.Series[i].Points {
			p := &c.Series[i].Points[k]
			if off := d.position(i, p) - p.X; off > 0.3 || off < -0.3 {
				t.Errorf("series %d at %v: got moved by %v, want at most 0.3", i, p.X, off)
			}
		}
	}
	one := Intervals{Series: []Estimates{{Points: []Estimate{{X: 7, Low: 1, High: 2}}}}}
	if d := one.dodge(); d.position(0, &one.Series[0].Points[0]) != 7 {
		t.Error("a single value is moved")
	}
}
