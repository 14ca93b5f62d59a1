package solve

import "gridbox/core/kind/batch"

// A request is a job in the numbers that a search needs.
type request struct {
	job            *batch.Job
	nodes          int     // N
	volume         float64 // of each part
	minPerformance float64 // P
	price          float64 // C
	budget         float64 // S
	byPrice        bool    // ALP
	literal        bool    // durations as printed
	from           float64 // no window starts earlier, see search
	suits          []suit  // by node; nil if there are too many
}

func newRequest(j *batch.Job, algorithm Algorithm, d batch.Duration) request {
	return request{job: j, nodes: j.Nodes, volume: j.Volume, minPerformance: j.MinPerformance, price: j.MaxPrice,
		budget:  j.Budget(),
		byPrice: algorithm == ALP, literal: d == batch.Literal}
}

// duration returns the duration of a part on a node with a performance.
func (r *request) duration(performance float64) float64 {
	if r.literal {
		return r.volume / r.minPerformance * (performance / r.minPerformance)
	}
	return r.volume / performance
}

// minDuration returns a lower bound of the duration on any suitable node.
func (r *request) minDuration(fastest float64) float64 {
	if r.literal {
		return r.duration(r.minPerformance)
	}
	return r.duration(fastest)
}

// A part is the piece of a slot in a window.
type part struct {
	node           int32
	slotStart      float64 // start of the slot K that it is taken from
	slotEnd        float64
	duration, cost float64
}

// An alternative is one window of a job; its parts are parts[first:last].
type alternative struct {
	start, maxDuration, sum, cost float64
	first, last                   int32
}

// time returns the window's time by a measure.
func (w *alternative) time(m batch.Measure) float64 {
	if m == batch.Sum {
		return w.sum
	}
	return w.maxDuration
}

// newAlternative returns the window of parts with a common start. The cost is summed
// in the order of the parts.
func newAlternative(start float64, parts []part) alternative {
	w := alternative{start: start}
	for i := range parts {
		w.maxDuration = max(w.maxDuration, parts[i].duration)
		w.sum += parts[i].duration
		w.cost += parts[i].cost
	}
	return w
}
