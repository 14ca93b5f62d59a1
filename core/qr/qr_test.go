package qr

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The standard's own examples: annex I for the error correction of "01234567" in
// version 1-M, annexes C and D for format and version.
func TestExamplesOfTheStandard(t *testing.T) {
	data := []byte{0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11}
	want := []byte{0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55}
	if got := remainder(data, generator(10)); !bytes.Equal(got, want) {
		t.Errorf("error correction % x, want % x", got, want)
	}
	if got := formatCode(true, 0b101); got != 0b100000011001110 {
		t.Errorf("the format of level M and mask 101 is %015b", got)
	}
	if got := versionCode(7); got != 0b000111110010010100 {
		t.Errorf("version 7 is %018b", got)
	}
	for version, want := range map[int][]int{2: {6, 18}, 7: {6, 22, 38}, 15: {6, 26, 48, 70}, 16: {6, 26, 50, 74},
		32: {6, 34, 60, 86, 112, 138}, 36: {6, 24, 50, 76, 102, 128, 154}, 39: {6, 26, 54, 82, 110, 138, 166},
		40: {6, 30, 58, 86, 114, 142, 170}} {
		if got := alignments(version); !slices.Equal(got, want) {
			t.Errorf("version %d: %v, want %v", version, got, want)
		}
	}
}

// Table 7 says how many bytes a version holds, at levels L and M.
func TestCapacities(t *testing.T) {
	for version, want := range map[int][2]int{1: {17, 14}, 2: {32, 26}, 5: {106, 84}, 7: {154, 122}, 10: {271, 213},
		14: {458, 362}, 20: {858, 666}, 27: {1465, 1125}, 33: {2068, 1628}, 40: {Most, 2331}} {
		if got := [2]int{capacity(version, 0), capacity(version, 1)}; got != want {
			t.Errorf("version %d holds %v bytes, want %v", version, got, want)
		}
	}
}

