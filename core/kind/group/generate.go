package group

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/preset"
	"gridbox/core/rng"
)

// MaxNodes is the limit of the generator, so that a mistyped digit cannot fill
// the memory of a page.
const MaxNodes = 2_000_000

// Generate returns the problem of a spec. The same spec and seed give the same
// problem everywhere. Each part has a separate stream and is drawn in order, so
// that more nodes do not change the first ones. A fault's path is relative to
// the spec.
func Generate(spec Spec, seed uint64) (Problem, doc.Faults) { return Complete(Problem{}, spec, seed) }

// Complete is Generate for a problem that is partly given: groups, nodes, a
// request. The rest is drawn from the same streams as without given parts.
// Drawn nodes fill the given groups in turn; drawn groups are named by the
// given nodes.
func Complete(given Problem, spec Spec, seed uint64) (Problem, doc.Faults) {
	found, faults := spec.resolve(&given)
	switch {
	case faults != nil:
		return Problem{}, faults
	case found.IsFixed():
		return given.overlay(found.Draw()), nil
	}
	return found.Parameters.drawMissing(given, seed), nil
}

// resolve returns the preset with the spec's parameters over its own.
func (s Spec) resolve(given *Problem) (Preset, doc.Faults) {
	found, faults := preset.Resolve(Presets(), s.Preset, s == Spec{Preset: s.Preset}, s.overlay)
	if faults == nil && !found.IsFixed() {
		found.Parameters.fit(given, s)
		faults = found.Parameters.faults()
	}
	return found, faults
}

// maxPrice is the maximum price, so that sums of a few million prices stay
// exact.
const maxPrice = 1e9

// faults returns the faults of the parameters together, beyond the range of
// each field.
func (p *parameters) faults() doc.Faults {
	v := &validation{}
	v.Count("nodes", p.Nodes, 1, MaxNodes)
	v.Count("groupMin", p.GroupMin, 1, p.GroupMax)
	v.Count("groupMax", p.GroupMax, 1, MaxNodes)
	v.InRange("availabilityMin", p.AvailabilityMin, 1e-4, p.AvailabilityMax)
	v.InRange("availabilityMax", p.AvailabilityMax, 1e-4, 1)
	v.InRange("ownMin", p.OwnMin, 1e-4, 1)
	v.InRange("priceMin", p.PriceMin, 0, p.PriceMax)
	v.InRange("priceMax", p.PriceMax, 0, maxPrice)
	v.InRange("priceStep", p.PriceStep, 1e-6, maxPrice)
	v.InRange("correlation", p.Correlation, 0, 1)
	v.Count("request", p.Request, 1, p.Nodes)
	v.InRange("budgetShare", p.BudgetShare, 0, 1e6)
	return v.Faults
}

// drawMissing draws the missing parts. Availabilities have four digits, which keeps
// documents short.
func (p *parameters) drawMissing(out Problem, seed uint64) Problem {
	odds := rng.New(seed, "group/availability", 0)
	mean := (p.PriceMin + p.PriceMax) / 2
	if len(out.Nodes) == 0 {
		p.nodes(&out, odds, seed)
	} else {
		mean = meanPrice(out.Nodes)
		if len(out.Groups) == 0 {
			out.Groups = p.groups(out.groupIDs(), odds)
		}
	}
	if out.Request == nil {
		out.Request = &Request{Nodes: p.Request,
			Budget: math.Floor(float64(p.BudgetShare*float64(p.Request)) * mean)}
	}
	return out
}

// nodes draws nodes group by group until there are enough, with the last group
// cut short. It draws the groups too unless they are given.
func (p *parameters) nodes(out *Problem, odds *rng.Stream, seed uint64) {
	sizes := rng.New(seed, "group/sizes", 0)
	prices, own := rng.New(seed, "group/prices", 0), rng.New(seed, "group/own", 0)
	given := len(out.Groups)
	out.Nodes = make([]Node, 0, p.Nodes)
	for turn := 0; len(out.Nodes) < p.Nodes; turn++ {
		size := min(sizes.UniformInt(p.GroupMin, p.GroupMax), p.Nodes-len(out.Nodes))
		g := p.group(turn, odds)
		if given > 0 {
			g = out.Groups[turn%given]
		} else {
			out.Groups = append(out.Groups, g)
		}
		a := 1.0
		if g.Availability != nil {
			a = *g.Availability
		}
		for range size {
			n := Node{ID: "n" + strconv.Itoa(len(out.Nodes)+1), Price: p.price(prices, a), Group: g.ID}
			if p.OwnMin < 1 {
				a := roundToStep(own.Uniform(p.OwnMin, 1), 1e4)
				n.Availability = &a
			}
			out.Nodes = append(out.Nodes, n)
		}
	}
}

// group draws one group.
func (p *parameters) group(i int, odds *rng.Stream) Group {
	a := roundToStep(odds.Uniform(p.AvailabilityMin, p.AvailabilityMax), 1e4)
	return Group{ID: "g" + strconv.Itoa(i+1), Availability: &a}
}

// groups draws groups with the given ids.
func (p *parameters) groups(ids []string, odds *rng.Stream) (groups []Group) {
	for _, id := range ids {
		g := p.group(0, odds)
		g.ID = id
		groups = append(groups, g)
	}
	return groups
}

// price draws a multiple of the step within the range, with all multiples
// equally likely unless prices follow availability.
func (p *parameters) price(s *rng.Stream, availability float64) float64 {
	u := s.Float64()
	if p.Correlation > 0 && p.AvailabilityMax > p.AvailabilityMin {
		follow := (availability - p.AvailabilityMin) / (p.AvailabilityMax - p.AvailabilityMin)
		u = float64((1-p.Correlation)*u) + float64(p.Correlation*math.Min(math.Max(follow, 0), 1))
	}
	first, last := math.Ceil(p.PriceMin/p.PriceStep), math.Floor(p.PriceMax/p.PriceStep)
	if last < first {
		return p.PriceMin
	}
	steps := first + math.Min(math.Floor(float64(u*(last-first+1))), last-first)
	if inverse := math.Floor(1/p.PriceStep + 0.5); p.PriceStep < 1 && math.Abs(float64(inverse*p.PriceStep)-1) < 1e-12 {
		return steps / inverse // 0.01 and the like, without rounding errors
	}
	return steps * p.PriceStep
}

// roundToStep rounds x to a multiple of 1/steps, but at least to one.
func roundToStep(x, steps float64) float64 {
	return math.Max(math.Floor(float64(x*steps)+0.5), 1) / steps
}
