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
	smallest = 1e-6
	largest  = 1e9
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
	case found.Drawn():
		return given.over(found.Draw()), nil
	}
	return found.Parameters.on(given, seed), nil
}

// resolve returns the preset with the spec's parameters over its own.
func (s Spec) resolve(given *Problem) (Preset, doc.Faults) {
	found, faults := preset.Over(Presets(), s.Preset, s == Spec{Preset: s.Preset}, s.over)
	if faults == nil && !found.Drawn() {
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
	v.Between("sameStart", p.SameStart, 0, 1)
	v.Between("gapMax", p.GapMax, 0, largest)
	v.interval("performanceMin", p.PerformanceMin, "performanceMax", p.PerformanceMax)
	if v.Between("priceBase", p.PriceBase, 0.01, 100) {
		if top := max(p.market(p.PerformanceMax), p.market(p.AskMax)); !(top <= largest) {
			v.Fault("priceBase", doc.Exact(p.PriceBase),
				"makes prices greater than "+doc.Exact(largest)+"; use a smaller base")
		}
	}
	v.Between("priceSpread", p.PriceSpread, 0, 1)
	v.counts("jobsMin", p.JobsMin, "jobsMax", p.JobsMax, 0, MaxJobs)
	v.counts("nodesMin", p.NodesMin, "nodesMax", p.NodesMax, 1, MaxNodes)
	v.interval("volumeMin", p.VolumeMin, "volumeMax", p.VolumeMax)
	v.interval("askMin", p.AskMin, "askMax", p.AskMax)
	v.Between("priceRate", p.PriceRate, smallest, largest)
	v.Count("cycles", p.Cycles, 1, MaxCycles)
	v.Between("period", p.Period, 0, largest)
	v.Between("sight", p.Sight, 0, largest)
	return v.Faults
}

func (v *validation) counts(lowPath string, low int, highPath string, high, least, most int) {
	if v.Count(lowPath, low, least, most) && v.Count(highPath, high, least, most) && low > high {
		v.Fault(lowPath, strconv.Itoa(low), "must not be above "+highPath+", which is "+strconv.Itoa(high))
	}
}

func (v *validation) interval(lowPath string, low float64, highPath string, high float64) {
	if v.Between(lowPath, low, smallest, largest) && v.Between(highPath, high, smallest, largest) && low > high {
		v.Fault(lowPath, doc.Exact(low), "must not be above "+highPath+", which is "+doc.Exact(high))
	}
}

// market returns the price of a node by its performance, before the spread.
func (p *parameters) market(performance float64) float64 {
	return rng.Exp(float64(performance * rng.Ln(p.PriceBase)))
}

// on draws the missing parts. Times have two decimals, performances and prices
// three, which keeps documents short.
func (p *parameters) on(out Problem, seed uint64) Problem {
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
	n := s.Between(p.SlotsMin, p.SlotsMax)
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
		performance := p.within(s.Uniform(p.PerformanceMin, p.PerformanceMax), p.PerformanceMin, p.PerformanceMax)
		price := rounded(p.market(performance)*s.Uniform(1-p.PriceSpread, 1+p.PriceSpread), 1e3)
		if nodes {
			out.Nodes[i] = window.Node{ID: "n" + strconv.Itoa(i+1), Performance: performance, Price: price}
		}
		from := rounded(start, 100)
		to := rounded(from+s.Uniform(p.LengthMin, p.LengthMax), 100)
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
	n := s.Between(p.JobsMin, p.JobsMax)
	out.Jobs = make([]Job, n)
	for i := range n {
		j := &out.Jobs[i]
		j.ID = "j" + strconv.Itoa(i+1)
		j.Nodes = s.Between(p.NodesMin, p.NodesMax)
		j.Volume = max(rounded(s.Uniform(p.VolumeMin, p.VolumeMax), 100), smallest)
		j.MinPerformance = p.within(s.Uniform(p.AskMin, p.AskMax), p.AskMin, p.AskMax)
		j.MaxPrice = rounded(p.PriceRate*p.market(j.MinPerformance), 1e3)
		if p.Cycles > 1 {
			j.Cycle = 1 + i*p.Cycles/n
		}
	}
}

// within rounds a performance and limits it to its range.
func (p *parameters) within(x, lo, hi float64) float64 { return min(max(rounded(x, 1e3), lo), hi) }

// rounded rounds x to a multiple of 1/steps.
func rounded(x, steps float64) float64 { return math.Floor(float64(x*steps)+0.5) / steps }
