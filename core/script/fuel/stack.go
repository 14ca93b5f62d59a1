package fuel

import "errors"

// An engine keeps a frame for every call on a stack of its own, of a size that nobody is told;
// where that ends, all ends, in one browser sooner than in another. How large a frame is the
// engine decides, too. With this for a function and a place for each of its variables and
// arguments, every program that was tried to end an engine's stack ended the interpreter's
// first, in the three browsers; Chromium's had about half of it left then.
const (
	frame    = 128
	variable = 8
)

// stack is the index of the global that holds the stack pointer, -1 where no name is given.
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

// framed has a function take its frame from the stack as it begins, and give it back as it
// ends: the body becomes a block, which a return leaves as a jump does.
func (m *module) framed(body []byte, kind, stack int) ([]byte, error) {
	r := &reader{rest: body}
	variables := m.parametersOf(kind)
	for n := r.unsigned(); n > 0; n-- {
		variables += r.unsigned()
		r.byte()
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
		return join([]byte{opGlobalGet}, unsigned(stack), []byte{opI32Const}, signed(int64(size)),
			[]byte{op, opGlobalSet}, unsigned(stack))
	}
	out := join(head, moved(opI32Sub), []byte{opBlock, block})
	calls, depth := false, 0
	for len(r.rest) > 0 && !r.short {
		whole := r.rest
		op := r.byte()
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
			out = append(append(out, opBr), unsigned(depth)...)
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
