// Package fuel rewrites a WebAssembly module so that it can be run without
// trust. The rewritten module imports nothing, so it can access only its own
// memory. The memory is limited. Every iteration of a loop and every copied
// block takes steps from a tank of fuel, so that the module stops after the
// same step on every machine.
//
// The result depends on the bytes alone. All indexes stay the same: an imported
// function is replaced by a stub at its index, and new functions are added at
// the end.
//
// A clock would stop a program at a different place on every machine. The
// interpreter's own interrupt handler is called once in ten thousand jumps,
// between which a built-in function may run for hours: [].indexOf on a list
// whose length was set to four billion. Steps counted by the module itself have
// no such gap.
package fuel

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Names of additional exports of the rewritten module.
const (
	// Refuel sets the tank to a number of steps (f64).
	Refuel = "refuel"
	// Remaining returns the content of the tank (f64), negative after the module was stopped hard.
	Remaining = "left"
	// Memory is the name of the memory.
	Memory = "memory"
)

// Rules describe how a module is restricted.
type Rules struct {
	Keep  []string // exported functions that stay exported
	Pages int      // maximum size of the memory in pages of 64 KiB
	// Answers are the results of imported functions by name, 0 for others. The stubs have no
	// effect.
	Answers map[string]int32
	// StopFunction is the name of the imported function that reports whether to stop. It does so once
	// the tank has fewer than Reserve steps, which are kept for locating the place.
	StopFunction string
	Reserve      int64
	// Stack is the name of the exported global that is the module's stack pointer, or "". Each
	// function that calls others subtracts the size of an engine's frame, so that the module's
	// own limit is reached at the same depth everywhere, before that of any engine.
	Stack string
}

// copyShift sets the cost of a copied block: one step for every 64 bytes.
const copyShift = 6

// Rewrite returns a module rewritten by the rules.
func Rewrite(module []byte, r Rules) ([]byte, error) {
	m, err := read(module)
	if err != nil {
		return nil, fmt.Errorf("fuel: %w", err)
	}
	out, err := m.rewrite(r)
	if err != nil {
		return nil, fmt.Errorf("fuel: %w", err)
	}
	return out, nil
}

// rewrite returns the module with metered bodies, stubs instead of imports, a
// memory limit, and only the exports to keep. It adds the exported functions
// that set and read the fuel. It returns an error if a body cannot be rewritten
// or the initial memory is too large.
func (m *module) rewrite(r Rules) ([]byte, error) {
	fuel := m.globals // index of the new global
	copying, filling := len(m.imports)+len(m.functions), len(m.imports)+len(m.functions)+1
	moving := m.typeOf([]byte{typeI32, typeI32, typeI32}, nil)
	setting, getting := m.typeOf([]byte{typeF64}, nil), m.typeOf(nil, []byte{typeF64})

	var functions []int
	var bodies [][]byte
	for _, i := range m.imports {
		functions = append(functions, i.typeIndex)
		body, err := m.standIn(i, r, fuel)
		if err != nil {
			return nil, err
		}
		bodies = append(bodies, body)
	}
	functions = append(functions, m.functions...)
	stack, err := m.stack(r.Stack)
	if err != nil {
		return nil, err
	}
	for k, body := range m.bodies {
		metered, err := instrument(body, fuel, copying, filling)
		if err == nil && stack >= 0 {
			metered, err = m.addFrame(metered, m.functions[k], stack)
		}
		if err != nil {
			return nil, err
		}
		bodies = append(bodies, metered)
	}
	functions = append(functions, moving, moving, setting, getting)
	bodies = append(bodies, mover(fuel, bulkCopy, 0, 0), mover(fuel, bulkFill, 0),
		join([]byte{0, opLocalGet, 0, opI64FromF64, opGlobalSet}, encodeUnsigned(fuel), []byte{opEnd}),
		join([]byte{0, opGlobalGet}, encodeUnsigned(fuel), []byte{opF64FromI64, opEnd}))

	exports, err := m.exportsNamed(r.Keep)
	if err != nil {
		return nil, err
	}
	exports = append(exports, export{Memory, kindMemory, 0}, export{Refuel, kindFunction, filling + 1},
		export{Remaining, kindFunction, filling + 2})

	out := bytes.Clone(preamble)
	for id := byte(1); id <= lastSection; id++ {
		body := m.sections[id]
		switch id {
		case sectionTypes:
			body = vector(m.types)
		case sectionImports:
			continue
		case sectionFunctions:
			body = encodeIndexes(functions)
		case sectionMemory:
			if m.pages > r.Pages {
				return nil, fmt.Errorf("it begins with %d pages of memory and may have %d", m.pages, r.Pages)
			}
			body = join([]byte{1, 1}, encodeUnsigned(m.pages), encodeUnsigned(r.Pages))
		case sectionGlobals:
			body = join(encodeUnsigned(m.globals+1), m.globalBodies, []byte{typeI64, 1, opI64Const, 0, opEnd})
		case sectionExports:
			body = encodeExports(exports)
		case sectionCode:
			sized := make([][]byte, len(bodies))
			for i, b := range bodies {
				sized[i] = join(encodeUnsigned(len(b)), b)
			}
			body = vector(sized)
		}
		if body != nil && id != sectionDataCount {
			out = section(out, id, body)
		}
		// The count of data segments precedes the code, whatever its number.
		if count := m.sections[sectionDataCount]; id == sectionElements && count != nil {
			out = section(out, sectionDataCount, count)
		}
	}
	return out, nil
}

