package picture

import "math"

// Ticks gives round numbers from low to high, about count of them: multiples
// of 1, 2 or 5 times a power of ten.
func Ticks(low, high float64, count int) []float64 {
	if !(high > low) || math.IsInf(high-low, 0) || count < 1 {
		return nil
	}
	if high-low < 1e-12*max(math.Abs(low), math.Abs(high)) {
		return nil // apart by rounding alone: steps would be lost in the numbers
	}
	step := tickStep((high - low) / float64(count))
	var out []float64
	for k := math.Ceil(low/step - 1e-9); k*step <= high+step*1e-9; k++ {
		out = append(out, clean(k*step))
	}
	return out
}

// TicksOver gives round numbers from 0 to the first that is not below high.
func TicksOver(high float64, count int) []float64 {
	if !(high > 0) || math.IsInf(high, 0) || count < 1 {
		return []float64{0, 1}
	}
	step := tickStep(high / float64(count))
	out := []float64{0}
	for k := 1.0; out[len(out)-1] < high; k++ {
		out = append(out, clean(k*step))
	}
	return out
}

// Step is the smallest round number that is at least raw, which is above 0.
func Step(raw float64) float64 { return tickStep(raw) }

// tickStep is the smallest round step that is at least raw. The power of ten
// is found by multiplying, because math.Pow differs between machines.
func tickStep(raw float64) float64 {
	power := 1.0
	for power > raw {
		power /= 10
	}
	for power*10 <= raw {
		power *= 10
	}
	for _, f := range []float64{1, 2, 5} {
		if f*power >= raw*(1-1e-9) {
			return f * power
		}
	}
	return 10 * power
}

// clean drops the rounding error of a product such as 3 x 0.1.
func clean(v float64) float64 {
	if v == 0 {
		return 0
	}
	scale := 1e12
	for a := math.Abs(v); a >= 10; a /= 10 {
		scale /= 10
	}
	return math.Round(v*scale) / scale
}

// drawAxis writes the axis below the rows with its unit behind the last number.
func (t *timeline) drawAxis(m *markup) {
	count := int(math.Max(2, (t.right-t.left)/90))
	ticks := Ticks(t.From, t.To, count)
	m.raw(`<g class="gb-axis" aria-hidden="true">`)
	for i, v := range ticks {
		x := t.x(v)
		m.raw(`<line class="gb-grid"`)
		m.nums(lineNames, x, t.top, x, t.bottom)
		m.raw("/>")
		text := Number(v)
		if i == len(ticks)-1 && t.Unit != "" {
			text += " " + t.Unit
		}
		m.raw(`<text class="gb-tick"`)
		if half := textWidth(text, 11) / 2; x+half > t.Width {
			m.raw(` text-anchor="end"`)
			x = t.Width
		} else {
			m.raw(` text-anchor="middle"`)
		}
		m.nums(xyNames, x, t.bottom+15)
		m.raw(">")
		m.text(text)
		m.raw("</text>")
	}
	m.raw("</g>")
}

// drawMarks writes the upright lines over everything.
func (t *timeline) drawMarks(m *markup) {
	for _, k := range t.Marks {
		if k.At < t.From || k.At > t.To {
			continue
		}
		x := t.x(k.At)
		m.raw(`<g class="gb-mark gb-`, k.Class, `" aria-hidden="true"><line`)
		m.nums(lineNames, x, t.top-2, x, t.bottom)
		m.raw("/>")
		if k.Label != "" {
			anchor := "middle"
			if half := textWidth(k.Label, 11) / 2; x+half > t.Width {
				anchor = "end"
			}
			m.raw(`<text text-anchor="`, anchor, `"`)
			m.nums(xyNames, x, t.top-6)
			m.raw(">")
			m.text(k.Label)
			m.raw("</text>")
		}
		m.raw("</g>")
	}
}
