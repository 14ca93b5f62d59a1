package window

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/preset"
	"gridbox/core/rng"
)

// What the generator may make at most, so that a slip of a digit cannot fill
// the memory of a page.
const (
	MostNodes  = 100_000
	MostChunks = 2_000_000 // busy pieces over all nodes
)

// mostMargin bounds a price's margin: +-0.6 of the base price.
const mostMargin = 0.6

// Generate makes the problem that spec asks for. The same spec and seed give
// the same problem everywhere. Performance, price, value and load draw from
// streams of their own and node by node, so that more nodes leave the first
// ones as they were. A fault's path is relative to the spec.
func Generate(spec Spec, seed uint64) (WindowProblem, doc.Faults) {
	p, faults := spec.resolve()
	if faults != nil {
		return WindowProblem{}, faults
	}
	return p.make(seed), nil
}

// Validate lists what keeps Generate from making the problem, without making it.
func (s Spec) Validate() doc.Faults {
	_, faults := s.resolve()
	return faults
}

// resolve finds the preset and puts the spec's own parameters over its.
func (s Spec) resolve() (parameters, doc.Faults) {
	found, faults := preset.Find(Presets(), s.Preset)
	if faults != nil {
		return parameters{}, faults
	}
	p := s.over(found.Parameters)
	return p, p.faults()
}

// Numbers stay within these, so that no product of a few of them leaves the
// numbers.
const (
	smallest = 1e-9
	largest  = 1e12
)

// faults checks the parameters as a whole, beyond the range of each field.
func (p *parameters) faults() doc.Faults {
	v := &validation{}
	v.Count("nodes", p.nodes, 0, MostNodes)
	v.Between("horizon", p.horizon, smallest, largest)
	if v.Between("performanceMin", p.performanceMin, smallest, largest) && v.Between("performanceMax", p.performanceMax, smallest, largest) {
		if p.performanceMin > p.performanceMax {
			v.Fault("performanceMin", number(p.performanceMin), "must not be above performanceMax, which is "+number(p.performanceMax))
		}
		if p.performances == "whole" && math.Ceil(p.performanceMin) > math.Floor(p.performanceMax) {
			v.Fault("performances", text("whole"), "leaves none between performanceMin and performanceMax; choose real or widen the range")
		}
	}
	v.oneOf("performances", p.performances, "whole", "real")
	v.oneOf("priceLaw", p.priceLaw, "exponential", "linear")
	v.Between("priceFactor", p.priceFactor, smallest, largest)
	v.Between("priceBase", p.priceBase, 0.01, 100)
	if top := p.basePrice(p.performanceMax); !(top <= largest) {
		v.Fault("priceBase", number(p.priceBase), "makes the price at performance "+number(p.performanceMax)+" greater than "+number(largest)+"; use a smaller base")
	}
	v.Between("priceSpread", p.priceSpread, 0, largest)
	v.Between("valueMax", p.valueMax, 0, largest)
	v.load(p)
	v.Count("requestNodes", p.requestNodes, 1, MostNodes)
	v.Between("volume", p.volume, smallest, largest)
	v.Between("budget", p.budget, 0, largest)
	v.Between("minPerformance", p.minPerformance, 0, largest)
	return v.Faults
}

func (v *validation) load(p *parameters) {
	if !v.Between("chunk", p.chunk, smallest, largest) {
		return
	}
	pieces := p.pieces()
	v.Count("loadPopulation", p.loadPopulation, 0, MostChunks)
	v.Count("loadMarked", p.loadMarked, 0, p.loadPopulation)
	v.Count("loadDraws", p.loadDraws, 0, p.loadPopulation)
	if most := min(p.loadMarked, p.loadDraws); float64(most) > pieces {
		v.Fault("loadDraws", strconv.Itoa(p.loadDraws), "can make "+strconv.Itoa(most)+" pieces busy; the horizon holds "+number(pieces))
	} else if float64(p.nodes)*float64(most) > MostChunks || float64(p.nodes)*float64(p.loadDraws) > 10*MostChunks {
		v.Fault("loadDraws", strconv.Itoa(p.loadDraws), "can make more than "+strconv.Itoa(MostChunks)+" busy pieces in all; use longer pieces or fewer nodes")
	}
}

