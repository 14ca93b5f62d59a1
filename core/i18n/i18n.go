// Package i18n translates the texts of the interface.
//
// A program writes its texts in English. The English text is the key of its translation, as in gettext. [T] fills the
// holes {} of a pattern; [Text] looks up a whole text where views are sent to the page. A [Catalogue] has the
// translations of one language, and [Use] sets it for the process. Without a catalogue every text stays English.
//
// Only programs that show views call Use. Compute workers and the command line never do. Texts that the interface
// writes into documents are made by [English], so documents are English in every language.
package i18n

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// narrowSpace is the narrow no-break space that separates groups of thousands in English texts.
const narrowSpace = "\u202f"

// activeCatalogue is a catalogue in use with the plural rule of its language.
type activeCatalogue struct {
	*Catalogue
	plural func(float64) string
	lock   sync.Mutex // of the matcher
	*matcher
}

var current atomic.Pointer[activeCatalogue]

// Use sets the catalogue of this process. plural returns the plural category of a number in its language, such as
// "one" or "other". A nil catalogue stands for English.
func Use(c *Catalogue, plural func(n float64) string) {
	if c == nil {
		current.Store(nil)
		return
	}
	if plural == nil {
		plural = func(float64) string { return "other" }
	}
	current.Store(&activeCatalogue{Catalogue: c, plural: plural, matcher: newMatcher(c.texts)})
}

// Active reports whether a catalogue is in use.
func Active() bool { return current.Load() != nil }

// T returns the translation of an English pattern, with its holes filled. Each {} in the pattern is the next value.
// A value that is a text of the catalogue, such as the name of a metric, is translated too.
func T(pattern string, values ...string) string {
	if u := current.Load(); u != nil {
		if e, ok := u.texts[pattern]; ok {
			pattern = u.form(e, values)
		} else if u.missing != "" {
			pattern = strings.Replace(u.missing, "{}", pattern, 1)
		}
		values = slices.Clone(values)
		for i := range values {
			values[i] = Text(values[i])
		}
	}
	return fill(pattern, values)
}

// Text returns the translation of a whole text, or the text itself if there is none. A text without an entry of its own
// may match a pattern. Blanks around the text are kept.
func Text(s string) string {
	u := current.Load()
	if u == nil {
		return s
	}
	core := strings.TrimSpace(s)
	if core == "" {
		return s
	}
	text := ""
	if e, ok := u.texts[core]; ok {
		text = u.choose(e, 1)
	} else if text = u.translateByPattern(core); text == "" {
		return s
	}
	at := strings.Index(s, core)
	return s[:at] + text + s[at+len(core):]
}

// Noun returns the form of a noun for n things. It reports false if no catalogue in use has the noun.
func Noun(n int, noun string) (string, bool) {
	u := current.Load()
	if u == nil {
		return "", false
	}
	e, ok := u.texts[noun]
	if !ok {
		return "", false
	}
	return u.choose(e, float64(n)), true
}

// Decimal returns the decimal separator of numbers in texts.
func Decimal() string {
	if u := current.Load(); u != nil {
		return u.decimal
	}
	return "."
}

// Group returns the separator of thousands of numbers in texts.
func Group() string {
	if u := current.Load(); u != nil {
		return u.group
	}
	return narrowSpace
}

// form returns the text of an entry for values. Its plural form depends on the value that the entry names, or else on
// the first value that is a number.
func (u *activeCatalogue) form(e entry, values []string) string {
	if e.forms == nil {
		return e.text
	}
	if e.selector > 0 {
		values = values[min(e.selector-1, len(values)):min(e.selector, len(values))]
	}
	for _, v := range values {
		if n, ok := u.number(v); ok {
			return u.choose(e, n)
		}
	}
	return e.forms["other"]
}

func (u *activeCatalogue) choose(e entry, n float64) string {
	if e.forms == nil {
		return e.text
	}
	if text, ok := e.forms[u.plural(n)]; ok {
		return text
	}
	return e.forms["other"]
}

// number parses a number that was formatted for people with the separators of the catalogue.
func (u *activeCatalogue) number(text string) (float64, bool) {
	text = strings.ReplaceAll(text, u.group, "")
	text = strings.Replace(text, u.decimal, ".", 1)
	text = strings.Replace(text, "−", "-", 1)
	if text == "" || strings.Trim(text, "-.0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// fill returns text with its placeholders replaced by values: {} is the next value, {2} the second.
func fill(text string, values []string) string {
	if len(values) == 0 {
		return text
	}
	size := len(text)
	for _, v := range values {
		size += len(v)
	}
	var b strings.Builder
	b.Grow(size)
	for next := 0; ; {
		before, number, after, ok := hole(text)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		at := number - 1
		if number == 0 {
			at = next
			next++
		}
		if at < len(values) {
			b.WriteString(values[at])
		}
		text = after
	}
}

// hole cuts text around its first placeholder. Its number is 0 for {}. It reports false if text has none.
func hole(text string) (before string, number int, after string, ok bool) {
	for from := 0; ; {
		open := strings.IndexByte(text[from:], '{')
		if open < 0 {
			return text, 0, "", false
		}
		open += from
		inside, rest, closed := strings.Cut(text[open+1:], "}")
		if closed && inside == "" {
			return text[:open], 0, rest, true
		}
		if n, err := strconv.Atoi(inside); closed && err == nil && n > 0 {
			return text[:open], n, rest, true
		}
		from = open + 1
	}
}
