package deflate

import (
	"cmp"
	"math/bits"
	"slices"

	"gridbox/core/sorting"
)

// A code is the bits of a symbol, the first bit lowest.
type code struct {
	bits   uint16
	length uint8
}

// A coin of the package-merge method: one symbol, or a package of two coins.
type coin struct {
	weight  int
	symbols []uint16
}

// lengths returns the code length of each symbol, 0 for symbols that do not
// occur. The total is minimal for the limit. A single symbol gets one bit.
func lengths(often []int, limit int) []uint8 {
	result := make([]uint8, len(often))
	var singles []coin
	for s, n := range often {
		if n > 0 {
			singles = append(singles, coin{n, []uint16{uint16(s)}})
		}
	}
	if len(singles) == 0 {
		return result
	}
	if len(singles) == 1 {
		result[singles[0].symbols[0]] = 1
		return result
	}
	byWeight := func(a, b coin) int { return cmp.Compare(a.weight, b.weight) }
	sorting.Stable(singles, byWeight)
	row := singles
	for range limit - 1 {
		next := slices.Clone(singles)
		for i := 0; i+1 < len(row); i += 2 {
			next = append(next, coin{row[i].weight + row[i+1].weight, slices.Concat(row[i].symbols, row[i+1].symbols)})
		}
		sorting.Stable(next, byWeight)
		row = next
	}
	for _, c := range row[:2*len(singles)-2] {
		for _, s := range c.symbols {
			result[s]++
		}
	}
	return result
}

// codes returns the canonical codes for the given lengths (RFC 1951, 3.2.2).
func codes(lengths []uint8) []code {
	var of [16]int
	for _, n := range lengths {
		of[n]++
	}
	of[0] = 0
	var next [16]uint16
	for n := 1; n < 16; n++ {
		next[n] = (next[n-1] + uint16(of[n-1])) << 1
	}
	result := make([]code, len(lengths))
	for s, n := range lengths {
		if n > 0 {
			result[s] = code{bits.Reverse16(next[n]) >> (16 - n), n}
			next[n]++
		}
	}
	return result
}

// fixedLiterals returns the code lengths that need no header (RFC 1951, 3.2.6).
func fixedLiterals() []uint8 {
	result := make([]uint8, 288)
	for s := range result {
		switch {
		case s < 144:
			result[s] = 8
		case s < 256:
			result[s] = 9
		case s < 280:
			result[s] = 7
		default:
			result[s] = 8
		}
	}
	return result
}

func fixedDistances() []uint8 { return slices.Repeat([]uint8{5}, 30) }

// fixedCost returns the bits of a block with fixed codes. Like cost it leaves
// out the extra bits, which are the same for both.
func fixedCost(literals *[literalSize]int, distances *[distSize]int) int {
	return total(literals[:], fixedLiterals()) + total(distances[:], fixedDistances())
}

func total(often []int, lengths []uint8) (bits int) {
	for s, n := range often {
		bits += n * int(lengths[s])
	}
	return bits
}
