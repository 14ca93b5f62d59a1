package deflate

const (
	window   = 1 << 15 // maximum distance of a match
	minMatch = 3
	maxMatch = 258
	hashBits = 14
	// nearby is the maximum distance of a match of three bytes. From farther away it takes
	// more bits than three literals.
	nearby = 64
	// chain is the maximum number of earlier positions that are tried. More gain only a few
	// bytes in a thousand.
	chain = 128
)

// A token is a literal byte (distance 0, the byte in length) or a match.
type token struct{ length, distance uint16 }

// A finder has the hash chains of the positions of a text by their first three
// bytes.
type finder struct {
	text []byte
	head [1 << hashBits]int32 // latest position of a hash, plus one
	prev []int32              // previous position of the same hash, plus one
}

func (f *finder) hash(i int) uint32 {
	v := uint32(f.text[i]) | uint32(f.text[i+1])<<8 | uint32(f.text[i+2])<<16
	return v * 2654435761 >> (32 - hashBits) // Knuth's multiplicative hashing
}

// add adds position i to its chain.
func (f *finder) add(i int) {
	if i+minMatch <= len(f.text) {
		h := f.hash(i)
		f.prev[i] = f.head[h]
		f.head[h] = int32(i + 1)
	}
}

// longestMatch returns the length of the longest match for position i and its
// distance back in bytes. Of equally long matches it returns the nearest. It
// inspects at most chain candidates. It returns 0, 0 if there is no match of
// minMatch bytes, or only a match of minMatch bytes farther than nearby.
func (f *finder) longestMatch(i int) (length, distance int) {
	if i+minMatch > len(f.text) {
		return 0, 0
	}
	most := min(maxMatch, len(f.text)-i)
	place := int(f.head[f.hash(i)]) - 1
	for tries := chain; place >= 0 && i-place <= window && tries > 0; tries-- {
		n := 0
		for n < most && f.text[place+n] == f.text[i+n] {
			n++
		}
		if n > length {
			length, distance = n, i-place
		}
		if length == most {
			break
		}
		place = int(f.prev[place]) - 1
	}
	if length < minMatch || length == minMatch && distance > nearby {
		return 0, 0
	}
	return length, distance
}

// tokenize splits a text that follows a dictionary into tokens. A match is
// dropped for a longer one that begins a byte later.
func tokenize(dictionary, text []byte) []token {
	from := len(dictionary)
	if from > 0 {
		text = append(dictionary[:from:from], text...)
	}
	f := &finder{text: text, prev: make([]int32, len(text))}
	for i := range from {
		f.add(i)
	}
	var tokens []token
	for i := from; i < len(text); {
		length, distance := f.longestMatch(i)
		f.add(i)
		if length == 0 {
			tokens = append(tokens, token{length: uint16(text[i])})
			i++
			continue
		}
		if length < maxMatch {
			if later, _ := f.longestMatch(i + 1); later > length {
				tokens = append(tokens, token{length: uint16(text[i])})
				i++
				continue
			}
		}
		tokens = append(tokens, token{uint16(length), uint16(distance)})
		for k := 1; k < length; k++ {
			f.add(i + k)
		}
		i += length
	}
	return tokens
}

// The alphabet of literals and lengths, and that of distances (RFC 1951, 3.2.5).
const (
	endOfBlock  = 256
	firstLength = 257
	literalSize = 286
	distSize    = 30
)

var (
	lengthBase = [29]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
		131, 163, 195, 227, 258}
	distanceBase = [distSize]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769,
		1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
)

// lengthExtra returns the number of extra bits after a length code.
func lengthExtra(class int) uint {
	if class < 8 || class == 28 {
		return 0
	}
	return uint(class/4 - 1)
}

func distanceExtra(class int) uint { return uint(max(class/2-1, 0)) }

func lengthClass(length int) int     { return class(lengthBase[:], length) }
func distanceClass(distance int) int { return class(distanceBase[:], distance) }

// class returns the index of the last base that is not above n.
func class(bases []uint16, n int) int {
	low, high := 0, len(bases)
	for high-low > 1 {
		if middle := (low + high) / 2; int(bases[middle]) <= n {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// count returns the frequency of each code.
func count(tokens []token) (literals [literalSize]int, distances [distSize]int) {
	literals[endOfBlock] = 1
	for _, t := range tokens {
		if t.distance == 0 {
			literals[t.length]++
			continue
		}
		literals[firstLength+lengthClass(int(t.length))]++
		distances[distanceClass(int(t.distance))]++
	}
	return literals, distances
}
