package lab

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gridbox/app/lab/feature/shelf"
	"gridbox/app/library"
	"gridbox/app/state"
	"gridbox/app/store"
	"gridbox/core/catalog"
	"gridbox/core/scenario"
)

// A soak performs random actions in the laboratory, and records the expected content of the library in a model.
type soak struct {
	*page
	t     *testing.T
	r     *rand.Rand
	store *store.Store
	notes slate
	mark  string // the slot that the tab's session remembers

	model  map[string]expectedDraft
	order  []string                       // the slots of the model by creation: their names are random
	last   map[*record]*scenario.Scenario // each sheet's draft at the last look
	done   map[string]int                 // how often each action had an effect
	action string                         // the current action

	fleeting string // the slot of a draft that became an example again; it is removed when it is left
}

// fail ends the test with a message that begins with the last action.
func (k *soak) fail(format string, args ...any) {
	k.t.Helper()
	k.t.Fatalf(k.action+": "+format, args...)
}

// expectedDraft is the expected content of a slot.
type expectedDraft struct {
	title, tags, text string
	gone              bool
}

// start opens a page in the tab, as a reload does.
func (k *soak) start(held string) {
	tab := store.NewTab(k.store, k.mark, func(string) bool { return true }, func(slot string) { k.mark = slot })
	k.page = openPage(k.t, func(p *page) {
		p.library, p.startState.FaultyText = Shelf(tab.WithJournal(k.notes)), held
	})
	k.last = map[*record]*scenario.Scenario{}
	front := k.front()
	if front.safe == nil {
		return
	}
	k.last[front] = k.s().Draft
	if _, known := k.model[front.slot]; !known && front.slot == k.fleeting {
		k.expectDraft(front.slot, k.s().Draft) // after a reload it is a draft like any other
	}
}

// expect sets the expected content of a slot.
func (k *soak) expect(slot string, e expectedDraft) {
	if !slices.Contains(k.order, slot) {
		k.order = append(k.order, slot)
	}
	k.model[slot] = e
}

// expectDraft sets a draft as the expected content of a slot.
func (k *soak) expectDraft(slot string, draft *scenario.Scenario) {
	e, known := k.model[slot]
	if cards, _ := k.store.Cards(); !known {
		for _, c := range cards {
			if c.Slot == slot {
				e.tags = strings.Join(c.Tags, ",")
			}
		}
	}
	k.expect(slot, expectedDraft{title: draft.Title, tags: e.tags, text: string(scenario.Text(draft))})
}

// forget makes look examine the sheets of a slot again.
func (k *soak) forget(slot string) {
	for p := range k.last {
		if p.slot == slot {
			delete(k.last, p)
		}
	}
}

func (k *soak) front() *record { return k.lab.drafts.recordOf(k.s().Sheet) }

// updateModel updates the model with the draft in front. An unchanged example is not expected in the library; if undo
// made a draft an example again, its slot may be in the library or not.
func (k *soak) updateModel() {
	front, draft := k.front(), k.s().Draft
	if k.last[front] == draft {
		return
	}
	k.last[front] = draft
	if draft == front.original {
		delete(k.model, front.slot)
		k.fleeting = front.slot
		return
	}
	k.expectDraft(front.slot, draft)
}

// rest waits until everything is saved.
func (k *soak) rest() {
	k.settle()
	k.pass(2 * time.Second)
	k.updateModel()
}

// pick returns the slot of a random draft in the trash, or outside it; "" if there is none.
func (k *soak) pick(gone bool) string {
	var slots []string
	for _, slot := range k.order {
		if e, known := k.model[slot]; known && e.gone == gone {
			slots = append(slots, slot)
		}
	}
	if len(slots) == 0 {
		return ""
	}
	return slots[k.r.IntN(len(slots))]
}

func (k *soak) pickOne(of []string) string { return of[k.r.IntN(len(of))] }

func (k *soak) randomWord() string { return fmt.Sprintf("w%x", k.r.Uint32()) }

// shelf shows or leaves the library.
func (k *soak) shelf(on bool) {
	if (k.s().Layout.View == "library") != on {
		k.command("library")
	}
}

// textWithTitle returns the text of a draft with another title.
func textWithTitle(t *testing.T, text, title string) string {
	draft, faults := catalog.Parse([]byte(text))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	draft.Title = title
	return string(scenario.Text(draft))
}

// nouns lists the sorts of objects that can be added in each kind.
var nouns = map[string][]string{"placement": {"cluster", "job", "dataset"}, "window": {"node"},
	"batch": {"node", "job"}, "group": {"node"}, "farm": {"machine", "job"}}

