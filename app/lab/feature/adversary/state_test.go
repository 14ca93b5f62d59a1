package adversary

import (
	"slices"
	"testing"

	"gridbox/app/state"
	"gridbox/core/scenario"
)

// applyChanges returns the state after changes of the search.
func applyChanges(s state.State, changes ...state.Change[State]) state.State {
	for _, c := range changes {
		s = state.Reduce(s, Slot.Do(c))
	}
	return s
}

// A search begins with the draft's first two runs and the kind's first metric, and varies every field unless some are
// fixed.
func TestWhatIsAsked(t *testing.T) {
	s := state.New(state.FromPreset("window", "twelve-nodes", 7))
	a, b, metric, tries, turn := Slot.Get(&s).Settings(s.Draft)
	if a != "0" || b != "1" || metric != "start" || tries != UsualTries || turn != nil {
		t.Errorf("got runs %s and %s by %s, %d tries, fields %v; want 0 and 1 by start, usual tries",
			a, b, metric, tries, turn)
	}
	if f := state.Fighter(s.Draft, "1"); f.Algorithm != state.Runs(s.Draft)[1].Algorithm {
		t.Errorf("run 1: got %v, want the second of the draft", f)
	}
	if words := state.Fighters(s.Draft); !slices.Contains(words, "custom") ||
		state.Fighter(s.Draft, "custom").Algorithm != "custom" {
		t.Errorf("got choices %v, want a custom one", words)
	}
	s = applyChanges(s, SetA{"3"}, SetB{"custom"}, SetMetric{"cost"}, SetTries{"300"},
		SetTurn{Path: "window.generate.budget"}, SetTurn{Path: "window.generate.volume"},
		SetTurn{Path: "window.generate.volume", On: true})
	a, b, metric, tries, turn = Slot.Get(&s).Settings(s.Draft)
	if a != "3" || b != "custom" || metric != "cost" || tries != 300 || len(turn) == 0 ||
		slices.Contains(turn, "window.generate.budget") || !slices.Contains(turn, "window.generate.volume") {
		t.Errorf("got runs %s and %s by %s, %d tries, fields %v; want 3 and custom by cost, 300 tries",
			a, b, metric, tries, turn)
	}
	for _, text := range []string{"0", "-1", "many", "", "1e99"} {
		if wrong := applyChanges(s, SetTries{text}); Slot.Get(&wrong).Tries != 300 || text != "" &&
			Slot.Get(&wrong).InvalidTries != text {
			t.Errorf("SetTries(%q): got %+v, want 300 tries and the typed text", text, Slot.Get(&wrong))
		}
	}
	// Settings that another kind does not have return to the defaults.
	other := state.Reduce(s, state.Open{Draft: state.FromPreset("placement", "five-clusters", 7)})
	if a, b, metric, _, _ := Slot.Get(&other).Settings(other.Draft); a == b || metric != "makespan" {
		t.Errorf("another kind: got runs %s and %s by %s; want two by makespan", a, b, metric)
	}
}

// The time left follows from the progress since the last resume.
func TestTheSearchGoesOn(t *testing.T) {
	s := state.New(state.FromPreset("window", "twelve-nodes", 7))
	s = applyChanges(s, Start{Key: "k", Now: 1000})
	if Slot.Get(&s).Total != UsualTries || !Slot.Get(&s).Busy() {
		t.Errorf("started: got %+v, want busy with the usual total", Slot.Get(&s))
	}
	s = applyChanges(s, Progress{Far: Far{Tried: 500}, Now: 2000})
	if left := Slot.Get(&s).Remaining(); left != 3000 {
		t.Errorf("after 500 tries: got %v ms left, want 3000", left)
	}
	s = applyChanges(s, Pause{})
	if Slot.Get(&s).Phase != state.Paused || Slot.Get(&s).Remaining() != 0 {
		t.Errorf("paused: got %+v, want no time left", Slot.Get(&s))
	}
	s = applyChanges(s, Resume{Now: 9000})
	s = applyChanges(s, Progress{Far: Far{Tried: 1000}, Now: 9500})
	if left := Slot.Get(&s).Remaining(); left != 1000 {
		t.Errorf("resumed: got %v ms left, want 1000", left)
	}
	broke := applyChanges(s, End{Text: "it broke"})
	if own := Slot.Get(&broke); own.Phase != state.Paused || own.Text != "it broke" {
		t.Errorf("failed: got %+v, want paused with the reason", Slot.Get(&broke))
	}
	s = applyChanges(s, End{SmallInstance: &scenario.Scenario{}, Link: "l"})
	if Slot.Get(&s).Phase != state.Complete || Slot.Get(&s).SmallInstance == nil {
		t.Errorf("ended: got %+v, want complete with an instance", Slot.Get(&s))
	}
	if s = applyChanges(s, Close{}); Slot.Get(&s).Phase != state.Unstarted || Slot.Get(&s).SmallInstance != nil {
		t.Errorf("closed: got %+v, want unstarted without an instance", Slot.Get(&s))
	}
}

// The runs of the search follow moved runs of the draft, and are reset when theirs is removed.
func TestTheRunsAreFollowed(t *testing.T) {
	s := applyChanges(state.New(state.FromPreset("placement", "five-clusters", 7)), SetA{"0"}, SetB{"3"})
	s = state.Reduce(s, state.MoveRun{Run: "rbhs", To: 2})
	if own := Slot.Get(&s); own.A != "2" || own.B != "3" {
		t.Errorf("moved run: got %s against %s, want 2 against 3", own.A, own.B)
	}
	s = state.Reduce(s, state.RemoveRun{Run: "rbhs"})
	if own := Slot.Get(&s); own.A != "" || own.B != "2" {
		t.Errorf("removed run: got %s against %s, want none against 2", own.A, own.B)
	}
	s = state.Reduce(s, state.Open{Draft: state.FromPreset("window", "twelve-nodes", 7)})
	if own := Slot.Get(&s); own.B != "2" {
		t.Errorf("another draft: got run %s, want 2", own.B)
	}
}
