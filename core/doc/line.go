package doc

import "strings"

// OneLine puts a space in place of whatever could end a line or confuse a
// terminal.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}
