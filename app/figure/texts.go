package figure

import (
	"math"

	"gridbox/core/catalog"
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/i18n"
)

// Title returns the figure's title: the author's words, or the scenario's own.
func (f *Figure) Title() string {
	switch {
	case f.Address.Heading != "":
		return f.Address.Heading
	case f.source != nil && f.source.Title != "":
		return f.source.Title
	case f.Phase == Broken:
		return "This figure cannot be shown"
	case f.Phase == Loading:
		return "Loading the figure …"
	default:
		return "A scheduling scenario"
	}
}

// Caption returns the author's words, or the first paragraph of the scenario's
// description without its markdown signs.
func (f *Figure) Caption() string {
	if f.Address.Caption != "" || f.source == nil {
		return f.Address.Caption
	}
	return cite.Caption(f.source)
}

// BodyClass returns the CSS classes of the figure's body, which determine the layout of the picture and the table.
func (f *Figure) BodyClass() string {
	class := "fig-body"
	if f.IsLarge() {
		class += " fig-large"
	}
	if f.IsLow() {
		class += " fig-low"
	}
	if !f.Shows(partPicture) && !f.Locked() {
		class += " fig-words"
	}
	if f.Locked() {
		class += " fig-locked"
	}
	return class
}

// TroubleText returns one sentence on why there is nothing to show.
func (f *Figure) TroubleText() string {
	if f.Trouble == nil {
		return ""
	}
	return f.Trouble.Text
}

// Faults returns the first faults of the scenario, as many as fit a frame.
func (f *Figure) Faults() doc.Faults {
	const most = 8
	if f.Trouble == nil {
		return nil
	}
	return f.Trouble.Faults[:min(most, len(f.Trouble.Faults))]
}

// Status returns the status of the figure, which screen readers read out when it changes.
func (f *Figure) Status() string {
	if f.still && f.Phase == Done {
		return "Solved and verified when this page was made."
	}
	switch f.Phase {
	case Loading:
		return "Loading …"
	case Waiting:
		if f.givenAnswers != nil {
			return "Not run here yet: these are the answers that the page was made with."
		}
		return f.waitingStatus()
	case Running:
		return i18n.T("Running {} …", count(len(f.entries), "algorithm", "algorithms"))
	case Done:
		return f.doneStatus()
	}
	return ""
}

// waitingStatus returns a sentence with the time that a click will take, if it
// is known from earlier answers or the size of the problem.
func (f *Figure) waitingStatus() string {
	text := "Not run yet: this large scenario waits for your click"
	if f.panel != nil && f.panel.next != nil {
		text = "Not run with these values yet: this run waits for your click"
	}
	seconds := f.took / 1000
	if x := f.second; x.needsClick(f.clicked) {
		seconds = max(seconds, x.seconds())
	}
	if f.maker != nil {
		seconds = catalog.Making(f.source) / 1000
	}
	if seconds == 0 && f.explicit != nil {
		seconds = f.estimate() / 1000
		if p := f.problem(); p != nil {
			seconds = max(seconds, float64(work(p))/maxAutoWork)
		}
	}
	if seconds < 1 {
		return text + "."
	}
	return i18n.T("{}, and takes about {}\u202fs.", text, num(math.Ceil(seconds)))
}

// doneStatus describes the result of all runs in one sentence. Failed runs come first, then cancelled runs,
// unverified answers, and the comparison with given or expected answers.
func (f *Figure) doneStatus() string {
	var ms float64
	verified, stopped, failed := 0, 0, ""
	for _, e := range f.entries {
		switch {
		case e.Trouble != nil && e.Trouble.IsCancelled():
			stopped++
		case e.Trouble != nil:
			failed = e.Trouble.Text
		case e.Answer != nil && e.Answer.Check != nil && e.Answer.Check.OK:
			verified++
			ms += e.Answer.ElapsedMs
		}
	}
	switch {
	case f.CanRestore() && failed == "" && stopped == 0 && verified == len(f.entries):
		return "Solved here with your values, and verified."
	case failed != "":
		return failed
	case stopped > 0:
		return "Stopped."
	case verified < len(f.entries):
		return i18n.T("{} of {} verified.", num(float64(verified)), count(len(f.entries), "answer", "answers"))
	case f.givenAnswers != nil && f.matchesGiven():
		return "Solved here and verified: reproduced, these are the answers that the page was made with."
	case f.givenAnswers != nil:
		return "Solved here and verified, but they are not the answers that the page was made with."
	case f.expectationNote() != "":
		return f.expectationNote()
	default:
		return "Solved here and verified."
	}
}

// TableCaption names the comparison for screen readers.
func (f *Figure) TableCaption() string {
	return "Answers compared; choosing an algorithm shows its answer in the picture."
}

// JobLabel returns the label of the job slider, with its position.
func (f *Figure) JobLabel() string {
	if f.job == 0 {
		return "Job"
	}
	return i18n.T("Job {} of {}", num(float64(f.job)), num(float64(f.JobCount())))
}

// JobCount returns the number of jobs, the greatest position of the slider.
func (f *Figure) JobCount() int { return len(f.jobs()) }

// HasJobs reports whether there are jobs for the slider.
func (f *Figure) HasJobs() bool { return f.JobCount() > 0 }

// JobNumber returns the position of the slider; 0 is no job.
func (f *Figure) JobNumber() int { return f.job }

// JobName returns the name of the job at the slider's position.
func (f *Figure) JobName() string {
	if f.job > 0 {
		return f.jobs()[f.job-1]
	}
	return "no job"
}

// ActName returns the action of the one button.
func (f *Figure) ActName() string {
	switch f.Phase {
	case Running:
		return "Cancel"
	case Done:
		return "Run again"
	default:
		return "Run"
	}
}

// PhaseName returns the phase as the page's markup has it.
func (f *Figure) PhaseName() string {
	if f.still {
		return phaseStill
	}
	return string(f.Phase)
}

// CanChoose reports whether algorithms can be chosen.
func (f *Figure) CanChoose() bool { return !f.still }

// CanSlide reports whether the slider can be moved.
func (f *Figure) CanSlide() bool { return !f.still && f.JobCount() > 0 }

// CanAct reports whether the button does anything now.
func (f *Figure) CanAct() bool {
	return !f.still && (f.Phase == Waiting || f.Phase == Running || f.Phase == Done)
}

// Act runs the algorithms, or stops them if they are running.
func (f *Figure) Act() {
	if f.Phase == Running {
		f.Stop()
		return
	}
	f.Run()
}
