// Package lublin draws jobs by the workload model of Lublin and Feitelson ("The Workload on Parallel
// Supercomputers: Modeling the Characteristics of Rigid Jobs", JPDC 2003), with the parameters for all jobs
// together that the authors' program has.
package lublin

import (
	"math"

	"gridbox/core/rng"
)

// The parameters of the model.
const (
	serialShare = 0.244 // share of jobs of one slot
	powerShare  = 0.576 // share of jobs whose slots are a power of two above 1
	lowLog      = 0.8   // logarithms to base 2 of the two-stage uniform distribution of slots
	middleBelow = 2.5   // below the logarithm of the machine's size
	firstStage  = 0.86  // probability of the first stage

	shape1, scale1 = 4.2, 0.94 // gamma distributions of the logarithm of the run time
	shape2, scale2 = 312, 0.03
	slope, share   = -0.0054, 0.78 // probability of the first: slope times slots plus share
	maxRunTimeLog  = 12            // greatest logarithm of a run time

	arrivalShape, arrivalScale = 10.2303 * 1.0225, 0.4871 // logarithm of the interval at rush hours
	maxIntervalLog             = 13
	cycleShape, cycleScale     = 8.1737, 3.9631 // arrivals over the buckets of a day

	buckets          = 48 // of a day
	firstBucket      = 11 // where the day of the cycle begins
	secondsPerBucket = 24 * 3600 / buckets
)

// A Job is a rigid job.
type Job struct {
	Slots               int
	Submitted, Duration float64
}

// Jobs draws so many jobs for a machine of size slots. Submissions begin at midnight; intervals are divided
// by the load. Run times are whole seconds, at least 1.
//
// Deviation: gamma deviates are drawn by the method of Marsaglia and Tsang ("A Simple Method for Generating
// Gamma Variables", 2000); their distribution is the same.
func Jobs(seed uint64, count, size int, load float64) []Job {
	submissions := newArrivals(rng.New(seed, "farm/lublin/arrivals", 0), load)
	draw := rng.New(seed, "farm/lublin/jobs", 0)
	list := make([]Job, count)
	for i := range list {
		slots := slotsOf(draw, size)
		list[i] = Job{slots, math.Floor(submissions.next()), durationOf(draw, slots)}
	}
	return list
}

// slotsOf draws the slots of a job on a machine of the given size.
func slotsOf(draw *rng.Stream, size int) int {
	high := rng.Ln(float64(size)) / math.Ln2
	u := draw.Float64()
	low, middle := lowLog, max(lowLog, high-middleBelow)
	first, place := draw.Chance(firstStage), draw.Float64()
	if u <= serialShare || size == 1 {
		return 1
	}
	x := middle + float64((high-middle)*place)
	if first {
		x = low + float64((middle-low)*place)
	}
	if u <= serialShare+powerShare {
		x = math.Floor(x + 0.5)
	}
	return min(size, max(1, int(rng.Exp(x*math.Ln2)+0.5)))
}

// durationOf draws the run time of a job with so many slots.
func durationOf(draw *rng.Stream, slots int) float64 {
	first := min(1, max(0, float64(slope*float64(slots))+share))
	for {
		x := 0.0
		if draw.Chance(first) {
			x = gamma(draw, shape1, scale1)
		} else {
			x = gamma(draw, shape2, scale2)
		}
		if x <= maxRunTimeLog {
			return max(1, math.Floor(rng.Exp(x)))
		}
	}
}

// gamma draws a gamma deviate of a shape of at least 1.
func gamma(draw *rng.Stream, shape, scale float64) float64 {
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := draw.Normal(0, 1)
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = v * v * v
		u := draw.Float64()
		if u > 0 && rng.Ln(u) < float64(x*x/2)+d-float64(d*v)+float64(d*rng.Ln(v)) {
			return d * v * scale
		}
	}
}

// arrivals are the submissions of the model. An interval at rush hours is drawn and pays for buckets
// of the day: a bucket with fewer arrivals costs less for the same time.
type arrivals struct {
	draw     *rng.Stream
	weights  [buckets]float64 // of the buckets, with mean 1
	load     float64
	bucket   int
	points   float64 // paid, but not spent on whole buckets
	reminder float64 // share of the bucket that has passed
	now      float64
}

// newArrivals returns the submissions from midnight on.
func newArrivals(draw *rng.Stream, load float64) *arrivals {
	return &arrivals{draw: draw, weights: weightsOfDay(), load: load}
}

// weightsOfDay returns the share of arrivals in each half hour of a day, with mean 1: the gamma
// distribution over the buckets, moved so that the cycle begins at bucket firstBucket.
func weightsOfDay() (weights [buckets]float64) {
	const steps = 64 // of Simpson's rule; the constant of the density cancels out
	density := func(x float64) float64 {
		return rng.Exp(float64((cycleShape-1)*rng.Ln(x)) - x/cycleScale)
	}
	sum := 0.0
	for i := firstBucket; i < firstBucket+buckets; i++ {
		from, area := float64(i)-0.5, 0.0
		for k := range steps + 1 {
			factor := float64(2 + 2*(k%2))
			if k == 0 || k == steps {
				factor = 1
			}
			area += float64(factor * density(from+float64(float64(k)/steps)))
		}
		weights[(i-1)%buckets] = area
		sum += area
	}
	for i := range weights {
		weights[i] /= sum / buckets
	}
	return weights
}

// next returns the time of the next submission in seconds from midnight of the first day. Times
// never decrease.
func (a *arrivals) next() float64 {
	x := maxIntervalLog + 1.0
	for x > maxIntervalLog {
		x = gamma(a.draw, arrivalShape, arrivalScale)
	}
	a.points += rng.Exp(x) / secondsPerBucket
	interval := 0.0
	for a.points > a.weights[a.bucket] {
		a.points -= a.weights[a.bucket]
		a.bucket = (a.bucket + 1) % buckets
		interval += secondsPerBucket
	}
	reminder := a.points / a.weights[a.bucket]
	interval += float64(secondsPerBucket * (reminder - a.reminder))
	a.reminder = reminder
	a.now += interval / a.load
	return a.now
}
