// Package fuel rewrites a WebAssembly module so that whoever runs it needs to
// trust nothing in it: the rewritten module imports nothing, so it can touch
// nothing but its own memory; that memory has a greatest size; and every turn
// of every loop and every byte that is copied is paid for from a tank of fuel,
// so that it ends, however it is used, after the same step on every machine.
//
// The rewriting is a function of the bytes alone. It keeps every index: what was
// imported becomes a function of the module at its old place, and what is new
// stands at the end.
//
// A clock would stop a program too, but elsewhere on every machine; and what the interpreter itself
// offers, to ask the outside now and then whether to go on, it asks once in ten
// thousand jumps of the program, between two of which a built-in function may
// work for hours: [].indexOf on a list whose length was set to four billion asks
// nobody. Steps that the module counts itself leave no such gap.
package fuel

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Names of what the rewritten module exports besides what is kept.
const (
	// Refuel sets the tank to a number of steps (f64).
	Refuel = "refuel"
	// Left is what remains in the tank (f64), less than 0 after a run that was stopped hard.
	Left = "left"
	// Memory is the memory's name.
	Memory = "memory"
)

// Rules say what a module may do.
type Rules struct {
	Keep  []string // the exported functions that stay exported
	Pages int      // the greatest size of the memory, in pages of 64 KiB
	// Answers are what calls of imported functions return, by their names; 0
	// for those that are not named. They have no effect.
	Answers map[string]int32
	// Ask is the name of the imported function that is asked whether to stop;
	// it says yes from when the tank holds fewer than Reserve steps, which
	// remain for telling where the program was.
	Ask     string
	Reserve int64
	// Stack is the name of the exported global in which a module counts down what is left of
	// its own stack; "" for one that has none. Each function that calls others
	// takes of it what an engine needs for the frame of one, so that the module's own
	// limit is reached at the same depth everywhere, and before any engine's.
	Stack string
}

// A copied block costs a step for every so many bytes, as a power of two.
const copyShift = 6

// Rewrite applies rules to a module.
func Rewrite(module []byte, r Rules) ([]byte, error) {
	m, err := read(module)
	if err != nil {
		return nil, fmt.Errorf("meter: %w", err)
	}
	out, err := m.rewritten(r)
	if err != nil {
		return nil, fmt.Errorf("meter: %w", err)
	}
	return out, nil
}

func (m *module) rewritten(r Rules) ([]byte, error) {
	fuel := m.globals // the new global's index
	copying, filling := len(m.imports)+len(m.functions), len(m.imports)+len(m.functions)+1
	moving := m.typeOf([]byte{typeI32, typeI32, typeI32}, nil)
	setting, getting := m.typeOf([]byte{typeF64}, nil), m.typeOf(nil, []byte{typeF64})

	var functions []int
	var bodies [][]byte
	for _, i := range m.imports {
		functions = append(functions, i.kind)
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
			metered, err = m.framed(metered, m.functions[k], stack)
		}
		if err != nil {
			return nil, err
		}
		bodies = append(bodies, metered)
	}
	functions = append(functions, moving, moving, setting, getting)
	bodies = append(bodies, mover(fuel, bulkCopy, 0, 0), mover(fuel, bulkFill, 0),
		join([]byte{0, opLocalGet, 0, opI64FromF64, opGlobalSet}, unsigned(fuel), []byte{opEnd}),
		join([]byte{0, opGlobalGet}, unsigned(fuel), []byte{opF64FromI64, opEnd}))

	exports, err := m.kept(r.Keep)
	if err != nil {
		return nil, err
	}
	exports = append(exports, export{Memory, kindMemory, 0}, export{Refuel, kindFunction, filling + 1},
		export{Left, kindFunction, filling + 2})

	out := bytes.Clone(preamble)
	for id := byte(1); id <= lastSection; id++ {
		body := m.sections[id]
		switch id {
		case sectionTypes:
			body = vector(m.types)
		case sectionImports:
			continue
		case sectionFunctions:
			body = counted(functions)
		case sectionMemory:
			if m.pages > r.Pages {
				return nil, fmt.Errorf("it begins with %d pages of memory and may have %d", m.pages, r.Pages)
			}
			body = join([]byte{1, 1}, unsigned(m.pages), unsigned(r.Pages))
		case sectionGlobals:
			body = join(unsigned(m.globals+1), m.globalBodies, []byte{typeI64, 1, opI64Const, 0, opEnd})
		case sectionExports:
			body = exported(exports)
		case sectionCode:
			sized := make([][]byte, len(bodies))
			for i, b := range bodies {
				sized[i] = join(unsigned(len(b)), b)
			}
			body = vector(sized)
		}
		if body != nil && id != sectionDataCount {
			out = section(out, id, body)
		}
		// The count of data segments stands before the code, whatever its number.
		if count := m.sections[sectionDataCount]; id == sectionElements && count != nil {
			out = section(out, sectionDataCount, count)
		}
	}
	return out, nil
}

// standIn is the body of a function that was imported.
func (m *module) standIn(i imported, r Rules, fuel int) ([]byte, error) {
	results := m.resultsOf(i.kind)
	switch {
	case len(results) == 0:
		return []byte{0, opEnd}, nil
	case len(results) != 1 || results[0] != typeI32:
		return nil, fmt.Errorf("the import %s has results that are no number of 32 bits", i.name)
	case i.name == r.Ask:
		return join([]byte{0, opGlobalGet}, unsigned(fuel), []byte{opI64Const}, signed(r.Reserve),
			[]byte{opI64Less, opEnd}), nil
	}
	return join([]byte{0, opI32Const}, signed(int64(r.Answers[i.name])), []byte{opEnd}), nil
}

// mover is the body of what stands for an instruction that copies or fills:
// it takes the same three arguments, the last of them how many bytes, and pays first.
func mover(fuel int, op byte, memories ...byte) []byte {
	return join([]byte{0, opGlobalGet}, unsigned(fuel),
		[]byte{opLocalGet, 2, opI64FromU32, opI64Const, copyShift, opI64ShiftRight, opI64Sub, opGlobalSet},
		unsigned(fuel), checked(fuel),
		[]byte{opLocalGet, 0, opLocalGet, 1, opLocalGet, 2, opBulk, op}, memories, []byte{opEnd})
}

// step takes one step from the tank.
func step(fuel int) []byte {
	return join([]byte{opGlobalGet}, unsigned(fuel), []byte{opI64Const, 1, opI64Sub, opGlobalSet}, unsigned(fuel),
		checked(fuel))
}

// checked ends everything when the tank is empty.
func checked(fuel int) []byte {
	return join([]byte{opGlobalGet}, unsigned(fuel),
		[]byte{opI64Const, 0, opI64Less, opIf, blockEmpty, opUnreachable, opEnd})
}

// kept finds the exports of that name.
func (m *module) kept(names []string) ([]export, error) {
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
