package lab

import (
	"gridbox/app/kind/kinds"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/catalog"
)

// openBlank puts the empty problem of a kind in front, as a draft of its own. It
// shows its picture, where the first thing to do stands.
func (l *Lab) openBlank(id string) {
	if _, ok := catalog.ByID(id); !ok {
		return
	}
	l.keep.put(state.Blank(id), "start a new problem", true)
	l.do(state.Show{What: "view"}, state.Show{What: "phone", To: "picture"}, state.Show{What: "side", To: "problem"})
}

// begins does what a problem needs next before it can have an answer, and
// reports whether it needs anything: a click on the empty ground of a picture
// means that. A cluster stands where it was clicked, which a tool says.
func (l *Lab) begins() bool {
	next := screen.NextStart(&l.s, kinds.OfDraft(&l.s))
	if next == nil || l.s.Placed() {
		return false
	}
	l.do(state.Add{Kind: next.Add})
	return true
}

// added is what the tool that adds, or its key, does at a place of the picture.
func (l *Lab) added(g *gesture) {
	switch {
	case l.s.Placed():
		l.do(state.Show{What: "tool", To: "select"}, state.AddCluster{X: g.X, Y: g.Y})
	case !l.begins():
		l.do(state.Add{Kind: "job"})
	}
}
