package lab

import (
	"slices"
	"strconv"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
)

// A command is an action that the user starts by a click, a key or both. The
// one table of them defines the buttons, the keys, and the sheet of keys.
type command struct {
	act    string // the word of data-act; data-id and data-arg go with it
	keys   []key
	reach  reach
	sign   string // the keys as the sheet shows them; empty if it does not list them here
	help   string
	canRun func(l *Lab, id string) bool // nil for always
	make   func(l *Lab, id, arg string)
	// insertBefore names the command above which that of a feature is listed; "" lists it at the end.
	insertBefore string
}

// A key is a key by the name that browsers use, with the value of data-id.
type key struct{ press, id string }

// A reach is the part of the page in which a key starts its command instead of acting on the focused element; see
// assets/js/keys.js.
type reach = feature.Reach

const (
	reachEverywhere       = feature.ReachEverywhere
	reachUndo       reach = "undo"               // in a field, undo may mean the text being typed
	reachNonText          = feature.ReachNonText // nor while presenting
	reachSlides     reach = "slides"             // not in a field, also while presenting
	reachIdle       reach = "idle"               // nor on elements that Space and arrows operate
	reachRows             = feature.ReachRows    // on a list of rows, and in the field that searches it
	reachPage       reach = "page"               // nor in a dialog, which covers the selection
	reachTable      reach = "table"              // in a field of a table, all of its text is selected first
)

func press(names ...string) (keys []key) {
	for _, name := range names {
		keys = append(keys, key{press: name})
	}
	return keys
}

// always returns a command that applies one action.
func always(a state.Action) func(*Lab, string, string) {
	return func(l *Lab, _, _ string) { l.do(a) }
}

// show returns a command that sets a field of Layout.
func show(what string) func(*Lab, string, string) {
	return func(l *Lab, id, _ string) { l.do(state.Show{Field: what, To: id}) }
}

// commands is the table of commands. Commands with keys are in the order of the sheet. Two may share a key if their
// reaches are disjoint.
var commands = withFeatureCommands(slices.Concat(pageCommands, permitCommands, runCommands))

