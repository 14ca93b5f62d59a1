package screen

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
)

// Question returns the decision to be made, as one sentence with the numbers of this problem. Its element exists even
// without a question. If it appeared later, the elements after it would be created again, and a focused button would
// lose the focus.
func Question(s *state.State, sc *Screen) ui.Node {
	var parts []ui.Node
	if sc.Question != nil && s.Problem != nil {
		parts = sc.Question(s)
	}
	return ui.El("p", ui.Class("question"), ui.Flag("hidden", len(parts) == 0), joinPunctuation(parts))
}

// joinPunctuation keeps a punctuation mark on the line of the term before it: the term
// is a button, after which a browser may break the line.
func joinPunctuation(parts []ui.Node) (list []ui.Node) {
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

// Count returns a number of things, with the word as a term of the glossary.
func Count(n int, term string) []ui.Node {
	return []ui.Node{ui.El("b", ui.Integer(n)), ui.Text(" "), ui.Term(term, doc.Plural(n, term))}
}

// Sentence returns texts and nodes in a row.
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
