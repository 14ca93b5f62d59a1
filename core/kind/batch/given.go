package batch

import (
	"math"

	"gridbox/core/doc"
	"gridbox/core/kind/window"
	"gridbox/core/preset"
	"gridbox/core/rng"
)

// FaultsFor returns the faults of the spec and of the given parts, with which Complete
// cannot generate the problem. Given parts may refer to nodes that are yet to be drawn, by
// their future names.
func (s Spec) FaultsFor(given *Problem) doc.Faults {
	lists := doc.Present(*given)
	found, faults := s.resolve(given)
	if faults != nil || len(lists) == 0 {
		return faults.PrefixPaths("generate")
	}
	faults = preset.Needless(s, lists)
	if len(given.Nodes) > 0 && given.Horizon > 0 && len(given.Jobs) > 0 {
		faults = append(faults, preset.NothingLeft(lists)...)
	}
	faults = append(faults.PrefixPaths("generate"), given.Timeless()...)
	if len(faults) > 0 {
		return faults
	}
	if found.IsFixed() {
		whole := given.overlay(found.Draw())
		return whole.Validate()
	}
	frame := *given
	if len(frame.Nodes) == 0 {
		for _, id := range preset.IDs("n", found.Parameters.SlotsMin) {
			frame.Nodes = append(frame.Nodes, window.Node{ID: id, Performance: 1})
		}
	}
	if frame.Horizon == 0 {
		frame.Horizon = 1
	}
	if frame.Cycles == 0 {
		frame.Cycles = found.Parameters.Cycles
	}
	return frame.Validate()
}

// Random reports whether another seed may give another problem.
func (s Spec) Random(*Problem) bool {
	found, faults := preset.Find(Presets(), s.Preset)
	return faults == nil && !found.IsFixed()
}

// overlay returns the base with the parts of p over its own.
func (p *Problem) overlay(base Problem) Problem {
	out := *p
	if out.Horizon == 0 {
		out.Horizon, out.Slots, out.Busy = base.Horizon, base.Slots, base.Busy
	}
	if len(out.Nodes) == 0 {
		out.Nodes = base.Nodes
	}
	if len(out.Jobs) == 0 {
		out.Jobs = base.Jobs
	}
	if out.Objective == "" && out.Limit == nil { // a limit belongs to its objective
		out.Objective, out.Limit = base.Objective, base.Limit
	}
	if out.Cycles == 0 {
		out.Cycles, out.Period, out.Sight = base.Cycles, base.Period, base.Sight
	}
	return out
}

// fit adapts the parameters to the given parts. Parameters that the spec sets
// stay, and may be rejected later.
func (p *parameters) fit(given *Problem, s Spec) {
	if n := len(given.Nodes); n > 0 {
		preset.Limit(&p.NodesMax, n, s.NodesMax)
		preset.Limit(&p.NodesMin, p.NodesMax, s.NodesMin)
	}
	if given.Cycles > 0 {
		p.Cycles = given.Cycles
	}
}

// Like returns the spec of jobs like those of a problem: as many, over the same
// ranges, with the nearest power law of prices.
func Like(p *Problem) Spec {
	s := Spec{Preset: "alp-amp-2011"}
	n := len(p.Jobs)
	if n == 0 {
		return s
	}
	s.JobsMin, s.JobsMax = preset.PointerTo(n), preset.PointerTo(n)
	preset.Counts(&s.NodesMin, &s.NodesMax, 1, p.Jobs, func(j *Job) int { return min(j.Nodes, MaxNodes) })
	preset.Range(&s.VolumeMin, &s.VolumeMax, minNumber, maxNumber, p.Jobs, func(j *Job) float64 { return j.Volume })
	preset.Range(&s.AskMin, &s.AskMax, minNumber, maxNumber, p.Jobs, func(j *Job) float64 { return j.MinPerformance })
	rate, base := fitPriceLaw(p.Jobs)
	s.PriceRate, s.PriceBase = &rate, &base
	return s
}

// fitPriceLaw fits prices = rate x base^performance to the jobs with a positive greatest price, by
// least squares of the logarithms. The base is 1 if all these jobs have the same performance, and
// it is limited to [0.01, 100]. Without such a job the rate is smallest and the base 1.
func fitPriceLaw(jobs []Job) (rate, base float64) {
	var n, x, y, xx, xy float64
	for i := range jobs {
		if j := &jobs[i]; j.MaxPrice > 0 {
			px, py := j.MinPerformance, rng.Ln(j.MaxPrice)
			n, x, y, xx, xy = n+1, x+px, y+py, xx+float64(px*px), xy+float64(px*py)
		}
	}
	if n == 0 {
		return minNumber, 1
	}
	slope := 0.0
	if spread := float64(n*xx) - float64(x*x); spread > 1e-9*float64(n*xx) {
		slope = (float64(n*xy) - float64(x*y)) / spread
	}
	base = min(max(rng.Exp(slope), 0.01), 100)
	rate = rng.Exp((y - float64(rng.Ln(base)*x)) / n)
	return math.Min(math.Max(rate, minNumber), maxNumber), base
}
