package lab

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gridbox/app/kind/kinds"
	"gridbox/app/panel"
	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

// openBlank opens the blank problem of a kind.
func openBlank(t *testing.T, kind string) *page {
	t.Helper()
	p := openPage(t)
	p.command("new")
	if p.s().Layout.Dialog != "open" {
		t.Fatal("New does not ask for the kind")
	}
	p.command("new", kind)
	p.settle()
	if p.s().Draft.Kind != kind || !state.IsBlank(p.s().Draft) || p.s().Layout.Dialog != "" {
		t.Fatalf("New %s: got %s, want a blank problem", kind, p.s().DraftText())
	}
	return p
}

// checkAnswers checks that every run has a feasible and verified answer.
func checkAnswers(t *testing.T, p *page) {
	t.Helper()
	p.work()
	for _, a := range p.s().Answers {
		if !p.s().IsFresh(a) || !a.Answer.Feasible || a.Answer.Check == nil || !a.Answer.Check.OK {
			why := ""
			if a.Answer != nil {
				why = a.Answer.Reason.String()
			}
			t.Errorf("%s has no verified answer: %s", a.Run.Algorithm, why)
		}
	}
	if next := screen.NextStart(p.s(), kinds.OfDraft(p.s())); next != nil {
		t.Errorf("a next step is shown although there is an answer: %s", next.Say)
	}
}

// ground has the gestures that a click on the empty picture reports.
var ground = map[string]string{"": `{"act":"select","kind":"","id":"","more":false}`}

func clickOf(p *page, i int) string {
	n := panel.Picture(p.s(), kinds.OfDraft(p.s()))
	canvas := ui.Find(n, func(n ui.Node) bool { _, ok := n.Attribute("data-picture"); return ok })[0]
	if tool, _ := canvas.Attribute("data-tool"); tool == "add" {
		return `{"act":"add","x":0.` + strconv.Itoa(2+3*i) + `,"y":0.5}`
	}
	return ground[""]
}

// The button of the hint, and clicks on the empty picture, each lead to the first answer in three gestures.
func TestThreeGesturesGiveTheFirstAnswer(t *testing.T) {
	for _, k := range catalog.Kinds() {
		for name, gesture := range map[string]func(p *page, i int){
			"button": func(p *page, _ int) {
				card := ui.Find(panel.Picture(p.s(), kinds.OfDraft(p.s())), func(n ui.Node) bool {
					class, _ := n.Attribute("class")
					act, _ := n.Attribute("data-act")
					return strings.Contains(class, "primary") && act == "add"
				})
				if len(card) != 1 {
					t.Fatalf("got %d buttons for the first step, want 1", len(card))
				}
				id, _ := card[0].Attribute("data-id")
				p.command("add", id)
			},
			"ground": func(p *page, i int) {
				if next := screen.NextStart(p.s(), kinds.OfDraft(p.s())); k.ID == "placement" && next.Add != "cluster" {
					p.command("add", next.Add) // a click there places clusters; a job has no place
					return
				}
				p.gesture(clickOf(p, i))
			},
			"key": func(p *page, i int) {
				if next := screen.NextStart(p.s(), kinds.OfDraft(p.s())); k.ID == "placement" && next.Add != "cluster" {
					p.command("add", next.Add)
					return
				}
				p.gesture(`{"act":"add","x":0.` + strconv.Itoa(2+3*i) + `,"y":0.5}`)
			},
		} {
			t.Run(k.ID+" by "+name, func(t *testing.T) {
				p := openBlank(t, k.ID)
				p.work()
				n := 0
				for ; n < 3 && screen.NextStart(p.s(), kinds.OfDraft(p.s())) != nil; n++ {
					before := len(p.s().Past)
					gesture(p, n)
					p.work()
					if len(p.s().Past) == before {
						t.Fatalf("gesture %d changes nothing: alert %+v", n+1, p.s().Alert)
					}
				}
				checkAnswers(t, p)
				if p.s().Layout.Tool != "select" {
					t.Errorf("got tool %s, want select", p.s().Layout.Tool)
				}
			})
		}
	}
}

