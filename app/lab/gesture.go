package shell

import (
	"math"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/picture"
	"gridbox/app/state"
)

// onGesture takes what a person did on a picture; assets/js/picture.js lists
// the reports.
func (l *Lab) onGesture(ctx app.Context, e app.Event) {
	d := e.Get("detail")
	text := func(name string) string {
		if v := d.Get(name); v.Truthy() {
			return v.String()
		}
		return ""
	}
	switch text("act") {
	case "select":
		l.picked(ctx, d, text)
	case "move":
		l.act(ctx, state.MoveThings{To: places(d.Get("moves"))})
	case "add":
		if l.s.Draft.Kind != "placement" {
			l.command(ctx, "add", "job", "")
			return
		}
		l.do(state.Show{What: "tool", To: "select"})
		l.act(ctx, state.AddCluster{X: d.Get("x").Float(), Y: d.Get("y").Float()})
	case "connect":
		l.act(ctx, state.Connect{Kind: text("kind"), A: text("a"), B: text("b")})
	case "delete":
		l.act(ctx, state.Delete{Things: l.doomed(text)})
	case "rename":
		l.do(state.SelectThing{Thing: state.Thing{Kind: text("kind"), ID: text("id")}})
		l.do(state.Show{What: "side", To: "problem"})
		l.act(ctx, state.Show{What: "phone", To: "problem"})
		ctx.Defer(func(app.Context) { focusField("id") })
	case "replica":
		l.act(ctx, state.ToggleReplica{Dataset: text("dataset"), Cluster: text("cluster")})
	case "regroup":
		l.act(ctx, state.Regroup{Nodes: l.carried(text("id")), Group: text("group")})
	case "time":
		l.act(ctx, state.SetBusy{ID: text("id"), Node: text("node"), Start: d.Get("start").Float(), End: d.Get("end").Float(), ByKey: text("by") == "key"})
	case "span":
		l.act(ctx, state.Span{From: d.Get("from").Float(), To: d.Get("to").Float()})
	case "rows":
		if turn := screenOf(&l.s).Turn; turn != nil {
			l.act(ctx, state.Show{What: "find", Of: "rows", To: turn(&l.s, "rows", d.Get("by").Int())})
		}
	case "tool":
		l.act(ctx, state.Show{What: "tool", To: text("tool")})
	case "size":
		l.sized(ctx, d.Get("width").Float(), d.Get("height").Float(), d.Get("exact").Truthy())
	default:
		ctx.PreventUpdate()
	}
}

// picked selects what was clicked, or what a frame was drawn around.
func (l *Lab) picked(ctx app.Context, d app.Value, text func(string) string) {
	if items := d.Get("items"); items.Truthy() {
		var things []state.Thing
		for i := 0; i < items.Length(); i++ {
			things = append(things, state.Thing{Kind: items.Index(i).Get("kind").String(), ID: items.Index(i).Get("id").String()})
		}
		l.act(ctx, state.SelectAll{Things: things})
		return
	}
	kind, id := text("kind"), text("id")
	if kind == "replica" {
		kind, id = "dataset", text("dataset")
	}
	if kind == picture.Window {
		l.act(ctx, state.FocusRun{Algorithm: id})
		return
	}
	l.act(ctx, state.SelectThing{Thing: state.Thing{Kind: kind, ID: id}, With: d.Get("more").Truthy() && kind != ""})
}

// doomed is what a Delete on the picture is about: the mark, or everything
// selected when the mark is part of it.
func (l *Lab) doomed(text func(string) string) []state.Thing {
	t := state.Thing{Kind: text("kind"), ID: text("id")}
	if l.s.Selected(t.Kind, t.ID) {
		return l.s.Select
	}
	return []state.Thing{t}
}

// carried is what a dragged node takes with it: the others selected with it.
func (l *Lab) carried(id string) []string {
	if !l.s.Selected("node", id) {
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

func places(moves app.Value) []state.Place {
	var to []state.Place
	for i := 0; moves.Truthy() && i < moves.Length(); i++ {
		m := moves.Index(i)
		to = append(to, state.Place{ID: m.Get("id").String(), X: m.Get("x").Float(), Y: m.Get("y").Float()})
	}
	return to
}

// sized hears how many pixels the picture has. It is drawn anew only when its
// text would get much too small or large, so that resizing does not flicker; one
// that wants exactly its pixels says so.
func (l *Lab) sized(ctx app.Context, width, height float64, exact bool) {
	if width < 80 || height < 80 {
		ctx.PreventUpdate()
		return
	}
	scale := math.Min(width/state.PictureWidth, height/state.PictureHeight)
	if scale > 0.72 && scale < 1.5 && !exact {
		width, height = 0, 0
	}
	if width == l.s.Look.Width && height == l.s.Look.Height {
		ctx.PreventUpdate()
		return
	}
	l.act(ctx, state.Resize{Width: width, Height: height})
}
