package fuel

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

var preamble = []byte("\x00asm\x01\x00\x00\x00")

// Numbers of the WebAssembly specification 2.0, chapter 5.
const (
	sectionTypes     = 1
	sectionImports   = 2
	sectionFunctions = 3
	sectionMemory    = 5
	sectionGlobals   = 6
	sectionExports   = 7
	sectionElements  = 9
	sectionCode      = 10
	sectionDataCount = 12
	lastSection      = 12

	kindFunction, kindMemory, kindGlobal = 0, 2, 3

	typeI32, typeI64, typeF64 = 0x7f, 0x7e, 0x7c
	typeFunction              = 0x60
)

// A module has the parts of a module that rewriting needs.
type module struct {
	sections     [lastSection + 1][]byte
	types        [][]byte // each as encoded
	imports      []importEntry
	functions    []int // their types
	pages        int
	globals      int
	globalBodies []byte // without their count
	exports      []export
	bodies       [][]byte
}

type importEntry struct {
	module, name string
	typeIndex    int // index in types
}

type export struct {
	name  string
	kind  byte
	index int
}

// read decodes the sections of a module. It returns an error if the module is
// cut off or has an unsupported section or entry.
func read(text []byte) (*module, error) {
	r := &reader{rest: text}
	if !bytes.Equal(r.readBytes(len(preamble)), preamble) {
		return nil, errors.New("it is no WebAssembly module of version 1")
	}
	m := &module{}
	for len(r.rest) > 0 && !r.short {
		id, size := r.readByte(), r.readUnsigned()
		body := r.readBytes(size)
		if int(id) > lastSection {
			return nil, fmt.Errorf("it has a section %d", id)
		}
		if id != 0 { // skip names and notes of the compiler
			m.sections[id] = body
		}
	}
	if r.short {
		return nil, errShort
	}
	for _, part := range []func() error{m.readTypes, m.readImports, m.readFunctions, m.readMemory, m.readGlobals,
		m.readExports, m.readCode} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

var errShort = errors.New("it ends too early")

// readTypes reads the section of types. Each function type is kept as encoded.
func (m *module) readTypes() error {
	return forEachElement(m.sections[sectionTypes], func(r *reader) error {
		start := r.rest
		if r.readByte() != typeFunction {
			return errors.New("it has a type that is no function's")
		}
		r.readBytes(r.readUnsigned())
		r.readBytes(r.readUnsigned())
		m.types = append(m.types, start[:len(start)-len(r.rest)])
		return nil
	})
}

// readImports reads the section of imports. It returns an error for an import
// that is not a function.
func (m *module) readImports() error {
	return forEachElement(m.sections[sectionImports], func(r *reader) error {
		i := importEntry{module: r.readName(), name: r.readName()}
		if r.readByte() != kindFunction {
			return errors.New("it imports " + i.name + ", which is no function")
		}
		i.typeIndex = r.readUnsigned()
		if i.typeIndex >= len(m.types) {
			return errShort
		}
		m.imports = append(m.imports, i)
		return nil
	})
}

// readFunctions reads the index of the type of each function.
func (m *module) readFunctions() error {
	return forEachElement(m.sections[sectionFunctions], func(r *reader) error {
		m.functions = append(m.functions, r.readUnsigned())
		return nil
	})
}

// readMemory reads the initial size of the memory. The module must have exactly
// one memory.
func (m *module) readMemory() error {
	memories := 0
	err := forEachElement(m.sections[sectionMemory], func(r *reader) error {
		memories++
		bounded := r.readByte()
		if bounded > 1 {
			return errors.New("its memory is shared or of 64 bits")
		}
		m.pages = r.readUnsigned()
		if bounded == 1 {
			r.readUnsigned()
		}
		return nil
	})
	if err == nil && memories != 1 {
		return fmt.Errorf("it has %d memories", memories)
	}
	return err
}

// readGlobals reads the number of globals, and keeps the rest as encoded.
func (m *module) readGlobals() error {
	r := &reader{rest: m.sections[sectionGlobals]}
	if len(r.rest) == 0 {
		return errors.New("it has no globals")
	}
	m.globals, m.globalBodies = r.readUnsigned(), r.rest
	return nil
}

// readExports reads the section of exports.
func (m *module) readExports() error {
	return forEachElement(m.sections[sectionExports], func(r *reader) error {
		m.exports = append(m.exports, export{r.readName(), r.readByte(), r.readUnsigned()})
		return nil
	})
}

// readCode reads the body of each function, as encoded.
func (m *module) readCode() error {
	err := forEachElement(m.sections[sectionCode], func(r *reader) error {
		m.bodies = append(m.bodies, r.readBytes(r.readUnsigned()))
		return nil
	})
	if err == nil && len(m.bodies) != len(m.functions) {
		return errors.New("it has functions without code")
	}
	return err
}

// typeOf returns the index of a function type, which is added if it is new.
func (m *module) typeOf(parameters, results []byte) int {
	encoded := join([]byte{typeFunction}, encodeUnsigned(len(parameters)), parameters, encodeUnsigned(len(results)),
		results)
	if i := slices.IndexFunc(m.types, func(t []byte) bool { return bytes.Equal(t, encoded) }); i >= 0 {
		return i
	}
	m.types = append(m.types, encoded)
	return len(m.types) - 1
}

// resultsOf returns the result types of a function type.
func (m *module) resultsOf(index int) []byte {
	r := &reader{rest: m.types[index][1:]}
	r.readBytes(r.readUnsigned())
	return r.readBytes(r.readUnsigned())
}

// parametersOf returns the number of parameters of a function type.
func (m *module) parametersOf(index int) int {
	r := &reader{rest: m.types[index][1:]}
	return r.readUnsigned()
}

// forEachElement calls element for each element of a section. It stops at the first
// error, and returns errShort if the section is cut off.
func forEachElement(body []byte, element func(r *reader) error) error {
	r := &reader{rest: body}
	if len(body) == 0 {
		return nil
	}
	for n := r.readUnsigned(); n > 0; n-- {
		if err := element(r); err != nil {
			return err
		}
		if r.short {
			return errShort
		}
	}
	return nil
}

// A reader reads from the front of a text. After its end it returns zeros and
// sets short.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) readBytes(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.short, r.rest = true, nil
		return nil
	}
	head := r.rest[:n]
	r.rest = r.rest[n:]
	return head
}

