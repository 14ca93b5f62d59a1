package schedmetrics

import "slices"

// A Point is the value of a step function from a time on.
type Point struct {
	Time  float64 `json:"time"`
	Value float64 `json:"value"`
}

// Utilization returns the share of all slots in use over time. If there are
// more than most steps, it returns the means over most equal intervals. The
// last point is the end of the last step.
func (v *View) Utilization(from, to float64, most int) []Point {
	return v.series(from, to, most, func(x *step) float64 { return float64(x.slots) / max(1, v.slots) })
}

// Queue returns the number of waiting jobs over time, as Utilization does.
func (v *View) Queue(from, to float64, most int) []Point {
	return v.series(from, to, most, func(x *step) float64 { return float64(x.queue) })
}

// End returns the time at which the last job ends.
func (v *View) End() float64 { return v.lastEnd }

// series returns the step function whose changes of returns, from start to to,
// with a last point at to. With more than most steps it returns means over most
// intervals. It returns nil if the interval is empty or most is below 1.
func (v *View) series(start, to float64, most int, of func(*step) float64) []Point {
	if !(to > start) || most < 1 {
		return nil
	}
	exact := []Point{{start, 0}}
	value := 0.0
	for i := range v.steps {
		x := &v.steps[i]
		by := of(x)
		switch last := &exact[len(exact)-1]; {
		case x.time >= to || len(exact) > most:
		case by == 0:
		case x.time <= start:
			value += by
			last.Value = value
		default:
			value += by
			exact = append(exact, Point{x.time, value})
		}
	}
	if len(exact) <= most {
		return append(exact, Point{to, exact[len(exact)-1].Value})
	}
	return v.means(start, to, most, of)
}

// means returns the means over n equal intervals.
func (v *View) means(from, to float64, n int, of func(*step) float64) []Point {
	out := make([]Point, n+1)
	wide := (to - from) / float64(n)
	for i := range out {
		out[i].Time = from + float64(float64(i)*wide)
	}
	out[n].Time = to
	value, before := 0.0, from
	at := 0
	add := func(until float64) { // the value applies from before to until
		for before < until {
			edge := min(until, out[at+1].Time)
			out[at].Value += float64(value * (edge - before))
			if before = edge; edge == out[at+1].Time && at+1 < n {
				at++
			} else if edge == to {
				break
			}
		}
	}
	for i := range v.steps {
		x := &v.steps[i]
		if x.time >= to {
			break
		}
		if x.time > before {
			add(x.time)
		}
		value += of(x)
	}
	add(to)
	for i := range n {
		out[i].Value /= wide
	}
	out[n].Value = out[n-1].Value
	return out
}

// WaitDistribution returns the cumulative distribution of the waits of the counted jobs:
// the share Value waits no longer than Time. It has at most limit points, evenly
// spaced by the number of jobs, with the last one included. Equal waits give
// one point.
func (v *View) WaitDistribution(counted []int, limit int) []Point {
	list := make([]float64, len(counted))
	for i, j := range counted {
		list[i] = v.Jobs[j].Wait()
	}
	slices.Sort(list)
	var out []Point
	n := len(list)
	for k := range min(n, max(limit, 1)) {
		i := (k+1)*n/min(n, max(limit, 1)) - 1
		for i+1 < n && list[i+1] == list[i] {
			i++
		}
		if share := float64(i+1) / float64(n); len(out) == 0 || out[len(out)-1].Value < share {
			out = append(out, Point{list[i], share})
		}
	}
	return out
}
