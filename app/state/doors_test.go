package state

import (
	"testing"

	"gridbox/core/scenario"
	"gridbox/core/study"
)

// Every entry of every kind makes a study that can be planned. Other jobs are a separate draft, also if the problem
// is generated already; the open draft is unchanged.
func TestDoorsAskForStudies(t *testing.T) {
	for preset, explicit := range map[string]bool{"five-clusters": true, "rbhs-mixed": false, "twelve-nodes": false,
		"alp-amp-figure-5": true, "three-sites": true, "markov-2004": true} {
		for _, door := range []string{"jobs", "noise", "vary"} {
			s := opened(t, preset, 7)
			a := s.OpenDoor(door)
			if a == nil {
				t.Fatalf("%s, %s: got no action", preset, door)
			}
			next := Reduce(s, a)
			if next.Draft == s.Draft || next.Draft.Study == nil {
				t.Errorf("%s, %s: got no study: %+v", preset, door, next.Alert)
				continue
			}
			if _, faults := study.New(next.Draft, study.Limits{}); faults != nil {
				t.Errorf("%s, %s: got faults %v, want none", preset, door, faults)
			}
			if own := next.Sheet != s.Sheet; own != (door == "jobs") {
				t.Errorf("%s, %s: got a separate draft: %v", preset, door, own)
			}
			if got := DoorOf(next.Draft.Study); got != door {
				t.Errorf("%s, %s: got it listed as %s", preset, door, got)
			}
			if door == "jobs" && scenario.Generates(s.Draft) == explicit {
				t.Errorf("%s: got explicit %v, want the opposite", preset, explicit)
			}
		}
	}
}

func TestFieldsOfDoors(t *testing.T) {
	s := opened(t, "five-clusters", 7)
	if got := s.Door(VaryPath); got != "placement.clusters[id=Lyon].mips" {
		t.Errorf("got path %q, want the MIPS of Lyon", got)
	}
	at := Reduce(s, SelectThing{Thing: Thing{"cluster", "Nancy"}})
	if got := at.Door(VaryPath); got != "placement.clusters[id=Nancy].mips" {
		t.Errorf("Nancy selected: got path %q, want its MIPS", got)
	}
	if low, high := s.Door(VaryLow), s.Door(VaryHigh); low != "410" || high != "1640" {
		t.Errorf("got range %s to %s, want 410 to 1640", low, high)
	}
	next := Reduce(s, s.OpenDoor("vary"))
	found := false
	for _, v := range next.Draft.Study.Vary[0].Values {
		found = found || v == 820.0
	}
	if !found {
		t.Errorf("the value of the draft is not in %v", next.Draft.Study.Vary[0].Values)
	}
	for field, wrong := range map[string][]string{JobsDraws: {"", "0", "x", "99999999"}, NoiseCV: {"", "0", "x", "-3"},
		NoiseTimes: {"no"}, VaryLow: {"x"}, VaryHigh: {"x", "410", "1"}, VaryCount: {"1", "5000"}, VaryEach: {"0"}} {
		for _, text := range wrong {
			bad := Reduce(s, SetDoor{Field: field, Text: text})
			if bad.DoorFault(field) == "" || bad.Door(field) != text {
				t.Errorf("%s = %q was accepted", field, text)
			}
			asked := 0
			for _, door := range []string{"jobs", "noise", "vary"} {
				if bad.OpenDoor(door) != nil {
					asked++
				}
			}
			if asked != 2 {
				t.Errorf("%s %q: got %d possible studies, want 2", field, text, asked)
			}
		}
	}
	typed := Reduce(Reduce(s, SetDoor{Field: VaryLow, Text: "7"}), SetDoor{Field: VaryPath, Text: "seed"})
	if typed.Door(VaryLow) == "7" {
		t.Error("another path keeps the range of the former one")
	}
	noisy := Reduce(Reduce(s, SetDoor{Field: NoiseCV, Text: "5 %"}), s.OpenDoor("noise"))
	if n := Reduce(noisy, noisy.OpenDoor("noise")).Draft.Study.Noise; len(n) != 1 || n[0].CV != 0.05 {
		t.Errorf("got noise %+v, want one of 0.05", n)
	}
}

// The view begins with the list of studies, and shows the study of a draft that has one.
func TestScreensOfTheStudyView(t *testing.T) {
	s := opened(t, "five-clusters", 7)
	if got := s.StudyScreen(); got != InDoors {
		t.Errorf("without a study: got screen %s, want %s", got, InDoors)
	}
	asked := Reduce(s, AskStudy{})
	if got := asked.StudyScreen(); got != InStudy {
		t.Errorf("with a study: got screen %s, want %s", got, InStudy)
	}
	doors := Reduce(asked, ShowStudyScreen{To: InDoors})
	if got := doors.StudyScreen(); got != InDoors {
		t.Errorf("list of studies: got screen %s, want %s", got, InDoors)
	}
	other := Reduce(doors, Open{Draft: asked.Draft})
	if got := other.StudyScreen(); got != InStudy {
		t.Errorf("another draft: got screen %s, want %s", got, InStudy)
	}
	gone := Reduce(Reduce(asked, ShowStudyScreen{To: InStudy}), RemoveStudy{})
	if got := gone.StudyScreen(); got != InDoors || gone.Draft.Study != nil {
		t.Errorf("study removed: got screen %s, want %s", got, InDoors)
	}
	if back := Reduce(gone, Undo{}); back.Draft.Study == nil {
		t.Error("undo does not restore the study")
	}
}

func TestStudiesOfAProblem(t *testing.T) {
	s := opened(t, "five-clusters", 7)
	base := ProblemDigest(s.Draft)
	titled := *s.Draft
	titled.Title, titled.Runs, titled.Study = "Other", []scenario.Run{{Algorithm: "rbhs"}}, &scenario.Study{}
	if ProblemDigest(&titled) != base {
		t.Error("title, runs or study change the digest of the problem")
	}
	if other := opened(t, "five-clusters", 8); ProblemDigest(other.Draft) == base {
		t.Error("another seed has the same digest")
	}
	s = Reduce(s, StudiesListed{Base: base, Cards: []StudyCard{{Key: "a", Base: base}, {Key: "b", Base: "x"},
		{Key: "c", Base: "y", From: base}}})
	s = Reduce(s, StudyDone{Card: StudyCard{Key: "a", Base: base, Found: "again"}})
	if list := s.Studies(); len(list) != 2 || list[0].Found != "again" || list[1].Key != "c" {
		t.Errorf("got studies %+v, want a with its new finding, and c", list)
	}
	s = Reduce(s, StudyForgotten{Key: "a"})
	if list := s.Studies(); len(list) != 1 {
		t.Errorf("got studies %+v, want 1", list)
	}
}
