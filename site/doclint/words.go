package main

import "regexp"

// An expression is an expression that comments and documents avoid, with what to
// write instead.
type expression struct {
	pattern     *regexp.Regexp
	replacement string
}

// expressions are the expressions that comments and documents avoid.
var expressions = []expression{
	avoid(`(tells?|says?|told|said) (whether|if|what|which|how|why)`, "reports whether, returns"),
	avoid(`(is|are) (what|how)`, "the name of the thing itself"),
	avoid(`(that|those) which`, "a noun"),
	avoid(`of which`, "two sentences"),
	avoid(`those (that|who)`, "a noun"),
	avoid(`(whoever|nobody|everybody|somebody)`, "the user, the caller, no package"),
	avoid(`(alike|likeness)`, "equal, equivalent, in the same way"),
	avoid(`for good`, "permanently"),
	avoid(`at once`, "immediately, together"),
	avoid(`(bring|brings|bringing|brought) (in|into)`, "import"),
	avoid(`a hair (above|below)`, "above by a rounding error"),
	avoid(`(wins|won|winning) over`, "beats, precedes"),
	avoid(`stands? beside`, "is compared with, is next to"),
	avoid(`(hears|breathes|thrifty)`, "a standard verb"),
	avoid(`what is (asked|said|made|told|given|taken|done|left|wanted|known|meant)`, "a noun"),
}

// avoid returns the word for a pattern between word boundaries, in any case.
func avoid(pattern, instead string) expression {
	return expression{regexp.MustCompile(`(?i)\b` + pattern + `\b`), instead}
}

// findAvoided returns a finding's text for each expression of words in text.
func findAvoided(text string) []string {
	var found []string
	for _, w := range expressions {
		for _, hit := range w.pattern.FindAllString(text, -1) {
			found = append(found, `"`+hit+`": write `+w.replacement)
		}
	}
	return found
}
