package fairshare

import (
	"math"

	"gridbox/core/rng"
)

// A Ledger has the usage of users, which grows by what they hold and decays with a half-life:
//
//	usage(t) = usage(0) 2^(-t/h) + the integral over s from 0 to t of held(s) 2^(-(t-s)/h)
//
// Slurm adds and decays usage once in each PriorityCalcPeriod; this is the limit of short periods.
type Ledger struct {
	halfLife float64
	at       float64 // time of usage
	usage    []float64
	held     []float64
	current  []float64 // returned by Usage
}

// NewLedger returns the ledger of users with their usage at 0. A half-life is positive.
func NewLedger(usage []float64, halfLife float64) *Ledger {
	n := len(usage)
	return &Ledger{halfLife: halfLife, usage: append([]float64(nil), usage...), held: make([]float64, n),
		current: make([]float64, n)}
}

// Hold changes what a user holds from a time on, which is no earlier than that of the last call.
func (l *Ledger) Hold(user int, more, at float64) {
	if at > l.at {
		l.decay(at, l.usage)
		l.at = at
	}
	l.held[user] += more
}

// Usage returns the usage of all users at a time, which is no earlier than that of the last call of
// Hold. The list is valid until the next call. The ledger is not changed, so that later results do
// not depend on the times of calls.
func (l *Ledger) Usage(at float64) []float64 {
	l.decay(at, l.current)
	return l.current
}

// decay sets into to the usage at a time.
func (l *Ledger) decay(at float64, into []float64) {
	left := rng.Exp(-(at - l.at) / l.halfLife * math.Ln2)
	grown := (1 - left) * l.halfLife / math.Ln2
	for i, x := range l.usage {
		into[i] = float64(x*left) + float64(l.held[i]*grown)
	}
}
