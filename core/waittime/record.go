package waittime

import (
	"math"
	"slices"
)

// A Record summarises how predictions compared with the real starts in the
// files: those recorded by accounting since the moment of the queue.
type Record struct {
	Started int // jobs known to have started since
	Inside  int // of these, jobs that started within their interval
	// Both is the number of these with a start expected by the cluster. Ours and Theirs are
	// the errors of both predictions for them.
	Both   int
	Ours   Miss
	Theirs Miss
}

// A Miss is the absolute error of predicted starts in seconds.
type Miss struct{ Median, Max float64 }

// ComparePredictions compares the predictions with the real starts.
func (a *Answer) ComparePredictions() Record {
	var r Record
	var ours, theirs []float64
	for i := range a.Jobs {
		j := &a.Jobs[i]
		if j.Forecast == nil || j.Forecast.Started == nil {
			continue
		}
		r.Started++
		if j.IsInside() {
			r.Inside++
		}
		if j.Forecast.Start != nil {
			r.Both++
			ours = append(ours, math.Abs(j.Start-*j.Forecast.Started))
			theirs = append(theirs, math.Abs(*j.Forecast.Start-*j.Forecast.Started))
		}
	}
	r.Ours, r.Theirs = missOf(ours), missOf(theirs)
	return r
}

// IsInside reports whether a job is known to have started within its interval.
// Clusters record whole seconds, so half a second is tolerated.
func (j *Job) IsInside() bool {
	return j.Forecast != nil && j.Forecast.Started != nil && *j.Forecast.Started >= j.Early-0.5 &&
		*j.Forecast.Started <= j.Late+0.5
}

func missOf(off []float64) (m Miss) {
	if len(off) == 0 {
		return m
	}
	slices.Sort(off)
	n := len(off)
	return Miss{Median: (off[(n-1)/2] + off[n/2]) / 2, Max: off[n-1]}
}
