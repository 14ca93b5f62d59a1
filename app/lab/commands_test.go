package lab

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gridbox/app/kind/kinds"
	"gridbox/app/lab/feature"
	studies "gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/catalog"
)

func TestEveryCommandStandsOnce(t *testing.T) {
	for i, c := range commands {
		if commandOf(c.act) != &commands[i] {
			t.Errorf("command %s is listed twice", c.act)
		}
		if len(c.keys) > 0 && c.reach == "" || len(c.keys) == 0 && (c.reach != "" || c.sign != "") {
			t.Errorf("command %s has keys without a reach, or a reach without keys", c.act)
		}
	}
}

// A key has one command within its reach, and the key sheet of every kind lists it.
func TestEveryKeyIsUniqueAndOnTheSheet(t *testing.T) {
	seen := map[string]string{}
	for _, row := range keyRows() {
		where := row[0]
		switch row[3] {
		case string(reachRows):
			where += " on rows"
		case string(feature.ReachPresenting):
			where += " while presenting"
		}
		if other, twice := seen[where]; twice {
			t.Errorf("key %s has two commands, %s and %s", where, other, row[1])
		}
		seen[where] = row[1]
	}
	signs := map[string]string{"Escape": "Esc", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓",
		"PageUp": "Page Up", "PageDown": "Page Down", "Delete": "Del",
		"Shift+ArrowLeft": "Shift+←", "Shift+ArrowRight": "Shift+→"}
	for _, sc := range kinds.Screens {
		all := sheet(sc)
		text := ""
		for _, k := range append(slices.Clone(all.Everywhere), all.Picture...) {
			text += "\n" + k.Press + " \t" + k.Does + "."
		}
		for _, row := range keyRows() {
			press, act, id := row[0], row[1], row[2]
			if sign, ok := signs[press]; ok {
				press = sign
			}
			ofKind := act != "tool"
			for _, tool := range sc.Tools() {
				ofKind = ofKind || tool.ID == id
			}
			if ofKind && !regexp.MustCompile(`(^|[\s,])`+regexp.QuoteMeta(press)+`[\s,.]`).MatchString(text) {
				t.Errorf("the key sheet of %s does not list %s", sc.Kind, press)
			}
		}
		for act, press := range seen {
			if act == "" || press == "" {
				t.Errorf("got an empty key or command: %q %q", act, press)
			}
		}
	}
}

// The page reads the table of keys from the root, and knows every reach in it.
func TestThePageIsGivenTheKeys(t *testing.T) {
	s := first(t)
	root := labNode(&s)
	text, _ := root.Attribute("data-keys")
	var rows [][]string
	if err := json.Unmarshal([]byte(text), &rows); err != nil || len(rows) != len(keyRows()) {
		t.Fatalf("got %d rows of keys, error %v; want %d", len(rows), err, len(keyRows()))
	}
	script, err := os.ReadFile("../../assets/js/keys.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if len(row) != 4 || !strings.Contains(string(script), "\n  "+row[3]+": ") {
			t.Errorf("the page does not know the reach of the row %v", row)
		}
	}
}

// pages returns a state for every view with buttons or fields: each kind with each dialog, side, tab and selection,
// and a study from start to end.
func pages(t *testing.T, look func(*state.State)) {
	p := openPage(t)
	for _, k := range catalog.Kinds() {
		p.command("kind", k.ID)
		p.work()
		for _, side := range []string{"problem", "document", "own"} {
			p.command("side", side)
			look(p.s())
		}
		for _, tab := range kinds.OfDraft(p.s()).Answers {
			p.command("answers", tab.ID)
			p.work()
			look(p.s())
		}
		for _, name := range []string{"open", "draft", "commands", "replay", "menu", "examples", "share",
			"help", "runs", "own", "program", "table", "present", ""} {
			p.command("dialog", name)
			look(p.s())
		}
		for _, sort := range []string{"cluster", "link", "dataset", "job", "machine", "node", "group", "busy",
			"variant", "event", "alternative"} {
			if at := regexp.MustCompile(`data-kind="` + sort +
				`" data-id="([^"]+)"`).FindStringSubmatch(ui.HTML(labNode(p.s()))); at != nil {
				p.command("select", sort+":"+at[1])
				p.work()
				look(p.s())
			}
		}
		p.lab.Text("{", false)
		p.settle()
		p.command("side", "document")
		look(p.s())
		p.command("revert")
	}
	p, study := startStudy(t)
	look(p.s())
	p.command("study", "pause")
	look(p.s())
	study.measure(4)
	p.pass(1e9)
	p.command("cell", "0", "1")
	look(p.s())
	p.command("study", "cancel")
	p.work()
	look(p.s())
	p.act(studies.AddVary{Path: "placement.generate.jobs"}, setField("study.replications", "2000000"))
	look(p.s())
	p, hunt := hunting(t)
	look(p.s())
	p.command("hunt", "pause")
	look(p.s())
	hunt.chase.End([]byte(p.s().DraftText()), nil)
	p.settle()
	look(p.s())
	p.act(state.Notify{Text: "t", Error: true, Undo: true, Draft: "d"})
	look(p.s())
}

// Every act in a view is a command of the table, every field has a handler, and nearly every command is offered by a
// view.
func TestEveryActAndFieldThatIsDrawnMeansSomething(t *testing.T) {
	drawn := map[string]bool{}
	fields := map[string]bool{"data-of": true, "data-least": true}
	for _, list := range [][]entry{changes, moves} {
		for _, e := range list {
			fields[e.attribute] = true
		}
	}
	inert := regexp.MustCompile(`^data-(value|checked|id|arg|act|enter)$`)
	pages(t, func(s *state.State) {
		root := labNode(s)
		for _, n := range ui.Find(root, func(n ui.Node) bool { return true }) {
			if act, ok := n.Attribute("data-act"); ok {
				if drawn[act] = true; commandOf(act) == nil {
					t.Errorf("no command carries out %q", act)
				}
			}
			if n.Tag != "input" && n.Tag != "select" {
				continue
			}
			means := false
			for _, a := range n.Attrs {
				if strings.HasPrefix(a.Name, "data-") && !inert.MatchString(a.Name) {
					if means = true; !fields[a.Name] {
						t.Errorf("no handler for a field with %s", a.Name)
					}
				}
			}
			if _, still := n.Attribute("readonly"); !means && !still {
				t.Errorf("a field has no handler: %s", ui.HTML(n))
			}
		}
		for _, act := range regexp.MustCompile(`data-act="([a-z]+)"`).FindAllStringSubmatch(ui.HTML(root), -1) {
			if drawn[act[1]] = true; commandOf(act[1]) == nil { // in drawings, which are text
				t.Errorf("no command carries out %q of a drawing", act[1])
			}
		}
	})
	byKey := []string{"escape", "toggle", "help"}
	for _, c := range commands {
		if !drawn[c.act] && !slices.Contains(byKey, c.act) {
			t.Logf("%s is drawn nowhere here", c.act)
		}
	}
}
