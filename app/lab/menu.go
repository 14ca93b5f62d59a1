package lab

import (
	"slices"

	"strings"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/core/i18n"
)

// The list of all commands (Ctrl+K) has all commands that need no selected thing; a test compares
// it with the table of commands. The menus of the draft and More have their own few commands.

// An offer is one line of a menu: a command with its id, and further words to find it. A disabled line is kept, so
// that nothing moves. Of the two lines of a pair only the enabled one is shown.
type offer struct {
	name, act, id string
	keywords      string
	isEnabled     func(*state.State) bool // nil for always
	pair          bool
}

// hasQueue reports whether jobs wait in the queue of a farm.
func hasQueue(s *state.State) bool { return panel.HasQueue(s, kinds.OfDraft(s)) }

func isSolved(s *state.State) bool { return s.HasAllAnswers() }

// showsFeature reports whether a feature's view of the draft is shown.
func showsFeature(s *state.State) bool { return featureParts.Tab(s.Layout.View) != nil }
func showsDraft(s *state.State) bool   { return !showsFeature(s) }

func canUndo(s *state.State) bool      { return len(s.Past) > 0 }
func hasSelection(s *state.State) bool { return len(s.Select) > 0 }
func hasProblem(s *state.State) bool   { return s.Problem != nil }
func isGenerated(s *state.State) bool {
	spec, _ := state.SpecOf(s.Draft)
	return spec != nil && s.Problem != nil
}

// draftOffers has the lines of the menu of the draft.
var draftOffers = []offer{
	{name: "Rename", act: "retitle", keywords: "title name"},
	{name: "Duplicate", act: "duplicatedraft", keywords: "copy scenario"},
	{name: "Versions…", act: "versions", keywords: "history earlier restore"},
	{name: "Import report", act: "dialog", id: "brought", keywords: "how this was imported",
		isEnabled: func(s *state.State) bool { return s.ImportReports[s.Sheet] != "" }},
	{name: "Make the problem explicit", act: "explicit", keywords: "make the problem explicit generator",
		isEnabled: isGenerated},
	{name: "Another seed", act: "reseed", keywords: "random draw again"},
	{name: "Save as a file", act: "save", keywords: "download json"},
	{name: "Move to the trash", act: "trashdraft", keywords: "delete remove draft",
		isEnabled: func(s *state.State) bool { return s.Keep.SavedDraft != nil }},
}

// moreOffers has the lines of the menu More.
var moreOffers = []offer{
	{name: "All commands…", act: "commands", keywords: "palette search"},
	{name: "Present", act: "lecture", isEnabled: showsDraft, keywords: "lecture slides full screen teach"},
	{name: "Redo", act: "redo", isEnabled: func(s *state.State) bool { return len(s.Future) > 0 }},
	{name: "Run", act: "run", keywords: "solve compute answers"},
	{name: "Cancel", act: "cancel", isEnabled: (*state.State).Busy, keywords: "stop"},
	{name: "Select, copy, paste, arrange…", act: "dialog", id: "edit", isEnabled: showsDraft,
		keywords: "edit align clipboard"},
	{name: "Print", act: "print", keywords: "paper pdf"},
	{name: "Light theme", act: "theme", id: "light", isEnabled: (*state.State).Dark, pair: true,
		keywords: "colours mode"},
	{name: "Dark theme", act: "theme", id: "dark", pair: true, keywords: "colours night mode",
		isEnabled: func(s *state.State) bool { return !s.Dark() }},
	{name: "Keyboard and help", act: "help", keywords: "shortcuts keys documentation"},
	{name: "Turn single-key shortcuts off", act: "singlekeys", id: "off", keywords: "keyboard speech accessibility"},
	{name: "Turn single-key shortcuts on", act: "singlekeys", id: "on", keywords: "keyboard speech accessibility"},
	{name: "Take the tour", act: "tour", keywords: "introduction"},
}

