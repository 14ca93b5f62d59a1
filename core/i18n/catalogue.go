package i18n

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Catalogue has the translations of the interface into one language.
type Catalogue struct {
	Language       string
	decimal, group string
	missing        string // what T returns for a pattern {} without a translation; "": the pattern
	texts          map[string]entry
}

// An entry is the translation of one text. It has either one text or plural forms.
type entry struct {
	text     string
	forms    map[string]string
	selector int // the number of the value that decides on the form; 0: the first number
}

// categories lists the plural categories of Unicode.
var categories = []string{"zero", "one", "two", "few", "many", "other"}

// Parse parses a catalogue. It returns an error that names the text if a translation is malformed.
func Parse(data []byte) (*Catalogue, error) {
	var file struct {
		Language, Decimal, Group, Missing string
		Texts                             map[string]json.RawMessage
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("catalogue: %w", err)
	}
	if file.Language == "" {
		return nil, fmt.Errorf("language: missing")
	}
	c := &Catalogue{Language: file.Language, decimal: file.Decimal, group: file.Group, missing: file.Missing,
		texts: make(map[string]entry, len(file.Texts))}
	if c.decimal == "" {
		c.decimal = "."
	}
	if c.group == "" {
		c.group = narrowSpace
	}
	if c.group == c.decimal {
		return nil, fmt.Errorf("group: equals decimal")
	}
	for _, key := range slices.Sorted(maps.Keys(file.Texts)) {
		e, err := parseEntry(key, file.Texts[key])
		if err != nil {
			return nil, fmt.Errorf("texts[%q]%w", key, err)
		}
		c.texts[key] = e
	}
	return c, nil
}

// Texts returns the English texts that the catalogue has, sorted.
func (c *Catalogue) Texts() []string { return slices.Sorted(maps.Keys(c.texts)) }

// parseEntry parses the translation of key. Its errors begin with the rest of the path.
func parseEntry(key string, data json.RawMessage) (e entry, err error) {
	holes := strings.Count(key, "{}")
	if json.Unmarshal(data, &e.text) == nil && string(data) != "null" {
		return e, check("", e.text, holes)
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil || fields == nil {
		return e, fmt.Errorf(": neither a text nor plural forms")
	}
	e.forms = map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var text string
		switch {
		case name == "by":
			if json.Unmarshal(fields[name], &e.selector) != nil || e.selector < 1 || e.selector > holes {
				return e, fmt.Errorf(".by: no number of a value")
			}
		case !slices.Contains(categories, name):
			return e, fmt.Errorf(".%s: no plural category", name)
		case json.Unmarshal(fields[name], &text) != nil:
			return e, fmt.Errorf(".%s: not a text", name)
		default:
			if err := check("."+name, text, holes); err != nil {
				return e, err
			}
			e.forms[name] = text
		}
	}
	if _, ok := e.forms["other"]; !ok {
		return e, fmt.Errorf(".other: missing")
	}
	return e, nil
}

// check returns an error if a translation has a placeholder that its English pattern has no value for.
func check(path, text string, holes int) error {
	for next := 1; ; {
		_, number, after, ok := hole(text)
		if !ok {
			if strings.ContainsAny(text, "{}") {
				return fmt.Errorf("%s: unknown placeholder", path)
			}
			return nil
		}
		if number == 0 {
			number = next
			next++
		}
		if number > holes {
			return fmt.Errorf("%s: unknown placeholder {%d}", path, number)
		}
		text = after
	}
}
