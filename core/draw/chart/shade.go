package chart

import (
	"math"
	"strconv"

	"gridbox/core/catalog"
)

// shades has the mixtures of colours and the dashes for further runs of one algorithm, so that
// runs differ without colours too. They equal those of assets/css/picture.css; a test compares
// them.
var shades = [catalog.Shades - 1]struct {
	share   float64 // of the pure colour
	toPaper bool    // mixed with the paper instead of the ink
	dash    []any
}{{0.58, false, []any{8, 4}}, {0.66, true, []any{2, 3}}, {0.3, false, []any{9, 3, 2, 3}}}

// mix returns color-mix(in srgb, a share, b) of two colours written #rgb or #rrggbb.
func mix(a, b string, share float64) string {
	text := "#"
	for i := range 3 {
		x := float64(float64(channel(a, i))*share) + float64(float64(channel(b, i))*(1-share))
		digits := strconv.FormatInt(int64(math.Round(x)), 16)
		if len(digits) < 2 {
			digits = "0" + digits
		}
		text += digits
	}
	return text
}

func channel(colour string, i int) int64 {
	digits := colour[1:]
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	v, _ := strconv.ParseInt(digits[2*i:2*i+2], 16, 64)
	return v
}

// shade returns a colour in a shade; shade 0 is the colour itself.
func (t Theme) shade(pure string, shade int) string {
	if shade <= 0 {
		return pure
	}
	s := shades[(shade-1)%len(shades)]
	if s.toPaper {
		return mix(pure, t.Paper, s.share)
	}
	return mix(pure, t.Ink, s.share)
}

// dashes returns an encoding that dashes the lines of further runs of an algorithm. It returns
// nil if there are none.
func (c Chart) dashes() Spec {
	var names, dashes []any
	some := false
	for _, s := range c.Series {
		dash := []any{1, 0}
		if _, shade := catalog.Shade(s.Colour); shade > 0 {
			dash, some = shades[(shade-1)%len(shades)].dash, true
		}
		names, dashes = append(names, s.Name), append(dashes, dash)
	}
	if !some {
		return nil
	}
	return Spec{"field": "series", "type": "nominal", "sort": nil, "legend": nil,
		"scale": Spec{"domain": names, "range": dashes}}
}
