package picture

import (
	"strconv"

	"gridbox/core/draw/scene"
)

// NumberRadius is the radius of the circle that [DrawNumber] draws.
const NumberRadius = 8.5

// DrawNumber draws the number of an answer in a circle.
func DrawNumber(m *scene.Builder, at Point, n int) {
	m.Open("g", "gb-number")
	m.Attr("aria-hidden", "true")
	m.Translate(at.X, at.Y)
	m.Open("circle", "")
	m.Num("r", NumberRadius)
	m.Close()
	m.Label("gb-numeral", 0, 4, strconv.Itoa(n))
	m.Close()
}
