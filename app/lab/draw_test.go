package lab

import (
	"strings"
	"testing"
	"time"

	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// explicitPresets are small explicit problems of every kind, with the actions in Generate and in studies that would
// replace them.
var explicitPresets = map[string][]string{
	"five-clusters":    {"preset rbhs-data", "drawlists rbhs-data", "redraw", "preset five-clusters"},
	"twelve-nodes":     {"preset square-2018", "drawlists square-2018", "redraw"},
	"alp-amp-figure-5": {"preset alp-amp-2011", "drawlists alp-amp-2011", "redraw"},
	"three-sites":      {"preset gka-22", "drawlists gka-200", "redraw"},
	"markov-2004":      {"preset farm-mixed", "drawlists farm-graph", "redraw"},
}

// An imported problem is never replaced: a generated or chosen one is a new draft, the message links back, and after
// a reload the draft is there.
func TestNothingInGenerateReplacesWhatWasImported(t *testing.T) {
	for preset, acts := range explicitPresets {
		for _, act := range acts {
			s := store.Memory("")
			p := openPage(t, func(p *page) { p.library = memory(s, "tab") })
			kind, ok := catalog.PresetKind(preset)
			mine, faults := scenario.Expand(state.FromPreset(kind.ID, preset, 1))
			if !ok || len(faults) > 0 {
				t.Fatalf("preset %s: got faults %v, or no kind", preset, faults)
			}
			mine.Title = "mygrid"
			text := string(scenario.Text(mine))
			p.lab.File("mygrid.json", text, "")
			p.work()
			what, id, _ := strings.Cut(act, " ")
			before := p.s().Sheet
			p.command(what, id)
			p.work()
			now, a := p.s(), p.s().Alert
			if now.Sheet == before || now.Draft.Title == "mygrid" || a.Error {
				t.Errorf("%s, %s: got sheet %d with %q, alert %+v; want another draft",
					preset, act, now.Sheet, now.Draft.Title, a)
				continue
			}
			if a.Draft == "" || a.DraftLabel != "Back to mygrid" ||
				!strings.Contains(a.Text, `Your draft "mygrid" is unchanged.`) {
				t.Errorf("%s, %s: got alert %+v, want a link back to the unchanged mygrid", preset, act, a)
			}
			p.pass(time.Minute)
			held := storedTexts(t, s)
			found := 0
			for _, draft := range held {
				if draft == text {
					found++
				}
			}
			if found != 1 {
				t.Errorf("%s, %s: got %d drafts in the library, mygrid %d times; want it once",
					preset, act, len(held), found)
			}
			p.command("draft", a.Draft)
			p.work()
			if got := string(scenario.Text(p.s().Draft)); got != text || p.s().Sheet != before {
				t.Errorf("%s, %s: link back: got sheet %d with %q, want the unchanged mygrid",
					preset, act, p.s().Sheet, p.s().Draft.Title)
			}
		}
	}
}

// A generated problem is generated with other parameters in the same draft, and explicit lists remain.
func TestWhatIsDrawnIsDrawnByAnotherPreset(t *testing.T) {
	p := openPage(t)
	p.lab.File("grid.json", string(scenario.Text(state.FromPreset("placement", "five-clusters", 1))), "")
	p.work()
	p.command("drawlists", "rbhs-data")
	p.work()
	sheet, grid := p.s().Sheet, p.s().Draft.Placement
	if len(grid.Clusters) != 5 || len(grid.Jobs) != 0 ||
		grid.Generate.Preset != "rbhs-data" || *grid.Generate.Jobs != 24 {
		t.Fatalf("got generator %+v, want rbhs-data with 24 jobs on 5 clusters", grid.Generate)
	}
	p.command("drawlists", "rbhs-computation")
	p.work()
	now := p.s().Draft.Placement
	if p.s().Sheet != sheet || now.Generate.Preset != "rbhs-computation" ||
		len(now.Clusters) != 5 || *now.Generate.Jobs != 24 {
		t.Errorf("got sheet %d, generator %+v; want rbhs-computation with 24 jobs on the same sheet",
			p.s().Sheet, now.Generate)
	}
}

// A message without a decision disappears after a while, unless the pointer is on it. Errors and decisions remain. No
// message is shown in another view.
func TestMessagesPass(t *testing.T) {
	got := func(found state.Notify) *page {
		p := openPage(t)
		p.act(found)
		return p
	}
	for _, c := range []struct {
		notice state.Notify
		passes bool
	}{{state.Notify{Text: "Done.", Undo: true}, true}, {state.Notify{Text: "No.", Error: true}, false},
		{state.Notify{Text: "There.", Draft: "slot"}, false}, {state.Notify{Text: "Copy?", Copy: true}, false}} {
		p := got(c.notice)
		p.pass(fadeDelay - time.Millisecond)
		if p.s().Alert.Text == "" {
			t.Errorf("the message %q is removed before its time", c.notice.Text)
		}
		p.pass(time.Minute)
		if gone := p.s().Alert.Text == ""; gone != c.passes {
			t.Errorf("after a minute: message %q is removed: %v", c.notice.Text, gone)
		}
		p = got(c.notice)
		p.command("goto", "study")
		if gone := p.s().Alert.Text == ""; gone == p.s().Alert.Decides() {
			t.Errorf("message %q in the study: got removed %v, want only those without a decision", c.notice.Text, gone)
		}
		p = got(c.notice)
		p.command("lecture")
		if gone := p.s().Alert.Text == ""; gone == p.s().Alert.Decides() {
			t.Errorf("message %q in the lecture: got removed %v, want only those without a decision",
				c.notice.Text, gone)
		}
	}
	both := got(state.Notify{Text: "There.", Draft: "slot"})
	both.act(state.Notify{Text: "Done."})
	if both.s().Alert.Text != "There." || both.s().Passing.Text != "Done." {
		t.Errorf("got alert %+v, passing message %+v; want both", both.s().Alert, both.s().Passing)
	}
	both.pass(time.Minute)
	if both.s().Alert.Text != "There." || both.s().Passing.Text != "" {
		t.Errorf("after a minute: got alert %+v, passing message %+v; want the alert only",
			both.s().Alert, both.s().Passing)
	}
	both.act(state.Notify{Text: "No.", Error: true})
	both.command("escape")
	if both.s().Alert.Text != "There." || both.s().Passing.Text != "" {
		t.Errorf("after Escape: got alert %+v, passing message %+v; want the alert only",
			both.s().Alert, both.s().Passing)
	}
	both.command("kind", "farm")
	if both.s().Alert.Text == "There." {
		t.Error("the decision of a draft is shown with another draft")
	}
	p := got(state.Notify{Text: "Done."})
	p.pass(time.Second)
	p.lab.Page("hold", "true", "")
	p.pass(time.Minute)
	if p.s().Alert.Text == "" {
		t.Error("a message is removed while the pointer is on it")
	}
	p.lab.Page("hold", "false", "")
	p.pass(fadeDelay - time.Second)
	p.act(state.Notify{Text: "Another."})
	p.pass(2 * time.Second)
	if p.s().Alert.Text != "Another." {
		t.Errorf("got alert %q, want the new message with its own time", p.s().Alert.Text)
	}
}
