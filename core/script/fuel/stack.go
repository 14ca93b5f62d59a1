package fuel

import "errors"

// Sizes of an engine's frame for a call, in bytes: a fixed part and a part for
// each variable and argument. Engines do not publish the size of their stacks
// or frames. With these sizes every tested program reached the interpreter's
// limit before that of three browsers' engines; Chromium had about half of its
// stack left.
const (
	frame    = 128
	variable = 8
)

// stack returns the index of the stack pointer's global, or -1 for an empty
// name.
func (m *module) stack(name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	for _, e := range m.exports {
		if e.name == name && e.kind == kindGlobal {
			return e.index, nil
		}
	}
	return 0, errors.New("it exports no global " + name)
}

// addFrame makes a function subtract its frame from the stack at the start and
// add it at the end. The body becomes a block, so that a return can be replaced
// by a jump out of it.
func (m *module) addFrame(body []byte, kind, stack int) ([]byte, error) {
	r := &reader{rest: body}
	variables := m.parametersOf(kind)
	for n := r.readUnsigned(); n > 0; n-- {
		variables += r.readUnsigned()
		r.readByte()
	}
	head := body[:len(body)-len(r.rest)]
	results := m.resultsOf(kind)
	if len(results) > 1 {
		return nil, errors.New("it has a function with several results")
	}
	block := byte(blockEmpty)
	if len(results) == 1 {
		block = results[0]
	}
	size := (frame + variable*variables + 15) / 16 * 16
	moved := func(op byte) []byte {
		return join([]byte{opGlobalGet}, encodeUnsigned(stack), []byte{opI32Const}, encodeSigned(int64(size)),
			[]byte{op, opGlobalSet}, encodeUnsigned(stack))
	}
	out := join(head, moved(opI32Sub), []byte{opBlock, block})
	calls, depth := false, 0
	for len(r.rest) > 0 && !r.short {
		whole := r.rest
		op := r.readByte()
		if _, err := r.pass(op); err != nil {
			return nil, err
		}
		switch op {
		case opCall, opCallIndirect:
			calls = true
		case opBlock, opLoop, opIf:
			depth++
		case opEnd:
			depth--
		case opReturn:
			out = append(append(out, opBr), encodeUnsigned(depth)...)
			continue
		}
		out = append(out, whole[:len(whole)-len(r.rest)]...)
	}
	if r.short {
		return nil, errShort
	}
	if !calls {
		return body, nil
	}
	return join(out, moved(opI32Add), []byte{opEnd}), nil
}
