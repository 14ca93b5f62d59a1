package panel

import (
	"strings"

	"gridbox/app/state"
	"gridbox/app/ui"
)

// A MenuPart is a group of menu lines under one title.
type MenuPart struct {
	Title string
	Items []MenuItem
}

// A MenuItem is a line of a menu: a command, given by its act and id. Key is its shortcut,
// Words are synonyms for the search. Off items are disabled.
type MenuItem struct {
	Name, Act, ID string
	Key, Synonyms string
	Off           bool
}

// menu lists commands. A line that opens another dialog replaces this one; all others
// close it.
func menu(s *state.State, parts []MenuPart) ui.Node {
	list := ui.El("div", ui.Class("menu"))
	for _, p := range parts {
		if len(p.Items) == 0 {
			continue
		}
		var items []ui.Node
		for _, i := range p.Items {
			line := []any{ui.A("type", "button"), ui.Act(i.Act, i.ID),
				ui.Flag("disabled", i.Off || s.Stage != state.Live), ui.El("span", i.Name)}
			if i.Key != "" {
				line = append(line, ui.El("kbd", ui.A("aria-hidden", "true"), i.Key))
			}
			items = append(items, ui.El("li", ui.El("button", line...)))
		}
		part := ui.El("section", ui.El("ul", items))
		if p.Title != "" {
			part.Children = append([]ui.Node{ui.El("h3", p.Title)}, part.Children...)
		}
		list.Children = append(list.Children, part)
	}
	return list
}

// CommandFilter is the name of the view's setting for the words that filter the
// list of commands.
const CommandFilter = "commands"

// commandList lists every command that the words select, then the things of the
// problem whose names contain them.
func commandList(s *state.State, parts []MenuPart) ui.Node {
	words := s.Layout.Find[CommandFilter]
	found := FindCommands(s, parts, words)
	list := menu(s, found)
	if len(found) == 0 {
		list = ui.El("p", ui.Class("note"), "No commands or things match.")
	}
	return ui.El("div", ui.Class("find-and"),
		menuFilter(CommandFilter, "A command, or a thing of the problem", "command-first", words), list)
}

// maxThings is the maximal number of things of the problem in the list of commands.
const maxThings = 8

// FindCommands returns the commands that have all of the words in their names
// or synonyms, and the things of the problem whose names contain them.
func FindCommands(s *state.State, parts []MenuPart, text string) (found []MenuPart) {
	words := strings.Fields(strings.ToLower(text))
	if len(words) == 0 {
		return parts
	}
	for _, p := range parts {
		left := MenuPart{Title: p.Title}
		for _, i := range p.Items {
			if hasWords(strings.ToLower(i.Name+" "+i.Synonyms+" "+p.Title), words) {
				left.Items = append(left.Items, i)
			}
		}
		if len(left.Items) > 0 {
			found = append(found, left)
		}
	}
	if things := findThings(s, words); len(things) > 0 {
		found = append(found, MenuPart{Title: "Select", Items: things})
	}
	return found
}

// findThings returns lines that select the things whose names contain all of the words, at most maxThings. It returns
// nil without a problem and in views other than the problem's.
func findThings(s *state.State, words []string) (lines []MenuItem) {
	if s.Problem == nil || s.Layout.View != "" {
		return nil
	}
	for _, kind := range state.Tables(s.Draft) {
		for _, id := range state.FilterIDs(s.Problem, kind, func(id string) bool {
			return hasWords(strings.ToLower(kind+" "+id), words)
		}, maxThings-len(lines)) {
			lines = append(lines, MenuItem{Name: capital(kind) + " " + label(state.Ref{Kind: kind, ID: id}),
				Act: "select", ID: kind + ":" + id})
		}
	}
	return lines
}