var pageCommands = []command{
	{act: "run", keys: press("Ctrl+Enter"), reach: reachEverywhere, sign: "Ctrl+Enter", help: "run", canRun: isLive,
		make: run},
	{act: "escape", keys: press("Escape"), reach: reachEverywhere, sign: "Esc",
		help: "cancel a run; close a dialog or a view; end a tool; select nothing", make: escape},
	{act: "toggle", keys: press("Space"), reach: reachIdle, sign: "Space", help: "play or pause the steps",
		canRun: stepsShow,
		make: func(l *Lab, _, _ string) {
			if v := l.shownView(); v.Play != nil {
				v.Play()
				return
			}
			l.do(state.Play{On: !l.s.Explanation.Playing})
		}},
	{act: "step", keys: []key{{"ArrowLeft", "back"}, {"ArrowRight", "on"}, {"Home", "first"}, {"End", "last"},
		{"PageUp", "back"}, {"PageDown", "on"}},
		reach: reachIdle,
		sign:  "← →", help: "one step back or forward, Home and End to the ends", canRun: stepsShow, make: step},
	{act: "phase", keys: []key{{"Shift+ArrowLeft", "back"}, {"Shift+ArrowRight", "on"}},
		reach: reachIdle, sign: "Shift+← Shift+→", help: "to the previous or next phase of the steps",
		canRun: stepsShow,
		make: func(l *Lab, where, _ string) {
			by := map[string]int{"back": -1, "on": 1}[where]
			l.do(state.Play{On: false}, state.GoToPhase{By: by})
		}},
	{act: "watch", make: func(l *Lab, id, arg string) { l.do(state.Watch{Setting: id, To: arg}) }},
	{act: "lecture", keys: press("L"), reach: reachSlides, sign: "L",
		help: "present: a question, the room's guesses, the answer", make: lecture},
	{act: "nextjob", keys: press("J"), reach: reachSlides, sign: "J", help: "the next job", canRun: showsScenario,
		make: nextJob},
	{act: "undo", keys: press("Ctrl+Z"), reach: reachUndo, sign: "Ctrl+Z", help: "undo",
		make: undo},
	{act: "redo", keys: press("Ctrl+Shift+Z", "Ctrl+Y"), reach: reachUndo, sign: "Ctrl+Shift+Z, Ctrl+Y", help: "redo",
		make: always(state.Redo{})},
	{act: "save", keys: press("Ctrl+S"), reach: reachEverywhere, sign: "Ctrl+S", help: "save as a file",
		make: func(l *Lab, id, _ string) { l.save(id) }},
	{act: "open", keys: press("Ctrl+O"), reach: reachEverywhere, sign: "Ctrl+O", help: "open a file",
		make: func(l *Lab, _, _ string) { l.host.Call("chooseFile") }},
	{act: "new", keys: press("N"), reach: reachNonText, sign: "N", help: "a new problem",
		make: func(l *Lab, id, _ string) {
			if id == "" {
				l.do(state.Show{Field: "dialog", To: "open"})
				return
			}
			l.do(state.Show{Field: "dialog"})
			l.openBlank(id)
		}},
	{act: "commands", keys: press("Ctrl+K"), reach: reachEverywhere, sign: "Ctrl+K",
		help: "find a command, or a thing of the problem", make: func(l *Lab, _, _ string) {
			l.do(state.Show{Field: "find", List: panel.CommandFilter}, state.Show{Field: "dialog", To: "commands"})
		}},

	{act: "try", canRun: isLive, make: tryFlip},
	{act: "trycopy", canRun: isLive, make: tryCopy},
	{act: "keeptried", make: always(state.KeepFlip{})},
	{act: "help", keys: press("?"), reach: reachSlides, sign: "?", help: "this sheet",
		make: always(state.Show{Field: "dialog", To: "help"})},
	{act: "tour", canRun: isNotPresenting, make: func(l *Lab, how, _ string) {
		if l.s.Layout.Dialog != "" || l.s.Layout.View != "" {
			l.do(state.Show{Field: "dialog"}, state.Show{Field: "view"})
		}
		l.host.AfterDraw(func() { l.host.Call("tour", how) })
	}},
	{act: "tool", keys: toolKeys(), reach: reachIdle, make: closing(show("tool")),
		canRun: func(l *Lab, id string) bool {
			return isNotPresenting(l, id) && slices.ContainsFunc(kinds.OfDraft(&l.s).Tools(),
				func(t screen.Tool) bool { return t.ID == id })
		}},
	{act: "context", make: openContext},
	{act: "form", keys: []key{{"F2", "on"}}, reach: reachPage, sign: "F2",
		help: "edit the selection; Enter or a click on it does too", canRun: showsScenario, make: openForm},
	{act: "intext", keys: press("Ctrl+E"), reach: reachNonText, sign: "Ctrl+E",
		help: "show the selection in the text", make: showLines},
	{act: "delete", keys: press("Delete"), reach: reachPage, sign: "Del", help: "delete the selection", make: remove},
	{act: "selectall", keys: press("Ctrl+A"), reach: reachTable, sign: "Ctrl+A",
		help: "select all of a kind, in the picture or the table that has the focus", canRun: showsScenario,
		make: selectAll},
	{act: "duplicatethings", keys: press("Ctrl+D"), reach: reachPage, sign: "Ctrl+D", help: "duplicate the selection",
		canRun: showsScenario, make: closing(func(l *Lab, _, _ string) { l.do(state.Duplicate{}) })},

	// The document.
	{act: "add", make: func(l *Lab, id, arg string) { l.do(state.Add{Kind: id, To: arg}) }},
	{act: "replica", make: func(l *Lab, id, arg string) { l.do(state.ToggleReplica{Dataset: id, Cluster: arg}) }},
	{act: "arrange", make: closing(always(state.Arrange{}))},
	{act: "layout", make: closing(always(state.ArrangeSelected{}))},
	{act: "align", make: closing(func(l *Lab, id, _ string) { l.do(state.Align{Alignment: id}) })},
	{act: "copythings", make: closing(func(l *Lab, _, _ string) { l.copyOut("copythings", false) })},
	{act: "cutthings", make: closing(func(l *Lab, _, _ string) { l.copyOut("cutthings", true) })},
	{act: "pastethings", make: closing(func(l *Lab, _, _ string) { l.host.Call("pasteIn", "") })},
	{act: "pasterows", make: closing(func(l *Lab, id, _ string) { l.host.Call("pasteIn", id) })},
	{act: "copyrows", make: closing(func(l *Lab, id, _ string) { l.copyRows(id) })},
	{act: "readrows", make: func(*Lab, string, string) {}}, // the field sent its text when it lost the focus
	{act: "explicit", make: always(state.MakeExplicit{})},
	{act: "reseed", make: func(l *Lab, _, _ string) {
		l.do(state.SetField{Path: "seed", Text: strconv.FormatUint((l.s.Draft.Seed+1)%(1<<53), 10)})
	}},
	{act: "set", make: func(l *Lab, id, arg string) { l.do(state.SetField{Path: id, Text: arg}) }},
	{act: "preset", make: func(l *Lab, id, _ string) { l.usePreset(id) }},
	{act: "drawlists", make: func(l *Lab, id, _ string) { l.leaveBy(func() { l.do(state.DrawLists{Preset: id}) }) }},
	{act: "example", make: func(l *Lab, id, _ string) { l.openExample(id) }},
	{act: "kind", make: func(l *Lab, id, _ string) { l.openKind(id) }},
	{act: "draft", make: func(l *Lab, id, _ string) { l.drafts.fetch(id) }},
	{act: "revert", make: func(l *Lab, _, _ string) { l.do(state.SetText{Text: l.s.DraftText()}) }},
	{act: "cancel", make: func(l *Lab, _, _ string) { l.answerUpdater.cancel() }},
	{act: "closetask", make: closeTask},
	{act: "cancelopening", make: cancelOpening},

	// The view.
	{act: "select", make: selectOne},
	{act: "focus", make: func(l *Lab, id, _ string) { l.do(state.FocusRun{Run: id}) }},
	{act: "side", make: show("side")},
	{act: "answers", make: show("answers")},
	{act: "phone", make: show("phone")},
	{act: "goto", make: func(l *Lab, view, _ string) { l.view(view) }},
	{act: "dialog", make: dialog},
	{act: "singlekeys", make: singleKeys},
	{act: "moveside", make: func(l *Lab, how, _ string) { l.host.Call("moveSide", how) }},
	{act: "theme", make: func(l *Lab, id, _ string) {
		l.host.Call("remember", "theme", id)
		l.do(state.Show{Field: "theme", To: id})
	}},
	{act: "page", make: func(l *Lab, id, arg string) { l.do(state.Show{Field: "page", List: id, To: arg}) }},
	{act: "find", make: func(l *Lab, id, arg string) { l.do(state.Show{Field: "find", List: id, To: arg}) }},
	{act: "turn", canRun: func(l *Lab, _ string) bool { return kinds.OfDraft(&l.s).StepFilter != nil },
		make: func(l *Lab, id, arg string) {
			l.do(state.Show{Field: "find", List: id, To: kinds.OfDraft(&l.s).StepFilter(&l.s, id, atoi(arg))})
		}},
	{act: "play", make: always(state.Play{On: true})},
	{act: "pause", make: always(state.Play{On: false})},
	{act: "dismiss", make: func(l *Lab, id, _ string) { l.do(state.Dismiss{Passing: id == "passing"}) }},
	{act: "jump", make: jump},
	{act: "write", make: func(l *Lab, id, _ string) { l.host.Call("write", id) }},
	{act: "fault", make: func(l *Lab, id, arg string) { l.host.Call("goTo", atoi(id), atoi(arg)) }},
	{act: "zoom", make: func(l *Lab, id, _ string) { l.host.Call("zoom", id) }},
	{act: "share", make: sharing},
	{act: "send", make: func(l *Lab, _, _ string) { l.host.Call("send", l.s.Draft.Title, l.s.Layout.Link) }},
	{act: "copy", make: func(l *Lab, id, _ string) { l.host.Call("copy", id) }},
	{act: "out", make: func(l *Lab, id, _ string) { l.handOut(id) }},
	{act: "export", make: func(l *Lab, id, _ string) { l.export(id) }},

	// The draft.
	{act: "copydraft", make: copyDraft},
	{act: "retitle", make: func(l *Lab, _, _ string) {
		l.do(state.Show{Field: "dialog"})
		l.callClosed("focusOn", panel.TitleField)
	}},
	{act: "duplicatedraft", make: duplicateDraft},
	{act: "print", make: func(l *Lab, _, _ string) {
		l.do(state.Show{Field: "dialog"})
		l.callClosed("print")
	}},
}
