package state

import (
	"strconv"
	"strings"

	"gridbox/core/replay"
)

// Replay is the mode of a replay.
type Replay struct {
	Whole bool // all steps of a run, not those of one decision
	Fold  bool // equal consecutive steps are merged
	Loop  bool
	Speed int  // a power of two; 0 is the usual speed
	Code  bool // the algorithm's pseudo-code is shown next to the steps
	At    int  // the step that a link states; 0 for none
	fresh bool // the expected explanation was requested by Whole, and begins at its start
}

// Watch sets one part of the mode: whole, fold, loop and code are toggled or
// set on or off, speed is a power of two.
type Watch struct{ Setting, To string }

// reduce returns the state with one part of the mode changed. An empty To toggles a part; the speed is limited to −1
// to 3.
func (a Watch) reduce(s State) State {
	r := &s.Replay
	turn := func(on *bool) { *on = a.To == "on" || a.To == "" && !*on }
	switch a.Setting {
	case "whole":
		was := r.Whole
		turn(&r.Whole)
		r.fresh = r.Whole && !was
	case "fold":
		turn(&r.Fold)
	case "loop":
		turn(&r.Loop)
	case "code":
		turn(&r.Code)
	case "speed":
		n, _ := strconv.Atoi(a.To)
		r.Speed = max(-1, min(n, 3))
	}
	return s
}

// OpenAt is the step to show once the explanation of a link has arrived: "12", or "12,whole" for the whole run.
type OpenAt struct{ Text string }

func (a OpenAt) reduce(s State) State {
	number, whole, _ := strings.Cut(a.Text, ",")
	if n, err := strconv.Atoi(number); err == nil && n > 0 {
		s.Replay.At, s.Replay.Whole = n, whole == "whole"
	}
	return s
}

// StepText returns the current step for [OpenAt]; "" at the last one, which is
// the default.
func (s *State) StepText() string {
	if !s.Replaying() || s.IsExplanationStale() || s.Explanation.Step == 0 {
		return ""
	}
	text := strconv.Itoa(s.Explanation.Step)
	if s.Explanation.Whole {
		text += ",whole"
	}
	return text
}

// Replaying reports whether the replay is before its end.
func (s *State) Replaying() bool {
	t := s.Explanation.Trace
	return t != nil && s.Explanation.Step < len(t.Events)
}

// ReplayingOf reports whether a replay before its end is about this thing, or
// about all things.
func (s *State) ReplayingOf(thing string) bool {
	return s.Replaying() && (s.Explanation.About == "" || s.Explanation.About == thing)
}

// reduce returns the state at another step, limited to the recorded ones. Playing ends at the last step unless the
// replay loops. The state is unchanged without a current trace.
func (a StepReplay) reduce(s State) State {
	t := s.Explanation.Trace
	if t == nil || s.IsExplanationStale() {
		return s
	}
	n := len(t.Events)
	to := max(0, min(a.To, n))
	if a.By != 0 {
		to = replay.Go(t, s.Explanation.Step, a.By, s.Replay.Fold)
	}
	s.Explanation.Step, s.Lecture.Blank = to, false
	if s.Explanation.Step == n {
		s.Explanation.Playing = s.Explanation.Playing && s.Replay.Loop
	}
	return s
}

// GoToPhase goes to the phase after the current step, or with By -1 to the one
// before.
type GoToPhase struct{ By int }

// reduce returns the state at the phase before or after the current step. Without such a phase it goes to the start
// or to the end.
func (a GoToPhase) reduce(s State) State {
	t := s.Explanation.Trace
	if t == nil {
		return s
	}
	to := len(t.Events)
	if a.By < 0 {
		to = 0
	}
	for _, p := range s.Explanation.Phases {
		if a.By < 0 && p.Step < s.Explanation.Step {
			to = p.Step
		}
		if a.By > 0 && p.Step > s.Explanation.Step {
			to = p.Step
			break
		}
	}
	return StepReplay{To: to}.reduce(s)
}

func (a Play) reduce(s State) State {
	if s.Explanation.Trace == nil || a.On && s.IsExplanationStale() || len(s.Explanation.Trace.Events) == 0 {
		return s
	}
	if a.On && s.Explanation.Step >= len(s.Explanation.Trace.Events) {
		s.Explanation.Step = 0
	}
	s.Explanation.Playing = a.On
	return s
}
