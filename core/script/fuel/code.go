package fuel

import "fmt"

// Instructions that are written or searched for.
const (
	opUnreachable   = 0x00
	opBlock         = 0x02
	opLoop          = 0x03
	opIf            = 0x04
	opEnd           = 0x0b
	opBr            = 0x0c
	opBrIf          = 0x0d
	opBrTable       = 0x0e
	opReturn        = 0x0f
	opCall          = 0x10
	opCallIndirect  = 0x11
	opSelectTyped   = 0x1c
	opLocalGet      = 0x20
	opGlobalGet     = 0x23
	opGlobalSet     = 0x24
	opTableSet      = 0x26
	opLoad          = 0x28
	opStoreLast     = 0x3e
	opMemorySize    = 0x3f
	opMemoryGrow    = 0x40
	opI32Const      = 0x41
	opI64Const      = 0x42
	opF32Const      = 0x43
	opF64Const      = 0x44
	opFirstPlain    = 0x45 // from here to opLastPlain without immediate operands
	opI64Less       = 0x53
	opI32Add        = 0x6a
	opI32Sub        = 0x6b
	opI64Sub        = 0x7d
	opI64ShiftRight = 0x88
	opI64FromU32    = 0xad
	opI64FromF64    = 0xb0
	opF64FromI64    = 0xb9
	opLastPlain     = 0xc4
	opRefNull       = 0xd0
	opRefIsNull     = 0xd1
	opRefFunc       = 0xd2
	opBulk          = 0xfc
	bulkLastTrunc   = 7
	bulkInit        = 8
	bulkDrop        = 9
	bulkCopy        = 10
	bulkFill        = 11

	blockEmpty = 0x40
)

// instrument inserts a step at the head of every loop of a function's body, and
// replaces copying and filling instructions by calls.
func instrument(body []byte, fuel, copying, filling int) ([]byte, error) {
	r := &reader{rest: body}
	for n := r.readUnsigned(); n > 0; n-- { // local variables
		r.readUnsigned()
		r.readByte()
	}
	var out []byte
	from := body
	// flush copies the bytes read so far, except for the last ones.
	flush := func(but int) {
		read := len(from) - len(r.rest)
		out = append(out, from[:read-but]...)
		from = r.rest
	}
	paid := step(fuel)
	for len(r.rest) > 0 && !r.short {
		before := len(r.rest)
		op := r.readByte()
		bulk, err := r.pass(op)
		if err != nil {
			return nil, err
		}
		switch {
		case op == opLoop:
			flush(0)
			out = append(out, paid...)
		case op == opBulk && (bulk == bulkCopy || bulk == bulkFill):
			flush(before - len(r.rest))
			called := copying
			if bulk == bulkFill {
				called = filling
			}
			out = append(append(out, opCall), encodeUnsigned(called)...)
		}
	}
	if r.short {
		return nil, errShort
	}
	flush(0)
	return out, nil
}

// pass skips the immediate operands of an instruction and returns its number
// within the bulk prefix. It knows version 2.0 without vectors; another
// instruction is an error, since it might contain a loop.
func (r *reader) pass(op byte) (bulk int, err error) {
	switch {
	case op == opBlock || op == opLoop || op == opIf, op == opI32Const || op == opI64Const:
		r.skipNumber() // a block's type is encoded like a number
	case op == opBrTable:
		for n := r.readUnsigned(); n >= 0 && !r.short; n-- {
			r.readUnsigned()
		}
	case op == opBr || op == opBrIf, op == opCall, op >= opLocalGet && op <= opTableSet, op == opRefFunc,
		op == opRefNull, op == opMemorySize || op == opMemoryGrow:
		r.readUnsigned()
	case op == opCallIndirect, op >= opLoad && op <= opStoreLast:
		r.readUnsigned()
		r.readUnsigned()
	case op == opSelectTyped:
		r.readBytes(r.readUnsigned())
	case op == opF32Const:
		r.readBytes(4)
	case op == opF64Const:
		r.readBytes(8)
	case op == opBulk:
		return r.passBulk()
	case op <= opEnd && op != 0x06 && op != 0x07 && op != 0x08 && op != 0x09 && op != 0x0a, // unreachable to end
		op == opReturn, op == 0x1a || op == 0x1b, // return, drop, select
		op >= opFirstPlain && op <= opLastPlain, op == opRefIsNull:
	default:
		err = fmt.Errorf("it has an instruction %#x", op)
	}
	return bulk, err
}

// passBulk skips an instruction with the bulk prefix and returns its number. It
// returns an error for an instruction whose cost cannot be charged.
func (r *reader) passBulk() (int, error) {
	bulk := r.readUnsigned()
	switch {
	case bulk <= bulkLastTrunc:
	case bulk == bulkDrop, bulk == bulkFill:
		r.readUnsigned()
	case bulk == bulkInit, bulk == bulkCopy:
		r.readUnsigned()
		r.readUnsigned()
	default: // 12 to 17 work on tables, which are short, but cannot be charged
		return bulk, fmt.Errorf("it has an instruction %#x %d", opBulk, bulk)
	}
	return bulk, nil
}