// Once there is an answer, a click on the empty picture adds nothing.
func TestTheGroundIsQuietOnceThereIsAnAnswer(t *testing.T) {
	for _, k := range catalog.Kinds() {
		p := openPage(t)
		p.command("example", k.Presets[0].ID)
		p.work()
		before := p.s().Draft
		p.gesture(ground[""])
		if p.s().Draft != before || len(p.s().Select) != 0 {
			t.Errorf("%s: a click on the empty picture does more than deselect", k.ID)
		}
	}
}

// A blank problem is a separate draft, and is not saved while it is unchanged.
func TestABlankProblemReplacesNothing(t *testing.T) {
	s := store.Memory("")
	p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
	p.act(setField("title", "mine"))
	p.command("new", "farm")
	if a := p.s().Alert; a.Draft == "" || a.DraftLabel != "Back to mine" ||
		!strings.HasPrefix(a.Text, "A new problem of the kind ") ||
		!strings.Contains(a.Text, `Your draft "mine" is unchanged.`) {
		t.Errorf("got alert %+v, want a link back to the unchanged draft mine", a)
	}
	p.pass(time.Minute)
	if held := storedTexts(t, s); len(held) != 1 {
		t.Errorf("blank problem: got %d drafts in the library, want 1", len(held))
	}
	p.command("undo")
	if p.s().Draft.Title != "mine" {
		t.Errorf("undo: got %q, want mine", p.s().Draft.Title)
	}
	p.command("new", "batch")
	p.command("add", "node")
	p.pass(time.Minute)
	if held := storedTexts(t, s); len(held) != 2 {
		t.Errorf("problem with a node: got %d drafts in the library, want 2", len(held))
	}
	p.command("new", "nothing")
	if p.s().Draft.Kind != "batch" {
		t.Error("New of an unknown kind changed the draft")
	}
}

// elementCommands has the commands on a visible thing, which the menu cannot name, each with the place of its button.
var elementCommands = map[string]string{
	"studytab": "the results of a study",
	"escape":   "leaves what is open, which has its own way out", "toggle": "play and pause",
	"jump": "leads past stops of the Tab key", "example": "the gallery", "draft": "the gallery and messages",
	"kind": "the menu Open", "select": "a name", "focus": "a run", "cell": "a study's cell", "replica": "a cluster",
	"set": "a switch", "preset": "the generator", "revert": "the document's faults", "fault": "a fault",
	"side": "a tab", "answers": "a tab", "phone": "a tab", "page": "a table", "find": "a gallery",
	"turn": "what is shown", "dismiss": "a message", "copy": "a link",
	"share": "the share dialog", "send": "the share dialog", "study": "the study's headline",
	"hunt": "the study's search", "fleet": "the study's headline",
	"ready": "the study's list", "replication": "a cell's list",
	"result": "a study's results", "look": "a study's results", "vary": "a field", "disturb": "a field",
	"try": "a change in Why", "keeptried": "a change in Why", "trycopy": "a change in Why",
	"redraw": "the answers to a generated problem", "drawlists": "the generator",
	"row": "the library", "openrow": "the library",
	"rename": "the library", "trash": "the library", "duplicate": "the library", "choose": "the library",
	"seek": "the library", "putback": "the library's trash", "purge": "the library's trash",
	"empty": "the library's trash", "salvage": "the library", "restore": "a version", "compare": "a version",
	"tryversion": "a version",
	"beside":     "a version", "openstudy": "the library", "binstudy": "the library", "copydraft": "a message",
	"run-add": "the list of runs", "run-copy": "the list of runs", "run-remove": "the list of runs",
	"run-sight": "the list of runs", "run-up": "the list of runs", "run-down": "the list of runs",
	"run-to": "the list of runs", "run-options": "the list of runs",
	"own-new": "the list to start from", "own-ask": "a program that waits", "own-allow": "a program that waits",
	"own-lose": "the editor of algorithms", "own-remove": "the editor of algorithms",
	"intext": "a thing", "write": "the editor", "selectall": "the dialog Edit", "layout": "the dialog Edit",
	"duplicatethings": "the dialog Edit",
	"align":           "the dialog Edit", "copythings": "the dialog Edit", "cutthings": "the dialog Edit",
	"copyrows": "the dialog Edit", "fill": "the dialog Edit",
	"fillcolumn": "the dialog that fills a column", "pasterows": "a table", "readrows": "rows that wait",
	"importin": "files that wait", "judge": "files that wait", "importcancel": "files that wait",
	"importas": "files that wait", "importset": "files that wait", "importgo": "files that wait",
	"unfilter": "files that wait", "savemapping": "files that wait",
	"context": "a thing", "form": "a thing", "whatchanged": "an answer", "comparewith": "an answer",
	"two":      "the screen of two answers",
	"commands": "the menu More",
	"reveal":   "a question that is presented", "guess": "a question that is presented",
	"advance": "a question that is presented", "present": "the menu while presenting",
	"closetask": "the exercise", "cancelopening": "what is being opened",
	"takerows": "rows that wait", "droprows": "rows that wait", "pastedpage": "rows that wait",
}

