// Package rng provides named, seeded streams of random numbers that are bit for
// bit the same natively and as WebAssembly.
//
// A stream is identified by a seed, a name and a replication. Different names
// give independent streams, so that asking for more jobs does not change the
// topology. Each replication of a study has its own streams, so that results do
// not depend on how the work was split.
//
// All operations are integer operations, +, *, / and math.Sqrt, which IEEE 754
// rounds in the same way everywhere. math.Exp, math.Pow and the normal deviates
// of math/rand/v2 are avoided, because their assembly versions differ in the
// last bit between platforms. Products are converted explicitly so that no
// compiler fuses them with a sum.
package rng

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"gridbox/core/sha256"
)

// A Stream is a sequence of random numbers. It is not safe for concurrent use.
type Stream struct {
	source rand.PCG
	// spare is the second of a pair of normal deviates, valid if hasSpare.
	spare    float64
	hasSpare bool
}

// New returns the stream of a seed, a name and a replication. Seed 0 is not
// special.
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

// Uint64 returns 64 random bits.
func (s *Stream) Uint64() uint64 { return s.source.Uint64() }

// Float64 returns a number uniform on [0, 1), a multiple of 2^-53.
func (s *Stream) Float64() float64 {
	return float64(s.source.Uint64()>>11) * 0x1p-53
}

// IntN returns an integer uniform on 0 to n-1. It panics if n is not positive.
// The method is Lemire's multiplication with rejection ("Fast Random Integer
// Generation in an Interval", 2019).
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

// UniformInt returns an integer uniform on lo to hi, both included. If hi < lo it
// returns lo.
func (s *Stream) UniformInt(lo, hi int) int {
	if hi <= lo {
		return lo
	}
	return lo + s.IntN(hi-lo+1)
}

// Sample returns min(k, n) distinct integers out of 0 to n-1 in random order.
// All ordered samples are equally likely. It uses Floyd's method, which needs
// memory for k integers only, and a shuffle.
func (s *Stream) Sample(n, k int) []int {
	k = min(k, n)
	drawn := make([]int, 0, k)
	seen := make(map[int]bool, k)
	for upper := n - k; upper < n; upper++ {
		pick := s.IntN(upper + 1)
		if seen[pick] {
			pick = upper
		}
		seen[pick] = true
		drawn = append(drawn, pick)
	}
	s.shuffle(drawn)
	return drawn
}

// shuffle permutes list at random by the Fisher-Yates method. Floyd's sample is
// uniform as a set only.
func (s *Stream) shuffle(list []int) {
	for i := len(list) - 1; i > 0; i-- {
		j := s.IntN(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}
