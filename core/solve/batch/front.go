package batch

import "gridbox/core/problem/batch"

// What a front may hold on the way and for a chart, and how many partial
// combinations may be made for the fronts of a run.
const (
	mostFrontStates = 20_000
	mostFrontPoints = 2_000
	mostFrontTries  = 2_000_000
)

// front lists the sums of z and g of all combinations that no other one is as
// good as in both, ordered by z, by the programme of choose.go without a limit.
// Where there are too many it lists the lower left hull: the combinations that
// are best for some price of z, and says so.
func (c *chooser) front(classes []class) (points []batch.Point, hull bool) {
	c.merged = append(c.merged[:0], state{})
	for _, items := range classes {
		layer := append([]state(nil), c.merged...)
		if c.fronts += len(layer) * len(items); c.fronts > mostFrontTries {
			return c.supported(classes), true
		}
		c.merged = c.merged[:0]
		for k := range items {
			c.shift = c.shift[:0]
			for i := range layer {
				c.shift = append(c.shift, layer[i].with(&items[k]))
			}
			c.spare = join(c.spare[:0], c.merged, c.shift)
			c.merged, c.spare = c.spare, c.merged
		}
		if len(c.merged) > mostFrontStates {
			return c.supported(classes), true
		}
	}
	if len(c.merged) > mostFrontPoints {
		return c.supported(classes), true
	}
	points = make([]batch.Point, len(c.merged))
	for i := range c.merged {
		points[i] = batch.Point{Time: c.merged[i].z, Cost: c.merged[i].g}
	}
	return points, false
}

// supported takes the steps of the relaxation one by one: each is a point.
// Steps that are equally steep lie on one line, and so do their points.
func (c *chooser) supported(classes []class) []batch.Point {
	c.x.begin(classes)
	sum := state{}
	for i := range classes {
		sum = sum.with(&classes[i][0])
	}
	points := []batch.Point{{Time: sum.z, Cost: sum.g}}
	for len(c.x.heap) > 0 {
		i := c.x.heap[0]
		from, to := c.x.step(i)
		z := sum.limited().plus(from.limited().negative()).plus(to.limited())
		g := sum.goal().plus(from.goal().negative()).plus(to.goal())
		sum = state{z: z.hi, g: g.hi, zrest: z.lo, grest: g.lo}
		points = append(points, batch.Point{Time: sum.z, Cost: sum.g})
		c.x.take(i)
		if c.x.steps(i) {
			c.x.sink(0)
			continue
		}
		c.x.drop()
	}
	return points
}