func (r *reader) readByte() byte {
	if b := r.readBytes(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// readUnsigned reads a number of at most 32 bits.
func (r *reader) readUnsigned() int {
	n := uint64(0)
	for shift := 0; shift < 35; shift += 7 {
		b := r.readByte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return int(n & 0x7fffffff)
		}
	}
	r.short = true
	return 0
}

// skipNumber skips a number of any length.
func (r *reader) skipNumber() {
	for range 10 {
		if r.readByte() < 0x80 {
			return
		}
	}
	r.short = true
}

func (r *reader) readName() string { return string(r.readBytes(r.readUnsigned())) }

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// encodeUnsigned encodes a number in unsigned LEB128.
func encodeUnsigned(n int) []byte {
	var out []byte
	for ; n >= 0x80; n >>= 7 {
		out = append(out, byte(n)|0x80)
	}
	return append(out, byte(n))
}

// encodeSigned encodes a number in signed LEB128.
func encodeSigned(n int64) []byte {
	var out []byte
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b < 0x40 || n == -1 && b >= 0x40 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

// vector encodes a vector of encoded elements.
func vector(list [][]byte) []byte { return join(encodeUnsigned(len(list)), join(list...)) }

// encodeIndexes encodes a vector of indexes.
func encodeIndexes(list []int) []byte {
	out := encodeUnsigned(len(list))
	for _, n := range list {
		out = append(out, encodeUnsigned(n)...)
	}
	return out
}

// encodeExports encodes the body of the section of exports.
func encodeExports(list []export) []byte {
	out := encodeUnsigned(len(list))
	for _, e := range list {
		out = append(out, join(encodeUnsigned(len(e.name)), []byte(e.name), []byte{e.kind}, encodeUnsigned(e.index))...)
	}
	return out
}

// section appends a section to out.
func section(out []byte, id byte, body []byte) []byte {
	return append(append(append(out, id), encodeUnsigned(len(body))...), body...)
}
