package cells

import (
	"math"
	"strconv"
	"strings"
)

// A Style is how the numbers of a grid are written, as far as they tell.
type Style int

// The styles. Unsaid holds where no number tells whether a comma stands
// before decimals or between thousands; Mixed where some say the one and some
// the other.
const (
	Unsaid Style = iota
	Point        // 1,234.5
	Comma        // 1.234,5
	Mixed
)

// StyleOf looks for numbers that can be read in one way only. Commas between
// cells leave none for decimals, unless a cell stood in quotes.
func StyleOf(g *Grid) Style {
	point, comma := false, false
	for _, row := range g.Rows {
		for _, c := range row {
			switch tells(c) {
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

// tells gives the style of a number that can be read in one way only.
func tells(cell string) Style {
	digits, _ := plain(cell)
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
		return Point // several commas can only be between thousands
	case points > 1 && commas == 0:
		return Comma
	case commas == 1 && !thousands(digits, ','):
		return Comma
	case points == 1 && !thousands(digits, '.'):
		return Point
	}
	return Unsaid
}

// thousands tells whether a number could have its one separator between
// thousands: one to three digits before it, but no leading 0, and three behind.
func thousands(digits string, sep byte) bool {
	whole, rest, _ := strings.Cut(strings.TrimLeft(digits, "+-"), string(sep))
	return len(whole) >= 1 && len(whole) <= 3 && whole[0] != '0' && len(rest) == 3 && !strings.ContainsAny(rest, "eE.,")
}

// isNumeral tells texts that consist of what numbers are written with.
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

// spaced takes out what may stand between groups of digits, and writes minus
// as programs do.
var spaced = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "\u2009", "", "'", "", "’", "", "_", "", "−", "-")

// plain is the digits of a cell and whether a percent sign stands behind them.
func plain(cell string) (digits string, percent bool) {
	digits, percent = strings.CutSuffix(strings.TrimSpace(cell), "%")
	return spaced.Replace(digits), percent
}

// Number reads a cell as a number, in the style of its grid. A unit that is
// the column's own may stand behind it.
func Number(cell, unit string, style Style) (v float64, why string) {
	text := strings.TrimSpace(cell)
	if unit != "" {
		text = strings.TrimSpace(strings.TrimSuffix(text, unit))
	}
	digits, percent := plain(text)
	if !isNumeral(digits) {
		if digits == "" {
			return 0, "is missing"
		}
		return 0, "is not a number"
	}
	own := tells(digits)
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
		if !grouped(digits, '.', ',') {
			return 0, "is not a number"
		}
		digits = strings.Replace(strings.ReplaceAll(digits, ".", ""), ",", ".", 1)
	default:
		if !grouped(digits, ',', '.') {
			return 0, "is not a number"
		}
		digits = strings.ReplaceAll(digits, ",", "")
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, "is not a number"
	}
	if percent {
		v = float64(v / 100)
	}
	return v, ""
}

// grouped tells whether separators of thousands stand where they can: three
// digits apart, none behind the decimals' sign.
func grouped(digits string, sep, decimal byte) bool {
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

// Truth reads a cell as yes or no.
func Truth(cell string) (yes, ok bool) {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "yes", "y", "true", "1", "on", "x", "✓":
		return true, true
	case "no", "n", "false", "0", "off", "", "–", "-":
		return false, true
	}
	return false, false
}
