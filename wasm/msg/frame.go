package msg

import (
	"bytes"
	"errors"
	"strconv"

	"gridbox/core/doc"
)

// MaxHead bounds the line of JSON that heads a message; what is larger belongs
// into the document. The largest honest head is an explanation with a full
// log: trace.DefaultLimit events of a few hundred bytes.
const MaxHead = 64 << 20

// ErrMessage is wrapped by every error of reading a message.
var ErrMessage = errors.New("msg: not a message of Gridbox")

// Bytes writes an ask as it crosses the boundary.
func (a *Ask) Bytes() []byte { return frame(a, a.Document) }

// Bytes writes an answer as it crosses the boundary.
func (a *Answer) Bytes() []byte { return frame(a, a.Document) }

// frame joins head and document. Line breaks inside JSON strings are escaped,
// so the first one ends the head.
func frame(head any, document []byte) []byte {
	line := doc.Canonical(head)
	if len(document) == 0 {
		return line
	}
	text := make([]byte, 0, len(line)+1+len(document))
	text = append(text, line...)
	text = append(text, '\n')
	return append(text, document...)
}

// ReadAsk reads what Ask.Bytes wrote. The document shares the text's memory.
func ReadAsk(text []byte) (Ask, error) {
	var a Ask
	document, err := unframe(text, &a)
	if err != nil && a.Type == Hello && a.Version > 0 && a.Version != Version {
		err = nil // of a version whose hello says more; it is answered, then refused
	}
	a.Document = document
	return a, err
}

// ReadAnswer reads what Answer.Bytes wrote. The document shares the text's
// memory.
func ReadAnswer(text []byte) (Answer, error) {
	var a Answer
	document, err := unframe(text, &a)
	if err != nil && a.Type == Ready && a.Version > 0 && a.Version != Version {
		err = nil // of a version whose ready says more; the caller compares
	}
	a.Document = document
	return a, err
}

// wrong says what makes a text no message.
type wrong string

func (w wrong) Error() string { return ErrMessage.Error() + ": " + string(w) }

// Unwrap makes every wrong an ErrMessage.
func (w wrong) Unwrap() error { return ErrMessage }

// unframe splits a message at its first line break and reads the head.
func unframe(text []byte, head any) (document []byte, err error) {
	line, document, _ := bytes.Cut(text, []byte{'\n'})
	if len(line) > MaxHead {
		return nil, wrong("its head has " + strconv.Itoa(len(line)) + " bytes, more than " + strconv.Itoa(MaxHead))
	}
	if len(document) == 0 {
		document = nil
	}
	if faults := doc.Decode(line, head); len(faults) > 0 {
		err = wrong(faults[0].String())
	}
	return document, err
}