// parts has the parts of the list of all commands, without those of the kind.
var parts = []struct {
	title  string
	offers []offer
}{
	{"Open", []offer{
		{name: "New problem", act: "new", keywords: "create blank kind"},
		{name: "All drafts", act: "library", keywords: "library trash versions"},
		{name: "Examples", act: "dialog", id: "examples", keywords: "presets gallery"},
		{name: "Open a file", act: "open", keywords: "import upload swf slurm kubernetes"},
		{name: "Paste a link or rows", act: "pastethings", keywords: "clipboard spreadsheet"},
	}},
	{"Draft", draftOffers},
	{"Share", append([]offer{
		{name: "Share", act: "dialog", id: "share", keywords: "link embed qr latex bibtex html"},
		{name: "Save the explicit scenario", act: "save", id: "explicit", keywords: "download json",
			isEnabled: hasProblem},
		{name: "Save the results", act: "save", id: "result", keywords: "download answers json", isEnabled: isSolved},
		{name: "Save the picture as SVG", act: "save", id: "picture", keywords: "figure image"},
	}, featureOffers("Share")...)},
	{"Views", slices.Concat([]offer{
		{name: "Explore", act: "goto", keywords: "picture scenario back"},
		{name: "Queue", act: "goto", id: state.QueueView, isEnabled: hasQueue,
			keywords: "waiting jobs start when why slurm"},
	}, featureOffers(feature.Switch), featureOffers(""), []offer{
		{name: "The next job", act: "nextjob", isEnabled: showsDraft},
		{name: "Widen the left side", act: "moveside", id: "left+", isEnabled: showsDraft,
			keywords: "panel resize problem"},
		{name: "Narrow the left side", act: "moveside", id: "left-", isEnabled: showsDraft,
			keywords: "panel resize problem"},
		{name: "Widen the right side", act: "moveside", id: "right+", isEnabled: showsDraft,
			keywords: "panel resize answers"},
		{name: "Narrow the right side", act: "moveside", id: "right-", isEnabled: showsDraft,
			keywords: "panel resize answers"},
		{name: "Reset the widths of the sides", act: "moveside", isEnabled: showsDraft,
			keywords: "panel resize default"},
	})},
	{"Edit", []offer{
		{name: "Undo", act: "undo", isEnabled: canUndo},
		{name: "Delete the selection", act: "delete", isEnabled: hasSelection},
	}},
	{"Answers", slices.Concat([]offer{
		{name: "Add or remove algorithms", act: "dialog", id: "runs", keywords: "choose options rival competitor"},
	}, featureOffers("Answers"), []offer{
		{name: "Order, options and names of the runs", act: "run-list", isEnabled: showsDraft,
			keywords: "hide duplicate"},
	}, featureOffers("Further answers"), []offer{
		{name: "Data of the chart", act: "dialog", id: "table", isEnabled: hasChart, keywords: "data"},
		{name: "Chart as SVG", act: "export", id: "svg", isEnabled: hasChart},
		{name: "Chart as PNG", act: "export", id: "png", isEnabled: hasChart},
		{name: "Chart as CSV", act: "export", id: "csv", isEnabled: hasChart},
		{name: "Chart for Vega", act: "export", id: "vega", isEnabled: hasChart},
	})},
	{"Replay", []offer{
		{name: "Play", act: "play", isEnabled: func(s *state.State) bool { return !s.Explanation.Playing }, pair: true},
		{name: "Pause", act: "pause", isEnabled: func(s *state.State) bool { return s.Explanation.Playing },
			pair: true},
		{name: "Previous step", act: "step", id: "back", isEnabled: steps, keywords: "previous"},
		{name: "Next step", act: "step", id: "on", isEnabled: steps, keywords: "next forward"},
		{name: "Next phase", act: "phase", id: "on", isEnabled: steps},
		{name: "The whole run, or one decision", act: "watch", id: "whole",
			isEnabled: func(s *state.State) bool { return kinds.OfDraft(s).Wholes }},
		{name: "Pseudo-code", act: "watch", id: "code", isEnabled: steps, keywords: "algorithm source"},
		{name: "Fold equal steps", act: "watch", id: "fold", isEnabled: steps},
		{name: "Loop", act: "watch", id: "loop", isEnabled: steps, keywords: "repeat"},
	}},
	{"Page", moreOffers[1:]},
}