// acts are the possible actions; each reports whether it did anything.
var acts = map[string]func(*soak) bool{
	"title": func(k *soak) bool {
		k.shelf(false)
		k.act(setField("title", k.randomWord()))
		return true
	},
	"add": func(k *soak) bool {
		k.shelf(false)
		before := k.s().Draft
		k.command("add", k.pickOne(nouns[before.Kind]))
		return k.s().Draft != before
	},
	"undo": func(k *soak) bool { return k.stepHistory("undo") },
	"redo": func(k *soak) bool {
		if !k.stepHistory("redo") { // which is likely, because other actions clear the redo steps
			k.stepHistory("undo")
			return k.stepHistory("redo")
		}
		return true
	},
	"kind": func(k *soak) bool {
		k.shelf(false)
		k.command("kind", k.pickOne(slices.Sorted(maps.Keys(nouns))))
		return true
	},
	"new": func(k *soak) bool {
		k.shelf(false)
		k.command("new", k.pickOne(slices.Sorted(maps.Keys(nouns))))
		return true
	},
	"example": func(k *soak) bool {
		k.shelf(false)
		k.command("example", k.pickOne([]string{"five-clusters", "twelve-nodes", "three-sites"}))
		return true
	},
	"link": func(k *soak) bool {
		k.shelf(false)
		fragment, err := scenario.Link(state.FromPreset("group", "three-sites", uint64(k.r.IntN(9))))
		if err != nil {
			k.fail("%v", err)
		}
		k.address = Address{Fragment: strings.TrimPrefix(fragment, "#")}
		k.lab.Navigate()
		return true
	},
	"file": func(k *soak) bool {
		k.shelf(false)
		draft := state.FromPreset("window", "twelve-nodes", 2)
		draft.Title = k.randomWord()
		k.lab.File("theirs.json", string(scenario.Text(draft)), "")
		return true
	},
	"text": func(k *soak) bool {
		k.shelf(false)
		k.lab.Text(textWithTitle(k.t, k.s().DraftText(), k.randomWord()), true)
		return true
	},
	"faulty text, reload": func(k *soak) bool {
		k.shelf(false)
		k.act(setField("title", k.randomWord())) // an unchanged example has no slot for a text
		k.rest()
		typed := k.s().DraftText() + "?"
		k.lab.Text(typed, true)
		k.rest()
		k.start("")
		if got := k.s().Faulty(k.s().Sheet); got != typed {
			k.fail("got text %.60q after a reload, want %.60q", got, typed)
		}
		k.command("revert")
		return true
	},
	"rename": func(k *soak) bool {
		slot := k.pick(false)
		if k.shelf(true); slot == "" {
			return false
		}
		e := k.model[slot]
		e.title = k.randomWord()
		e.text = textWithTitle(k.t, e.text, e.title)
		k.change("data-rename", slot, e.title)
		k.expect(slot, e)
		if sheet, here := k.lab.drafts.sheetOf(slot); here {
			k.last[k.lab.drafts.recordOf(sheet)] = k.lab.drafts.draftOf(sheet)
		}
		return true
	},
	"duplicate": func(k *soak) bool {
		slot := k.pick(false)
		if k.shelf(true); slot == "" {
			return false
		}
		e := k.model[slot]
		cards, _ := k.store.Cards()
		k.command("duplicate", slot)
		e.title, e.tags = library.CopyTitle(e.title, func(title string) bool {
			return slices.ContainsFunc(cards, func(c library.Card) bool { return c.Title == title })
		}), ""
		e.text = textWithTitle(k.t, e.text, e.title)
		k.expect(shelf.Slot.Get(k.s()).Chosen, e)
		return true
	},
	"trash": func(k *soak) bool {
		slot := k.pick(false)
		if k.shelf(true); slot == "" {
			return false
		}
		k.command("trash", slot)
		e := k.model[slot]
		e.gone = true
		k.expect(slot, e)
		return true
	},
	"put back": func(k *soak) bool {
		slot := k.pick(true)
		if k.shelf(true); slot == "" {
			return false
		}
		k.command("putback", slot)
		e := k.model[slot]
		e.gone = false
		k.expect(slot, e)
		return true
	},
	"purge": func(k *soak) bool {
		slot := k.pick(true)
		if k.shelf(true); slot == "" {
			return false
		}
		k.command("purge", slot)
		delete(k.model, slot)
		k.forget("") // a draft of that slot has none any more
		return true
	},
	"tags": func(k *soak) bool {
		slot := k.pick(false)
		if k.shelf(true); slot == "" {
			return false
		}
		e := k.model[slot]
		e.tags = k.randomWord()
		k.change("data-tags", slot, e.tags)
		k.expect(slot, e)
		return true
	},
	"open": func(k *soak) bool {
		slot := k.pick(false)
		if k.shelf(true); slot == "" {
			return false
		}
		k.command("draft", slot)
		k.rest()
		if got := k.s().DraftText(); got != k.model[slot].text {
			k.fail("slot %s opened: got %.200s\nwant %.200s", slot, got, k.model[slot].text)
		}
		return true
	},
	"go back to a version": func(k *soak) bool {
		k.pass(time.Minute) // a version is made once the answers had time to arrive
		list, err := k.store.Versions(k.front().slot)
		if err != nil {
			k.fail("%v", err)
		}
		slot := k.front().slot
		if k.front().safe == nil || len(list) == 0 || k.model[slot].gone {
			return false
		}
		v := list[k.r.IntN(len(list))]
		text, err := k.store.VersionText(slot, v.ID)
		if err != nil {
			k.fail("%v", err)
		}
		k.shelf(true)
		k.command("choose", slot)
		k.command("restore", v.ID, slot)
		k.rest()
		if got := k.s().DraftText(); got != string(text) {
			k.fail("version %s: got %.200s\nwant %.200s", v.ID, got, text)
		}
		return true
	},
	"reload": func(k *soak) bool {
		k.start("")
		return true
	},
	"leave at once": func(k *soak) bool {
		k.shelf(false)
		k.act(setField("title", k.randomWord()))
		k.shut = k.r.IntN(2) == 0 // a save that begins and does not end
		k.pass(time.Duration(k.r.IntN(2)) * saveDelay)
		k.updateModel()
		want := k.s().DraftText()
		k.lab.Leaving()
		if k.front().slot != "" && k.model[""].text != "" { // it has a name only now
			k.expect(k.front().slot, k.model[""])
			delete(k.model, "")
		}
		held := ""
		if found := k.drainCalls("hold"); len(found) > 0 {
			held = strings.TrimPrefix(found[len(found)-1], "hold ")
		}
		k.start(held)
		if got := k.s().DraftText(); got != want {
			k.fail("got draft %.200s\nwant %.200s", got, want)
		}
		return true
	},
}

