package verify

import (
	"encoding/binary"
	"math"
	"math/bits"

	"gridbox/core/kind/window"
	"gridbox/core/verify"
	"gridbox/core/verify/slots"
)

// Most of the pass is passing over free time that suits the job not at all: its node
// is too slow or too dear, or there is too little of it. That is told for eight
// stretches at once, by three numbers of seven bits of each: how fast, how cheap,
// and how much work it has room for. What passes is then looked at as always; the
// numbers leave out nothing that suits, for a greater quantity never has a lesser grade.

// laneWidth is room for the bytes of a shelf, in words of eight.
const laneWidth = shelfSize + 8

// lanes are the grades of the stretches of a shelf, one byte each.
type lanes struct{ fast, cheap, room [laneWidth]byte }

// A grading says by 127 steps how great a quantity is among others.
type grading [topGrade]float64

const topGrade = 127

// gradesOf makes the steps of so many quantities as a few thousand of them say.
func gradesOf(n int, quantity func(i int) float64) *grading {
	sample := make([]float64, min(n, 4096))
	for i := range sample {
		sample[i] = quantity(i * n / len(sample))
	}
	inOrder := verify.LeastFirst(sample)
	g := &grading{}
	for i := range g {
		g[i] = verify.Infinite
		if n > 0 {
			g[i] = sample[inOrder[i*len(sample)/topGrade]]
		}
	}
	return g
}

// of is how many steps a quantity is not below.
func (g *grading) of(x float64) byte {
	at, end := 0, topGrade
	for at < end {
		if middle := (at + end) / 2; g[middle] <= x {
			at = middle + 1
		} else {
			end = middle
		}
	}
	return byte(at)
}

// grades are those of the nodes of a check, and by what they are given.
type grades struct {
	speed, price, work *grading
	fast, cheap        []byte // by node
}

// grade grades nodes: by prices with ALP, else by prices of a unit of work.
func (c *batchCheck) grade(free [][]slots.Span) {
	nodes := c.p.Nodes
	price := func(i int) float64 { return c.dear(&nodes[i]) }
	c.grades.speed = gradesOf(len(nodes), func(i int) float64 { return nodes[i].Performance })
	c.grades.price = gradesOf(len(nodes), price)
	c.grades.work = gradesOf(len(nodes), func(i int) float64 {
		if len(free[i]) == 0 {
			return 0
		}
		return roomOf(free[i][0], nodes[i].Performance)
	})
	c.grades.fast, c.grades.cheap = make([]byte, len(nodes)), make([]byte, len(nodes))
	for i := range nodes {
		c.grades.fast[i] = c.grades.speed.of(nodes[i].Performance)
		c.grades.cheap[i] = topGrade - c.grades.price.of(price(i))
	}
}

func (c *batchCheck) dear(n *window.Node) float64 {
	if c.rule == byALP {
		return n.Price
	}
	return n.Price / n.Performance
}

// roomOf is no less than the work that a part in a span can have: a start and a
// length may be added up to a number that is a little too small.
func roomOf(s slots.Span, performance float64) float64 {
	return (s.End - s.Start + float64(s.End*0x1p-50)) * performance * (1 + 1e-9)
}

// wants are the least grades of what suits a job, in each byte of a word.
type wants struct{ fast, cheap, room uint64 }

const eachByte = 0x0101010101010101

func (c *batchCheck) wanted(a *asking) wants {
	g, j := &c.grades, a.job
	w := wants{fast: uint64(g.speed.of(j.MinPerformance)) * eachByte}
	switch {
	case c.rule == byALP:
		w.cheap = uint64(topGrade-g.price.of(j.MaxPrice)) * eachByte
	case !c.scaled:
		if most := float64(allowance(j)/j.Volume*(1+1e-9)) + 1e-300; !math.IsNaN(most) {
			w.cheap = uint64(topGrade-g.price.of(most)) * eachByte
		}
	}
	if !c.scaled {
		w.room = uint64(g.work.of(j.Volume)) * eachByte
	}
	return w
}

// suiting tells which of the eight stretches from one on may suit a job: a bit a byte.
func (l *lanes) suiting(at int, w *wants) uint64 {
	const high = 0x80 * eachByte
	fast := binary.LittleEndian.Uint64(l.fast[at:])
	cheap := binary.LittleEndian.Uint64(l.cheap[at:])
	room := binary.LittleEndian.Uint64(l.room[at:])
	return ((fast | high) - w.fast) & ((cheap | high) - w.cheap) & ((room | high) - w.room) & high
}

// nextOf takes the first stretch out of those that may suit.
func nextOf(suiting *uint64) int {
	i := bits.TrailingZeros64(*suiting) / 8
	*suiting &= *suiting - 1
	return i
}

// grade writes the grades of a stretch of a shelf.
func (s *shelf) grade(g *grades, in int) {
	p := &s.list[in]
	s.lanes.fast[in], s.lanes.cheap[in] = g.fast[p.node], g.cheap[p.node]
	s.lanes.room[in] = g.work.of(roomOf(p.Span, p.performance))
}

// gap makes room for the grades of one more stretch, close closes that of one less.
func (s *shelf) gap(in int) {
	for _, lane := range [...]*[laneWidth]byte{&s.lanes.fast, &s.lanes.cheap, &s.lanes.room} {
		copy(lane[in+1:], lane[in:])
	}
}

func (s *shelf) close(in int) {
	for _, lane := range [...]*[laneWidth]byte{&s.lanes.fast, &s.lanes.cheap, &s.lanes.room} {
		copy(lane[in:], lane[in+1:])
	}
}
