package render

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/draw/scene"
)

// A style holds the properties of an element.
type style struct {
	props
	classes []string // of the element and its ancestors
	hue     int      // the number of the algorithm's colour, 0 for none
	pure    string   // its colour
	shaded  string   // the colour in the shade of the run
	opaque  float64  // of the element and its ancestors
}

// base returns the style around a picture.
func (o *Options) base() *style {
	accent := o.colourNamed("accent")
	return &style{props: props{fill: "#000", stroke: "none", width: "1", size: "12"}, pure: accent, shaded: accent,
		opaque: 1}
}

// childStyle returns the style of a child.
func (s *style) childStyle(n *scene.Node, o *Options) *style {
	own := strings.Fields(n.Attr("class"))
	t := &style{classes: append(slices.Clip(s.classes), own...), hue: s.hue, pure: s.pure, shaded: s.shaded,
		opaque: s.opaque}
	copy(t.props[:inheritedCount], s.props[:inheritedCount])
	for i, name := range attributes {
		if v := n.Attr(name); v != "" {
			t.props[i] = v
		}
	}
	t.adopt(own, o)
	for i := range rules {
		if r := &rules[i]; r.fits(n.Tag, own, t.classes) {
			for k, v := range r.props {
				if v != "" {
					t.props[k] = v
				}
			}
		}
	}
	if v := n.Attr("text-anchor"); v != "" { // the only property that elements set themselves
		t.props[anchor] = v
	}
	for _, k := range []int{fill, stroke} {
		t.props[k] = t.resolve(t.props[k], o)
	}
	if v := t.props[opacity]; v != "" {
		t.opaque *= float(v, 1)
	}
	return t
}

// fits reports whether the rule applies to an element with a name. Classes are its own and those of its
// ancestors.
func (r *rule) fits(tag string, own, classes []string) bool {
	if r.mark != tag && !slices.Contains(own, r.mark) || r.tag != "" && r.tag != tag {
		return false
	}
	for rest := r.classes; rest != ""; {
		var one string
		if one, rest, _ = strings.Cut(rest, " "); !slices.Contains(classes, one) {
			return false
		}
	}
	return true
}

// adopt sets the colour of the algorithm named by the classes.
func (s *style) adopt(own []string, o *Options) {
	for _, class := range own {
		if n, err := strconv.Atoi(strings.TrimPrefix(class, "c")); err == nil && class[0] == 'c' {
			s.hue, s.pure = n, o.colourNamed(class)
			s.shaded = s.pure
		}
	}
	for i, mixed := range shades {
		if slices.Contains(own, "shade"+strconv.Itoa(i+1)) {
			s.shaded = s.resolve(mixed, o)
		}
	}
}

// shades holds the mixtures for runs that repeat an algorithm.
var shades = []string{"pure 58 ink", "pure 66 paper", "pure 30 ink"}

// resolve returns a colour of the palette, or a mixture of two, in hexadecimal digits. It returns any
// other text unchanged.
func (s *style) resolve(text string, o *Options) string {
	first, rest, mixed := strings.Cut(text, " ")
	if mixed {
		share, second, _ := strings.Cut(rest, " ")
		return mix(s.resolve(first, o), s.resolve(second, o), float(share, 50)/100)
	}
	switch text {
	case "hue":
		return s.shaded
	case "pure":
		return s.pure
	}
	return o.colourNamed(text)
}

// palette has the colours of the light theme on white paper. Every algorithm has its colour of
// the screen.
var palette = map[string]string{"paper": "#fff", "panel": "#fff", "ink": "#1c1e22", "soft": "#59606b",
	"line": "#e3e0d8", "edge": "#8f8b80", "accent": "#0b6b63", "accent-ink": "#fff", "warn": "#b3401a",
	"sel": "#dcebe8", "link": "#c9c4b8", "c1": "#0072b2", "c2": "#d55e00", "c3": "#009e73", "c4": "#cc79a7",
	"c5": "#e69f00", "c6": "#56b4e9", "c7": "#7a6a00", "c8": "#444", "c9": "#6d4bb5", "c10": "#8f4d38",
	"c11": "#990033"}

// greys replace the colours of algorithms in print without colours. The first one replaces the
// accent.
var greys = []string{"#3c3c3c", "#2f2f2f", "#7d7d7d", "#565656", "#999", "#454545", "#8c8c8c", "#666",
	"#222", "#737373", "#505050"}

// colourNamed returns a colour of the palette. It returns any other text unchanged.
func (o *Options) colourNamed(name string) string {
	if name == "c0" {
		name = "accent"
	}
	if o.Grey {
		number := strings.TrimPrefix(name, "c")
		if name == "accent" {
			number = "0"
		}
		if n, err := strconv.Atoi(number); err == nil && n < len(greys) {
			return greys[n]
		}
	}
	if hex, ok := palette[name]; ok {
		return hex
	}
	return name
}

// float reads a number with or without px.
func float(text string, otherwise float64) float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(text), "px"), 64)
	if err != nil {
		return otherwise
	}
	return v
}