// standIn returns the body of the stub for an imported function, which returns
// a constant of the rules. The stub for r.StopFunction returns whether the fuel is below
// r.Reserve. It returns an error unless the function has no result or one
// 32-bit integer.
func (m *module) standIn(i importEntry, r Rules, fuel int) ([]byte, error) {
	results := m.resultsOf(i.typeIndex)
	switch {
	case len(results) == 0:
		return []byte{0, opEnd}, nil
	case len(results) != 1 || results[0] != typeI32:
		return nil, fmt.Errorf("the import %s has results that are no number of 32 bits", i.name)
	case i.name == r.StopFunction:
		return join([]byte{0, opGlobalGet}, encodeUnsigned(fuel), []byte{opI64Const}, encodeSigned(r.Reserve),
			[]byte{opI64Less, opEnd}), nil
	}
	return join([]byte{0, opI32Const}, encodeSigned(int64(r.Answers[i.name])), []byte{opEnd}), nil
}

// mover returns the body of the function that replaces a copying or filling
// instruction. It has the same three arguments; the last is the number of
// bytes. It pays for them first.
func mover(fuel int, op byte, memories ...byte) []byte {
	return join([]byte{0, opGlobalGet}, encodeUnsigned(fuel),
		[]byte{opLocalGet, 2, opI64FromU32, opI64Const, copyShift, opI64ShiftRight, opI64Sub, opGlobalSet},
		encodeUnsigned(fuel), emptyCheck(fuel),
		[]byte{opLocalGet, 0, opLocalGet, 1, opLocalGet, 2, opBulk, op}, memories, []byte{opEnd})
}

// step returns the instructions that take one step from the tank.
func step(fuel int) []byte {
	return join([]byte{opGlobalGet}, encodeUnsigned(fuel), []byte{opI64Const, 1, opI64Sub, opGlobalSet},
		encodeUnsigned(fuel),
		emptyCheck(fuel))
}

// emptyCheck returns the instructions that trap if the tank is empty.
func emptyCheck(fuel int) []byte {
	return join([]byte{opGlobalGet}, encodeUnsigned(fuel),
		[]byte{opI64Const, 0, opI64Less, opIf, blockEmpty, opUnreachable, opEnd})
}

// exportsNamed returns the exports with the given names.
func (m *module) exportsNamed(names []string) ([]export, error) {
	var list []export
	for _, name := range names {
		i := slices.IndexFunc(m.exports, func(e export) bool { return e.name == name && e.kind == kindFunction })
		if i < 0 {
			return nil, errors.New("it exports no function " + name)
		}
		list = append(list, m.exports[i])
	}
	return list, nil
}
