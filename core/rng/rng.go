// Package rng gives named, seeded streams of random numbers that are the same
// bit for bit natively and as WebAssembly.
//
// A stream is known by a seed, a name and a replication. Different names give
// independent streams, so that asking for more jobs does not change the
// topology; replication r of a study has streams of its own, so that results
// do not depend on how the work was split.
//
// Everything is built from integer operations, +, *, / and math.Sqrt, which
// IEEE 754 rounds alike everywhere. math.Exp, math.Pow and the normal deviates
// of math/rand/v2 (whose tail compares with math.Exp) are avoided because
// their assembly versions differ in the last bit between platforms; products
// are converted explicitly so that no compiler fuses them with a sum.
package rng

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"gridbox/core/sha256"
)

// A Stream is one sequence of random numbers. It is not safe for concurrent
// use; take one stream for each purpose instead.
type Stream struct {
	source rand.PCG
	// spare is the second of a pair of normal deviates.
	spare    float64
	hasSpare bool
}

// New gives the stream with this name. Seed 0 is a seed like any other.
func New(seed uint64, name string, replication uint64) *Stream {
	key := make([]byte, 0, 16+len(name))
	key = binary.LittleEndian.AppendUint64(key, seed)
	key = binary.LittleEndian.AppendUint64(key, replication)
	key = append(key, name...)
	sum := sha256.Sum(key)
	s := &Stream{}
	s.source.Seed(binary.LittleEndian.Uint64(sum[0:]), binary.LittleEndian.Uint64(sum[8:]))
	return s
}

// Uint64 gives 64 random bits.
func (s *Stream) Uint64() uint64 { return s.source.Uint64() }

// Float64 is uniform on [0, 1), a multiple of 2^-53.
func (s *Stream) Float64() float64 {
	return float64(s.source.Uint64()>>11) * 0x1p-53
}

// IntN is uniform on 0 to n-1. It panics when n is not positive, which is a
// programmer's mistake. The method is Lemire's multiplication with rejection
// ("Fast Random Integer Generation in an Interval", 2019).
func (s *Stream) IntN(n int) int {
	if n <= 0 {
		panic("rng: IntN needs a positive n")
	}
	bound := uint64(n)
	hi, lo := bits.Mul64(s.source.Uint64(), bound)
	if lo < bound {
		for reject := -bound % bound; lo < reject; {
			hi, lo = bits.Mul64(s.source.Uint64(), bound)
		}
	}
	return int(hi)
}

// Between is uniform on lo to hi, both included; hi below lo counts as lo.
func (s *Stream) Between(lo, hi int) int {
	if hi <= lo {
		return lo
	}
	return lo + s.IntN(hi-lo+1)
}

// Sample draws k different numbers out of 0 to n-1, in the order in which they
// were drawn (Floyd's method for small k needs no list of n). k above n counts
// as n.
func (s *Stream) Sample(n, k int) []int {
	k = min(k, n)
	drawn := make([]int, 0, k)
	seen := make(map[int]bool, k)
	for top := n - k; top < n; top++ {
		pick := s.IntN(top + 1)
		if seen[pick] {
			pick = top
		}
		seen[pick] = true
		drawn = append(drawn, pick)
	}
	s.shuffle(drawn)
	return drawn
}

// shuffle puts list in random order; Floyd's sample is uniform as a set only.
func (s *Stream) shuffle(list []int) {
	for i := len(list) - 1; i > 0; i-- {
		j := s.IntN(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
