package lab

import (
	"gridbox/app/kind/kinds"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
)

// The menu has all that can be done without pointing at a thing first. A narrow
// screen has no room for the buttons of the bar, nor keys; a test goes through
// the table of commands and holds the menu to be complete.

// An offer is one line of the menu: a command with what data-id would say. While
// it cannot be done its line stays, so that nothing moves below a finger; of a
// pair only the one shows that can.
type offer struct {
	name, act, id string
	when          func(*state.State) bool // nil for always
	pair          bool
}

func solvedNow(s *state.State) bool {
	for i := range s.Answers {
		if !s.Fresh(s.Answers[i]) {
			return false
		}
	}
	return len(s.Answers) > 0
}

func studying(s *state.State) bool { return s.Look.View == "study" }
func looking(s *state.State) bool  { return !studying(s) }

// parts of the menu, but for what is the kind's own.
var parts = []struct {
	title  string
	offers []offer
}{
	{"Problem", []offer{
		{name: "New problem", act: "new"},
		{name: "Library", act: "library"},
		{name: "Examples", act: "dialog", id: "examples"},
		{name: "Open a file", act: "open"},
		{name: "Save as a file", act: "save"},
		{name: "Save the explicit scenario", act: "save", id: "explicit",
			when: func(s *state.State) bool { return s.Problem != nil }},
		{name: "Save the results", act: "save", id: "result", when: solvedNow},
		{name: "Save the picture as SVG", act: "save", id: "picture"},
		{name: "Save the whole library", act: "volume"},
		{name: "Share", act: "dialog", id: "share"},
	}},
	{"Show", []offer{
		{name: "Present", act: "lecture", when: looking},
		{name: "The next job", act: "nextjob", when: looking},
	}},
	{"Edit", []offer{
		{name: "Undo", act: "undo", when: func(s *state.State) bool { return len(s.Past) > 0 }},
		{name: "Redo", act: "redo", when: func(s *state.State) bool { return len(s.Future) > 0 }},
		{name: "Delete what is selected", act: "delete", when: func(s *state.State) bool { return len(s.Select) > 0 }},
		{name: "Select, copy, paste, put in line", act: "dialog", id: "edit", when: looking},
		{name: "Make the problem explicit", act: "explicit", when: func(s *state.State) bool {
			spec, _ := state.SpecOf(s.Draft)
			return spec != nil && s.Problem != nil
		}},
		{name: "Another seed", act: "reseed"},
	}},
	{"Answers", []offer{
		{name: "Run", act: "run"},
		{name: "Cancel", act: "cancel", when: (*state.State).Busy},
		{name: "Algorithms", act: "dialog", id: "runs"},
		{name: "Algorithms of your own", act: "own", when: looking},
		{name: "Order, options and names of the runs", act: "run-list", when: looking},
		{name: "How firm is this?", act: "firm", when: solvedNow},
		{name: "Two answers side by side", act: "two", id: "open", when: looking},
		{name: "The numbers behind the chart", act: "dialog", id: "table", when: hasChart},
		{name: "Chart as SVG", act: "export", id: "svg", when: hasChart},
		{name: "Chart as PNG", act: "export", id: "png", when: hasChart},
		{name: "Chart as CSV", act: "export", id: "csv", when: hasChart},
		{name: "Chart for Vega", act: "export", id: "vega", when: hasChart},
	}},
	{"Steps", []offer{
		{name: "Play", act: "play", when: func(s *state.State) bool { return !s.Why.Playing }, pair: true},
		{name: "Pause", act: "pause", when: func(s *state.State) bool { return s.Why.Playing }, pair: true},
		{name: "Step back", act: "step", id: "back", when: steps},
		{name: "Step on", act: "step", id: "on", when: steps},
		{name: "Next phase", act: "phase", id: "on", when: steps},
		{name: "The whole run, or one decision", act: "watch", id: "whole",
			when: func(s *state.State) bool { return kinds.OfDraft(s).Wholes }},
	}},
	{"Page", []offer{
		{name: "Study", act: "view", id: "study", when: looking, pair: true},
		{name: "Back to the scenario", act: "view", when: studying, pair: true},
		{name: "Light theme", act: "theme", id: "light", when: (*state.State).Dark, pair: true},
		{name: "Dark theme", act: "theme", id: "dark", pair: true,
			when: func(s *state.State) bool { return !s.Dark() }},
		{name: "Keyboard and help", act: "help"},
		{name: "Take the tour", act: "tour"},
	}},
}

// outOffers are the files for other programs that a problem of this kind has.
func outOffers(s *state.State) (list []offer) {
	for _, o := range panel.Outlets() {
		if _, has := panel.OutletOf(s.Draft.Kind, o.ID); !has {
			continue
		}
		when := solvedNow
		if o.Plain {
			when = func(s *state.State) bool { return s.Problem != nil }
		}
		list = append(list, offer{name: "Export: " + o.Name, act: "out", id: o.ID, when: when})
	}
	return list
}

func steps(s *state.State) bool { return s.Why.Trace != nil && len(s.Why.Trace.Events) > 0 }

func hasChart(s *state.State) bool {
	sc := kinds.OfDraft(s)
	return sc.Chart != nil && len(sc.Series) > 0 && !sc.Chart(s, s.Look.Chart).Empty()
}

// menuOf is the menu as it is now.
func menuOf(s *state.State, sc *screen.Screen) (menu []panel.MenuPart) {
	for _, p := range parts {
		menu = append(menu, panel.MenuPart{Title: p.title, Items: offered(s, p.offers)})
		if p.title == "Answers" {
			menu = append(menu, panel.MenuPart{Title: "Export", Items: offered(s, outOffers(s))})
		}
	}
	if studying(s) {
		return menu
	}
	picture := []offer{}
	for _, kind := range sc.Adds {
		picture = append(picture, offer{name: "Add " + screen.Article(kind), act: "add", id: kind})
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
	return append(menu[:2:2], append([]panel.MenuPart{{Title: "Picture", Items: offered(s, picture)}}, menu[2:]...)...)
}

func offered(s *state.State, offers []offer) (items []panel.MenuItem) {
	for _, o := range offers {
		may := o.when == nil || o.when(s)
		if may || !o.pair {
			items = append(items, panel.MenuItem{Name: o.name, Act: o.act, ID: o.id, Off: !may})
		}
	}
	return items
}

// withMenu is what dialogs tell of the table of commands.
func withMenu(s *state.State, sc *screen.Screen) panel.Keys {
	keys := sheet(sc)
	if s.Look.Dialog == "menu" {
		keys.Menu = menuOf(s, sc)
	}
	return keys
}
