package scenario

import (
	"slices"
	"strconv"
	"strings"
)

// viewFields is the table of a link's parameters for the view.
var viewFields = []struct {
	name  string
	field func(*View) *string
}{
	{"view", func(v *View) *string { return &v.Panel }},
	{"select", func(v *View) *string { return &v.Select }},
	{"run", func(v *View) *string { return &v.Run }},
	{"theme", func(v *View) *string { return &v.Theme }},
	{"beside", func(v *View) *string { return &v.Comparison }},
	{"step", func(v *View) *string { return &v.Step }},
}

// viewParameters returns the set fields of a view as &name=value pairs. It
// returns "" for nil.
func viewParameters(v *View) string {
	if v == nil {
		return ""
	}
	var b strings.Builder
	for _, f := range viewFields {
		if value := *f.field(v); value != "" {
			b.WriteString("&" + f.name + "=" + escapeParameter(value))
		}
	}
	for i, run := range v.Hidden {
		b.WriteString([]string{"&hidden=", ","}[min(i, 1)] + strconv.Itoa(run))
	}
	return b.String()
}

// viewOf parses parameters. Unknown and invalid ones are left out: a view may
// be lost, never a scenario. It returns nil if there are none.
func viewOf(parameters string) *View {
	v := View{}
	for pair := range strings.SplitSeq(parameters, "&") {
		name, text, _ := strings.Cut(pair, "=")
		if name == "hidden" && len(text) <= maxParameterLength {
			v.Hidden = parseRunIndexes(text)
		}
		for _, f := range viewFields {
			if f.name != name {
				continue
			}
			if value, ok := unescapeParameter(text); ok && len(value) <= maxParameterLength {
				*f.field(&v) = value
			}
		}
	}
	if v.Theme != "light" && v.Theme != "dark" {
		v.Theme = ""
	}
	if v.Empty() {
		return nil
	}
	return &v
}

// maxParameterLength is the maximum length of a value.
const maxParameterLength = 200

// Empty reports whether no field of the view is set.
func (v *View) Empty() bool {
	return v.Panel == "" && v.Select == "" && v.Run == "" && v.Theme == "" && v.Comparison == "" && v.Step == "" &&
		len(v.Hidden) == 0
}

// parseRunIndexes parses indexes of runs separated by commas. The result is ascending
// and without repetition.
func parseRunIndexes(text string) (places []int) {
	for word := range strings.SplitSeq(text, ",") {
		if i, err := strconv.Atoi(word); err == nil && i >= 0 {
			places = append(places, i)
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}

const hexDigits = "0123456789ABCDEF"

// escapeParameter percent-encodes all but the unreserved characters of RFC
// 3986.
func escapeParameter(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hexDigits[c>>4])
			b.WriteByte(hexDigits[c&15])
		}
	}
	return b.String()
}

// Query parses the query of an address: the first value of each name. It
// reports whether all of it is valid. It replaces net/url, which is large.
func Query(text string) (values map[string]string, ok bool) {
	values, ok = map[string]string{}, true
	for part := range strings.SplitSeq(text, "&") {
		left, right, _ := strings.Cut(strings.ReplaceAll(part, "+", " "), "=")
		name, named := unescapeParameter(left)
		value, valued := unescapeParameter(right)
		if !named || !valued || strings.Contains(part, ";") {
			ok = false
			continue
		}
		if _, twice := values[name]; !twice && part != "" {
			values[name] = value
		}
	}
	return values, ok
}

// unescapeParameter decodes the percent escapes of s and removes invalid
// UTF-8. It reports false if an escape is malformed.
func unescapeParameter(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", false
		}
		high, low := strings.IndexByte(hexDigits, upper(s[i+1])), strings.IndexByte(hexDigits, upper(s[i+2]))
		if high < 0 || low < 0 {
			return "", false
		}
		b.WriteByte(byte(high<<4 | low))
		i += 2
	}
	text := b.String()
	return strings.ToValidUTF8(text, ""), true
}

func upper(c byte) byte {
	if c >= 'a' && c <= 'f' {
		return c - 32
	}
	return c
}
