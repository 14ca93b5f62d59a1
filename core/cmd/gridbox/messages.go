package main

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"gridbox/core/doc"
)

// The codes of messages, which are part of the public surface.
const (
	codeUsage      = "usage"            // the command line is wrong
	codeMissing    = "file-missing"     // there is no such file
	codeLong       = "input-too-long"   // the input is longer than its limit
	codeUnreadable = "input-unreadable" // the input cannot be read
	codeDocument   = "document-invalid" // the document has a fault at path
	codeInput      = "input-invalid"    // the input is wrong in another way
	codeViolation  = "check-violation"  // the check found a violation at path
	codeFailed     = "run-failed"       // the command failed
	codeEarly      = "stopped-early"    // the command ended early by request
	codeNote       = "note"             // a remark of a command that did what was asked
)

// A message is one line on standard error under --json.
type message struct {
	Code    string `json:"code"`
	Path    string `json:"path"`
	Message string `json:"message"`
}

// report adds a message under --json, and otherwise writes a text.
func (c *call) report(m message, text string) {
	if !c.asJSON {
		_, _ = io.WriteString(c.err, text)
		return
	}
	c.messages = append(c.messages, m)
}

// say writes a text for people; under --json each of its lines is a message, whose code
// follows from the exit status. Lines that draw progress are left out there.
func (c *call) say(text string) {
	if !c.asJSON {
		_, _ = io.WriteString(c.err, text)
		return
	}
	if strings.HasPrefix(text, "\r") {
		return
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			c.messages = append(c.messages, message{Message: line})
		}
	}
}

// fault adds a fault of a document, with what stands before it for people.
func (c *call) fault(code, prefix string, f doc.Fault) {
	why := f.Why
	if f.Value != "" {
		why += " (found " + f.Value + ")"
	}
	c.report(message{code, f.Path, prefix + why}, prefix+f.String()+"\n")
}

// flush writes the messages of a command that ends with a status.
func (c *call) flush(status int) {
	usual := map[int]string{done: codeNote, failed: codeFailed, wrong: codeInput, early: codeEarly}[status]
	for _, m := range c.messages {
		if m.Code == "" {
			m.Code = usual
		}
		_, _ = c.err.Write(append(doc.Canonical(&m), '\n'))
	}
	c.messages = nil
}

// textWriter passes JSON documents through and collects any other text, which end wraps as
// {"text": ...}. What is not UTF-8, such as an image, passes through too.
type textWriter struct {
	to      io.Writer
	text    bytes.Buffer
	through bool
}

func (w *textWriter) Write(p []byte) (int, error) {
	if w.text.Len() == 0 && !w.through {
		head := bytes.TrimLeft(p, " \n")
		w.through = len(head) > 0 && (head[0] == '{' || head[0] == '[') || !utf8.Valid(p)
	}
	if w.through {
		return w.to.Write(p)
	}
	return w.text.Write(p)
}

// end writes the text that was collected.
func (w *textWriter) end() {
	if w.text.Len() == 0 {
		return
	}
	text := struct {
		Text string `json:"text"`
	}{w.text.String()}
	_, _ = w.to.Write(append(doc.Canonical(&text), '\n'))
}
