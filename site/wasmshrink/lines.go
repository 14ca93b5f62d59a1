package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Where a stack's functions, files and lines are told: the table that
// runtime/symtab.go reads and cmd/internal/objabi and cmd/link/internal/ld/pcln.go
// write. Its header and the record of a function, by the offsets of their
// fields, as they are since Go 1.20; TestLines holds the Go at hand to them.
const (
	headFunctions = 8  // how many functions
	headNames     = 32 // where their names start; this and what follows counts from the header
	headUnits     = 40 // the lists of a compilation unit's files
	headFiles     = 48 // the files' names
	headTables    = 56 // the tables of positions
	headRecords   = 64 // the list of functions, then their records
	headSize      = 72

	recordStack = 16 // the function's tables: how deep the stack is,
	recordFile  = 20 // which file,
	recordLine  = 24 // which line,
	recordMore  = 28 // and how many more, whose places follow the record
	recordUnit  = 32 // the compilation unit, to find files in
	recordStart = 36 // the line that the function starts at
	recordSize  = 44
)

// What the header starts with: a number for the version, two zeros, the smallest
// instruction, the bytes of a pointer.
var headMark = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

var errTable = errors.New("the table of functions is not as Go 1.20 to 1.26 write it; " +
	"look at site/wasmshrink/lines.go, or build with -lines")

// forgetLines empties what says files and lines and what libraries' functions
// are called, and keeps the tables that the runtime walks stacks by. The runtime
// prints "?" for a function without them. It tells where the table is.
func (m *module) forgetLines() (at int, err error) {
	for i := range m.segments {
		s := m.segments[i]
		for from := 0; ; from++ {
			found := bytes.Index(s.data[from:], headMark)
			if found < 0 {
				break
			}
			from += found
			// The table may have runs of zeros, and go on in the next segments.
			mem := m.flat(s.at + from)
			if forget(mem) {
				m.put(s.at+from, mem)
				return s.at + from, nil
			}
		}
	}
	return 0, errTable
}

// flat is the memory from an address on.
func (m *module) flat(from int) []byte {
	out := make([]byte, m.segments[len(m.segments)-1].end()-from)
	for _, s := range m.segments {
		if s.end() > from {
			copy(out[max(s.at-from, 0):], s.data[max(from-s.at, 0):])
		}
	}
	return out
}

// put writes memory back that has become zero in places; what no segment holds
// is zero already.
func (m *module) put(from int, mem []byte) {
	for _, s := range m.segments {
		if s.end() > from {
			copy(s.data[max(from-s.at, 0):], mem[max(s.at-from, 0):])
		}
	}
}

// forget does so in the table at the start of a memory, and says whether it was
// one.
func forget(mem []byte) (ok bool) {
	// What only looks like the table leads anywhere.
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	number := func(at int) int { return int(binary.LittleEndian.Uint32(mem[at:])) }
	names, units, files := number(headNames), number(headUnits), number(headFiles)
	tables, records, n := number(headTables), number(headRecords), number(headFunctions)
	if n == 0 || !(headSize <= names && names <= units && units <= files && files <= tables && tables <= records) {
		return false
	}
	positions := mem[tables:records]
	used := make([]bool, len(positions))
	for i := range n {
		record := records + number(records+8*i+4)
		keepTable(positions, used, number(record+recordStack))
		for k := range number(record + recordMore) {
			keepTable(positions, used, number(record+recordSize+4*k))
		}
	}
	for i := range n {
		record := records + number(records+8*i+4)
		for _, field := range []int{recordFile, recordLine, recordUnit, recordStart} {
			clear(mem[record+field:][:4])
		}
	}
	for i := range positions {
		if !used[i] {
			positions[i] = 0
		}
	}
	clear(mem[units:tables])
	forgetNames(mem[names:units])
	return true
}

// forgetNames empties the names of functions, but for those that are methods or
// plain functions of what holds the program together. The runtime leaves a
// function without a name out of a printed stack, so what is left says in which
// part of ours it was; what a screen draws, a solver computes and closures do
// are the many.
func forgetNames(names []byte) {
	for len(names) > 0 {
		end := bytes.IndexByte(names, 0)
		if end < 0 {
			return
		}
		name := names[:end]
		if !told(name) {
			clear(name)
		}
		names = names[end+1:]
	}
}

// holding are the packages whose functions keep their names.
var holding = [][]byte{[]byte("main."), []byte("gridbox/app/lab."), []byte("gridbox/app/shell."),
	[]byte("gridbox/app/compute."), []byte("gridbox/wasm/serve."), []byte("gridbox/core/engine.")}

// told tells whether a function keeps its name: no closure, and no instance of a
// generic one, each of which repeats its types.
func told(name []byte) bool {
	if bytes.IndexByte(name, '[') >= 0 || bytes.Contains(name, []byte(".func")) {
		return false
	}
	for _, one := range holding {
		if bytes.HasPrefix(name, one) {
			return true
		}
	}
	return false
}

// keepTable marks a table of positions as used: pairs of numbers, what changes
// and how far it holds, up to a change of zero that is not the first one.
func keepTable(positions []byte, used []bool, at int) {
	if at == 0 { // no table
		return
	}
	number := func() (first byte) {
		first = positions[at]
		for more := true; more; at++ {
			more = positions[at] >= 0x80
			used[at] = true
		}
		return first
	}
	for first := true; number() != 0 || first; first = false {
		number()
	}
}