// A phone has neither keys nor space: all commands are in its menu or at a thing.
func TestTheMenuHasAllCommands(t *testing.T) {
	offered := map[string]bool{}
	look := func(s *state.State) {
		for _, part := range menuOf(s, kinds.OfDraft(s)) {
			for _, i := range part.Items {
				c := commandOf(i.Act)
				if c == nil {
					t.Fatalf("the menu offers %q, which is not a command", i.Act)
				}
				offered[i.Act] = offered[i.Act] || !i.Off
			}
		}
	}
	pages(t, look)
	p := openPage(t)
	p.act(setField(aJob, "7"))
	look(p.s())
	p.command("undo")
	p.work()
	look(p.s())
	p.command("play")
	look(p.s())
	p.command("example", "rbhs-mixed")
	look(p.s())
	for _, c := range commands {
		_, elsewhere := elementCommands[c.act]
		if offered[c.act] == elsewhere {
			t.Errorf("%s: got in the menu %t, at a thing %t; want one of both", c.act, offered[c.act], elsewhere)
		}
	}
	for act := range elementCommands {
		if commandOf(act) == nil {
			t.Errorf("command %s does not exist any more", act)
		}
	}
	for _, key := range keyRows() {
		if c := commandOf(key[1]); !offered[c.act] && elementCommands[c.act] == "" {
			t.Errorf("command %s has a key, but no menu item or button", c.act)
		}
	}
}

// The bar opens the menu, and a command of it closes it.
func TestAMenuClosesWhenALineIsChosen(t *testing.T) {
	p := openPage(t)
	p.command("dialog", "menu")
	p.command("dialog", "examples")
	if p.s().Layout.Dialog != "examples" {
		t.Error("a menu item that opens a dialog does not")
	}
	p.command("dialog", "menu")
	p.command("tool", "connect")
	if p.s().Layout.Dialog != "" || p.s().Layout.Tool != "connect" {
		t.Errorf("got dialog %q, tool %q; want none, connect", p.s().Layout.Dialog, p.s().Layout.Tool)
	}
	kinds := slices.Collect(func(yield func(string) bool) {
		for _, part := range menuOf(p.s(), kinds.OfDraft(p.s())) {
			if !yield(part.Title) {
				return
			}
		}
	})
	if !slices.Contains(kinds, "Picture") {
		t.Errorf("got menu parts %v, want Picture among them", kinds)
	}
}
