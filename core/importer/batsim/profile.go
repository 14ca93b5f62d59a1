package batsim

import (
	"strconv"

	"gridbox/core/importer"
)

// A profile describes the computation of a job.
type profile struct {
	kind         string
	delay        float64
	computes     float64 // flop, of the host with the largest amount
	communicates bool
	expected     float64 // 0 without an expected duration
	parts        []string
	repeat       float64
	hasDelay     bool
}

// The kinds of profiles from which a duration follows, under the names of both
// versions.
const (
	delayProfile    = "waits"
	perHostProfile  = "each"  // flop for every host
	totalProfile    = "total" // flop for all hosts together
	listProfile     = "listed"
	sequenceProfile = "sequence"
)

var kinds = map[string]string{
	"delay": delayProfile, "DelayProfile": delayProfile,
	"parallel_homogeneous": perHostProfile, "msg_par_hg": perHostProfile,
	"ParallelTaskHomogeneousProfile": perHostProfile,
	"parallel_homogeneous_total":     totalProfile, "msg_par_hg_tot": totalProfile,
	"ParallelTaskHomogeneousTotalProfile": totalProfile,
	"parallel":                            listProfile, "msg_par": listProfile, "ParallelTaskProfile": listProfile,
	"composed": sequenceProfile, "SequentialCompositionProfile": sequenceProfile,
}

// readProfile returns the next object as a profile. Unknown members and invalid
// numbers are ignored; the usual repeat count is 1.
func readProfile(p *importer.Pull) *profile {
	out := &profile{repeat: 1}
	p.Object(func(key string) {
		switch key {
		case "type":
			out.kind = p.Text()
		case "delay":
			out.delay, out.hasDelay = p.Number()
		case "cpu":
			out.computes = largestNumber(p)
		case "com":
			out.communicates = largestNumber(p) > 0
		case "expected_execution_time", "runtime":
			if x, ok := p.Number(); ok && x > 0 {
				out.expected = x
			}
		case "repeat", "nb":
			if x, ok := p.Number(); ok && x >= 0 {
				out.repeat = x
			}
		case "seq":
			p.Array(func(int) { out.parts = append(out.parts, p.Text()) })
		}
	})
	return out
}

// largestNumber returns the largest of a list of numbers, or the number itself if there
// is one.
func largestNumber(p *importer.Pull) (x float64) {
	if p.Peek() != '[' {
		x, _ = p.Number()
		return x
	}
	p.Array(func(int) {
		if p.Peek() == '[' {
			x = max(x, largestNumber(p))
		} else if y, ok := p.Number(); ok {
			x = max(x, y)
		}
	})
	return x
}

// A length is the duration of a profile: seconds, plus computation in flop of
// every host and of all hosts together. It is computed once for each profile.
type length struct {
	seconds, flopPerHost, flopTotal float64
	expected                        bool   // given as an expected duration
	silent                          bool   // communicates, which is not counted
	reason                          string // reason for an unknown duration
	open                            bool   // being computed; meeting it again means a cycle
}

// deepest bounds the nesting of sequences.
const deepest = 64

// length returns the duration of the named profile, from the cache if it was
// computed before. For an invalid profile, such as one that contains itself,
// the field why of the result is set.
func (r *reader) length(name string, depth int) *length {
	if found := r.lengths[name]; found != nil {
		if found.open {
			return &length{reason: "with a profile that is a part of itself"}
		}
		return found
	}
	out := &length{open: true}
	r.lengths[name] = out
	out.compute(r, name, depth)
	out.open = false
	return out
}

// compute sets l to the duration of the named profile at a nesting depth of
// sequences. If the duration is unknown, it sets l.why.
func (l *length) compute(r *reader, name string, depth int) {
	x := r.profiles[name]
	if x == nil {
		l.reason = "with a profile that is not in the file"
		return
	}
	switch kinds[x.kind] {
	case delayProfile:
		if l.seconds = x.delay; !x.hasDelay {
			l.reason = "with a profile without a delay"
		}
	case sequenceProfile:
		if depth == deepest {
			l.reason = "with a profile of sequences that lie deeper in each other than " + strconv.Itoa(deepest)
			return
		}
		for _, part := range x.parts {
			one := r.length(part, depth+1)
			if one.reason != "" {
				l.reason = one.reason
				return
			}
			l.seconds, l.flopPerHost, l.flopTotal = l.seconds+one.seconds, l.flopPerHost+one.flopPerHost,
				l.flopTotal+one.flopTotal
			l.expected, l.silent = l.expected || one.expected, l.silent || one.silent
		}
		l.seconds, l.flopPerHost, l.flopTotal = float64(l.seconds*x.repeat), float64(l.flopPerHost*x.repeat),
			float64(l.flopTotal*x.repeat)
	case "":
		if l.seconds, l.expected = x.expected, true; x.expected == 0 {
			l.reason = "with a profile of type " + strconv.Quote(importer.Clean(x.kind)) + ", which is not known here"
		}
	default:
		switch {
		case x.expected > 0:
			l.seconds, l.expected = x.expected, true
			return
		case kinds[x.kind] == totalProfile:
			l.flopTotal = x.computes
		default:
			l.flopPerHost = x.computes
		}
		l.silent = x.communicates
	}
}

// duration returns the duration in seconds on a number of hosts of a speed in flop/s.
func (l *length) duration(slots, speed float64) float64 {
	return l.seconds + l.flopPerHost/speed + l.flopTotal/max(1, slots)/speed
}
