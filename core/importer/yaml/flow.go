package yaml

import "strings"

// flow parses {a: b, c: [d]} on one line.
type flow struct {
	text   string
	reason string
}

func (f *flow) space() { f.text = strings.TrimLeft(f.text, " \t") }

// value reads a value in flow style: a map, a list, a text, or nil for null.
// It sets f.why if the values are nested too deep.
func (f *flow) value(depth int) any {
	f.space()
	switch {
	case depth > deepest:
		f.reason = "has too many values inside each other"
		return nil
	case strings.HasPrefix(f.text, "{"):
		m := map[string]any{}
		f.list('}', func() {
			name := f.parseWord()
			if f.space(); strings.HasPrefix(f.text, ":") {
				f.text = f.text[1:]
				m[name] = f.value(depth + 1)
			} else {
				m[name] = nil
			}
		})
		return m
	case strings.HasPrefix(f.text, "["):
		list := []any{}
		f.list(']', func() { list = append(list, f.value(depth+1)) })
		return list
	}
	if word := f.parseWord(); word != "null" && word != "~" {
		return word
	}
	return nil
}

// list parses the entries between brackets, separated by commas.
func (f *flow) list(end byte, each func()) {
	f.text = f.text[1:]
	for f.reason == "" {
		f.space()
		switch {
		case f.text == "":
			f.reason = "has a bracket that is not closed on its line"
			return
		case f.text[0] == end:
			f.text = f.text[1:]
			return
		case f.text[0] == ',':
			f.text = f.text[1:]
			continue
		case f.text[0] == '}' || f.text[0] == ']':
			f.reason = "has a bracket that closes another one"
			return
		}
		before := len(f.text)
		if each(); len(f.text) == before {
			f.reason = "has a bracket with what is no value"
		}
	}
}

// parseWord parses a word up to the next separator, or a quoted text. If the
// quotation mark is not closed, it sets f.why and returns "".
func (f *flow) parseWord() string {
	f.space()
	if f.text != "" && (f.text[0] == '"' || f.text[0] == '\'') {
		end := closing(f.text)
		if end < 0 {
			f.reason = "ends inside of a text"
			return ""
		}
		word := unquote(f.text[:end])
		f.text = f.text[end:]
		return word
	}
	end := strings.IndexAny(f.text, ",{}[]")
	if end < 0 {
		end = len(f.text)
	}
	if colon := strings.Index(f.text[:end], ": "); colon >= 0 {
		end = colon
	} else if strings.HasSuffix(f.text[:end], ":") {
		end--
	}
	word := strings.TrimSpace(f.text[:end])
	f.text = f.text[end:]
	return word
}
