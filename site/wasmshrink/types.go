package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// Where types are told: runtime/symtab.go's moduledata, which begins with the
// address of the table of functions, and internal/abi/type.go's Type, by the
// offsets of their fields, as they are since Go 1.23 where a pointer has eight
// bytes. TestTypes holds the Go at hand to them.
const (
	dataTypes = 296 // where types and their names start
	dataLinks = 360 // the list of types without a name: its start and its length
	dataSize  = 384

	typeFlags = 20 // among them whether the name has a star in front that is not the type's
	typeName  = 40 // where the name is, from the start of all types
	extraStar = 1 << 1
)

var errTypes = errors.New("types are not told as Go 1.23 to 1.26 write them; " +
	"look at site/wasmshrink/types.go, or build with -lines")

// spelled is where a type's name begins to repeat the fields of a struct.
var spelled = []byte("struct {")

// forgetTypes shortens the names of types that spell out a struct, with the tags
// of its fields, and those that a generic function has for them. They are read
// when something prints a type, and where reflect looks for a type that the
// program already has: by halving, so the list that it looks in is put in the
// order of the shorter names.
func (m *module) forgetTypes(functions int) error {
	mem := m.flat(0)
	var head [8]byte
	binary.LittleEndian.PutUint64(head[:], uint64(functions))
	for at := 0; ; at += 8 {
		found := bytes.Index(mem[at:], head[:])
		if found < 0 {
			return errTypes
		}
		if at += found; at%8 == 0 && shorten(mem, at) {
			m.put(0, mem)
			return nil
		}
		at -= at % 8
	}
}

// shorten does so where a moduledata is at an address, and says whether one was.
func shorten(mem []byte, at int) (ok bool) {
	// What only looks like one leads anywhere.
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	number := func(at int) int { return int(binary.LittleEndian.Uint64(mem[at:])) }
	types, end := number(at+dataTypes), number(at+dataTypes+8)
	links, n := number(at+dataLinks), number(at+dataLinks+8)
	list := mem[links:][:4*n]
	name := func(link []byte) string {
		one := mem[types+int(binary.LittleEndian.Uint32(link)):]
		text := nameAt(mem, types+int(binary.LittleEndian.Uint32(one[typeName:])))
		if one[typeFlags]&extraStar != 0 {
			text = text[1:]
		}
		return string(text)
	}
	inOrder := func(a, b []byte) int { return strings.Compare(name(a), name(b)) }
	sorted := slices.Collect(slices.Chunk(list, 4))
	if n == 0 || !slices.IsSortedFunc(sorted, inOrder) {
		return false
	}
	for star := types; star < end; star++ {
		if mem[star] == '*' {
			shortenName(mem[types:end], star-types)
		}
	}
	slices.SortStableFunc(sorted, inOrder)
	copy(list, bytes.Join(sorted, nil))
	return true
}

// nameAt reads a name: a byte of flags, its length as a varint, its text.
func nameAt(mem []byte, at int) []byte {
	length, n := binary.Uvarint(mem[at+1:])
	return mem[at+1+n:][:length]
}

// shortenName empties a name of which the star at an address is the first sign
// after what spells it out begins, if that is what stands there.
func shortenName(mem []byte, star int) {
	for width := 1; width <= 3 && star > width; width++ {
		length, n := binary.Uvarint(mem[star-width : star])
		if n != width || length > uint64(len(mem)-star) || mem[star-width-1] > 15 {
			continue
		}
		name := mem[star:][:length]
		from := bytes.Index(name, spelled)
		if from >= 0 && !bytes.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
			clear(name[from+len(spelled):])
			return
		}
	}
}
