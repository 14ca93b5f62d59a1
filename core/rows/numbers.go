package rows

import (
	"math"
	"strconv"
	"strings"
)

// A Style is the way in which the numbers of a grid are written.
type Style int

// The styles. Unsaid means that no number shows whether a comma separates
// decimals or thousands; Mixed means that numbers contradict each other.
const (
	Unsaid Style = iota
	Point        // 1,234.5
	Comma        // 1.234,5
	Mixed
)

// Style returns the number style of the grid, from the cells that only one
// style can explain. It returns Mixed if they disagree and Unsaid if there are
// none. If commas separate cells, only quoted cells can contain one.
func (g *Grid) Style() Style {
	point, comma := false, false
	for _, row := range g.Rows {
		for _, c := range row {
			switch StyleOfCell(c) {
			case Point:
				point = true
			case Comma:
				comma = true
			}
		}
	}
	switch {
	case point && comma:
		return Mixed
	case point:
		return Point
	case comma:
		return Comma
	}
	return Unsaid
}

// StyleOfCell returns the style of a number that can be read in one way only.
func StyleOfCell(cell string) Style {
	digits := ungroup(strings.TrimSuffix(strings.TrimSpace(cell), "%"))
	if !isNumeral(digits) {
		return Unsaid
	}
	comma, point := strings.LastIndexByte(digits, ','), strings.LastIndexByte(digits, '.')
	commas, points := strings.Count(digits, ","), strings.Count(digits, ".")
	switch {
	case commas > 0 && points > 0 && comma > point && commas == 1:
		return Comma
	case commas > 0 && points > 0 && point > comma && points == 1:
		return Point
	case commas > 1 && points == 0:
		return Point // several commas can only separate thousands
	case points > 1 && commas == 0:
		return Comma
	case commas == 1 && !thousands(digits, ','):
		return Comma
	case points == 1 && !thousands(digits, '.'):
		return Point
	}
	return Unsaid
}

// thousands reports whether the one separator of a number may separate
// thousands: one to three digits before it without a leading 0, and three after
// it.
func thousands(digits string, sep byte) bool {
	whole, rest, _ := strings.Cut(strings.TrimLeft(digits, "+-"), string(sep))
	return len(whole) >= 1 && len(whole) <= 3 && whole[0] != '0' && len(rest) == 3 && !strings.ContainsAny(rest, "eE.,")
}

// isNumeral reports whether a text consists of digits, signs, separators and
// exponents.
func isNumeral(s string) bool {
	seen := false
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			seen = true
		case strings.IndexByte("+-.,eE", c) < 0:
			return false
		case (c == 'e' || c == 'E') && !seen:
			return false
		}
	}
	return seen
}

// ungroup removes blanks and other signs between groups of three digits, and
// replaces typographic minus signs. Other texts are returned unchanged.
func ungroup(text string) string {
	text = strings.ReplaceAll(strings.TrimSpace(text), "−", "-")
	groups := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \u00a0\u202f\u2009'’_", c) })
	for i, g := range groups[:max(len(groups)-1, 0)] {
		if i == 0 {
			g = strings.TrimLeft(g, "+-")
		}
		first := i == 0 && len(g) >= 1 && len(g) <= 3
		if !first && len(g) != 3 || digitsOf(g) != len(g) || digitsOf(groups[i+1]) != 3 {
			return text
		}
	}
	return strings.Join(groups, "")
}

// digitsOf returns the number of leading digits of a text.
func digitsOf(text string) (n int) {
	for n < len(text) && text[n]-'0' <= 9 {
		n++
	}
	return n
}

// Number parses a cell as a number in the style of its grid. The unit of the
// column or a percent sign may follow it.
func Number(cell, unit string, style Style) (v float64, why string) {
	text := strings.TrimSpace(cell)
	if unit != "" {
		text = strings.TrimSpace(strings.TrimSuffix(text, unit))
	}
	text, percent := strings.CutSuffix(text, "%")
	if v, why = Numeral(text, style); percent {
		v = float64(v / 100)
	}
	return v, why
}

// Numeral parses a number in a style. It fails if the number is valid in the
// other style only.
func Numeral(text string, style Style) (v float64, why string) {
	digits := ungroup(text)
	if !isNumeral(digits) {
		if digits == "" {
			return 0, "is missing"
		}
		return 0, "is not a number"
	}
	own := StyleOfCell(digits)
	if own == Unsaid {
		own = style
	}
	commas, points := strings.Count(digits, ","), strings.Count(digits, ".")
	switch {
	case commas == 0 && points == 0:
	case commas == 1 && points == 0 && thousands(digits, ',') && own != Point && own != Comma,
		points == 1 && commas == 0 && thousands(digits, '.') && own == Mixed:
		sep := ","
		if points > 0 {
			sep = "."
		}
		whole, part, _ := strings.Cut(digits, sep)
		return 0, "may mean " + whole + part + " or " + whole + "." + part + "; write it in one of these ways"
	case own == Comma:
		if !isGrouped(digits, '.', ',') {
			return 0, "is not a number"
		}
		digits = strings.Replace(strings.ReplaceAll(digits, ".", ""), ",", ".", 1)
	default:
		if !isGrouped(digits, ',', '.') {
			return 0, "is not a number"
		}
		digits = strings.ReplaceAll(digits, ",", "")
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, "is not a number"
	}
	return v, ""
}

// isGrouped reports whether separators of thousands are three digits apart and
// none follows the decimal separator.
func isGrouped(digits string, sep, decimal byte) bool {
	whole, _, _ := strings.Cut(digits, string(decimal))
	if strings.IndexByte(digits[len(whole):], sep) >= 0 {
		return false
	}
	parts := strings.Split(strings.TrimLeft(whole, "+-"), string(sep))
	for i, p := range parts {
		if i > 0 && len(p) != 3 || len(parts) > 1 && (i == 0 && (p == "" || len(p) > 3)) {
			return false
		}
	}
	return true
}

// Truth parses a cell as yes or no.
func Truth(cell string) (yes, ok bool) {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "1", "yes", "y", "true", "t", "on", "x", "✓", "ja", "да":
		return true, true
	case "0", "no", "n", "false", "f", "off", "", "–", "-", "nein", "нет":
		return false, true
	}
	return false, false
}
