package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Offsets of fields in the header of the pcln table and in the record of a function, valid since
// Go 1.20. The table has the functions, files and lines for stack traces; runtime/symtab.go reads
// it, and cmd/internal/objabi and cmd/link/internal/ld/pcln.go write it. TestLines checks the
// offsets against the installed Go.
const (
	headFunctions = 8  // the number of functions
	headNames     = 32 // the start of their names; this and the next offsets are relative to the header
	headUnits     = 40 // the lists of files of compilation units
	headFiles     = 48 // the files' names
	headTables    = 56 // the pc-value tables
	headRecords   = 64 // the list of functions, then their records
	headSize      = 72

	recordStack = 16 // the function's tables: stack depth,
	recordFile  = 20 // file,
	recordLine  = 24 // line,
	recordMore  = 28 // and the number of others, whose offsets follow the record
	recordUnit  = 32 // the compilation unit, for the files
	recordStart = 36 // the line at which the function starts
	recordSize  = 44
)

// headMark is the start of the header: a version number, two zeros, the minimum instruction size,
// the size of a pointer.
var headMark = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

var errTable = errors.New("the table of functions is not as Go 1.20 to 1.26 write it; " +
	"look at site/wasmshrink/lines.go, or build with -lines")

// forgetLines clears files and lines and the names of libraries' functions, and keeps the tables
// with which the runtime unwinds stacks. The runtime prints "?" for a function without them. at
// is the address of the table.
func (m *module) forgetLines() (at int, err error) {
	for i := range m.segments {
		s := m.segments[i]
		for from := 0; ; from++ {
			found := bytes.Index(s.data[from:], headMark)
			if found < 0 {
				break
			}
			from += found
			// The table may contain runs of zeros and continue in the next segments.
			mem := m.memoryFrom(s.at + from)
			if forget(mem) {
				m.writeMemory(s.at+from, mem)
				return s.at + from, nil
			}
		}
	}
	return 0, errTable
}

// memoryFrom returns the memory from an address on.
func (m *module) memoryFrom(from int) []byte {
	out := make([]byte, m.segments[len(m.segments)-1].end()-from)
	for _, s := range m.segments {
		if s.end() > from {
			copy(out[max(s.at-from, 0):], s.data[max(from-s.at, 0):])
		}
	}
	return out
}

// writeMemory writes back partly cleared memory; bytes outside of the segments are zero
// already.
func (m *module) writeMemory(from int, mem []byte) {
	for _, s := range m.segments {
		if s.end() > from {
			copy(s.data[max(from-s.at, 0):], mem[max(s.at-from, 0):])
		}
	}
}

// forget clears the table at the start of a memory. ok is false if there is none.
func forget(mem []byte) (ok bool) {
	// Memory that only starts like the table has invalid offsets.
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

// forgetNames clears the names of functions for which keepsName is false. The runtime omits a function without a name
// from a printed stack, so the remaining names show the part of the program. Most functions draw, solve, or are
// closures, and lose their names.
func forgetNames(names []byte) {
	for len(names) > 0 {
		end := bytes.IndexByte(names, 0)
		if end < 0 {
			return
		}
		name := names[:end]
		if !keepsName(name) {
			clear(name)
		}
		names = names[end+1:]
	}
}

// keptPrefixes lists the prefixes of functions that keep their names.
var keptPrefixes = [][]byte{[]byte("main."), []byte("gridbox/app/lab."), []byte("gridbox/app/shell."),
	[]byte("gridbox/app/compute."), []byte("gridbox/wasm/serve."), []byte("gridbox/core/engine.")}

// keepsName reports whether a function keeps its name: it is in one of the packages, no closure, and
// no instance of a generic function, whose name repeats its types.
func keepsName(name []byte) bool {
	if bytes.IndexByte(name, '[') >= 0 || bytes.Contains(name, []byte(".func")) {
		return false
	}
	for _, one := range keptPrefixes {
		if bytes.HasPrefix(name, one) {
			return true
		}
	}
	return false
}

// keepTable marks the bytes of a pc-value table as used: pairs of a value delta and a pc delta,
// up to a value delta of zero that is not the first.
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
