package render

import (
	"maps"
	"strconv"
	"strings"
)

// A style is what an element is drawn with. Names and values are those of CSS.
type style struct {
	values  map[string]string
	customs map[string]string
	hue     int     // the number of the algorithm's colour, 0 without
	opaque  float64 // of the element and all around it
}

// handedDown are the properties that children get from their parent.
var handedDown = []string{"fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
	"fill-opacity", "stroke-opacity", "font-size", "font-weight", "text-anchor", "visibility", "paint-order"}

// known are all that is read.
var known = append([]string{"opacity", "display"}, handedDown...)

// light are the colours that paper has in place of the page's.
var light = map[string]string{"--paper": "#fff", "--panel": "#fff"}

// greys stand for the colours of algorithms where there are none.
var greys = []string{"#3c3c3c", "#2f2f2f", "#7d7d7d", "#565656", "#999", "#454545", "#8c8c8c", "#666",
	"#222", "#737373", "#505050"}

func (o *Options) base() *style {
	s := &style{values: map[string]string{"fill": "#000", "stroke": "none", "stroke-width": "1", "font-size": "12px"},
		customs: map[string]string{}, opaque: 1}
	return s
}

// under is the style of a child.
func (s *style) under(e *element, o *Options) *style {
	t := &style{values: map[string]string{}, customs: maps.Clone(s.customs), hue: s.hue, opaque: s.opaque}
	for _, name := range handedDown {
		if v, ok := s.values[name]; ok {
			t.values[name] = v
		}
	}
	own := map[string]string{}
	for _, name := range known {
		if v, ok := e.attrs[name]; ok {
			t.values[name] = v
		}
	}
	for _, d := range styles().of(e) {
		if strings.HasPrefix(d.name, "--") {
			own[d.name] = d.value
		} else {
			t.values[d.name] = d.value
		}
	}
	t.adopt(e, own, o)
	for _, name := range known {
		if v, ok := t.values[name]; ok {
			t.values[name] = t.resolve(v, 0)
		}
	}
	if v, ok := t.values["opacity"]; ok {
		t.opaque *= float(v, 1)
	}
	return t
}

// adopt takes the custom properties of an element, those of paper above all, and
// notes whose colour it has.
func (s *style) adopt(e *element, own map[string]string, o *Options) {
	maps.Copy(s.customs, own)
	if e.parent == nil {
		maps.Copy(s.customs, light)
		for i, grey := range greys {
			if o.Grey && i > 0 {
				s.customs["--c"+strconv.Itoa(i)] = grey
			} else if o.Grey {
				s.customs["--accent"] = grey
			}
		}
	}
	for name := range own {
		s.customs[name] = s.resolve(s.customs[name], 0)
	}
	for _, class := range e.classes {
		if n, err := strconv.Atoi(strings.TrimPrefix(class, "c")); err == nil && class[0] == 'c' {
			s.hue = n
		}
	}
}

// resolve puts values in place of var() and works out mixtures of colours. What
// refers to itself comes to an end.
func (s *style) resolve(text string, deep int) string {
	if deep > 8 {
		return ""
	}
	for {
		at := strings.Index(text, "var(")
		if at < 0 {
			break
		}
		end := closing(text, at+3)
		name, fallback, _ := strings.Cut(text[at+4:end], ",")
		value, ok := s.customs[strings.TrimSpace(name)]
		if !ok {
			value = strings.TrimSpace(fallback)
		}
		text = text[:at] + s.resolve(value, deep+1) + text[end+1:]
	}
	if inside, ok := strings.CutPrefix(text, "color-mix(in srgb,"); ok {
		return mix(strings.TrimSuffix(inside, ")"))
	}
	if inside, ok := strings.CutPrefix(text, "calc("); ok {
		over, under, _ := strings.Cut(strings.TrimSuffix(inside, ")"), "/")
		return number(float(over, 0)/max(1, float(under, 1))) + "px"
	}
	return text
}

// closing is the place of the bracket that ends the one at a place.
func closing(text string, at int) int {
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text) - 1
}

// float reads a number with or without px.
func float(text string, otherwise float64) float64 {
	v, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(text), "px"), 64)
	if err != nil {
		return otherwise
	}
	return v
}
