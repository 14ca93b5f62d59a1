package state

import (
	"slices"
	"testing"

	"gridbox/core/scenario"
)

// A search begins with the draft's first two runs and the kind's first metric,
// and turns everything until something is kept still.
func TestHuntAsks(t *testing.T) {
	s := New(FromPreset("window", "twelve-nodes", 7))
	a, b, metric, tries, turn := s.Hunt.Asked(s.Draft)
	if a != "0" || b != "1" || metric != "start" || tries != UsualTries || turn != nil {
		t.Errorf("%s %s %s %d %v", a, b, metric, tries, turn)
	}
	if f := Fighter(s.Draft, "1"); f.Algorithm != Runs(s.Draft)[1].Algorithm {
		t.Error(f)
	}
	if words := Fighters(s.Draft); !slices.Contains(words, "custom") ||
		Fighter(s.Draft, "custom").Algorithm != "custom" {
		t.Error(words)
	}
	for _, x := range []SetHunt{{What: "a", Value: "3"}, {What: "b", Value: "custom"}, {What: "metric", Value: "cost"},
		{What: "tries", Value: "300"},
		{What: "turn", Of: "window.generate.budget"}, {What: "turn", Of: "window.generate.volume"},
		{What: "turn", Of: "window.generate.volume", On: true}} {
		s = Reduce(s, x)
	}
	a, b, metric, tries, turn = s.Hunt.Asked(s.Draft)
	if a != "3" || b != "custom" || metric != "cost" || tries != 300 || len(turn) == 0 ||
		slices.Contains(turn, "window.generate.budget") || !slices.Contains(turn, "window.generate.volume") {
		t.Errorf("%s %s %s %d %v", a, b, metric, tries, turn)
	}
	for _, text := range []string{"0", "-1", "many", "", "1e99"} {
		if wrong := Reduce(s, SetHunt{What: "tries", Value: text}); wrong.Hunt.Tries != 300 || text != "" &&
			wrong.Hunt.Typed != text {
			t.Errorf("%q: %+v", text, wrong.Hunt)
		}
	}
	// What another kind does not have goes back to the usual.
	other := Reduce(s, Open{Draft: FromPreset("placement", "five-clusters", 7)})
	if a, b, metric, _, _ := other.Hunt.Asked(other.Draft); a == b || metric != "makespan" {
		t.Errorf("%s %s %s", a, b, metric)
	}
}

// What is left of a search follows from what was done since it went on.
func TestHuntGoesOn(t *testing.T) {
	s := New(FromPreset("window", "twelve-nodes", 7))
	s = Reduce(s, HuntStarts{Key: "k", Now: 1000})
	if s.Hunt.Total != UsualTries || !s.Hunting() {
		t.Errorf("%+v", s.Hunt)
	}
	s = Reduce(s, HuntTold{Far: Far{Tried: 500}, Now: 2000})
	if left := s.Hunt.Left(); left != 3000 {
		t.Error(left)
	}
	s = Reduce(s, HuntPaused{On: true})
	if s.Hunt.Phase != Paused || s.Hunt.Left() != 0 {
		t.Errorf("%+v", s.Hunt)
	}
	s = Reduce(s, HuntPaused{Now: 9000})
	s = Reduce(s, HuntTold{Far: Far{Tried: 1000}, Now: 9500})
	if left := s.Hunt.Left(); left != 1000 {
		t.Error(left)
	}
	if broke := Reduce(s, HuntEnded{Text: "it broke"}); broke.Hunt.Phase != Paused || broke.Hunt.Text != "it broke" {
		t.Errorf("%+v", broke.Hunt)
	}
	s = Reduce(s, HuntEnded{Small: &scenario.Scenario{}, Link: "l"})
	if s.Hunt.Phase != Complete || s.Hunt.Small == nil {
		t.Errorf("%+v", s.Hunt)
	}
	if s = Reduce(s, HuntClosed{}); s.Hunt.Phase != Unstarted || s.Hunt.Small != nil {
		t.Errorf("%+v", s.Hunt)
	}
}
