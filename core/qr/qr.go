// Package qr writes addresses as QR codes (ISO/IEC 18004, model 2), for phones that
// take a link from a screen or from paper. It knows what that takes: text as bytes,
// the versions 1 to 40, and the levels L and M of error correction. Sections are those
// of the standard's edition of 2015.
package qr

import (
	"errors"
	"strconv"
	"strings"
)

// Most is how many bytes the largest code holds.
const Most = 2953

// A Code is a square of dark and light modules.
type Code struct {
	Size    int
	version int
	medium  bool   // level M of error correction, else L
	dark    []bool // row by row
	fixed   []bool // modules that hold no data
}

// ecc is how many codewords of error correction a block has, and blocks how many blocks
// there are, by level (L, M) and version (table 9).
var (
	ecc = [2][40]int{
		{7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
			28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
		{10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
			26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28}}
	blocks = [2][40]int{
		{1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
			8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25},
		{1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
			17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49}}
)

// Encode makes the smallest code that holds a text, with the better error correction
// where that has room in it.
func Encode(text string) (*Code, error) {
	for version := 1; version <= 40; version++ {
		for level := 1; level >= 0; level-- {
			if len(text) <= capacity(version, level) {
				return encode(text, version, level), nil
			}
		}
	}
	return nil, errors.New("a text of " + strconv.Itoa(len(text)) + " bytes is too long for a QR code, which holds " +
		strconv.Itoa(Most))
}

// capacity is how many bytes of text a version holds: its codewords without those of
// error correction, the four bits of the mode and the text's length.
func capacity(version, level int) int {
	return dataCodewords(version, level) - (4+lengthBits(version)+7)/8
}

func dataCodewords(version, level int) int {
	return modules(version)/8 - ecc[level][version-1]*blocks[level][version-1]
}

// lengthBits is how many bits say how long a text in bytes is (table 3).
func lengthBits(version int) int {
	if version < 10 {
		return 8
	}
	return 16
}

// modules is how many modules are left for codewords, and up to seven bits (6.1).
func modules(version int) int {
	size := version*4 + 17
	n := size*size - 3*64 - 2*15 - 1 - 2*(size-16) // finders, formats, the dark module, timing
	if version > 1 {
		k := version/7 + 2 // alignment patterns along a side, of which three corners have none
		n -= (k*k-3)*25 - 2*(k-2)*5
	}
	if version >= 7 {
		n -= 36
	}
	return n
}

func encode(text string, version, level int) *Code {
	c := &Code{Size: version*4 + 17, version: version, medium: level == 1}
	c.dark, c.fixed = make([]bool, c.Size*c.Size), make([]bool, c.Size*c.Size)
	c.patterns()
	c.place(interleaved(codewords(text, version, level), version, level))
	best, least := 0, 0
	for mask := range 8 {
		c.format(mask)
		c.mask(mask)
		if p := c.penalty(); mask == 0 || p < least {
			best, least = mask, p
		}
		c.mask(mask) // twice is not at all
	}
	c.format(best)
	c.mask(best)
	return c
}

// codewords are the mode, the length, the text, and padding (7.4).
func codewords(text string, version, level int) []byte {
	var b bits
	b.add(0b0100, 4)
	b.add(len(text), lengthBits(version))
	for i := range len(text) {
		b.add(int(text[i]), 8)
	}
	most := dataCodewords(version, level)
	b.add(0, min(4, most*8-b.n))
	b.add(0, (8-b.n%8)%8)
	for pad := 0xec; len(b.bytes) < most; pad ^= 0xec ^ 0x11 {
		b.add(pad, 8)
	}
	return b.bytes
}

// bits is a text of bits, the highest of a byte first.
type bits struct {
	bytes []byte
	n     int
}

func (b *bits) add(value, n int) {
	for i := n - 1; i >= 0; i-- {
		if b.n%8 == 0 {
			b.bytes = append(b.bytes, 0)
		}
		b.bytes[b.n/8] |= byte(value>>i&1) << (7 - b.n%8)
		b.n++
	}
}

// interleaved cuts the codewords into blocks, of which the last may be one longer, and
// takes them and their error correction in turns (7.6).
func interleaved(data []byte, version, level int) []byte {
	k, correction := blocks[level][version-1], ecc[level][version-1]
	short := len(data) / k
	longer := k - len(data)%k // the first block that is
	divisor := generator(correction)
	var parts, corrections [][]byte
	for i := range k {
		n := short
		if i >= longer {
			n++
		}
		parts = append(parts, data[:n])
		corrections = append(corrections, remainder(data[:n], divisor))
		data = data[n:]
	}
	var out []byte
	for at := range short + 1 {
		for _, part := range parts {
			if at < len(part) {
				out = append(out, part[at])
			}
		}
	}
	for at := range correction {
		for _, part := range corrections {
			out = append(out, part[at])
		}
	}
	return out
}

// multiply is the product in the field of 256 elements modulo x^8+x^4+x^3+x^2+1 (7.5.2).
func multiply(a, b byte) byte {
	product := 0
	for i := 7; i >= 0; i-- {
		product = product<<1 ^ product>>7*0x11d
		product ^= int(b>>i&1) * int(a)
	}
	return byte(product)
}

// generator is the polynomial with the roots 1, 2, 4, ..., without its leading 1.
func generator(degree int) []byte {
	g := make([]byte, degree)
	g[degree-1] = 1
	root := byte(1)
	for range degree {
		for i := range g {
			g[i] = multiply(g[i], root)
			if i+1 < degree {
				g[i] ^= g[i+1]
			}
		}
		root = multiply(root, 2)
	}
	return g
}

// remainder of the division by a generator is a block's error correction.
func remainder(data, divisor []byte) []byte {
	rest := make([]byte, len(divisor))
	for _, b := range data {
		factor := b ^ rest[0]
		copy(rest, rest[1:])
		rest[len(rest)-1] = 0
		for i, d := range divisor {
			rest[i] ^= multiply(d, factor)
		}
	}
	return rest
}

// At reports whether a module is dark; around the code all are light.
func (c *Code) At(x, y int) bool {
	return x >= 0 && y >= 0 && x < c.Size && y < c.Size && c.dark[y*c.Size+x]
}

// Margin is how many light modules a code needs around it (6.3.8).
const Margin = 4

// SVG draws the code, dark on white in every theme, because readers expect that.
func (c *Code) SVG(name string) string {
	side := strconv.Itoa(c.Size + 2*Margin)
	var path strings.Builder
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			run := 0
			for c.At(x+run, y) {
				run++
			}
			if run > 0 {
				long := strconv.Itoa(run)
				path.WriteString("M" + strconv.Itoa(x+Margin) + " " + strconv.Itoa(y+Margin))
				path.WriteString("h" + long + "v1h-" + long + "z")
				x += run
			}
		}
	}
	label := strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(name)
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + " " + side + `" role="img" aria-label="` + label +
		`" shape-rendering="crispEdges"><rect width="` + side + `" height="` + side + `" fill="#fff"/><path d="` +
		path.String() + `" fill="#000"/></svg>`
}
