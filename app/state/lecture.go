package state

// Lecture is the state of presenting: a question, the room's guesses and the answer.
type Lecture struct {
	On      bool
	Blank   bool // the screen is empty
	Steps   bool // the steps and the reason in full are shown over the picture
	Covered bool // the counts are hidden until the answer is shown
	Size    int  // of the text, from minSize to maxSize, 0 being the usual
	// Guesses are the numbers of guesses for the answers of the current question.
	Guesses [MaxOptions]int
	// Asked is the number of guesses of all answered questions, Right the number of right ones.
	Asked, Right int
	counted      [MaxOptions]int // current guesses included in Asked
	countedRight int             // and in Right
	of           [2]string       // run and thing of the current question
}

// MaxOptions is the greatest number of answers to a question. Keys 1 to 5 count guesses for them.
const MaxOptions = 5

const minSize, maxSize = -2, 2

// Sizes in which the picture is drawn while presenting. It is drawn for a stage of a fixed size and
// enlarged, so that its smallest text, of 10, has 19 pixels on 1280 x 720, and more on larger screens.
const (
	stageWidth, stageHeight = 450.0, 252.0
	handScale               = 0.8 // on a phone
)

// On a very large screen a picture is drawn smaller than shown, by at most largeScale.
const (
	largeScale            = 0.7
	roomWidth, roomHeight = 1100.0, 720.0
)

// Lecturing begins and ends presenting. Guess adds By hands to the answer at a place of the list.
// SetLecture changes blank, steps, cover, clear, or size by By. Reveal shows or hides the answer.
// CountGuesses adds the current guesses to the totals; Right of them are right.
type (
	Lecturing  struct{ On bool }
	Guess      struct{ At, By int }
	SetLecture struct {
		What string
		By   int
	}
	Reveal       struct{ On bool }
	CountGuesses struct{ Right int }
)

func (a Lecturing) reduce(s State) State {
	s.Lecture = Lecture{On: a.On}
	if a.On {
		s.Look.View, s.Look.Dialog, s.Look.Phone, s.Look.Tool = "", "", "picture", "select"
		s.Replay.Whole = false
		s = Reveal{}.reduce(s)
	}
	return s
}

func (a Guess) reduce(s State) State {
	if l := &s.Lecture; l.On && !s.Revealed() && a.At >= 0 && a.At < MaxOptions {
		l.Guesses[a.At] = max(0, l.Guesses[a.At]+a.By)
	}
	return s
}

func (a SetLecture) reduce(s State) State {
	l := &s.Lecture
	if !l.On {
		return s
	}
	switch a.What {
	case "blank":
		l.Blank = !l.Blank
	case "steps":
		l.Steps = !l.Steps
	case "cover":
		l.Covered = !l.Covered
	case "clear":
		l.Guesses = [MaxOptions]int{}
	case "size":
		l.Size = max(minSize, min(l.Size+a.By, maxSize))
	}
	return s
}

func (a Reveal) reduce(s State) State {
	to := s.QuestionStep()
	if a.On && s.Why.Trace != nil {
		to = len(s.Why.Trace.Events)
	}
	s.Why.Playing = false
	return Stepped{To: to}.reduce(s)
}

func (a CountGuesses) reduce(s State) State {
	l := &s.Lecture
	l.Asked += sum(l.Guesses) - sum(l.counted)
	l.Right += a.Right - l.countedRight
	l.counted, l.countedRight = l.Guesses, a.Right
	return s
}

// Hands returns the number of guesses for the question.
func (l *Lecture) Hands() int { return sum(l.Guesses) }

func sum(guesses [MaxOptions]int) (n int) {
	for _, hands := range guesses {
		n += hands
	}
	return n
}

// Uncounted reports whether the answer is shown and the guesses are not in the totals yet.
func (s *State) Uncounted() bool { return s.Revealed() && s.Lecture.counted != s.Lecture.Guesses }

// asks begins a question, unless it is the current one.
func (l *Lecture) asks(run, about string) {
	if of := [2]string{run, about}; l.On && l.of != of {
		l.of, l.Guesses, l.counted, l.countedRight = of, [MaxOptions]int{}, [MaxOptions]int{}, 0
	}
}

// Revealed reports whether the answer to the presented question is shown.
func (s *State) Revealed() bool {
	return s.Lecture.On && s.Why.Trace != nil && s.Why.Run == s.Focus && !s.WhyIsOld() && !s.Replaying()
}

// Asking reports whether a question is presented without any step after it.
func (s *State) Asking() bool {
	return s.Lecture.On && !s.Revealed() && (s.Why.Trace == nil || s.Why.Run != s.Focus || s.WhyIsOld() ||
		s.Why.Step <= s.QuestionStep())
}

// QuestionStep returns the step at which a decision is presented: 0, or the step before the thing is
// placed if earlier steps place others.
func (s *State) QuestionStep() int {
	if asked := of(s.Draft).asked; asked != nil && s.Why.Trace != nil {
		return asked(s.Why.Trace, s.Why.About)
	}
	return 0
}
