package window

import (
	"gridbox/core/doc"
	"gridbox/core/preset"
)

// Beside lists what keeps Complete from making the problem, without making it:
// what is wrong with the spec, and with what is given beside it. That may name
// nodes that are yet to be drawn, by the names that they will have.
func (s Spec) Beside(given *WindowProblem) doc.Faults {
	lists := doc.Present(*given)
	p, faults := s.resolve(given)
	if faults != nil || len(lists) == 0 {
		return faults.Within("generate")
	}
	faults = preset.Needless(s, lists)
	if len(given.Nodes) > 0 && given.Horizon > 0 && given.Request != nil {
		faults = append(faults, preset.NothingLeft(lists)...)
	}
	faults = append(faults.Within("generate"), given.Timeless()...)
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

// Timeless says what is wrong with the time of an environment of which something
// is yet to be drawn: a stretch of time is nothing without its horizon.
func (e *Environment) Timeless() doc.Faults {
	for _, name := range []string{"slots", "busy"} {
		if list := map[string][]Slot{"slots": e.Slots, "busy": e.Busy}[name]; e.Horizon == 0 && len(list) > 0 {
			return doc.Faults{{Path: "horizon", Why: "is missing: " + name +
				" are given, and a horizon that is drawn would not be theirs; give it, or leave the times to be drawn"}}
		}
	}
	return nil
}

// Random reports whether another seed may make another problem: a request is not
// drawn but said by the parameters.
func (s Spec) Random(given *WindowProblem) bool { return len(given.Nodes) == 0 || given.Horizon == 0 }

// fit brings the parameters in line with what is given.
func (p *parameters) fit(given *WindowProblem) {
	if n := len(given.Nodes); n > 0 {
		p.Nodes = n
	}
	if given.Horizon > 0 { // the load is not drawn, so it cannot be too much
		p.LoadPopulation, p.LoadMarked, p.LoadDraws = 0, 0, 0
	}
}

// valued reports whether nodes have the value that the generator speaks of.
func (e *Environment) valued() bool {
	for i := range e.Nodes {
		if _, ok := e.Nodes[i].Attributes["q"]; ok {
			return true
		}
	}
	return false
}

// Like is the spec of a load that resembles that of an environment: in pieces of
// a thirtieth of the horizon, of which up to twice the mean share are taken.
func Like(e *Environment) Spec {
	s := Spec{Preset: "square-2018"}
	if e.Horizon <= 0 {
		return s
	}
	const pieces = 30
	taken := 0.0
	for _, b := range e.Taken() {
		taken += b.End - b.Start
	}
	share := min(taken/(e.Horizon*float64(max(len(e.Nodes), 1))), 1)
	most := min(int(float64(2*share*pieces)+0.5), pieces)
	s.Horizon, s.Chunk = preset.Some(e.Horizon), preset.Some(e.Horizon/pieces)
	s.LoadPopulation, s.LoadMarked = preset.Some(2*most), preset.Some(most)
	s.LoadDraws = preset.Some(most)
	return s
}
