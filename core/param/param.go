// Package param defines the parameters of a figure that its readers may change:
// numbers and choices of the document, each a path with a label and with a
// range or a list of values. It parses and formats them as one line of text for
// attributes and links, finds possible ones in a document, and sets their
// values. It neither solves nor draws.
package param

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// A Control is one number or choice that a reader may change.
type Control struct {
	Path  string
	Label string // "" means that of the field
	// Values are the choices: texts, numbers and truth values. Without them the control is a
	// number from From to To in steps of Step; a Step of 0 means a suitable one.
	Values         []any
	From, To, Step float64
}

// Limits for the text of an address, so that a hostile one cannot overload a
// page.
const (
	MaxControls = 12     // controls
	MaxValues   = 12     // of a choice
	MaxText     = 4000   // bytes of all of them
	MaxLabel    = 60     // characters of a label
	MaxSteps    = 10_000 // of a range
)

// HasRange reports whether the control is a number with a range, not a choice.
func (c *Control) HasRange() bool { return len(c.Values) == 0 }

// Read parses the controls of an attribute or a link, and returns a fault for each part that it
// skips as invalid:
//
//	placement.clusters[id=Lyon].mips:400..1700/5:Power of Lyon; runs[0].options.weights:printed|sum
//
// Controls are separated by semicolons. Each consists of a path, values and a label, separated by
// colons. A separator counts as text after a backslash, and within brackets or quotes of a path.
func Read(text string) (list []Control, faults []string) {
	if len(text) > MaxText {
		return nil, []string{"controls are longer than " + strconv.Itoa(MaxText) + " characters"}
	}
	for _, part := range split(text, ';') {
		if strings.TrimSpace(part) == "" {
			continue
		}
		c, err := readOne(part)
		switch {
		case err != nil:
			faults = append(faults, err.Error())
		case slices.ContainsFunc(list, func(x Control) bool { return x.Path == c.Path }):
			faults = append(faults, "the control of "+clip(c.Path)+" is there twice")
		case len(list) == MaxControls:
			return list, append(faults, "there are more than "+strconv.Itoa(
				MaxControls)+" controls; the others are left out")
		default:
			list = append(list, c)
		}
	}
	return list, faults
}

// readOne parses one control, a path with optional values and an optional label. It returns an
// error with the path if a part is invalid. It does not check whether the path exists.
func readOne(text string) (c Control, err error) {
	fields := split(text, ':')
	c.Path = strings.TrimSpace(unescape(fields[0])) // fields do not begin or end with a blank
	fault := func(why string) error { return errors.New("the control of " + clip(c.Path) + " " + why) }
	if len(fields) > 3 {
		return c, fault("has more than a path, values and a label: write a backslash before a colon that is meant")
	}
	if why := doc.IsPath(c.Path); why != "" {
		return c, fault(why)
	}
	if len(fields) == 3 {
		c.Label = doc.OneLine(unescape(fields[2]))
		if n := []rune(c.Label); len(n) > MaxLabel {
			return c, fault("has a label of more than " + strconv.Itoa(MaxLabel) + " characters")
		}
	}
	if len(fields) == 1 || strings.TrimSpace(fields[1]) == "" {
		return c, nil // the choices of the field
	}
	if why := c.readValues(fields[1]); why != "" {
		return c, fault(why)
	}
	return c, nil
}

// readValues sets the choices or the range of the control from a text such as printed|sum or
// 400..1700/5. It returns "" or the reason why the text is invalid. Without a step it chooses
// one.
func (c *Control) readValues(text string) (why string) {
	if choices := split(text, '|'); len(choices) > 1 {
		for _, choice := range choices {
			c.Values = append(c.Values, valueOf(choice))
		}
		return c.Check()
	}
	from, rest, ok := strings.Cut(strings.TrimSpace(text), "..")
	to, step, stepped := strings.Cut(rest, "/")
	if !ok {
		return "has neither a range such as 400..1700/5 nor values such as printed|sum"
	}
	for _, n := range []struct {
		text string
		to   *float64
		read bool
	}{{from, &c.From, true}, {to, &c.To, true}, {step, &c.Step, stepped}} {
		if !n.read {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(n.text), 64)
		if err != nil {
			return "has " + clip(n.text) + " where a number is wanted"
		}
		*n.to = v
	}
	if why := c.Check(); why != "" || stepped {
		return why
	}
	c.Step = StepFor(c.From, c.To)
	return ""
}

