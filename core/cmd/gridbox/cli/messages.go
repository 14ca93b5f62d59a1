package cli

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"gridbox/core/doc"
)

// The codes of messages, which are part of the public surface.
const (
	CodeUsage      = "usage"            // the command line is wrong
	codeMissing    = "file-missing"     // there is no such file
	codeLong       = "input-too-long"   // the input is longer than its limit
	codeUnreadable = "input-unreadable" // the input cannot be read
	CodeDocument   = "document-invalid" // the document has a fault at path
	codeInput      = "input-invalid"    // the input is wrong in another way
	CodeViolation  = "check-violation"  // the check found a violation at path
	codeFailed     = "run-failed"       // the command failed
	codeEarly      = "stopped-early"    // the command ended early by request
	codeNote       = "note"             // a remark; the command succeeded
)

// A Message is one line on standard error under --json.
type Message struct {
	Code    string `json:"code"`
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Report adds a message under --json, and otherwise writes a text.
func (c *Call) Report(m Message, text string) {
	if !c.asJSON {
		_, _ = io.WriteString(c.Err, text)
		return
	}
	c.messages = append(c.messages, m)
}

// Say writes a text for people; under --json each of its lines is a message, whose code
// follows from the exit status. Lines that draw progress are left out there.
func (c *Call) Say(text string) {
	if !c.asJSON {
		_, _ = io.WriteString(c.Err, text)
		return
	}
	if strings.HasPrefix(text, "\r") {
		return
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			c.messages = append(c.messages, Message{Message: line})
		}
	}
}

// Fault adds a fault of a document, with what stands before it for people.
func (c *Call) Fault(code, prefix string, f doc.Fault) {
	why := f.Why
	if f.Value != "" {
		why += " (found " + f.Value + ")"
	}
	c.Report(Message{code, f.Path, prefix + why}, prefix+f.String()+"\n")
}

// Flush writes the messages of a command that ends with a status.
func (c *Call) Flush(status int) {
	usual := map[int]string{Done: codeNote, Failed: codeFailed, Wrong: codeInput, Early: codeEarly}[status]
	for _, m := range c.messages {
		if m.Code == "" {
			m.Code = usual
		}
		_, _ = c.Err.Write(append(doc.Canonical(&m), '\n'))
	}
	c.messages = nil
}

// UseJSON has the call write JSON alone: messages as documents, and text on standard output as a
// document too, which the function that it returns writes.
func (c *Call) UseJSON() (end func()) {
	c.asJSON = true
	text := &textWriter{to: c.Out}
	c.Out = text
	return text.end
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
