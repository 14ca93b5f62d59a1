// Package panel has the parts of the laboratory that all kinds share: the bar, the problem with its tabs, the answers,
// the explanation and the dialogs. Each is a pure function from the state to a piece of the page. The parts that depend
// on the kind come from its screen (package screen).
package panel

import (
	"strconv"
	"time"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
)

// Bar returns the top row: home, Open, the draft's title with its menu, undo and redo, the
// views, Present, Share and the menu of everything else.
func Bar(s *state.State, sc *screen.Screen, added Additions) ui.Node {
	undo, redo := "Undo", "Redo"
	if n := len(s.Past); n > 0 {
		undo = i18n.T("Undo: {}", s.Past[n-1].Name)
	}
	if n := len(s.Future); n > 0 {
		redo = i18n.T("Redo: {}", s.Future[n-1].Name)
	}
	return ui.El("header", ui.Class("bar"),
		ui.El("h1", ui.Class("quiet"), "Gridbox laboratory"),
		skips(),
		ui.El("a", ui.Class("brand"), ui.A("href", s.Layout.Base+"/"), ui.A("aria-label", "gridbox, home"),
			ui.A("translate", "no"), "grid", ui.El("b", "box")),
		ui.Button(ui.Class("plain"), ui.Act("dialog", "open"), opens,
			ui.A("title", "a new problem (N), drafts, examples, files (Ctrl+O)"), "Open", ui.Icon("expand")),
		title(s),
		ui.El("div", ui.Class("history"),
			ui.IconButton("undo", undo, ui.Act("undo"), ui.AriaDisabled(len(s.Past) == 0 || s.Stage != state.Live)),
			ui.IconButton("redo", redo, ui.Act("redo"), ui.AriaDisabled(len(s.Future) == 0 || s.Stage != state.Live))),
		viewLinks(s, HasQueue(s, sc), added),
		ui.El("div", ui.Class("acts"),
			ui.Button("Present", ui.Act("lecture"), ui.A("title",
				"show the question, the picture and the steps in full screen (L)")),
			ui.Button("Share", ui.Class("primary"), ui.Act("dialog", "share"), opens),
			ui.IconButton("more", "More", ui.Act("dialog", "menu"), opens)))
}

// TitleField is the id of the field with the draft's title.
const TitleField = "draft-title"

// title returns the draft's title, its kind, whether it is saved, and the menu of the draft.
func title(s *state.State) ui.Node {
	field := ui.FieldView{Path: "title", Label: "Title of the scenario", Value: s.Draft.Title,
		Placeholder: "Untitled scenario"}
	kind, _ := catalog.ByID(s.Draft.Kind)
	return ui.El("div", ui.Class("title"),
		field.Input(ui.A("id", TitleField)),
		ui.IconButton("expand", "About this draft", ui.Act("dialog", "draft"), opens),
		ui.El("p", ui.El("span", ui.Class("kind"), kind.Name), saveNote(s)))
}

// The ids of the buttons that lead to the views.
const (
	ExploreButton = "to-explore"
	QueueButton   = "to-queue"
)

// viewLinks returns the switch between the views of the draft, including the queue if jobs wait, and added ones.
func viewLinks(s *state.State, queue bool, added Additions) ui.Node {
	link := func(view, id, name, about string, parts ...any) ui.Node {
		return ui.El("button", append([]any{ui.A("type", "button"), ui.A("id", id), ui.Act("goto", view),
			ui.If(s.View() == view, ui.A("aria-current", "page")), ui.A("title", about), name}, parts...)...)
	}
	var links []ui.Node
	for _, l := range added.Links {
		links = append(links, link(l.View, l.ID, l.Name, l.About))
	}
	for _, t := range added.Tabs {
		links = append(links, link(t.View, t.Button, t.Name, t.About, ui.If(t.Busy(s), ui.Class("busy"))))
	}
	return ui.El("nav", ui.Class("views"), ui.A("aria-label", "Views"),
		link("", ExploreButton, "Explore", "the problem, its picture and the answers"),
		unless(!queue, link(state.QueueView, QueueButton, "Queue",
			"when each waiting job starts, and what it waits for")),
		links)
}

