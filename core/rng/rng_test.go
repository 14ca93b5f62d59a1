package rng

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"testing"
)

// digest returns the digest of the bits of ten thousand draws.
func digest(draw func() float64) string {
	h := sha256.New()
	for range 10_000 {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(draw()))
		h.Write(b[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// The bits are the same natively, as WebAssembly and in every later version:
// the presets and all shared links with a seed depend on it.
func TestGoldenStreams(t *testing.T) {
	s := New(7, "golden", 0)
	for _, c := range []struct {
		name, want string
		draw       func() float64
	}{
		{"Float64", "d8acccba7c03f50a", s.Float64},
		{"IntN", "18f373a740fee1e9", func() float64 { return float64(s.IntN(1000)) }},
		{"Normal", "fab97b064f751be0", func() float64 { return s.Normal(10, 2.5) }},
		{"TruncatedNormal", "ac96ce0e665e48c8", func() float64 { return s.TruncatedNormal(10, 5, 8, 30) }},
		{"PowerLaw 1", "3c900d08aae59318", func() float64 { return s.PowerLaw(1, 1, 100) }},
		{"PowerLaw 2", "22a2ec2bee85867c", func() float64 { return s.PowerLaw(2, 1, 100) }},
		{"PowerLaw 2.5", "3f5495a65443c7db", func() float64 { return s.PowerLaw(2.5, 1, 100) }},
	} {
		if got := digest(c.draw); got != c.want {
			t.Errorf("%s: digest %s, want %s", c.name, got, c.want)
		}
	}
}

// Streams differ if seed, name or replication differ.
func TestStreamsDiffer(t *testing.T) {
	first := map[uint64]string{}
	for _, s := range []struct {
		seed        uint64
		name        string
		replication uint64
	}{{0, "a", 0}, {1, "a", 0}, {0, "b", 0}, {0, "a", 1}, {256, "a", 0}, {0, "", 0}} {
		x := New(s.seed, s.name, s.replication).Uint64()
		if _, twice := first[x]; twice {
			t.Errorf("stream %v begins with the number of another stream", s)
		}
		first[x] = s.name
	}
	if New(3, "x", 2).Uint64() != New(3, "x", 2).Uint64() {
		t.Error("equal streams begin with different numbers")
	}
}

func TestLnAndExp(t *testing.T) {
	for _, x := range []float64{1e-300, 0.1, 0.5, 0.7071, 0.7072, 1, 1.0000001, 2, math.E, 1e10, math.MaxFloat64} {
		if got, want := Ln(x), math.Log(x); math.Abs(got-want) > 4e-16*math.Max(1e-9, math.Abs(want)) {
			t.Errorf("Ln(%g): got %v, want %v", x, got, want)
		}
	}
	// math.Log of subnormal numbers is wrong on some platforms: -1074 ln 2.
	if got := Ln(math.SmallestNonzeroFloat64); math.Abs(got+744.4400719213812) > 1e-12 {
		t.Errorf("Ln of the smallest number: got %v, want -744.4400719213812", got)
	}
	for _, x := range []float64{-745, -700, -1, -1e-9, 0, 1e-9, 0.3, 1, 5.5, 700, 709.7} {
		if got, want := Exp(x), math.Exp(x); math.Abs(got-want) > 1e-15*want+5e-324 {
			t.Errorf("Exp(%g): got %v, want %v", x, got, want)
		}
	}
	if Exp(1000) != math.Inf(1) || Exp(-1000) != 0 {
		t.Errorf("Exp: got %v and %v, want an overflow and an underflow", Exp(1000), Exp(-1000))
	}
}

// The means and ends of the distributions are right over many draws.
func TestDistributions(t *testing.T) {
	const n = 200_000
	s := New(1, "moments", 0)
	mean := func(draw func() float64) (mean, sd, lo, hi float64) {
		lo, hi = math.Inf(1), math.Inf(-1)
		sum, squares := 0.0, 0.0
		for range n {
			x := draw()
			sum, squares = sum+x, squares+x*x
			lo, hi = min(lo, x), max(hi, x)
		}
		mean = sum / n
		return mean, math.Sqrt(squares/n - mean*mean), lo, hi
	}
	if m, sd, _, _ := mean(func() float64 { return s.Normal(10, 2) }); math.Abs(m-10) > 0.03 || math.Abs(sd-2) > 0.03 {
		t.Errorf("Normal(10, 2): got mean %v, deviation %v; want 10 and 2", m, sd)
	}
	if _, _, lo, hi := mean(func() float64 { return s.TruncatedNormal(10, 5, 8, 11) }); lo < 8 || hi > 11 {
		t.Errorf("TruncatedNormal(10, 5, 8, 11): got %v to %v, want 8 to 11", lo, hi)
	}
	if x := s.TruncatedNormal(0, 1, 50, 60); x != 50 {
		t.Errorf("TruncatedNormal far from its interval: got %v, want the near end 50", x)
	}
	// The mean of a power law of exponent 2 on [1,100] is ln(100)/(1-1/100),
	// of exponent 1 (100-1)/ln(100), of exponent 2.5 3 (1-0.1)/(1-0.001).
	for _, c := range []struct{ alpha, want float64 }{
		{2, math.Log(100) / 0.99}, {1, 99 / math.Log(100)}, {2.5, 3 * 0.9 / 0.999}, {0, 50.5},
	} {
		m, _, lo, hi := mean(func() float64 { return s.PowerLaw(c.alpha, 1, 100) })
		if math.Abs(m-c.want) > 0.02*c.want || lo < 1 || hi > 100 {
			t.Errorf("PowerLaw(%v): got mean %v from %v to %v, want %v from 1 to 100", c.alpha, m, lo, hi, c.want)
		}
	}
	if x := s.PowerLaw(2, 5, 5); x != 5 {
		t.Errorf("PowerLaw(2, 5, 5): got %v, want 5", x)
	}
}

// A sample has no number twice, and every number is equally likely at every
// place.
func TestSample(t *testing.T) {
	s := New(1, "sample", 0)
	counts := make([][5]int, 3)
	for range 30_000 {
		drawn := s.Sample(5, 3)
		sorted := slices.Sorted(slices.Values(drawn))
		if len(slices.Compact(sorted)) != 3 {
			t.Fatalf("Sample: got %v, want 3 different numbers", drawn)
		}
		for place, x := range drawn {
			counts[place][x]++
		}
	}
	for place := range counts {
		for x, count := range counts[place] {
			if count < 5600 || count > 6400 {
				t.Errorf("number %d: got %d times at position %d, want about 6000", x, count, place)
			}
		}
	}
	if len(s.Sample(2, 9)) != 2 || s.UniformInt(4, 2) != 4 {
		t.Error("Sample(2, 9) does not have 2 numbers, or UniformInt(4, 2) is not 4")
	}
}
