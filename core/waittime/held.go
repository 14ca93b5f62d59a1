package waittime

import (
	"math"
	"slices"
)

// A Record says how predictions held, of the jobs whose real start the files know: those
// that accounting has written down since the moment of the queue.
type Record struct {
	Started int // jobs that are known to have started since
	Inside  int // of these, those that did within their interval
	// Both is of how many of these the cluster itself expected a start; by how much
	// the predictions for them, and the cluster's, were wrong.
	Both   int
	Ours   Miss
	Theirs Miss
}

// A Miss is by how many seconds predicted starts were wrong, whichever way.
type Miss struct{ Median, Worst float64 }

// Held compares the predictions with what really happened.
func (a *Answer) Held() Record {
	var r Record
	var ours, theirs []float64
	for i := range a.Jobs {
		j := &a.Jobs[i]
		if j.Told == nil || j.Told.Started == nil {
			continue
		}
		r.Started++
		if j.Within() {
			r.Inside++
		}
		if j.Told.Start != nil {
			r.Both++
			ours = append(ours, math.Abs(j.Start-*j.Told.Started))
			theirs = append(theirs, math.Abs(*j.Told.Start-*j.Told.Started))
		}
	}
	r.Ours, r.Theirs = missOf(ours), missOf(theirs)
	return r
}

// Within tells whether a job is known to have started within its interval. Clocks of
// clusters know whole seconds, so that half of one is no miss.
func (j *Job) Within() bool {
	return j.Told != nil && j.Told.Started != nil && *j.Told.Started >= j.Early-0.5 && *j.Told.Started <= j.Late+0.5
}

func missOf(off []float64) (m Miss) {
	if len(off) == 0 {
		return m
	}
	slices.Sort(off)
	n := len(off)
	return Miss{Median: (off[(n-1)/2] + off[n/2]) / 2, Worst: off[n-1]}
}
