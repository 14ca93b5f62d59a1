package lab

import (
	"gridbox/app/kind/kinds"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// openBlank opens the empty problem of a kind as a new draft, with its picture in view.
func (l *Lab) openBlank(id string) {
	if _, ok := catalog.ByID(id); !ok {
		return
	}
	l.drafts.openDraft(state.Blank(id), "start a new problem", true)
	l.do(state.Show{Field: "view"}, state.Show{Field: "phone", To: "picture"}, state.Show{Field: "side", To: "problem"})
}

// begins takes the next step that a problem without an answer needs, and reports whether there is one. A click on the
// empty picture means that step. With a tool, a cluster is added where the user clicked.
func (l *Lab) begins() bool {
	next := screen.NextStart(&l.s, kinds.OfDraft(&l.s))
	if next == nil || l.s.HasPositions() {
		return false
	}
	l.do(state.Add{Kind: next.Add})
	return true
}

// addAt adds the tool's thing at a position of the picture.
func (l *Lab) addAt(g *gesture) {
	switch {
	case l.s.HasPositions():
		l.do(state.Show{Field: "tool", To: "select"}, state.AddCluster{X: g.X, Y: g.Y})
	case !l.begins():
		l.do(state.Add{Kind: "job"})
	}
}