// pieces is how many whole chunks the horizon holds; a last part of one counts
// as free.
func (p *parameters) pieces() float64 { return min(math.Floor(p.horizon/p.chunk), 1<<31-1) }

func (v *validation) oneOf(path, word, a, b string) {
	if word != a && word != b {
		v.Fault(path, text(word), "must be "+a+" or "+b)
	}
}

// make draws the problem. Prices have four decimals, values and real
// performances three, which keeps documents short and lets sums be exact.
func (p *parameters) make(seed uint64) WindowProblem {
	out := WindowProblem{Environment: Environment{Horizon: p.horizon}}
	speed, price := rng.New(seed, "window/performance", 0), rng.New(seed, "window/price", 0)
	value, load := rng.New(seed, "window/value", 0), rng.New(seed, "window/load", 0)
	for i := range p.nodes {
		n := Node{ID: "n" + strconv.Itoa(i+1), Performance: p.performance(speed)}
		margin := 0.0
		if p.priceSpread > 0 {
			margin = price.TruncatedNormal(0, p.priceSpread, -mostMargin, mostMargin)
		}
		n.Price = rounded(p.basePrice(n.Performance)*(1+margin), 1e4)
		n.Attributes = map[string]float64{"q": rounded(value.Uniform(0, p.valueMax), 1e3)}
		out.Nodes = append(out.Nodes, n)
		out.Busy = append(out.Busy, p.busy(n.ID, load)...)
	}
	budget := p.budget
	out.Request = &Request{Nodes: p.requestNodes, Volume: p.volume, MinPerformance: p.minPerformance, Budget: &budget, Value: "q"}
	return out
}

func (p *parameters) performance(s *rng.Stream) float64 {
	if p.performances == "whole" {
		lo, hi := math.Ceil(p.performanceMin), math.Floor(p.performanceMax)
		return lo + math.Floor(s.Float64()*(hi-lo+1))
	}
	x := rounded(s.Uniform(p.performanceMin, p.performanceMax), 1e3)
	return min(max(x, p.performanceMin), p.performanceMax)
}

func (p *parameters) basePrice(performance float64) float64 {
	if p.priceLaw == "linear" {
		return p.priceFactor * performance
	}
	return p.priceFactor * rng.Exp(float64(performance*rng.Ln(p.priceBase)))
}

// busy draws a node's taken time: how many pieces from an urn, which ones all
// equally likely. Pieces side by side are one stretch.
func (p *parameters) busy(node string, s *rng.Stream) []Slot {
	pieces := int(p.pieces())
	taken := make([]bool, pieces)
	for _, at := range s.Sample(pieces, p.marked(s)) {
		taken[at] = true
	}
	var out []Slot
	for i := 0; i < pieces; i++ {
		if !taken[i] {
			continue
		}
		first := i
		for i+1 < pieces && taken[i+1] {
			i++
		}
		out = append(out, Slot{Node: node, Start: float64(first) * p.chunk, End: min(float64(i+1)*p.chunk, p.horizon)})
	}
	return out
}

// marked counts the marked balls among those drawn without putting back.
func (p *parameters) marked(s *rng.Stream) int {
	balls, marked, found := p.loadPopulation, p.loadMarked, 0
	for range p.loadDraws {
		if s.IntN(balls) < marked {
			found++
			marked--
		}
		balls--
	}
	return found
}

// rounded keeps 1/steps as the smallest unit.
func rounded(x, steps float64) float64 {
	if r := math.Floor(float64(x*steps)+0.5) / steps; !math.IsInf(r, 0) {
		return r
	}
	return x
}