// stepHistory undoes or redoes a step, which may switch the sheet; it reports whether the draft changed.
func (k *soak) stepHistory(how string) bool {
	k.shelf(false)
	before := k.s().Draft
	k.command(how)
	return k.s().Draft != before
}

// compare compares the library with the model: the texts of all drafts if whole is set, otherwise only that of the
// draft in front.
func (k *soak) compare(whole bool) {
	cards, err := k.store.Cards()
	if err != nil {
		k.fail("%v", err)
	}
	front, fleeting := k.front(), ""
	if k.s().Draft == front.original {
		fleeting = front.slot
	}
	got := map[string]expectedDraft{}
	for _, c := range cards {
		e := expectedDraft{c.Title, strings.Join(c.Tags, ","), k.model[c.Slot].text, c.IsTrashed()}
		if whole || c.Slot == front.slot {
			d, err := k.store.Peek(c.Slot)
			if err != nil {
				k.fail("slot %s: %v", c.Slot, err)
			}
			e.text = string(d.Text)
		}
		if c.Slot != fleeting {
			got[c.Slot] = e
		}
	}
	for slot, e := range k.model {
		if got[slot] != e {
			k.fail("slot %s: got %+v\nwant %+v", slot, got[slot], e)
		}
	}
	for slot, e := range got {
		if _, known := k.model[slot]; !known {
			k.fail("slot %s: got %+v, want no such slot", slot, e)
		}
	}
}

// TestAThousandActionsLoseNothing performs random actions, with reloads in between, some of them during a save. After
// each action the library must equal the model, and the draft in front must be unchanged by a reload.
func TestAThousandActionsLoseNothing(t *testing.T) {
	actions := 1000
	if testing.Short() {
		actions = 150
	}
	seed, _ := strconv.ParseUint(os.Getenv("RAPID_SEED"), 10, 64) // as ./build.sh soak draws them
	k := &soak{t: t, r: rand.New(rand.NewPCG(seed, 2)), store: store.Memory(""), notes: slate{}, mark: "tab",
		model: map[string]expectedDraft{}, done: map[string]int{}}
	k.start("")
	names := slices.Sorted(maps.Keys(acts))
	for i := range actions {
		name := k.pickOne(names)
		if len(k.model) > 25 { // a larger library takes longer without testing more
			name = k.pickOne([]string{"trash", "purge"})
		}
		k.action = fmt.Sprintf("action %d, %s", i, name)
		if acts[name](k) {
			k.done[name]++
		}
		k.rest()
		k.compare(i%10 == 9 || i == actions-1)
	}
	for _, name := range names {
		if k.done[name] < actions/200 {
			t.Errorf("action %s: got %d effects, want at least one in 200 actions", name, k.done[name])
		}
	}
}
