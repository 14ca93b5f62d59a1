// Package panel holds the parts of the laboratory that every kind shares: the
// bar, the problem with its tabs, the answers, the why, the dialogs. Each is a
// pure function from the state to a piece of page; what only one kind knows
// comes from its screen.
package panel

import (
	"strconv"
	"time"

	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

// Bar is the line at the top: the name, the kinds, the document's title and
// what can be done with the document as a whole.
func Bar(s *state.State) ui.Node {
	undo, redo := "Undo", "Redo"
	if n := len(s.Past); n > 0 {
		undo = "Undo: " + s.Past[n-1].Name
	}
	if n := len(s.Future); n > 0 {
		redo = "Redo: " + s.Future[n-1].Name
	}
	title := ui.FieldView{Path: "title", Label: "Title of the scenario", Value: s.Draft.Title,
		Placeholder: "Untitled scenario"}
	return ui.El("header", ui.Class("bar"),
		ui.El("h1", ui.Class("quiet"), "Gridbox laboratory"),
		skips(),
		ui.El("a", ui.Class("brand"), ui.A("href", s.Look.Base+"/"), ui.A("aria-label", "gridbox, home"), "grid",
			ui.El("b", "box")),
		kindLinks(s),
		ui.El("div", ui.Class("title"), title.Input(), saved(s)),
		ui.El("div", ui.Class("acts"),
			ui.IconButton("undo", undo, ui.Act("undo"), ui.Off(len(s.Past) == 0 || s.Stage != state.Live)),
			ui.IconButton("redo", redo, ui.Act("redo"), ui.Off(len(s.Future) == 0 || s.Stage != state.Live)),
			theme(s),
			ui.IconButton("help", "Keyboard and help", ui.Act("dialog", "help"), opens),
			besides(s),
			studies(s),
			ui.Button("New", ui.Act("dialog", "new"), opens, ui.A("title", "N")),
			ui.Button("Library", ui.Act("library"), ui.Aria("pressed", inside(s)),
				ui.A("title", "all drafts, their versions, studies with results (B)")),
			ui.Button("Examples", ui.Act("dialog", "examples"), opens),
			ui.Button("Edit", ui.Act("dialog", "edit"), opens),
			ui.Button("File", ui.Act("dialog", "file"), opens),
			ui.Button("Present", ui.Act("lecture"), ui.A("title", "the picture, the question and the steps alone (L)")),
			ui.Button("Share", ui.Class("primary"), ui.Act("dialog", "share"), opens),
			ui.IconButton("menu", "Menu", ui.Act("dialog", "menu"), opens),
		))
}

// StudyButton is the id of the button that leads to the screen of studies.
const StudyButton = "to-study"

// studies leads to the screen of studies and back.
func studies(s *state.State) ui.Node {
	on, to := s.Look.View == "study", "study"
	if on {
		to = ""
	}
	return ui.Button("Study", ui.Act("view", to), ui.A("id", StudyButton), ui.Aria("pressed", on),
		ui.A("title", "many instances, and what comes out of them"), ui.If(s.Running(), ui.Class("busy")))
}

// skips lead past the many stops of the tables; they show while focused.
func skips() ui.Node {
	to := func(id, name string) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.Class("btn"), ui.Act("jump", id), name)
	}
	return ui.El("div", ui.Class("skips"), to("picture", "Go to the picture"), to("side", "Go to the problem"),
		to("answers", "Go to the answers"))
}

// opens marks buttons that open a dialog.
var opens = ui.A("aria-haspopup", "dialog")

func kindLinks(s *state.State) ui.Node {
	var links []ui.Node
	for _, k := range catalog.Kinds() {
		links = append(links, ui.El("button", ui.A("type", "button"), ui.Act("kind", k.ID),
			ui.If(k.ID == s.Draft.Kind, ui.A("aria-current", "page")), k.Name))
	}
	return ui.El("nav", ui.Class("kinds"), ui.A("aria-label", "Problem kinds"), links)
}

