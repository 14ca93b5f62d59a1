package deflate

// A header has the code lengths of a block (RFC 1951, 3.2.7).
type header struct {
	literals, distances []uint8
	runs                []run
	runLengths          []uint8 // code lengths of the runs
	runCount            int     // number of runs that are written
}

// A run is a code length, or a repetition: 16 repeats the previous length 3 to
// 6 times, 17 zero 3 to 10 times, 18 zero 11 to 138 times.
type run struct{ symbol, extra uint8 }

// runOrder is the order in which the code lengths of the runs are written.
var runOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// newHeader returns the header of a block with dynamic codes, from the code
// lengths of the literals and of the distances. Trailing zero lengths are left
// out.
func newHeader(literals, distances []uint8) *header {
	h := &header{literals: literals, distances: distances}
	nl, nd := usedCount(literals, 257), usedCount(distances, 1)
	h.literals, h.distances = literals[:nl], distances[:nd]
	h.runs = runsOf(append(append([]uint8{}, h.literals...), h.distances...))
	var often [19]int
	for _, r := range h.runs {
		often[r.symbol]++
	}
	h.runLengths = lengths(often[:], 7)
	for i, s := range runOrder {
		if h.runLengths[s] > 0 {
			h.runCount = i + 1
		}
	}
	h.runCount = max(h.runCount, 4)
	return h
}

// usedCount returns the number of symbols up to the last that has a code.
func usedCount(lengths []uint8, least int) int {
	n := len(lengths)
	for n > least && lengths[n-1] == 0 {
		n--
	}
	return n
}

// runsOf returns the run-length encoding of a list of code lengths.
func runsOf(row []uint8) []run {
	var runs []run
	for i := 0; i < len(row); {
		n := 1
		for i+n < len(row) && row[i+n] == row[i] {
			n++
		}
		i += n
		value := row[i-n]
		if value != 0 {
			runs = append(runs, run{symbol: value})
			n--
		}
		for n > 0 {
			switch {
			case value == 0 && n >= 11:
				k := min(n, 138)
				runs = append(runs, run{18, uint8(k - 11)})
				n -= k
			case value == 0 && n >= 3:
				runs = append(runs, run{17, uint8(n - 3)})
				n = 0
			case value != 0 && n >= 3:
				k := min(n, 6)
				runs = append(runs, run{16, uint8(k - 3)})
				n -= k
			default:
				runs = append(runs, run{symbol: value})
				n--
			}
		}
	}
	return runs
}

// extraBits returns the number of bits after the code of a run.
func (r run) extraBits() uint {
	switch r.symbol {
	case 16:
		return 2
	case 17:
		return 3
	case 18:
		return 7
	}
	return 0
}

func (h *header) cost(literals *[literalSize]int, distances *[distSize]int) int {
	bits := 14 + 3*h.runCount
	for _, r := range h.runs {
		bits += int(h.runLengths[r.symbol]) + int(r.extraBits())
	}
	return bits + total(literals[:len(h.literals)], h.literals) + total(distances[:len(h.distances)], h.distances)
}

// write writes the header after the three bits of the block type: the counts,
// the run code and the encoded code lengths.
func (h *header) write(w *writer) {
	w.bits(uint32(len(h.literals)-257), 5)
	w.bits(uint32(len(h.distances)-1), 5)
	w.bits(uint32(h.runCount-4), 4)
	for _, s := range runOrder[:h.runCount] {
		w.bits(uint32(h.runLengths[s]), 3)
	}
	runCodes := codes(h.runLengths)
	for _, r := range h.runs {
		w.code(runCodes[r.symbol])
		w.bits(uint32(r.extra), r.extraBits())
	}
}
