// Package deflate compresses short texts in the format of RFC 1951, always into
// the same bytes. The output is part of links, and equal scenarios must have
// equal links whatever compiler built the program. The standard library's
// compressor does not promise that and takes three times the room in a binary.
// Decompression is left to compress/flate.
//
// A text becomes one block. Matches are found with hash chains of earlier
// positions and lazy matching by one byte. Codes are optimal for their limit of
// 15 bits (package-merge, Larmore and Hirschberg 1990). The time is linear in
// the text times the length of the chains.
package deflate

// PackAfter compresses a text with a preset dictionary. The decompressor needs
// the same dictionary.
func PackAfter(dictionary, text []byte) []byte {
	tokens := tokenize(dictionary, text)
	literals, distances := count(tokens)
	dynamic := newHeader(lengths(literals[:], 15), lengths(distances[:], 15))
	w := &writer{}
	w.bits(1, 1) // the last block
	if dynamic.cost(&literals, &distances) < fixedCost(&literals, &distances) {
		w.bits(2, 2)
		dynamic.write(w)
		w.tokens(tokens, codes(dynamic.literals), codes(dynamic.distances))
	} else {
		w.bits(1, 2)
		w.tokens(tokens, codes(fixedLiterals()), codes(fixedDistances()))
	}
	return w.close()
}

// A writer packs bits from the least significant end of each byte.
type writer struct {
	out       []byte
	bitBuffer uint64
	bitCount  uint
}

func (w *writer) bits(value uint32, n uint) {
	w.bitBuffer |= uint64(value) << w.bitCount
	for w.bitCount += n; w.bitCount >= 8; w.bitCount -= 8 {
		w.out = append(w.out, byte(w.bitBuffer))
		w.bitBuffer >>= 8
	}
}

func (w *writer) close() []byte {
	if w.bitCount > 0 {
		w.out = append(w.out, byte(w.bitBuffer))
	}
	return w.out
}

// tokens writes the codes of the tokens and of the end of the block.
func (w *writer) tokens(tokens []token, literals, distances []code) {
	for _, t := range tokens {
		if t.distance == 0 {
			w.code(literals[t.length])
			continue
		}
		l, d := lengthClass(int(t.length)), distanceClass(int(t.distance))
		w.code(literals[firstLength+l])
		w.bits(uint32(t.length)-uint32(lengthBase[l]), lengthExtra(l))
		w.code(distances[d])
		w.bits(uint32(t.distance)-uint32(distanceBase[d]), distanceExtra(d))
	}
	w.code(literals[endOfBlock])
}

func (w *writer) code(c code) { w.bits(uint32(c.bits), uint(c.length)) }
