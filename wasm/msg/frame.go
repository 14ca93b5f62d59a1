package msg

import (
	"bytes"
	"errors"
	"strconv"

	"gridbox/core/doc"
)

// MaxHead is the maximum length in bytes of the JSON line at the head of a message. Larger data
// belong in the document. The largest regular head is an explanation with a full log:
// trace.DefaultLimit events of a few hundred bytes.
const MaxHead = 64 << 20

// ErrMessage is wrapped by every error of reading a message.
var ErrMessage = errors.New("msg: not a message of Gridbox")

// Bytes returns the encoded request.
func (a *Request) Bytes() []byte { return frame(a, a.Document) }

// Bytes returns the encoded answer.
func (a *Answer) Bytes() []byte { return frame(a, a.Document) }

// frame joins head and document. Line breaks inside JSON strings are escaped, so the first one
// ends the head.
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

// ReadRequest parses the result of Request.Bytes. The document shares the text's memory.
func ReadRequest(text []byte) (Request, error) {
	var a Request
	document, err := unframe(text, &a)
	if err != nil && a.Type == Hello && a.Version > 0 && a.Version != Version {
		err = nil // another version's hello may have more fields; it is answered, then refused
	}
	a.Document = document
	return a, err
}

// ReadAnswer parses the result of Answer.Bytes. The document shares the text's memory.
func ReadAnswer(text []byte) (Answer, error) {
	var a Answer
	document, err := unframe(text, &a)
	if err != nil && a.Type == Ready && a.Version > 0 && a.Version != Version {
		err = nil // another version's ready may have more fields; the caller compares the versions
	}
	a.Document = document
	return a, err
}

// A formatError is the reason why a text is not a message.
type formatError string

// Error returns the message.
func (w formatError) Error() string { return ErrMessage.Error() + ": " + string(w) }

// Unwrap returns ErrMessage.
func (w formatError) Unwrap() error { return ErrMessage }

// unframe splits a message at its first line break and parses the head. It returns the document, nil if that is
// empty, even if the head is invalid. If the head is longer than MaxHead, it returns only an error.
func unframe(text []byte, head any) (document []byte, err error) {
	line, document, _ := bytes.Cut(text, []byte{'\n'})
	if len(line) > MaxHead {
		return nil, formatError("its head has " + strconv.Itoa(len(line)) + " bytes, more than " +
			strconv.Itoa(MaxHead))
	}
	if len(document) == 0 {
		document = nil
	}
	if faults := doc.Decode(line, head); len(faults) > 0 {
		err = formatError(faults[0].String())
	}
	return document, err
}