// What is encoded is read again by a reader that takes modules only: it finds level and
// mask, collects codewords, and holds each block to its error correction.
func TestEveryVersionIsReadAgain(t *testing.T) {
	letters := "https://gridbox.example/lab/#s1.p.ABCDEFGHIJKLMNOPQRSTUVWXYZ" +
		"abcdefghijklmnopqrstuvwxyz0123456789-_&expect="
	text := strings.Repeat(letters, 30)
	for version := 1; version <= 40; version++ {
		for level := range 2 {
			n := capacity(version, level)
			c, err := Encode(text[:n])
			if err != nil || c.Size > version*4+17 {
				t.Fatalf("%d bytes: version of %d modules, %v", n, c.Size, err)
			}
			got, err := read(c.Size, c.At)
			if err != nil || got != text[:n] {
				t.Errorf("%d bytes: %v, read %.60q", n, err, got)
			}
		}
	}
	for _, text := range []string{"", "a", "ü – 語", strings.Repeat("\x00\xff", 70)} {
		c, err := Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read(c.Size, c.At); err != nil || got != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := Encode(strings.Repeat("x", Most+1)); err == nil || !strings.Contains(err.Error(), "2953") {
		t.Errorf("a text that is too long: %v", err)
	}
}

// Short texts take the better correction where that costs no larger code.
func TestTheSmallestCode(t *testing.T) {
	for n, want := range map[int]string{14: "21 true", 15: "21 false", 17: "21 false", 18: "25 true", 84: "37 true",
		213: "53 false"} {
		c, _ := Encode(strings.Repeat("x", n))
		if got := fmt.Sprint(c.Size, " ", c.medium); got != want {
			t.Errorf("%d bytes: %s, want %s", n, got, want)
		}
	}
}

// The drawing has the modules of the code where they are, a margin around them, and
// nothing of the name as markup.
func TestTheDrawing(t *testing.T) {
	c, _ := Encode("https://gridbox.example/lab/")
	svg := c.SVG(`"<b>&`)
	if !strings.Contains(svg, `aria-label="&quot;&lt;b>&amp;"`) {
		t.Errorf("%.300s", svg)
	}
	drawn := map[[2]int]bool{}
	_, path, _ := strings.Cut(svg, ` d="`)
	for part := range strings.SplitSeq(strings.TrimPrefix(path[:strings.Index(path, `"`)], "M"), "M") {
		var x, y, run int
		if _, err := fmt.Sscanf(part, "%d %dh%d", &x, &y, &run); err != nil {
			t.Fatalf("%q: %v", part, err)
		}
		for i := range run {
			drawn[[2]int{x + i - Margin, y - Margin}] = true
		}
	}
	got, err := read(c.Size, func(x, y int) bool { return drawn[[2]int{x, y}] })
	if err != nil || got != "https://gridbox.example/lab/" {
		t.Errorf("%q, %v", got, err)
	}
}

// read is the other way, by what the standard says of reading (clause 12).
func read(size int, at func(x, y int) bool) (string, error) {
	version := (size - 17) / 4
	format := 0
	for i, place := range [][2]int{{8, 0}, {8, 1}, {8, 2}, {8, 3}, {8, 4}, {8, 5}, {8, 7}, {8, 8},
		{7, 8}, {5, 8}, {4, 8}, {3, 8}, {2, 8}, {1, 8}, {0, 8}} {
		if at(place[0], place[1]) {
			format |= 1 << i
		}
	}
	format ^= 0x5412
	level, mask := map[int]int{0b01: 0, 0b00: 1}[format>>13], format>>10&7
	if divided(format, 0x537, 10) != 0 {
		return "", fmt.Errorf("the format %015b is none", format)
	}
	var raw bits
	up := true
	for right := size - 1; right > 0; right -= 2 {
		if right == 6 {
			right--
		}
		for i := range size {
			y := i
			if up {
				y = size - 1 - i
			}
			for _, x := range []int{right, right - 1} {
				if holds(version, size, x, y) {
					bit := 0
					if at(x, y) != turned(mask, y, x) {
						bit = 1
					}
					raw.add(bit, 1)
				}
			}
		}
		up = !up
	}
	k, correction := blocks[level][version-1], ecc[level][version-1]
	all := raw.n / 8
	parts := make([][]byte, k)
	short := (all - k*correction) / k
	take := 0
	for at := range short + 1 {
		for b := range k {
			if at < short || b >= k-(all-k*correction)%k {
				parts[b] = append(parts[b], raw.bytes[take])
				take++
			}
		}
	}
	var data []byte
	for b := range k {
		data = append(data, parts[b]...)
		whole := parts[b]
		for j := range correction {
			whole = append(whole, raw.bytes[take+j*k+b])
		}
		root := byte(1)
		for range correction {
			sum := byte(0)
			for _, w := range whole {
				sum = times(sum, root) ^ w
			}
			if sum != 0 {
				return "", fmt.Errorf("block %d of %d has errors", b, k)
			}
			root = times(root, 2)
		}
	}
	if data[0]>>4 != 4 {
		return "", fmt.Errorf("mode %d", data[0]>>4)
	}
	nibbles := func(from, n int) int {
		v := 0
		for i := from; i < from+n; i++ {
			v = v<<4 | int(data[i/2]>>(4-4*(i%2))&15)
		}
		return v
	}
	digits := 2
	if version > 9 {
		digits = 4
	}
	text := make([]byte, nibbles(1, digits))
	for i := range text {
		text[i] = byte(nibbles(1+digits+2*i, 2))
	}
	return string(text), nil
}

// holds reports whether a module is one for data.
func holds(version, size, x, y int) bool {
	switch {
	case x == 6 || y == 6, x < 9 && y < 9, x >= size-8 && y < 9, x < 9 && y >= size-8:
		return false
	case version >= 7 && (x >= size-11 && y < 6 || y >= size-11 && x < 6):
		return false
	}
	places := alignments(version)
	for i, py := range places {
		for j, px := range places {
			corner := i == 0 && j == 0 || i == 0 && j == len(places)-1 || i == len(places)-1 && j == 0
			if !corner && x >= px-2 && x <= px+2 && y >= py-2 && y <= py+2 {
				return false
			}
		}
	}
	return true
}

// turned is table 10, with i the row and j the column.
func turned(mask, i, j int) bool {
	return []bool{(i+j)%2 == 0, i%2 == 0, j%3 == 0, (i+j)%3 == 0, (i/2+j/3)%2 == 0, i*j%2+i*j%3 == 0,
		(i*j%2+i*j%3)%2 == 0, ((i+j)%2+i*j%3)%2 == 0}[mask]
}

// times multiplies by repeated doubling.
func times(a, b byte) byte {
	var p byte
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			p ^= a
		}
		carry := a >= 128
		if a <<= 1; carry {
			a ^= 0x1d
		}
	}
	return p
}
