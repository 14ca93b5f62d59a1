package panel

import (
	"gridbox/app/state"
	"gridbox/app/ui"
)

// A MenuPart is some lines of the menu under one title.
type MenuPart struct {
	Title string
	Items []MenuItem
}

// A MenuItem is a line of the menu: a command by its word, and on what; Off while
// it cannot be done.
type MenuItem struct {
	Name, Act, ID string
	Off           bool
}

// menu has all commands as a list, for screens without room for the buttons of
// the bar. A line that opens another dialog replaces this one; all others close
// it, which the table of commands sees to.
func menu(s *state.State, parts []MenuPart) ui.Node {
	list := ui.El("div", ui.Class("menu"))
	for _, p := range parts {
		if len(p.Items) == 0 {
			continue
		}
		var items []ui.Node
		for _, i := range p.Items {
			items = append(items, ui.El("li", ui.El("button", ui.A("type", "button"), ui.Act(i.Act, i.ID),
				ui.Flag("disabled", i.Off || s.Stage != state.Live), i.Name)))
		}
		list.Children = append(list.Children, ui.El("h3", p.Title), ui.El("ul", items))
	}
	return list
}
