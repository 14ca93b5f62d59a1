package screen

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
)

// Question is what is to be decided, as one sentence with the numbers of this
// problem. Its place is there always, also while there is nothing to ask: what
// stands behind it must not move in the page's tree when it comes, or a button
// that has the focus would be made anew and lose it.
func Question(s *state.State, sc *Screen) ui.Node {
	var parts []ui.Node
	if sc.Question != nil && s.Problem != nil {
		parts = sc.Question(s)
	}
	return ui.El("p", ui.Class("question"), ui.Flag("hidden", len(parts) == 0), closed(parts))
}

// closed keeps the sign behind a word that explains itself on the word's line: the
// word is a button, behind which a browser may break.
func closed(parts []ui.Node) (list []ui.Node) {
	for _, p := range parts {
		last := len(list) - 1
		if last < 0 || list[last].Tag != "button" || p.Text == "" || !strings.ContainsRune(",?;.", rune(p.Text[0])) {
			list = append(list, p)
			continue
		}
		list[last] = ui.El("span", ui.Class("kept"), list[last], p.Text[:1])
		if len(p.Text) > 1 {
			list = append(list, ui.Text(p.Text[1:]))
		}
	}
	return list
}

// Count is how many there are of something, the word being one that explains itself.
func Count(n int, term string) []ui.Node {
	return []ui.Node{ui.El("b", ui.Whole(n)), ui.Text(" "), ui.Term(term, doc.Plural(n, term))}
}

// Sentence puts texts and nodes one behind the other.
func Sentence(parts ...any) (list []ui.Node) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			list = append(list, ui.Text(p))
		case ui.Node:
			list = append(list, p)
		case []ui.Node:
			list = append(list, p...)
		}
	}
	return list
}
