package batch

import "gridbox/core/problem/batch"

// What a front may hold: on the way, and for a chart.
const (
	mostFrontStates = 20_000
	mostFrontPoints = 2_000
)

// front lists the sums of z and g of all combinations that no other one is as
// good as in both, ordered by z, by the programme of choose.go without a limit.
// Where there are too many it lists the lower left hull: the combinations that
// are best for some price of z, and says so.
func (c *chooser) front(classes []class) (points []batch.Point, hull bool) {
	c.merged = append(c.merged[:0], state{})
	for _, items := range classes {
		layer := append([]state(nil), c.merged...)
		c.merged = c.merged[:0]
		for _, it := range items {
			c.shift = c.shift[:0]
			for _, s := range layer {
				c.shift = append(c.shift, state{z: s.z + it.z, g: s.g + it.g})
			}
			c.spare = join(c.spare[:0], c.merged, c.shift)
			c.merged, c.spare = c.spare, c.merged
			if len(c.merged) > mostFrontStates {
				return c.supported(classes), true
			}
		}
	}
	if len(c.merged) > mostFrontPoints {
		return c.supported(classes), true
	}
	points = make([]batch.Point, len(c.merged))
	for i, s := range c.merged {
		points[i] = batch.Point{Time: s.z, Cost: s.g}
	}
	return points, false
}

// supported takes the steps of the relaxation one by one: each is a point.
// Steps that are equally steep lie on one line, and so do their points.
func (c *chooser) supported(classes []class) []batch.Point {
	c.x.begin(classes)
	z, g := c.x.sums()
	points := []batch.Point{{Time: z, Cost: g}}
	for len(c.x.heap) > 0 {
		i := c.x.heap[0]
		dz, dg := c.x.step(i)
		z, g = z+dz, g+dg
		points = append(points, batch.Point{Time: z, Cost: g})
		c.x.take(i)
		if c.x.steps(i) {
			c.x.sink(0)
			continue
		}
		c.x.drop()
	}
	return points
}
