package cite

import (
	"strings"

	"gridbox/core/scenario"
)

// maxCaption is the length of a caption in characters.
const maxCaption = 400

// Caption returns the first paragraph of the description of a scenario without the signs of
// Markdown, cut to a length that suits a figure.
func Caption(s *scenario.Scenario) string {
	first, _, _ := strings.Cut(strings.TrimSpace(s.About), "\n\n")
	text := []rune(strings.TrimLeft(strings.NewReplacer("**", "", "`", "", "\n", " ").Replace(first), "# "))
	if len(text) > maxCaption {
		return string(text[:maxCaption-1]) + "…"
	}
	return string(text)
}
