package window

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/preset"
	"gridbox/core/rng"
)

// Limits of the generator, so that a mistyped digit cannot fill the memory of a
// page.
const (
	MaxNodes  = 100_000
	MaxChunks = 2_000_000 // busy intervals over all nodes
)

// maxMargin is the greatest margin of a price, as a share of the base price.
const maxMargin = 0.6

// Generate returns the problem of a spec. The same spec and seed give the same
// problem everywhere. Performance, price, value and load have separate streams
// and are drawn node by node, so that more nodes do not change the first ones.
// A fault's path is relative to the spec.
func Generate(spec Spec, seed uint64) (WindowProblem, doc.Faults) {
	return Complete(WindowProblem{}, spec, seed)
}

// Complete is Generate for a problem that is partly given: the nodes, their
// time with the horizon, or the request. The rest is drawn from the same
// streams as without given parts.
func Complete(given WindowProblem, spec Spec, seed uint64) (WindowProblem, doc.Faults) {
	p, faults := spec.resolve(&given)
	if faults != nil {
		return WindowProblem{}, faults
	}
	return p.drawMissing(given, seed), nil
}

// resolve returns the preset's parameters with those of the spec over them.
func (s Spec) resolve(given *WindowProblem) (parameters, doc.Faults) {
	found, faults := preset.Find(Presets(), s.Preset)
	if faults != nil {
		return parameters{}, faults
	}
	p := s.overlay(found.Parameters)
	p.fit(given)
	return p, p.faults()
}

// Limits of numbers, so that products of a few of them stay finite.
const (
	minNumber = 1e-9
	maxNumber = 1e12
)

// faults returns the faults of the parameters together, beyond the range of
// each field.
func (p *parameters) faults() doc.Faults {
	v := &validation{}
	v.Count("nodes", p.Nodes, 0, MaxNodes)
	v.InRange("horizon", p.Horizon, minNumber, maxNumber)
	if v.InRange("performanceMin", p.PerformanceMin, minNumber, maxNumber) &&
		v.InRange("performanceMax", p.PerformanceMax, minNumber, maxNumber) {
		if p.PerformanceMin > p.PerformanceMax {
			v.Fault("performanceMin", doc.Exact(p.PerformanceMin),
				"must not be above performanceMax, which is "+doc.Exact(p.PerformanceMax))
		}
		if p.Performances == "whole" && math.Ceil(p.PerformanceMin) > math.Floor(p.PerformanceMax) {
			v.Fault("performances", text("whole"),
				"leaves none between performanceMin and performanceMax; choose real or widen the range")
		}
	}
	v.checkOneOf("performances", p.Performances, "whole", "real")
	v.checkOneOf("priceLaw", p.PriceLaw, "exponential", "linear")
	v.InRange("priceFactor", p.PriceFactor, minNumber, maxNumber)
	v.InRange("priceBase", p.PriceBase, 0.01, 100)
	if top := p.basePrice(p.PerformanceMax); !(top <= maxNumber) {
		v.Fault("priceBase", doc.Exact(p.PriceBase),
			"makes the price at performance "+doc.Exact(p.PerformanceMax)+" greater than "+doc.Exact(maxNumber)+
				"; use a smaller base")
	}
	v.InRange("priceSpread", p.PriceSpread, 0, maxNumber)
	v.InRange("valueMax", p.ValueMax, 0, maxNumber)
	v.load(p)
	v.Count("requestNodes", p.RequestNodes, 1, MaxNodes)
	v.InRange("volume", p.Volume, minNumber, maxNumber)
	v.InRange("budget", p.Budget, 0, maxNumber)
	v.InRange("minPerformance", p.MinPerformance, 0, maxNumber)
	return v.Faults
}

// load adds the faults of the parameters of the load: its counts, and more busy pieces than fit in
// the horizon or in a document.
func (v *validation) load(p *parameters) {
	if !v.InRange("chunk", p.Chunk, minNumber, maxNumber) {
		return
	}
	pieces := p.pieces()
	v.Count("loadPopulation", p.LoadPopulation, 0, MaxChunks)
	v.Count("loadMarked", p.LoadMarked, 0, p.LoadPopulation)
	v.Count("loadDraws", p.LoadDraws, 0, p.LoadPopulation)
	if most := min(p.LoadMarked, p.LoadDraws); float64(most) > pieces {
		v.Fault("loadDraws", strconv.Itoa(p.LoadDraws),
			"can make "+strconv.Itoa(most)+" pieces busy; the horizon holds "+doc.Exact(pieces))
	} else if float64(p.Nodes)*float64(most) > MaxChunks || float64(p.Nodes)*float64(p.LoadDraws) > 10*MaxChunks {
		v.Fault("loadDraws", strconv.Itoa(p.LoadDraws),
			"can make more than "+strconv.Itoa(MaxChunks)+" busy pieces in all; use longer pieces or fewer nodes")
	}
}

