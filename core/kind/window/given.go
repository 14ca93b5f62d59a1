package window

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// FaultsFor returns the faults of the spec and of the given parts, with which Complete
// cannot generate the problem. Given parts may refer to nodes that are yet to be drawn, by
// their future names.
func (s Spec) FaultsFor(given *WindowProblem) doc.Faults {
	lists := doc.Present(*given)
	p, faults := s.resolve(given)
	if faults != nil || len(lists) == 0 {
		return faults.PrefixPaths("generate")
	}
	faults = preset.Needless(s, lists)
	if len(given.Nodes) > 0 && given.Horizon > 0 && given.Request != nil {
		faults = append(faults, preset.NothingLeft(lists)...)
	}
	faults = append(faults.PrefixPaths("generate"), given.Timeless()...)
	if len(faults) > 0 {
		return faults
	}
	frame := *given
	if len(frame.Nodes) == 0 {
		for _, id := range preset.IDs("n", p.Nodes) {
			frame.Nodes = append(frame.Nodes, Node{ID: id, Performance: 1})
		}
	}
	if frame.Horizon == 0 {
		frame.Horizon = p.Horizon
	}
	if frame.Request == nil {
		frame.Request = &Request{Nodes: 1, Volume: 1}
	}
	return frame.Validate()
}

// Timeless returns a fault if an environment that is to be completed has slots
// or busy times without a horizon.
func (e *Environment) Timeless() doc.Faults {
	for _, name := range []string{"slots", "busy"} {
		if list := map[string][]Slot{"slots": e.Slots, "busy": e.Busy}[name]; e.Horizon == 0 && len(list) > 0 {
			return doc.Faults{{Path: "horizon", Reason: "is missing: " + name +
				" are given, and a horizon that is drawn would not be theirs; give it, or leave the times to be drawn"}}
		}
	}
	return nil
}

// Random reports whether another seed may give another problem. The request is
// not drawn.
func (s Spec) Random(given *WindowProblem) bool { return len(given.Nodes) == 0 || given.Horizon == 0 }

// fit adapts the parameters to the given parts.
func (p *parameters) fit(given *WindowProblem) {
	if n := len(given.Nodes); n > 0 {
		p.Nodes = n
	}
	if given.Horizon > 0 { // the load is not drawn, so it cannot be too high
		p.LoadPopulation, p.LoadMarked, p.LoadDraws = 0, 0, 0
	}
}

// hasValues reports whether a node has the attribute that the generator assigns.
func (e *Environment) hasValues() bool {
	for i := range e.Nodes {
		if _, ok := e.Nodes[i].Attributes["q"]; ok {
			return true
		}
	}
	return false
}

// Like returns the spec of a load like that of an environment: in chunks of a
// thirtieth of the horizon, with up to twice the mean share busy.
func Like(e *Environment) Spec {
	s := Spec{Preset: "square-2018"}
	if e.Horizon <= 0 {
		return s
	}
	const pieces = 30
	taken := 0.0
	for _, b := range e.BusyTime() {
		taken += b.End - b.Start
	}
	share := min(taken/(e.Horizon*float64(max(len(e.Nodes), 1))), 1)
	most := min(int(float64(2*share*pieces)+0.5), pieces)
	s.Horizon, s.Chunk = preset.PointerTo(e.Horizon), preset.PointerTo(e.Horizon/pieces)
	s.LoadPopulation, s.LoadMarked = preset.PointerTo(2*most), preset.PointerTo(most)
	s.LoadDraws = preset.PointerTo(most)
	return s
}
