package doc

import (
	"reflect"
	"testing"
)

type shelfBox struct {
	ID   string  `json:"id"`
	Size float64 `json:"size"`
}

type shelf struct {
	Boxes []shelfBox `json:"boxes,omitempty"`
	Words []string   `json:"words,omitempty"`
}

type store struct {
	shelf
	Gaps  []struct{ From, To float64 } `json:"gaps,omitempty"`
	Clock settings                     `json:"clock"`
}

type settings struct {
	Word  word    `json:"word" default.fast:"run"`
	Share float64 `json:"share"`
	Count int     `json:"count"`
	On    bool    `json:"on"`
}

type word string

func TestNumbers(t *testing.T) {
	got := Numbers(&settings{Word: "x", Share: 0.5, Count: 3, On: true})
	if want := map[string]float64{"share": 0.5}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFill(t *testing.T) {
	o := settings{Word: "was", Share: 1, Count: 1, On: true}
	Fill(&o, map[string]any{"word": "is", "share": 0.25, "count": 7.0, "on": false, "unknown": 3.0})
	if want := (settings{Word: "is", Share: 0.25, Count: 7}); o != want {
		t.Errorf("Fill: got %+v, want %+v", o, want)
	}
	Fill(&o, map[string]any{"word": 1.0, "share": "x", "count": true, "on": nil})
	if want := (settings{Word: "is", Share: 0.25, Count: 7}); o != want {
		t.Errorf("Fill with values of other types: got %+v, want %+v", o, want)
	}
	if Fill(&o, map[string]any{"count": 1e15}); o.Count != 1<<31-1 {
		t.Errorf("Fill with a number beyond 32 bits: got %d, want the largest", o.Count)
	}
	if Fill(&o, map[string]any{"count": -1e15}); o.Count != -1<<31 {
		t.Errorf("Fill with a number below 32 bits: got %d, want the smallest", o.Count)
	}
}

func TestLengthsAndLists(t *testing.T) {
	s := &store{shelf: shelf{Boxes: []shelfBox{{ID: "a"}, {ID: "b"}}, Words: []string{"x"}}}
	if got, want := Lengths(s), []Length{{"boxes", 2}, {"gaps", 0}}; !reflect.DeepEqual(got, want) {
		t.Errorf("Lengths: got %v, want %v", got, want)
	}
	if n, id := List(s, "boxes"); n != 2 || id(1) != "b" {
		t.Errorf("List(boxes): got %d, want 2 with the second called b", n)
	}
	for _, name := range []string{"words", "gaps", "clock", "none"} {
		if n, _ := List(s, name); n != 0 {
			t.Errorf("List(%s): got %d, want 0", name, n)
		}
	}
	if n, _ := List(nil, "boxes"); n != 0 || Lengths(nil) != nil {
		t.Error("nil has lists")
	}
}

func TestTagsOfFields(t *testing.T) {
	if got := Fields(settings{})[0].Tag.Get("default.fast"); got != "run" {
		t.Errorf("tag default.fast: got %q, want \"run\"", got)
	}
}