// pieces returns the number of whole chunks of the horizon. A remaining part is
// free.
func (p *parameters) pieces() float64 { return min(math.Floor(p.Horizon/p.Chunk), 1<<31-1) }

func (v *validation) checkOneOf(path, word, a, b string) {
	if word != a && word != b {
		v.Fault(path, text(word), "must be "+a+" or "+b)
	}
}

// drawMissing returns the problem with its missing parts drawn: the nodes, the horizon with the busy times,
// and the request. Prices have four decimals, values and real performances three, which keeps
// documents short and sums exact.
func (p *parameters) drawMissing(out WindowProblem, seed uint64) WindowProblem {
	drawn := len(out.Nodes) == 0
	if drawn {
		p.nodes(&out.Environment, seed)
	}
	if out.Horizon == 0 {
		out.Horizon = p.Horizon
		load := rng.New(seed, "window/load", 0)
		for i := range out.Nodes {
			out.Busy = append(out.Busy, p.busy(out.Nodes[i].ID, load)...)
		}
	}
	if out.Request == nil {
		budget := p.Budget
		out.Request = &Request{Nodes: p.RequestNodes, Volume: p.Volume, MinPerformance: p.MinPerformance,
			Budget: &budget}
		if drawn || out.hasValues() {
			out.Request.Value = "q"
		}
	}
	return out
}

// nodes appends drawn nodes. Performance, price and value have separate streams, so that the
// parameters of one do not change the draws of the others.
func (p *parameters) nodes(out *Environment, seed uint64) {
	speed, price := rng.New(seed, "window/performance", 0), rng.New(seed, "window/price", 0)
	value := rng.New(seed, "window/value", 0)
	for i := range p.Nodes {
		n := Node{ID: "n" + strconv.Itoa(i+1), Performance: p.performance(speed)}
		margin := 0.0
		if p.PriceSpread > 0 {
			margin = price.TruncatedNormal(0, p.PriceSpread, -maxMargin, maxMargin)
		}
		n.Price = roundTo(p.basePrice(n.Performance)*(1+margin), 1e4)
		n.Attributes = map[string]float64{"q": roundTo(value.Uniform(0, p.ValueMax), 1e3)}
		out.Nodes = append(out.Nodes, n)
	}
}

func (p *parameters) performance(s *rng.Stream) float64 {
	if p.Performances == "whole" {
		lo, hi := math.Ceil(p.PerformanceMin), math.Floor(p.PerformanceMax)
		return lo + math.Floor(s.Float64()*(hi-lo+1))
	}
	x := roundTo(s.Uniform(p.PerformanceMin, p.PerformanceMax), 1e3)
	return min(max(x, p.PerformanceMin), p.PerformanceMax)
}

func (p *parameters) basePrice(performance float64) float64 {
	if p.PriceLaw == "linear" {
		return p.PriceFactor * performance
	}
	return p.PriceFactor * rng.Exp(float64(performance*rng.Ln(p.PriceBase)))
}

// busy draws the busy time of a node: the number of chunks from an urn, and
// which ones with equal probability. Adjacent chunks are joined.
func (p *parameters) busy(node string, s *rng.Stream) []Slot {
	pieces := int(p.pieces())
	taken := make([]bool, pieces)
	for _, at := range s.Sample(pieces, p.hypergeometric(s)) {
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
		out = append(out, Slot{Node: node, Start: float64(first) * p.Chunk, End: min(float64(i+1)*p.Chunk, p.Horizon)})
	}
	return out
}

// hypergeometric returns the number of marked balls in a draw without replacement.
func (p *parameters) hypergeometric(s *rng.Stream) int {
	balls, marked, found := p.LoadPopulation, p.LoadMarked, 0
	for range p.LoadDraws {
		if s.IntN(balls) < marked {
			found++
			marked--
		}
		balls--
	}
	return found
}

// roundTo rounds x to a multiple of 1/steps.
func roundTo(x, steps float64) float64 {
	if r := math.Floor(float64(x*steps)+0.5) / steps; !math.IsInf(r, 0) {
		return r
	}
	return x
}
