package diff

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
)

// A Field is a difference between two documents, also in words.
type Field struct {
	doc.Difference
	Text string `json:"words"`
}

// Documents returns the differences of two scenarios, without their views.
func Documents(a, b *scenario.Scenario) []Field {
	x, y := *a, *b
	x.View, y.View = nil, nil
	var list []Field
	for _, d := range doc.Differences(&x, &y) {
		list = append(list, Field{d, differenceText(&d)})
	}
	return list
}

// singular has the singular of list names for which it is not the name without
// its last letter.
var singular = map[string]string{"busy": "busy time of", "at": "replica on", "needs": "dataset",
	"datasets": "dataset", "after": "after", "require": "condition", "exclude": "excluded node", "order": "place of",
	"vary": "varied", "replicas": "replica", "others": "other machine", "policies": "policy"}

func singularName(list string) string {
	if word, ok := singular[list]; ok {
		return word
	}
	return strings.TrimSuffix(list, "s")
}

// differenceText returns a difference in words: job j3, work: 5 MI, was 4.
func differenceText(d *doc.Difference) string {
	var on []string
	for i := 0; i+1 < len(d.Names); i += 2 {
		on = append(on, singularName(d.Names[i])+" "+d.Names[i+1])
	}
	what := strings.Join(on, ", ")
	if len(d.Names)%2 == 1 {
		what = strings.TrimPrefix(what+", "+d.Names[len(d.Names)-1], ", ")
	} else if d.Label != "" {
		what = strings.TrimPrefix(what+", "+strings.ToLower(d.Label), ", ")
	}
	whole := d.Label == "" && len(d.Names) > 0
	switch d.Change {
	case doc.Reordered:
		return i18n.T("{} in another order", what)
	case doc.Added:
		if whole {
			return i18n.T("{} added{}", what, details(d.Is))
		}
		return i18n.T("{}: {}, was not set", what, value(d.Is, d.Unit))
	case doc.Removed:
		if whole {
			return i18n.T("{} removed{}", what, details(d.Was))
		}
		return i18n.T("{}: no longer set, was {}", what, value(d.Was, d.Unit))
	}
	if line, is, was := lines(d.Is, d.Was); line > 0 {
		return i18n.T("{}, line {}: {}, was {}", what, strconv.Itoa(line), value(is, ""), value(was, ""))
	}
	return i18n.T("{}: {}, was {}", what, value(d.Is, d.Unit), value(d.Was, ""))
}

// lines returns the number of the first line, from 1, in which two canonical
// texts differ. It returns 0 if neither has more than one line.
func lines(is, was string) (number int, one, other string) {
	a, b := strings.Split(strings.Trim(is, `"`), `\n`), strings.Split(strings.Trim(was, `"`), `\n`)
	if len(a) == 1 && len(b) == 1 {
		return 0, is, was
	}
	for i := 0; ; i++ {
		one, other = "", ""
		if i < len(a) {
			one = a[i]
		}
		if i < len(b) {
			other = b[i]
		}
		if one != other || i >= len(a) || i >= len(b) {
			return i + 1, strings.TrimSpace(one), strings.TrimSpace(other)
		}
	}
}

// maxTextLength is the maximum length of a text in a sentence.
const maxTextLength = 60

// value returns a canonical text for a sentence, with its unit. A long text is
// cut off, and an empty one becomes "nothing".
func value(text, unit string) string {
	text = strings.Trim(text, `"`)
	if letters := []rune(text); len(letters) > maxTextLength {
		text = string(letters[:maxTextLength]) + "…"
	}
	if text == "" {
		return "nothing"
	}
	if unit != "" {
		text += "\u00a0" + unit
	}
	return text
}

// details returns the fields of an element besides its name.
func details(text string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}")
	if inner == text || strings.Count(inner, ":") < 2 {
		return ""
	}
	return " (" + value(strings.NewReplacer(`"`, "", ":", " ", ",", ", ").Replace(inner), "") + ")"
}