// Check returns what is wrong with the range or the values, or "".
func (c *Control) Check() (why string) {
	if len(c.Values) > 0 {
		if len(c.Values) > MaxValues {
			return "has more than " + strconv.Itoa(MaxValues) + " values"
		}
		for i, v := range c.Values {
			if slices.Contains(c.Values[:i], v) {
				return "has the value " + clip(FormatValue(v)) + " twice"
			}
		}
		return ""
	}
	for _, v := range []float64{c.From, c.To, c.Step} {
		if math.IsNaN(v) || math.Abs(v) > 1e15 {
			return "has a range that is not of ordinary numbers"
		}
	}
	switch {
	case c.From >= c.To:
		return "has a range that is upside down or empty: write the smaller number first"
	case c.Step < 0:
		return "has a step that is not above 0"
	case c.Step > 0 && (c.To-c.From)/c.Step > MaxSteps:
		return "has more than " + strconv.Itoa(MaxSteps) + " steps"
	}
	return ""
}

// StepFor returns a step for a range: 1, 2 or 5 times a power of ten, with about
// a hundred steps.
func StepFor(from, to float64) float64 {
	unit := 1.0
	for ; unit < (to-from)/100 && unit < 1e15; unit *= 10 {
	}
	for ; unit > (to-from)/100 && unit > 1e-6; unit /= 10 {
	}
	for _, n := range []float64{10, 5, 2} {
		if unit*n <= (to-from)/40 {
			return round(unit * n)
		}
	}
	return round(unit)
}

// round returns a number rounded to 12 digits, which removes the error of a
// division by ten.
func round(x float64) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return v
}

// At returns the value at a position of the range from 0, rounded to its
// decimals.
func (c *Control) At(place int) float64 {
	return min(c.To, round(c.From+float64(float64(place)*c.Step)))
}

// Steps returns the number of steps of the range.
func (c *Control) Steps() int { return int(math.Ceil((c.To-c.From)/c.Step - 1e-9)) }

// Position returns the position in the range, or the index among the values,
// nearest to a value.
func (c *Control) Position(value any) int {
	if !c.HasRange() {
		return slices.Index(c.Values, value)
	}
	x, _ := value.(float64)
	return max(0, min(int(math.Round((x-c.From)/c.Step)), c.Steps()))
}

// Write returns controls in the form that Read parses.
func Write(list []Control) string {
	var parts []string
	for i := range list {
		c := &list[i]
		text := escapePath(c.Path)
		switch {
		case !c.HasRange():
			var values []string
			for _, v := range c.Values {
				values = append(values, formatChoice(v))
			}
			text += ":" + strings.Join(values, "|")
		case c.From != 0 || c.To != 0:
			text += ":" + doc.Number(c.From) + ".." + doc.Number(c.To)
			if c.Step != StepFor(c.From, c.To) {
				text += "/" + doc.Number(c.Step)
			}
		case c.Label != "":
			text += ":"
		}
		if c.Label != "" {
			text += ":" + escape(c.Label)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// FormatValue returns a value as text for people.
func FormatValue(value any) string {
	switch v := value.(type) {
	case float64:
		return doc.Number(v)
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case string:
		return v
	}
	return fmt.Sprint(value)
}

// valueOf parses one choice: a number, a truth value, or a text, which may be
// quoted.
func valueOf(text string) any {
	text = strings.TrimSpace(text)
	bare := unescape(text)
	switch bare {
	case "true", "false":
		return bare == "true"
	}
	if v, err := strconv.ParseFloat(bare, 64); err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
		return v
	}
	if len(text) > 1 && text[0] == '"' && text[len(text)-1] == '"' {
		return unescape(text[1 : len(text)-1])
	}
	return bare
}

// formatChoice returns a choice in the form that valueOf parses to the same value.
func formatChoice(value any) string {
	text, ok := value.(string)
	if !ok {
		if v, is := value.(bool); is {
			return strconv.FormatBool(v)
		}
		return FormatValue(value)
	}
	if valueOf(escape(text)) != value {
		return `"` + escape(text) + `"`
	}
	return escape(text)
}

var escaping = strings.NewReplacer(`\`, `\\`, `;`, `\;`, `:`, `\:`, `|`, `\|`, `"`, `\"`, `[`, `\[`, `]`, `\]`)

func escape(text string) string { return escaping.Replace(text) }

// escapePath returns a path unchanged if its brackets protect all separators, and
// escaped otherwise.
func escapePath(path string) string {
	if split(path+":", ':')[0] == path && split(path+";", ';')[0] == path && unescape(path) == path {
		return path
	}
	return escape(path)
}

// split splits a text at a separator, except after a backslash and between
// brackets or quotes.
func split(text string, at byte) (parts []string) {
	first, quotes, depth := 0, false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '"':
			quotes = !quotes
		case quotes:
		case c == '[':
			depth++
		case c == ']':
			depth = max(0, depth-1)
		case c == at && depth == 0:
			parts, first = append(parts, text[first:i]), i+1
		}
	}
	return append(parts, text[first:])
}

// unescape returns a text without backslashes and surrounding space.
func unescape(text string) string {
	text = strings.TrimSpace(text)
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// clip shortens an author's text for a message.
func clip(text string) string {
	text = doc.OneLine(text)
	if r := []rune(text); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return text
}