// exportOffers returns the exports of a problem of this kind.
func exportOffers(s *state.State) (list []offer) {
	for _, o := range panel.Outlets() {
		if _, has := panel.OutletOf(s.Draft.Kind, o.ID); !has {
			continue
		}
		when := isSolved
		if o.Plain {
			when = func(s *state.State) bool { return s.Problem != nil }
		}
		list = append(list, offer{name: i18n.T("Export: {}", o.Name), act: "out", id: o.ID, isEnabled: when})
	}
	return list
}

func steps(s *state.State) bool {
	return s.Explanation.Trace != nil && len(s.Explanation.Trace.Events) > 0
}

func hasChart(s *state.State) bool {
	sc := kinds.OfDraft(s)
	return sc.Chart != nil && len(sc.Series) > 0 && !sc.Chart(s, s.Layout.Chart).Empty()
}

// menuOf returns the current list of all commands.
func menuOf(s *state.State, sc *screen.Screen) (menu []panel.MenuPart) {
	for _, p := range parts {
		menu = append(menu, panel.MenuPart{Title: p.title, Items: menuItems(s, p.offers)})
		if p.title == "Answers" {
			menu = append(menu, panel.MenuPart{Title: "Export", Items: menuItems(s, exportOffers(s))})
		}
	}
	if showsFeature(s) {
		return menu
	}
	picture := []offer{}
	for _, kind := range sc.Adds {
		picture = append(picture, offer{name: i18n.T("Add {}", screen.Article(kind)), act: "add", id: kind})
	}
	for _, t := range sc.Tools() {
		act := t.Act
		if act == "" {
			act = "tool"
		}
		picture = append(picture, offer{name: t.Name, act: act, id: t.ID})
	}
	for _, z := range [][2]string{{"in", "Zoom in"}, {"out", "Zoom out"}, {"fit", "Fit the picture"}} {
		picture = append(picture, offer{name: z[1], act: "zoom", id: z[0]})
	}
	return append(menu[:2:2], append([]panel.MenuPart{{Title: "Picture", Items: menuItems(s, picture)}},
		menu[2:]...)...)
}

func menuItems(s *state.State, offers []offer) (items []panel.MenuItem) {
	for _, o := range offers {
		may := o.isEnabled == nil || o.isEnabled(s)
		if may || !o.pair {
			items = append(items, panel.MenuItem{Name: o.name, Act: o.act, ID: o.id, Synonyms: o.keywords, Off: !may,
				Key: signOf(o.act, o.id)})
		}
	}
	return items
}

// signOf returns the key of a command with an id as text, "" for none.
func signOf(act, id string) string {
	c := commandOf(act)
	for _, k := range c.keys {
		if k.id == id {
			return strings.NewReplacer("Arrow", "", "Space", "space").Replace(k.press)
		}
	}
	return ""
}

// commandOf returns the command of an act, nil if there is none.
func commandOf(act string) *command {
	for i := range commands {
		if commands[i].act == act {
			return &commands[i]
		}
	}
	return nil
}

// dialogKeys returns the keys and commands that dialogs list.
func dialogKeys(s *state.State, sc *screen.Screen) panel.Keys {
	keys := sheet(sc)
	switch s.Layout.Dialog {
	case "commands":
		keys.Menu = menuOf(s, sc)
	case "menu":
		keys.Menu = []panel.MenuPart{{Items: menuItems(s, moreOffers)}}
	case "draft":
		keys.Menu = []panel.MenuPart{{Items: menuItems(s, draftOffers)}}
	}
	return keys
}
