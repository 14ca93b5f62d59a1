package lab

import (
	"slices"
	"strings"

	"gridbox/app/kind/kinds"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/core/doc"
)

// toolKeys returns the keys of the tools of all screens; a tool has the same key on each screen.
func toolKeys() (keys []key) {
	for _, sc := range kinds.Screens {
		for _, t := range sc.Tools() {
			k := key{strings.ToUpper(t.Key), t.ID}
			if t.Key != "" && !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	return keys
}

// keyTable is the list of keys for the page, as JSON: key, command, id and reach. The page needs it
// in advance: only a synchronous handler can override a key of the browser.
var keyTable = string(doc.Canonical(keyRows()))

func keyRows() (rows [][]string) {
	for _, c := range commands {
		for _, k := range c.keys {
			rows = append(rows, []string{k.press, c.act, k.id, string(c.reach)})
		}
	}
	return rows
}

// Keys that the picture's own adapter handles; the sheet lists them before and after the keys of
// the table.
var (
	markKeys = []panel.Key{{Press: "arrows", Does: "go from mark to mark"}, {Press: "Enter", Does: "select"},
		{Press: "Shift+arrows", Does: "move the focused mark"}}
	// clipKeys are handled by the browser, which reports them as events of the clipboard.
	clipKeys = []panel.Key{{Press: "Ctrl+C, Ctrl+X, Ctrl+V",
		Does: "copy, cut, paste the selection, also between drafts and tabs; rows of spreadsheets too"},
		{Press: "Shift+click", Does: "add to the selection, or remove from it"}}
	zoomKeys = []panel.Key{{Press: "+ − 0", Does: "zoom in, zoom out, fit"}}

	// textKeys are handled by the editor, assets/js/editor/codemirror.js.
	textKeys = []panel.Key{{Press: "Ctrl+Space", Does: "suggest what can be written here"},
		{Press: "Ctrl+I", Does: "explain the word at the cursor"}, {Press: "F8", Does: "the next fault"},
		{Press: "Shift+Alt+F", Does: "format the text"},
		{Press: "Ctrl+F", Does: "find and replace"},
		{Press: "Ctrl+Shift+[ ]", Does: "fold, unfold; Ctrl+Alt+[ ] all"},
		{Press: "Ctrl+Z", Does: "undo typing; after leaving the text, all typing is one step"},
		{Press: "Esc Tab", Does: "leave the text; Tab alone indents"}}
)

// sheet returns all keys of a screen.
func sheet(sc *screen.Screen) panel.Keys {
	var all panel.Keys
	var own [][2]string
	if sc.Keys != nil {
		own = sc.Keys()
	}
	for _, t := range sc.Tools() {
		press := strings.ToUpper(t.Key)
		if t.Key != "" && !slices.ContainsFunc(own, func(k [2]string) bool { return k[0] == press }) {
			all.Picture = append(all.Picture, panel.Key{Press: press, Does: t.Name})
		}
	}
	all.Picture = append(all.Picture, markKeys...)
	all.Everywhere = append(all.Everywhere, clipKeys...)
	for _, c := range commands {
		row := panel.Key{Press: c.sign, Does: c.help}
		switch {
		case c.sign == "":
		case c.act == "delete":
			all.Picture = append(all.Picture, row)
		default:
			all.Everywhere = append(all.Everywhere, row)
		}
	}
	all.Everywhere = append(all.Everywhere, runKeys...)
	all.Picture = append(all.Picture, zoomKeys...)
	for _, k := range own {
		all.Picture = append(all.Picture, panel.Key{Press: k[0], Does: k[1]})
	}
	all.Text = textKeys
	return all
}
