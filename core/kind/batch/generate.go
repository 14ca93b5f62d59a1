package batch

import (
	"math"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/kind/window"
	"gridbox/core/preset"
	"gridbox/core/rng"
)

// Limits of the generator, so that a mistyped digit cannot fill the memory of a
// page.
const (
	MaxSlots = 200_000
	MaxJobs  = 10_000
	MaxNodes = 1_000 // of one job
)

// Limits of numbers, so that products of a few of them stay finite.
const (
	minNumber = 1e-6
	maxNumber = 1e9
)

// Generate returns the problem of a spec. The same spec and seed give the same
// problem everywhere. Slots and jobs have separate streams and are drawn in
// order, so that more jobs do not change the slots and the first jobs. A
// fault's path is relative to the spec.
func Generate(spec Spec, seed uint64) (Problem, doc.Faults) { return Complete(Problem{}, spec, seed) }

// Complete is Generate for a problem that is partly given: nodes, their time
// with the horizon, jobs, cycles. The rest is drawn from the same streams as
// without given parts.
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

// faults returns the faults of the parameters together, beyond the range of
// each field.
func (p *parameters) faults() doc.Faults {
	v := &validation{}
	v.counts("slotsMin", p.SlotsMin, "slotsMax", p.SlotsMax, 0, MaxSlots)
	v.interval("lengthMin", p.LengthMin, "lengthMax", p.LengthMax)
	v.InRange("sameStart", p.SameStart, 0, 1)
	v.InRange("gapMax", p.GapMax, 0, maxNumber)
	v.interval("performanceMin", p.PerformanceMin, "performanceMax", p.PerformanceMax)
	if v.InRange("priceBase", p.PriceBase, 0.01, 100) {
		if top := max(p.market(p.PerformanceMax), p.market(p.AskMax)); !(top <= maxNumber) {
			v.Fault("priceBase", doc.Exact(p.PriceBase),
				"makes prices greater than "+doc.Exact(maxNumber)+"; use a smaller base")
		}
	}
	v.InRange("priceSpread", p.PriceSpread, 0, 1)
	v.counts("jobsMin", p.JobsMin, "jobsMax", p.JobsMax, 0, MaxJobs)
	v.counts("nodesMin", p.NodesMin, "nodesMax", p.NodesMax, 1, MaxNodes)
	v.interval("volumeMin", p.VolumeMin, "volumeMax", p.VolumeMax)
	v.interval("askMin", p.AskMin, "askMax", p.AskMax)
	v.InRange("priceRate", p.PriceRate, minNumber, maxNumber)
	v.Count("cycles", p.Cycles, 1, MaxCycles)
	v.InRange("period", p.Period, 0, maxNumber)
	v.InRange("sight", p.Sight, 0, maxNumber)
	return v.Faults
}

func (v *validation) counts(lowPath string, low int, highPath string, high, least, most int) {
	if v.Count(lowPath, low, least, most) && v.Count(highPath, high, least, most) && low > high {
		v.Fault(lowPath, strconv.Itoa(low), "must not be above "+highPath+", which is "+strconv.Itoa(high))
	}
}

func (v *validation) interval(lowPath string, low float64, highPath string, high float64) {
	if v.InRange(lowPath, low, minNumber, maxNumber) && v.InRange(highPath, high, minNumber, maxNumber) && low > high {
		v.Fault(lowPath, doc.Exact(low), "must not be above "+highPath+", which is "+doc.Exact(high))
	}
}

// market returns the price of a node by its performance, before the spread.
func (p *parameters) market(performance float64) float64 {
	return rng.Exp(float64(performance * rng.Ln(p.PriceBase)))
}

// drawMissing draws the missing parts. Times have two decimals, performances and prices
// three, which keeps documents short.
func (p *parameters) drawMissing(out Problem, seed uint64) Problem {
	if nodes, time := len(out.Nodes) == 0, out.Horizon == 0; nodes || time {
		p.slots(&out, rng.New(seed, "batch/slots", 0), nodes, time)
	}
	if out.Cycles == 0 && p.Cycles > 1 {
		out.Cycles, out.Period = p.Cycles, p.Period
		if sight := p.Sight; sight > 0 {
			out.Sight = &sight
		}
	}
	if len(out.Jobs) == 0 {
		p.jobs(&out, rng.New(seed, "batch/jobs", 0))
	}
	return out
}

// slots draws slots in order, each on its own node. A slot starts with the
// previous one or after a gap. Given nodes or times are kept. Every number is
// drawn even if unused, so that the others do not change.
func (p *parameters) slots(out *Problem, s *rng.Stream, nodes, time bool) {
	n := s.UniformInt(p.SlotsMin, p.SlotsMax)
	if nodes {
		out.Nodes = make([]window.Node, n)
	}
	n = len(out.Nodes)
	if time {
		out.Slots = make([]window.Slot, n)
	}
	start, horizon := 0.0, 1.0
	for i := range n {
		if i > 0 && !s.Chance(p.SameStart) {
			start += s.Uniform(0, p.GapMax)
		}
		performance := p.clampPerformance(s.Uniform(p.PerformanceMin, p.PerformanceMax), p.PerformanceMin,
			p.PerformanceMax)
		price := roundTo(p.market(performance)*s.Uniform(1-p.PriceSpread, 1+p.PriceSpread), 1e3)
		if nodes {
			out.Nodes[i] = window.Node{ID: "n" + strconv.Itoa(i+1), Performance: performance, Price: price}
		}
		from := roundTo(start, 100)
		to := roundTo(from+s.Uniform(p.LengthMin, p.LengthMax), 100)
		if to <= from { // a slot shorter than the decimals can express
			to = from + p.LengthMax
		}
		if time {
			out.Slots[i] = window.Slot{Node: out.Nodes[i].ID, Start: from, End: to}
			horizon = max(horizon, to)
		}
	}
	if time {
		out.Horizon = math.Ceil(horizon)
	}
}

// jobs draws jobs. With several cycles they arrive in equal parts.
func (p *parameters) jobs(out *Problem, s *rng.Stream) {
	n := s.UniformInt(p.JobsMin, p.JobsMax)
	out.Jobs = make([]Job, n)
	for i := range n {
		j := &out.Jobs[i]
		j.ID = "j" + strconv.Itoa(i+1)
		j.Nodes = s.UniformInt(p.NodesMin, p.NodesMax)
		j.Volume = max(roundTo(s.Uniform(p.VolumeMin, p.VolumeMax), 100), minNumber)
		j.MinPerformance = p.clampPerformance(s.Uniform(p.AskMin, p.AskMax), p.AskMin, p.AskMax)
		j.MaxPrice = roundTo(p.PriceRate*p.market(j.MinPerformance), 1e3)
		if p.Cycles > 1 {
			j.Cycle = 1 + i*p.Cycles/n
		}
	}
}

// clampPerformance rounds a performance and limits it to its range.
func (p *parameters) clampPerformance(x, lo, hi float64) float64 {
	return min(max(roundTo(x, 1e3), lo), hi)
}

// roundTo rounds x to a multiple of 1/steps.
func roundTo(x, steps float64) float64 { return math.Floor(float64(x*steps)+0.5) / steps }
