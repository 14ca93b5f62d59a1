package render

import (
	"math"
	"strconv"
	"strings"
)

// readColour parses #rgb, #rrggbb, none and transparent.
func readColour(text string) colour {
	digits, ok := strings.CutPrefix(strings.TrimSpace(text), "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if !ok || err != nil || len(digits) != 6 {
		return colour{}
	}
	return colour{uint8(v >> 16), uint8(v >> 8), uint8(v), 1}
}

func (c colour) hex() string {
	const digits = "0123456789abcdef"
	text := []byte{'#'}
	for _, v := range []uint8{c.r, c.g, c.b} {
		text = append(text, digits[v>>4], digits[v&15])
	}
	return string(text)
}

// mix returns a mixture of two colours in sRGB that has a share of the first.
func mix(first, second string, share float64) string {
	a, b := readColour(first), readColour(second)
	between := func(x, y uint8) uint8 {
		return uint8(math.Round(float64(float64(x)*share) + float64(float64(y)*(1-share))))
	}
	return colour{between(a.r, b.r), between(a.g, b.g), between(a.b, b.b), 1}.hex()
}

// grey returns the grey of equal luminance, by the weights of Rec. 709.
func (c colour) grey() colour {
	l := uint8(math.Round(float64(0.2126*float64(c.r)) + float64(0.7152*float64(c.g)) + float64(0.0722*float64(c.b))))
	return colour{l, l, l, c.opaque}
}

// colourOf returns the colour of fill or stroke with its opacity.
func (s *style) colourOf(property, opacity int, o *Options) colour {
	c := readColour(s.props[property])
	c.opaque *= s.opaque * float(s.props[opacity], 1)
	if o.Grey {
		c = c.grey()
	}
	return c
}