func saved(s *state.State) ui.Node {
	text, where, when, why := "", "", "", ""
	switch {
	case s.Stage != state.Live:
		text = "starting"
	case !s.Keep.Durable && s.Keep.Why != "":
		text, why = "not saved: kept in memory only", s.Keep.Why
	case s.Keep.Failed != "":
		text, why = "not saved", s.Keep.Failed
	case s.Keep.Untouched == s.Draft && s.Keep.Saved != s.Draft:
		// As it came: there is nothing to lose.
	case s.Keep.Saved == nil && len(s.Past) == 0:
		// The first scenario, untouched: there is nothing to save.
	case s.Keep.Saved == s.Draft:
		text, where = "saved", " in this browser"
		if s.Keep.At > 0 {
			at := time.UnixMilli(s.Keep.At)
			why, when = at.Format("2 Jan 2006, 15:04:05"), " "+at.Format("15:04")
		}
	case s.Keep.Durable:
		text = "saving"
	}
	return ui.El("small", ui.Class("saved"), ui.A("role", "status"), ui.If(why != "", ui.A("title", why)), text,
		unless(where == "", ui.El("span", ui.Class("where"), where)),
		unless(when == "", ui.El("span", ui.Class("at"), " at")), when)
}

func theme(s *state.State) ui.Node {
	if s.Dark() {
		return ui.IconButton("light", "Light theme", ui.Act("theme", "light"))
	}
	return ui.IconButton("dark", "Dark theme", ui.Act("theme", "dark"))
}

// Top is the bar with the message below it that asks for a decision.
func Top(s *state.State) ui.Node { return ui.El("div", ui.Class("top"), Bar(s), asked(s)) }

// asked is the message that stays until a decision is made, a bar below the title.
func asked(s *state.State) ui.Node {
	if !s.Alert.Decides() {
		return alert(s, state.Alert{}, "decision")
	}
	return alert(s, s.Alert, "decision")
}

// Alert is the message that passes, at the top right.
func Alert(s *state.State) ui.Node { return alert(s, *s.Message(), "alerts") }

// alert is the place of a message, empty where there is none.
func alert(s *state.State, a state.Alert, class string) ui.Node {
	box := ui.El("div", ui.Class(class), ui.A("role", "alert"))
	if a.Text == "" {
		return box
	}
	var list []ui.Node
	for i, d := range a.Detail {
		if i == 8 {
			list = append(list, ui.El("li", "and "+strconv.Itoa(len(a.Detail)-i)+" more"))
			break
		}
		list = append(list, ui.El("li", d))
	}
	inner := ui.El("div", ui.Class("alert"), ui.If(a.Error, ui.Class("error")), ui.El("p", a.Text))
	if len(list) > 0 {
		inner.Children = append(inner.Children, ui.El("ul", list))
	}
	acts := ui.El("div", ui.Class("acts"))
	if a.Study {
		acts.Children = append(acts.Children, differing(s)...)
	}
	if a.Draft != "" {
		words := a.Back
		if words == "" {
			words = "Open it"
		}
		acts.Children = append(acts.Children, ui.Button(words, ui.Class("primary"), ui.Act("draft", a.Draft)))
	}
	if a.Copy {
		acts.Children = append(acts.Children, ui.Button("Work on a copy", ui.Class("primary"), ui.Act("copydraft")))
	}
	if a.Undo && len(s.Past) > 0 {
		acts.Children = append(acts.Children, ui.Button("Undo", ui.Act("undo")))
	}
	which := "passing"
	if a.Decides() {
		which = ""
	}
	acts.Children = append(acts.Children, ui.Button("Dismiss", ui.Act("dismiss", which)))
	inner.Children = append(inner.Children, acts)
	box.Children = append(box.Children, inner)
	return box
}

// sideRole is what a part beside the picture is: on a narrow screen it is all
// that shows, and so the main part of the page.
func sideRole(s *state.State, part string) string {
	if s.Look.Narrow && s.Look.Phone == part {
		return "main"
	}
	return "complementary"
}

// Phone is the row of tabs that a narrow screen shows at the bottom.
func Phone(s *state.State) ui.Node {
	tabs := []ui.Tab{{ID: "picture", Name: "Picture"}, {ID: "problem", Name: "Problem"},
		{ID: "answers", Name: "Answers"}}
	items := make([]ui.Node, len(tabs))
	for i, t := range tabs {
		items[i] = ui.El("button", ui.A("type", "button"), ui.Act("phone", t.ID),
			ui.If(t.ID == s.Look.Phone, ui.A("aria-current", "true")), t.Name)
	}
	items = append(items, ui.El("button", ui.A("type", "button"), ui.Act("library"), "Library"))
	return ui.El("nav", ui.Class("phone"), ui.A("aria-label", "Parts of the laboratory"), items)
}

// unless leaves a node out.
func unless(out bool, n ui.Node) ui.Node {
	if out {
		return ui.Node{}
	}
	return n
}
