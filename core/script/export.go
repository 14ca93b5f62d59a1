package script

import (
	"errors"
	"strings"
)

// A program may be a module that exports its functions. It is run as a script,
// where export is a syntax error. The interpreter's own parser finds the word,
// so that strings, comments and regular expressions are not changed.

// maxExports is the maximum number of exported declarations.
const maxExports = 100

// run evaluates the program with the word export replaced by spaces, so that
// lines and columns of errors stay the same.
func (m *Machine) run(source string) error {
	for range maxExports {
		_, err := m.eval(source, sourceName, true)
		at := exportAt(source, err)
		if at < 0 {
			return err
		}
		words := exporting(source[at:])
		// The text before it is complete, so the export is not inside a block.
		if _, inside := m.eval("(function () {"+source[:at]+"\n})", "before", true); words == "" || inside != nil {
			return err
		}
		source = source[:at] + words + source[at+len(words):]
	}
	_, err := m.eval(source, sourceName, true)
	return err
}

// exportAt returns the offset of the export that an error refers to, or -1. The
// interpreter counts columns in bytes.
func exportAt(source string, err error) int {
	var t *exception
	if !errors.As(err, &t) || t.message != "SyntaxError: unsupported keyword: export" {
		return -1
	}
	line, column := position(t.stack)
	at := 0
	for ; line > 1; line-- {
		at += strings.IndexByte(source[at:], '\n') + 1
	}
	if at += column - 1; at < 0 || at > len(source) || !strings.HasPrefix(source[at:], "export") {
		return -1
	}
	return at
}

// exporting returns the spaces that replace export or export default at the
// beginning of a text. It returns "" if no named declaration follows.
func exporting(text string) string {
	words, rest := "      ", text[len("export"):]
	next := func() (word string) {
		from := strings.TrimLeft(rest, " \t\r\n")
		end := strings.IndexFunc(from, endsName)
		if end < 0 {
			end = len(from)
		}
		words += rest[:len(rest)-len(from)]
		word, rest = from[:end], from[end:]
		return word
	}
	kept := words
	word := next()
	named := word == "default"
	if named {
		words += "       "
		kept, word = words, next()
	}
	if word == "async" {
		word = next()
	}
	switch {
	case word == "function":
		rest = strings.TrimLeft(rest, " *\t\r\n")
	case word == "class", !named && (word == "const" || word == "let" || word == "var"):
	default:
		return ""
	}
	if name := next(); named && (name == "" || name == "extends") {
		return ""
	}
	return kept
}

// endsName reports whether a character cannot be part of a name.
func endsName(r rune) bool {
	return r < 0x80 && r != '_' && r != '$' && (r|0x20 < 'a' || r|0x20 > 'z') && (r < '0' || r > '9')
}