// skips returns links that skip the many focusable elements of the tables; they are visible while focused.
func skips() ui.Node {
	to := func(id, name string) ui.Node {
		return ui.El("button", ui.A("type", "button"), ui.Class("btn"), ui.Act("jump", id), name)
	}
	return ui.El("div", ui.Class("skips"), to("picture", "Go to the picture"), to("side", "Go to the problem"),
		to("answers", "Go to the answers"))
}

// opens is the attribute of buttons that open a dialog.
var opens = ui.A("aria-haspopup", "dialog")

// saveNote returns the note on whether the draft is saved, with the time of the save. The note is empty if there is
// nothing to lose.
func saveNote(s *state.State) ui.Node {
	text, where, when, why := "", "", "", ""
	switch {
	case s.Stage != state.Live:
		text = "starting"
	case !s.Keep.Durable && s.Keep.Reason != "":
		text, why = "not saved: kept in memory only", s.Keep.Reason
	case s.Keep.SaveError != "":
		text, why = "not saved", s.Keep.SaveError
	case s.Keep.UntouchedDraft == s.Draft && s.Keep.SavedDraft != s.Draft:
		// Unchanged since it was opened: nothing can be lost.
	case s.Keep.SavedDraft == nil && len(s.Past) == 0:
		// The first scenario without changes: there is nothing to save.
	case s.Keep.SavedDraft == s.Draft:
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

// Top returns the bar and, below it, the message that asks for a decision.
func Top(s *state.State, sc *screen.Screen, added Additions) ui.Node {
	return ui.El("div", ui.Class("top"), Bar(s, sc, added), decisionBar(s, added))
}

// decisionBar returns the message that stays until the user decides, as a bar below the title.
func decisionBar(s *state.State, added Additions) ui.Node {
	if !s.Alert.Decides() {
		return alert(s, state.Alert{}, "decision", added)
	}
	return alert(s, s.Alert, "decision", added)
}

// Alert returns the passing message, at the top right.
func Alert(s *state.State, added Additions) ui.Node { return alert(s, *s.Message(), "alerts", added) }

// alert returns the element of a message, empty if there is none.
func alert(s *state.State, a state.Alert, class string, added Additions) ui.Node {
	box := ui.El("div", ui.Class(class), ui.A("role", "alert"))
	if a.Text == "" {
		return box
	}
	var list []ui.Node
	for i, d := range a.Detail {
		if i == 8 {
			list = append(list, ui.El("li", i18n.T("and {} more", strconv.Itoa(len(a.Detail)-i))))
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
		acts.Children = append(acts.Children, added.Draw(AtInstance, s)...)
	}
	if a.Draft != "" {
		words := a.DraftLabel
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

// sideRole returns the role of a part next to the picture: a narrow screen shows one part only, which is then the
// main part of the page.
func sideRole(s *state.State, part string) string {
	if s.Layout.Narrow && (s.Layout.Phone == part || part == "answers" && s.Layout.Phone == "why") {
		return "main"
	}
	return "complementary"
}

// phoneSigns are the icons of the tabs of Phone, in their order.
var phoneSigns = [...]string{"arrange", "menu", "check", "help"}

// Phone returns the row of tabs at the bottom of a narrow screen.
func Phone(s *state.State) ui.Node {
	tabs := []ui.Tab{{ID: "picture", Name: "Picture"}, {ID: "problem", Name: "Problem"},
		{ID: "answers", Name: "Answers"}, {ID: "why", Name: "Why"}}
	items := make([]ui.Node, len(tabs))
	for i, t := range tabs {
		items[i] = ui.El("button", ui.A("type", "button"), ui.Act("phone", t.ID),
			ui.If(t.ID == s.Layout.Phone, ui.A("aria-current", "true")), ui.Icon(phoneSigns[i]), t.Name)
	}
	return ui.El("nav", ui.Class("phone"), ui.A("aria-label", "Parts of the laboratory"), items)
}

// unless returns n, or an empty node if out is set.
func unless(out bool, n ui.Node) ui.Node {
	if out {
		return ui.Node{}
	}
	return n
}
