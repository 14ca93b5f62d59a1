package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

// handlers are the few listeners of the page, all at its root: elements say by
// their attributes what they mean (see package ui), adapters by custom events.
func (l *Lab) handlers() map[string]app.EventHandler {
	return map[string]app.EventHandler{
		"click":  l.onClick,
		"change": l.onChange,
		"input":  l.onInput,
		"gbact":  l.onGesture,
		"gbtext": l.onText,
		"gbkey":  l.onKey,
		"gbfile": l.onFile,
		"gbpage": l.onPage,
	}
}

func (l *Lab) onClick(ctx app.Context, e app.Event) {
	el := closest(e.Get("target"), "[data-act]")
	if !el.Truthy() || attribute(el, "disabled") != "" {
		ctx.PreventUpdate()
		return
	}
	l.command(ctx, attribute(el, "data-act"), attribute(el, "data-id"), attribute(el, "data-arg"))
}

// command is what a button means. Keys use the same words.
func (l *Lab) command(ctx app.Context, act, id, arg string) {
	switch act {
	case "undo":
		l.do(state.Dismiss{})
		l.act(ctx, state.Undo{})
	case "redo":
		l.act(ctx, state.Redo{})
	case "select":
		l.act(ctx, state.SelectThing{Thing: thing(id)})
	case "delete":
		things := l.s.Select
		if id != "" {
			things = []state.Thing{thing(id)}
		}
		l.act(ctx, state.Delete{Things: things})
	case "add":
		l.act(ctx, state.Add{Kind: id, To: arg})
	case "replica":
		l.act(ctx, state.ToggleReplica{Dataset: id, Cluster: arg})
	case "arrange":
		l.act(ctx, state.Arrange{})
	case "explicit":
		l.act(ctx, state.MakeExplicit{})
	case "reseed":
		l.act(ctx, state.SetField{Path: "seed", Text: strconv.FormatUint((l.s.Draft.Seed+1)%(1<<53), 10)})
	case "preset":
		l.act(ctx, state.UsePreset{ID: id})
	case "example":
		l.example(ctx, id)
	case "kind":
		l.kind(ctx, id)
	case "draft":
		l.keep.fetch(id)
	case "focus":
		l.act(ctx, state.FocusRun{Algorithm: id})
	case "side", "answers", "phone", "tool", "dialog", "view":
		l.show(ctx, act, id)
	case "page":
		l.act(ctx, state.Show{What: "page", Of: id, To: arg})
	case "find":
		l.act(ctx, state.Show{What: "find", Of: id, To: arg})
	case "turn":
		by, _ := strconv.Atoi(arg)
		l.act(ctx, state.Show{What: "find", Of: id, To: screenOf(&l.s).Turn(&l.s, id, by)})
	case "set":
		l.act(ctx, state.SetField{Path: id, Text: arg})
	case "theme":
		remember("theme", id)
		l.act(ctx, state.Show{What: "theme", To: id})
	case "study":
		l.studyCommand(ctx, id, arg)
	case "hunt":
		l.hunter.command(id)
		l.followed(ctx)
	case "ready":
		l.ready(ctx, id)
	case "cell":
		l.pickCell(ctx, id, arg)
	case "replication":
		l.replication(id, arg)
		ctx.PreventUpdate()
	case "result":
		l.result(ctx, id)
	case "run":
		if l.s.Look.View == "study" {
			l.studyKey(ctx, act)
			return
		}
		l.work.again(&l.s)
		l.followed(ctx)
	case "cancel":
		l.work.cancel(&l.s)
		l.followed(ctx)
	case "step":
		l.step(ctx, id)
	case "play":
		l.act(ctx, state.Play{On: true})
	case "pause":
		l.act(ctx, state.Play{On: false})
	case "dismiss":
		l.act(ctx, state.Dismiss{})
	case "revert":
		l.act(ctx, state.SetText{Text: l.s.DraftText()})
	case "fault":
		from, _ := strconv.Atoi(id)
		to, _ := strconv.Atoi(arg)
		goTo(from, to)
	case "jump":
		if id != "side" {
			l.do(state.Show{What: "phone", To: id})
		} else {
			l.do(state.Show{What: "phone", To: "problem"})
		}
		l.followed(ctx)
		ctx.Defer(func(app.Context) { jump(id) })
	case "zoom":
		zoom(id)
	case "open":
		chooseFile()
	case "save":
		l.save(id)
	case "copy":
		copyText(id)
	case "export":
		l.export(ctx, id)
	}
}

// show sets a part of the look; some parts have something to prepare, and a
// kind has not every tool.
func (l *Lab) show(ctx app.Context, what, to string) {
	if what == "tool" && !slices.ContainsFunc(screenOf(&l.s).Tools, func(t screen.Tool) bool { return t.ID == to }) {
		ctx.PreventUpdate()
		return
	}
	if what == "dialog" && to == "share" {
		l.do(l.linked())
	}
	l.act(ctx, state.Show{What: what, To: to})
}

func (l *Lab) step(ctx app.Context, where string) {
	l.do(state.Play{On: false})
	switch where {
	case "first":
		l.act(ctx, state.Stepped{To: 0})
	case "back":
		l.act(ctx, state.Stepped{By: -1})
	case "on":
		l.act(ctx, state.Stepped{By: 1})
	case "last":
		l.act(ctx, state.Stepped{To: 1 << 30})
	}
}

func (l *Lab) example(ctx app.Context, preset string) {
	kind, ok := catalog.PresetKind(preset)
	if !ok {
		return
	}
	d := state.FromPreset(kind.ID, preset, 7)
	l.act(ctx, state.Open{Draft: d, Name: "open the example " + d.Title})
}

