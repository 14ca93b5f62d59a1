package parquet

import (
	"encoding/binary"
	"errors"
)

// errShort is the panic of reading beyond the end of some data.
var errShort = errors.New("is cut off or damaged")

// maxDepth is the maximum nesting of structures in a description.
const maxDepth = 24

// A thrift reads values in Thrift's compact protocol, in which Parquet describes itself.
type thrift struct {
	data []byte
	at   int
}

// A value is an int64, a text, a list, or a structure.
type value struct{ any }

// fields are the fields of a structure by number.
type fields map[int]value

func (v value) fields() fields { f, _ := v.any.(fields); return f }

func (f fields) number(id int) int         { n, _ := f[id].any.(int64); return int(n) }
func (f fields) text(id int) string        { s, _ := f[id].any.(string); return s }
func (f fields) list(id int) []value       { l, _ := f[id].any.([]value); return l }
func (f fields) structure(id int) fields   { return f[id].fields() }
func (f fields) has(id int) (present bool) { _, present = f[id]; return present }

func (r *thrift) readBytes(n int) []byte {
	if n < 0 || n > len(r.data)-r.at {
		panic(errShort)
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *thrift) readUnsigned() uint64 {
	x, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 {
		panic(errShort)
	}
	r.at += n
	return x
}

func (r *thrift) readSigned() int64 {
	x := r.readUnsigned()
	return int64(x>>1) ^ -int64(x&1)
}

// structure reads fields up to the end of the structure.
func (r *thrift) structure(depth int) fields {
	if depth > maxDepth {
		panic(errShort)
	}
	f, id := fields{}, 0
	for {
		head := r.readBytes(1)[0]
		if head == 0 {
			return f
		}
		if delta := int(head >> 4); delta > 0 {
			id += delta
		} else {
			id = int(r.readSigned())
		}
		switch kind := head & 15; kind {
		case 1, 2: // a truth value is in the type
			f[id] = value{int64(2 - kind)}
		default:
			f[id] = r.value(kind, depth)
		}
	}
}

// value reads a value of a type.
func (r *thrift) value(kind byte, depth int) value {
	switch kind {
	case 1, 2, 3:
		return value{int64(r.readBytes(1)[0])}
	case 4, 5, 6:
		return value{r.readSigned()}
	case 7:
		r.readBytes(8)
		return value{}
	case 8:
		return value{string(r.readBytes(int(r.readUnsigned())))}
	case 9, 10:
		head := r.readBytes(1)[0]
		count := int(head >> 4)
		if count == 15 {
			count = int(r.readUnsigned())
		}
		if count < 0 || count > len(r.data)-r.at { // every element takes a byte
			panic(errShort)
		}
		list := make([]value, count)
		for i := range list {
			list[i] = r.value(head&15, depth+1)
		}
		return value{list}
	case 12:
		return value{r.structure(depth + 1)}
	}
	panic(errShort) // no description contains maps
}
