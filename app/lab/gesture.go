package lab

import (
	"encoding/json"
	"slices"
	"strconv"

	"gridbox/app/kind/kinds"
	"gridbox/app/state"
	"gridbox/core/draw/picture"
)

// A gesture is an action of the user on a picture; assets/js/picture.js lists them.
type gesture struct {
	Act, Kind, ID    string
	A, B             string
	Dataset, Cluster string
	Node, Group      string
	Tool             string
	More, Exact      bool
	X, Y             float64
	Width, Height    float64
	Start, End       float64
	From, To         json.RawMessage // times of a span; unused names in other reports
	By               json.RawMessage // "key" or "pointer", or a number of rows
	Items            []state.Ref
	Moves            []state.ClusterPosition
}

// Gesture carries out the report of a gesture, given as JSON.
func (l *Lab) Gesture(report []byte) {
	l.catchUp()
	var g gesture
	if json.Unmarshal(report, &g) == nil && l.gesture(&g) {
		l.follow()
	}
}

// gesture carries out a gesture, and reports whether it has an effect.
func (l *Lab) gesture(g *gesture) bool {
	thing := state.Ref{Kind: g.Kind, ID: g.ID}
	if l.s.Lecture.On && !slices.Contains([]string{"select", "size", "span", "rows"}, g.Act) {
		return false // nothing is edited while presenting
	}
	switch g.Act {
	case "select":
		l.selectMarks(g)
	case "move":
		l.do(state.MoveClusters{To: g.Moves})
	case "add":
		l.addAt(g)
	case "connect":
		l.do(state.Connect{Kind: g.Kind, A: g.A, B: g.B})
	case "delete":
		l.do(state.Delete{Elements: l.deletionTargets(thing)})
	case "rename":
		if !l.s.IsSelected(thing.Kind, thing.ID) {
			l.do(state.SelectElement{Element: thing})
		}
		openForm(l, "on", "")
		if len(l.s.Select) == 1 {
			l.host.AfterDraw(func() { l.host.Call("focusField", "id") })
		}
	case "replica":
		l.do(state.ToggleReplica{Dataset: g.Dataset, Cluster: g.Cluster})
	case "regroup":
		l.do(state.Regroup{Nodes: l.draggedNodes(g.ID), Group: g.Group})
	case "time":
		l.do(state.SetBusy{ID: g.ID, Node: g.Node, Start: g.Start, End: g.End, ByKey: string(g.By) == `"key"`})
	case "span":
		l.do(state.Span{From: number(g.From), To: number(g.To)})
	case "rows":
		if turn := kinds.OfDraft(&l.s).StepFilter; turn != nil {
			l.do(state.Show{Field: "find", List: "rows", To: turn(&l.s, "rows", int(number(g.By)))})
		}
	case "tool":
		l.do(state.Show{Field: "tool", To: g.Tool})
	case "size":
		l.resizePicture(g.Width, g.Height, g.Exact)
	default:
		return false
	}
	return true
}

// number returns a number of a report, 0 if it is malformed.
func number(text json.RawMessage) float64 {
	v, _ := strconv.ParseFloat(string(text), 64)
	return v
}

// selectMarks selects the clicked thing, or the things within a frame.
func (l *Lab) selectMarks(g *gesture) {
	switch {
	case l.s.Lecture.On && l.pickInFeatures(state.Ref{Kind: g.Kind, ID: g.ID}):
	case l.s.Lecture.On && g.Kind != "job": // the question stays selected
	case l.shownView().OnClick != nil:
		l.shownView().OnClick(state.Ref{Kind: g.Kind, ID: g.ID})
	case g.Items != nil:
		l.do(state.SelectAll{Elements: g.Items, With: g.More || l.several()})
	case g.Kind == "" && !g.More && l.begins():
	case g.Kind == "replica":
		l.do(state.SelectElement{Element: state.Ref{Kind: "dataset", ID: g.Dataset}, With: g.More || l.several()})
	case g.Kind == picture.Window:
		l.do(state.FocusRun{Run: g.ID})
	default:
		l.choose(state.Ref{Kind: g.Kind, ID: g.ID}, (g.More || l.several()) && g.Kind != "")
	}
}

// deletionTargets returns the things that Delete on the picture removes: the marked thing, or the selection
// if the thing is part of it.
func (l *Lab) deletionTargets(t state.Ref) []state.Ref {
	if l.s.IsSelected(t.Kind, t.ID) {
		return l.s.Select
	}
	return []state.Ref{t}
}

// draggedNodes returns the nodes that move with a dragged node: the selection if the node is part of it.
func (l *Lab) draggedNodes(id string) []string {
	if !l.s.IsSelected("node", id) {
		return []string{id}
	}
	var ids []string
	for _, t := range l.s.Select {
		if t.Kind == "node" {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// resizePicture sets the size of the picture in pixels. To avoid flicker, the picture is drawn again only
// if its text would become too small or large, or much space would stay empty. exact requests the
// exact size. While presenting, the text has a fixed size.
func (l *Lab) resizePicture(width, height float64, exact bool) {
	if width < 80 || height < 80 {
		return
	}
	wide, high := width/state.PictureWidth, height/state.PictureHeight
	if least := min(wide, high); least > 0.72 && least < 1.5 && max(wide, high) < 1.25*least && !exact &&
		!l.s.Lecture.On {
		width, height = 0, 0
	}
	l.do(state.Resize{Width: width, Height: height})
}