// kind opens the first example of another kind.
func (l *Lab) kind(ctx app.Context, id string) {
	kind, ok := catalog.ByID(id)
	if !ok || id == l.s.Draft.Kind || len(kind.Presets) == 0 {
		ctx.PreventUpdate()
		return
	}
	l.example(ctx, kind.Presets[0].ID)
}

// onChange takes what a person entered into a field.
func (l *Lab) onChange(ctx app.Context, e app.Event) {
	el := e.Get("target")
	value := el.Get("value").String()
	if value == ui.Unset {
		value = ""
	}
	switch {
	case attribute(el, "data-field") != "":
		l.act(ctx, state.SetField{Path: attribute(el, "data-field"), Text: value})
	case attribute(el, "data-toggle") != "":
		l.act(ctx, state.ToggleRun{Algorithm: attribute(el, "data-toggle")})
	case attribute(el, "data-metric") != "":
		l.act(ctx, state.ToggleMetric{Metric: attribute(el, "data-metric")})
	case attribute(el, "data-hunt") != "":
		l.act(ctx, state.SetHunt{What: attribute(el, "data-hunt"), Of: attribute(el, "data-of"), Value: value,
			// Not the box itself, which may have been put right meanwhile.
			On: attribute(el, "data-checked") != "true"})
	case attribute(el, "data-confirm") != "":
		l.act(ctx, state.ConfirmLarge{On: el.Get("checked").Bool()})
	case attribute(el, "data-vary") != "":
		n, _ := strconv.Atoi(attribute(el, "data-vary"))
		l.act(ctx, state.VaryBy{Index: n, Range: value == "range"})
	case attribute(el, "data-look") != "":
		l.viewStudy(ctx, attribute(el, "data-look"), attribute(el, "data-of"), value, el.Get("checked").Truthy())
	case attribute(el, "data-connect") != "":
		l.act(ctx, state.Connect{A: attribute(el, "data-connect"), B: value})
	case attribute(el, "data-after") != "":
		l.act(ctx, state.Connect{Kind: "job", A: value, B: attribute(el, "data-after")})
	case attribute(el, "data-show") == "focus":
		l.act(ctx, state.FocusRun{Algorithm: value})
	case attribute(el, "data-show") == "chart":
		l.act(ctx, state.Show{What: "chart", To: value})
	default:
		ctx.PreventUpdate()
	}
}

// onInput follows what moves while it moves: sliders and filters.
func (l *Lab) onInput(ctx app.Context, e app.Event) {
	el := e.Get("target")
	value := el.Get("value").String()
	switch {
	case attribute(el, "data-show") == "step":
		n, _ := strconv.Atoi(value)
		l.do(state.Play{On: false})
		l.act(ctx, state.Stepped{To: n})
	case attribute(el, "data-slide") != "":
		l.act(ctx, state.SetField{Path: attribute(el, "data-slide"), Text: atLeast(value, attribute(el, "data-least"))})
	case attribute(el, "data-find") != "":
		if value == ui.Unset {
			value = ""
		}
		l.act(ctx, state.Show{What: "find", Of: attribute(el, "data-find"), To: value})
	default:
		ctx.PreventUpdate()
	}
}

// atLeast keeps a slider's value from going below the least that there is an
// answer for.
func atLeast(value, least string) string {
	v, err := strconv.ParseFloat(value, 64)
	if bound, wrong := strconv.ParseFloat(least, 64); err == nil && wrong == nil && v < bound {
		return least
	}
	return value
}

// onText takes the document as text from the editor.
func (l *Lab) onText(ctx app.Context, e app.Event) {
	l.act(ctx, state.SetText{Text: e.Get("detail").Get("text").String()})
}

// onKey takes a key that means something everywhere on the page; the adapter
// has sorted out those that belong to fields.
func (l *Lab) onKey(ctx app.Context, e app.Event) {
	act := e.Get("detail").Get("act").String()
	switch act {
	case "escape":
		switch {
		case l.s.Look.Dialog != "":
			l.act(ctx, state.Show{What: "dialog"})
		case l.s.Look.View == "study" && l.s.Study.Phase == state.Measuring:
			l.studyKey(ctx, act)
		case l.s.Busy():
			l.command(ctx, "cancel", "", "")
		case l.s.Look.Tool != "select":
			l.act(ctx, state.Show{What: "tool", To: "select"})
		case l.s.Alert.Text != "":
			l.act(ctx, state.Dismiss{})
		}
	case "help":
		l.act(ctx, state.Show{What: "dialog", To: "help"})
	case "toggle":
		l.act(ctx, state.Play{On: !l.s.Why.Playing})
	default:
		id := e.Get("detail").Get("id")
		if id.Truthy() {
			l.command(ctx, act, id.String(), "")
		} else {
			l.command(ctx, act, "", "")
		}
	}
}

// onPage hears of changes around the page: its width, the system's theme, the
// dialog that the browser closed.
func (l *Lab) onPage(ctx app.Context, e app.Event) {
	d := e.Get("detail")
	if of := d.Get("of"); of.Truthy() && of.String() != l.s.Look.Dialog {
		ctx.PreventUpdate() // a dialog that is gone already
		return
	}
	l.act(ctx, state.Show{What: d.Get("what").String(), To: d.Get("to").String()})
}

// thing reads kind:id.
func thing(text string) state.Thing {
	kind, id, _ := strings.Cut(text, ":")
	return state.Thing{Kind: kind, ID: id}
}
