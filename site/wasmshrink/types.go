package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
)

// Offsets of fields of moduledata in runtime/symtab.go, which starts with the address of the
// function table, and of Type in internal/abi/type.go, valid since Go 1.23 with 8-byte pointers.
// The build fails with errTypes if the installed Go writes types in another way.
const (
	dataTypes = 296 // the start of types and their names
	dataLinks = 360 // the list of types without a name: its address and its length
	dataSize  = 384

	typeFlags = 20 // flags, among them whether the name starts with a star that is not part of it
	typeName  = 40 // the offset of the name from the start of all types
	extraStar = 1 << 1
)

var errTypes = errors.New("types are not encoded as Go 1.23 to 1.26 write them; " +
	"look at site/wasmshrink/types.go, or build with -lines")

// structText starts the text of a struct in the name of a type.
var structText = []byte("struct {")

// forgetTypes shortens the names of types that contain the text of a struct with the tags of its
// fields, including instances of generic functions. The names are used to print a type, and by
// reflect to find an existing type by binary search, so the list that is searched is sorted again
// by the shorter names.
func (m *module) forgetTypes(functions int) error {
	mem := m.memoryFrom(0)
	var head [8]byte
	binary.LittleEndian.PutUint64(head[:], uint64(functions))
	for at := 0; ; at += 8 {
		found := bytes.Index(mem[at:], head[:])
		if found < 0 {
			return errTypes
		}
		if at += found; at%8 == 0 && shorten(mem, at) {
			m.writeMemory(0, mem)
			return nil
		}
		at -= at % 8
	}
}

// shorten shortens the names of the moduledata at an address. ok is false if there is none.
func shorten(mem []byte, at int) (ok bool) {
	// Memory that only starts like a moduledata has invalid addresses.
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

// shortenName clears the name with a star at the given address from the first text of a struct
// on, if it has one.
func shortenName(mem []byte, star int) {
	for width := 1; width <= 3 && star > width; width++ {
		length, n := binary.Uvarint(mem[star-width : star])
		if n != width || length > uint64(len(mem)-star) || mem[star-width-1] > 15 {
			continue
		}
		name := mem[star:][:length]
		from := bytes.Index(name, structText)
		if from >= 0 && !bytes.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
			clear(name[from+len(structText):])
			return
		}
	}
}
