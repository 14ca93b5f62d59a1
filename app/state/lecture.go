package state

// Lecture is the mode of presenting: the picture covers the screen, and shows a decision as a question.
type Lecture struct {
	On    bool
	Blank bool // the screen is empty
	Steps bool // the steps and the full reason are shown over the picture
	Size  int  // of the text, from minSize to maxSize; 0 is the default
}

const minSize, maxSize = -2, 2

// Sizes in which the picture is drawn while presenting. It is drawn for a stage of a fixed size and
// enlarged, so that its smallest text, of 10, has 19 pixels on 1280 x 720, and more on larger screens.
const (
	stageWidth, stageHeight = 450.0, 252.0
	handScale               = 0.8 // on a phone
)

// On a very large screen a picture is drawn smaller than shown, by at most minScale.
const (
	minScale                = 0.7
	largeWidth, largeHeight = 1100.0, 720.0
)

// Lecturing starts and ends presenting. SetLecture changes blank, steps, or size by By. Reveal shows or hides the
// answer.
type (
	Lecturing  struct{ On bool }
	SetLecture struct {
		Setting string
		By      int
	}
	Reveal struct{ On bool }
)

func (a Lecturing) reduce(s State) State {
	s.Lecture = Lecture{On: a.On}
	if a.On {
		s.Layout.View, s.Layout.Dialog, s.Layout.Phone, s.Layout.Tool = "", "", "picture", "select"
		s.Replay.Whole = false
		s = Reveal{}.reduce(s)
	}
	return s
}

// reduce returns the state with one setting changed. The state is unchanged outside of presenting and for an unknown
// setting; the size is clamped.
func (a SetLecture) reduce(s State) State {
	l := &s.Lecture
	if !l.On {
		return s
	}
	switch a.Setting {
	case "blank":
		l.Blank = !l.Blank
	case "steps":
		l.Steps = !l.Steps
	case "size":
		l.Size = max(minSize, min(l.Size+a.By, maxSize))
	}
	return s
}

func (a Reveal) reduce(s State) State {
	to := s.QuestionStep()
	if a.On && s.Explanation.Trace != nil {
		to = len(s.Explanation.Trace.Events)
	}
	s.Explanation.Playing = false
	return StepReplay{To: to}.reduce(s)
}

// IsRevealed reports whether the answer to the presented question is shown.
func (s *State) IsRevealed() bool {
	return s.Lecture.On && s.Explanation.Trace != nil && s.Explanation.Run == s.Focus && !s.IsExplanationStale() &&
		!s.Replaying()
}

// Asking reports whether a question is presented and no step after it is shown.
func (s *State) Asking() bool {
	return s.Lecture.On && !s.IsRevealed() && (s.Explanation.Trace == nil || s.Explanation.Run != s.Focus ||
		s.IsExplanationStale() ||
		s.Explanation.Step <= s.QuestionStep())
}

// QuestionStep returns the step at which a decision is presented: 0, or the step before the thing is
// placed if earlier steps place others.
func (s *State) QuestionStep() int {
	if asked := nounsOf(s.Draft).decisionStep; asked != nil && s.Explanation.Trace != nil {
		return asked(s.Explanation.Trace, s.Explanation.About)
	}
	return 0
}
