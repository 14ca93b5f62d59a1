package panel

import (
	"strings"

	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
	"gridbox/core/i18n"
)

// The menu Open lists everything that can be opened: a new problem of each kind, recent
// drafts, examples, files. A field above filters by words.

// OpenFilter is the name of the view's setting for the words that filter the
// menu.
const OpenFilter = "open"

// maxRecent is the number of drafts in the menu without a filter, maxFound the
// number of lines with one.
const maxRecent, maxFound = 5, 12

// An Openable is one line of the menu that a filter can find.
type Openable struct {
	Name, About string
	Act, ID     string
	icon        ui.Node
	saved       string // when a draft was saved
}

// openMenu returns the menu.
func openMenu(s *state.State) ui.Node {
	words := s.Layout.Find[OpenFilter]
	body := ui.El("div", ui.Class("menu columns"), newProblems(s), sources(s))
	if strings.TrimSpace(words) != "" {
		body = ui.El("div", ui.Class("menu"), openLines(s, Openables(s, words), "No drafts, examples or kinds match."))
	}
	return ui.El("div", ui.Class("find-and"), menuFilter(OpenFilter, "Find a draft, an example or a kind",
		"open-first", words), body)
}

// menuFilter returns the field that filters the lines of a menu. Enter in it runs the command
// enter with the field's text, which opens the first line.
func menuFilter(name, label, enter, words string) ui.Node {
	return ui.El("div", ui.Class("menu-filter"), ui.Icon("search"),
		ui.El("input", ui.A("type", "text"), ui.A("aria-label", label), ui.A("placeholder", label),
			// a search field, because Esc clears it
			ui.A("data-find", name), ui.A("data-value", words), ui.A("value", words), ui.A("data-enter", enter),
			ui.A("autocomplete", "off"), ui.A("spellcheck", "false")))
}

// newProblems returns a list of the kinds, each with a button for a blank problem and one for an example.
func newProblems(s *state.State) ui.Node {
	var items []ui.Node
	for _, k := range catalog.Kinds() {
		items = append(items, ui.El("li",
			ui.El("button", ui.A("type", "button"), ui.Act("new", k.ID), ui.Flag("disabled", s.Stage != state.Live),
				shot(k.Presets[0].ID), ui.El("span", ui.El("b", k.Name), ui.El("small", k.Question))),
			ui.El("button", ui.A("type", "button"), ui.Class("aside"), ui.Act("kind", k.ID),
				ui.A("aria-label", i18n.T("Example: {}", k.Name)), ui.A("title",
					"the last draft of this kind here, or an example"),
				ui.Flag("disabled", s.Stage != state.Live), "Example")))
	}
	return ui.El("section", ui.El("h3", "New ", ui.El("kbd", "N")), ui.El("ul", ui.Class("kinds"), items))
}

// sources returns the recent drafts and the other sources: library, examples, files, clipboard.
func sources(s *state.State) ui.Node {
	parts := []ui.Node{}
	if recent := recentDrafts(s); len(recent) > 0 {
		parts = append(parts, ui.El("h3", "Recent"), openLines(s, recent[:min(maxRecent, len(recent))], ""))
	}
	return ui.El("section", parts,
		ui.El("h3", "Other sources"),
		openLines(s, []Openable{
			{Name: "All drafts, versions, trash", Act: "library", icon: ui.Icon("arrange"), saved: "B"},
			{Name: "Examples…", Act: "dialog", ID: "examples", icon: ui.Icon("book")},
			{Name: "Files…", Act: "open", icon: ui.Icon("file"), saved: "Ctrl+O"},
			{Name: "Paste a link or rows…", Act: "pastethings", icon: ui.Icon("paste"), saved: "Ctrl+V"},
		}, ""),
		ui.El("p", ui.Class("note drop-here"), "Or drop files anywhere on this page. ",
			ui.El("a", ui.A("href", s.Layout.Base+"/docs/import/"), "What can be imported")))
}

// openLines returns the lines of the menu, or the sentence none if there are none.
func openLines(s *state.State, lines []Openable, none string) ui.Node {
	if len(lines) == 0 {
		return ui.El("p", ui.Class("note"), none)
	}
	var items []ui.Node
	for _, l := range lines {
		text := ui.El("span", l.Name)
		if l.About != "" {
			text.Children = append(text.Children, ui.El("small", l.About))
		}
		parts := []any{ui.A("type", "button"), ui.Act(l.Act, l.ID), ui.Flag("disabled", s.Stage != state.Live),
			l.icon, text}
		if l.saved != "" {
			parts = append(parts, ui.El("small", ui.Class("when"), l.saved))
		}
		items = append(items, ui.El("li", ui.El("button", parts...)))
	}
	return ui.El("ul", items)
}

// recentDrafts returns the saved drafts except the current one, the last saved first.
func recentDrafts(s *state.State) (list []Openable) {
	for _, d := range s.Keep.Drafts {
		title := d.Title
		if title == "" {
			title = "Untitled scenario"
		}
		list = append(list, Openable{Name: title, Act: "draft", ID: d.Slot, icon: ui.Icon("file"),
			saved: library.FormatTime(d.Saved)})
	}
	return list
}

// Openables returns the matches of the words, at most maxFound lines: kinds,
// drafts, examples.
func Openables(s *state.State, words string) (found []Openable) {
	wanted := strings.Fields(strings.ToLower(words))
	take := func(o Openable, text string) {
		if len(found) < maxFound && hasWords(strings.ToLower(text), wanted) {
			found = append(found, o)
		}
	}
	for _, k := range catalog.Kinds() {
		take(Openable{Name: i18n.T("New {}", strings.ToLower(k.Name)), About: k.Question, Act: "new", ID: k.ID,
			icon: ui.Icon("add")}, i18n.T("new {} {}", k.Name, k.Question))
	}
	for _, d := range recentDrafts(s) {
		take(d, d.Name)
	}
	for _, k := range catalog.Kinds() {
		for _, p := range k.Presets {
			take(Openable{Name: p.Title, About: k.Name + " · " + p.About, Act: "example", ID: p.ID,
				icon: ui.Icon("book")}, i18n.T("{} {} {} example", p.Title, p.About, k.Name))
		}
	}
	return found
}

// hasWords reports whether the text has all of the words.
func hasWords(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
