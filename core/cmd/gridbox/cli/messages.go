package cli

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"gridbox/core/doc"
)

// Codes of messages. They are part of the public surface.
const (
	CodeUsage      = "usage"            // the command line is wrong
	CodeMissing    = "file-missing"     // there is no such file
	codeLong       = "input-too-long"   // the input is longer than its limit
	codeUnreadable = "input-unreadable" // the input cannot be read
	CodeDocument   = "document-invalid" // the document has a fault at path
	CodeInput      = "input-invalid"    // the input is wrong in another way
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

// Say writes a text. Under --json each of its lines is a message with a code that follows from
// the exit status, and progress is omitted.
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

// Fault reports a fault of a document; prefix is written before it in text.
func (c *Call) Fault(code, prefix string, f doc.Fault) {
	why := f.Reason
	if f.Value != "" {
		why += " (found " + f.Value + ")"
	}
	c.Report(Message{code, f.Path, prefix + why}, prefix+f.String()+"\n")
}

// Flush writes the messages of a command that ends with a status.
func (c *Call) Flush(status int) {
	usual := map[int]string{Done: codeNote, Failed: codeFailed, Wrong: CodeInput, EndedEarly: codeEarly}[status]
	for _, m := range c.messages {
		if m.Code == "" {
			m.Code = usual
		}
		_, _ = c.Err.Write(append(doc.Canonical(&m), '\n'))
	}
	c.messages = nil
}

// UseJSON makes the call write only JSON: messages as documents, and text on standard output as a
// document, which the returned function writes.
func (c *Call) UseJSON() (end func()) {
	c.asJSON = true
	text := &textWriter{to: c.Out}
	c.Out = text
	return text.end
}

// JSON reports whether the call writes only JSON.
func (c *Call) JSON() bool { return c.asJSON }

// textWriter passes JSON documents through and collects other text, which end wraps as {"text":
// ...}. Data that are not UTF-8, such as an image, pass through too.
type textWriter struct {
	to      io.Writer
	text    bytes.Buffer
	through bool
}

// Write passes p through or collects it.
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

// end writes the collected text.
func (w *textWriter) end() {
	if w.text.Len() == 0 {
		return
	}
	text := struct {
		Text string `json:"text"`
	}{w.text.String()}
	_, _ = w.to.Write(append(doc.Canonical(&text), '\n'))
}
