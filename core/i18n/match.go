package i18n

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// English fills the holes of a pattern as T does, in English whatever the language in use. It is for texts that become
// part of documents. Text translates them where they are shown, by the pattern that they match.
func English(pattern string, values ...string) string { return fill(pattern, values) }

// A matcher finds the pattern from which a text was made.
type matcher struct {
	byWord       map[string][]*pattern // by the first word; "" has the patterns that begin with a hole
	translations map[string]string     // translations of earlier texts, "" for none
}

// A pattern is a text with holes, as the literal parts around them.
type pattern struct {
	key   string
	parts []string // at least two
	size  int      // bytes of all parts
}

// maxFound is the number of translations that a matcher remembers.
const maxFound = 10_000

// minWords is the number of words that a pattern needs to be matched. Shorter ones fit too many texts by chance.
const minWords = 2

// newMatcher returns a matcher of the patterns among the keys of a catalogue.
func newMatcher(texts map[string]entry) *matcher {
	m := &matcher{byWord: map[string][]*pattern{}, translations: map[string]string{}}
	for key := range texts {
		parts := strings.Split(key, "{}")
		if len(parts) == 1 || countWords(strings.Join(parts, " ")) < minWords {
			continue
		}
		first := firstWord(key)
		m.byWord[first] = append(m.byWord[first], &pattern{key, parts, len(key) - 2*(len(parts)-1)})
	}
	return m
}

// countWords returns the number of words of at least two letters.
func countWords(text string) (n int) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if utf8.RuneCountInString(w) > 1 {
			n++
		}
	}
	return n
}

// firstWord returns the letters with which a text begins if another character than a hole ends them.
func firstWord(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 || text[end] == '{' {
		return ""
	}
	return text[:end]
}

// match returns the pattern with the most literal text that s matches, and the values of its holes.
func (m *matcher) match(s string) (key string, values []string) {
	size := 0
	lists := [][]*pattern{m.byWord[""]}
	if first := firstWord(s); first != "" {
		lists = append(lists, m.byWord[first])
	}
	for _, list := range lists {
		for _, p := range list {
			if p.size < size || p.size == size && p.key >= key {
				continue
			}
			if v := p.values(s); v != nil {
				key, values, size = p.key, v, p.size
			}
		}
	}
	return key, values
}

// values returns the values of the holes of the pattern in s, in order, each as short as possible.
// It returns nil if s does not match the pattern. It also returns nil if a value is empty, has
// blanks around it or contains the end of a sentence.
func (p *pattern) values(s string) []string {
	last := len(p.parts) - 1
	if len(s) < p.size+last || !strings.HasPrefix(s, p.parts[0]) || !strings.HasSuffix(s, p.parts[last]) {
		return nil
	}
	values := make([]string, 0, last)
	s = s[len(p.parts[0]) : len(s)-len(p.parts[last])]
	for _, part := range p.parts[1:last] {
		_, size := utf8.DecodeRuneInString(s)
		at := strings.Index(s[size:], part)
		if at < 0 || size == 0 {
			return nil
		}
		values = append(values, s[:size+at])
		s = s[size+at+len(part):]
	}
	if values = append(values, s); slices.ContainsFunc(values, isInvalidValue) {
		return nil
	}
	return values
}

// isInvalidValue reports whether a part of a text is empty, has blanks around it, or contains the end of a sentence.
func isInvalidValue(s string) bool {
	return s == "" || strings.TrimSpace(s) != s || strings.Contains(s, ". ")
}

// translateByPattern returns the translation of a text by the pattern that it matches, or "".
func (u *activeCatalogue) translateByPattern(s string) string {
	u.lock.Lock()
	defer u.lock.Unlock()
	return u.find(s)
}

// find returns the translation of s, or "" if there is none. If no pattern matches the whole text,
// it translates the first sentence and the rest separately. Results are cached.
func (u *activeCatalogue) find(s string) string {
	if !strings.Contains(s, " ") {
		return ""
	}
	if text, known := u.matcher.translations[s]; known {
		return text
	}
	text := ""
	if key, values := u.match(s); key != "" {
		for i, v := range values {
			values[i] = u.value(v)
		}
		text = fill(u.form(u.texts[key], values), values)
	} else if first, rest, several := strings.Cut(s, ". "); several {
		if a, b := u.value(first+"."), u.value(rest); a != first+"." || b != rest {
			text = a + " " + b
		}
	}
	if len(u.matcher.translations) >= maxFound {
		clear(u.matcher.translations)
	}
	u.matcher.translations[s] = text
	return text
}

// value returns the translation of the value of a hole: a number with the separators of the language, or a text.
func (u *activeCatalogue) value(v string) string {
	if isNumber(v) {
		return strings.NewReplacer(narrowSpace, u.group, ".", u.decimal).Replace(v)
	}
	if e, ok := u.texts[v]; ok {
		return u.choose(e, 1)
	}
	if text := u.find(v); text != "" {
		return text
	}
	return v
}

// isNumber reports whether a text is a number as English texts have it: 1 234.5 with a narrow space.
func isNumber(v string) bool {
	v = strings.ReplaceAll(strings.TrimPrefix(v, "−"), narrowSpace, "")
	_, err := strconv.ParseFloat(v, 64)
	return err == nil && strings.Trim(v, "-.0123456789") == ""
}
