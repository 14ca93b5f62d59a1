// Package paperrun runs a paper's experiments in the paper's page, in workers. It
// fills the results into the rows next to the values that the page was built
// with.
package paperrun

import (
	"strconv"
	"time"

	"gridbox/app/compute"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/paper"
)

// A Page is the paper's page.
type Page interface {
	// Say shows a message, emphasised if trouble is set.
	Say(text string, trouble bool)
	// Progress shows the progress of the experiment; 0 of 0 hides it.
	Progress(done, size int)
	// Show fills rows.
	Show(rows []paper.RowView)
	// Running sets whether an experiment runs and can be cancelled.
	Running(on bool)
}

// An Experiment is one study of the paper.
type Experiment struct {
	Name     string
	Scenario *scenario.Scenario
}

// A Rerun runs experiments one after another. All of it happens on one
// goroutine, that of its page.
type Rerun struct {
	Paper       string
	Answers     bool // whether rows depend on the answers themselves
	Experiments []Experiment
	Kinds       *compute.Kinds
	Page        Page
	// RunOnPage runs a function on the page's goroutine.
	RunOnPage func(func())

	study        *compute.Study
	cancel       func()
	requestCount int // counts the requests, so that late replies are recognised
}

// Start runs the experiments with these numbers. It divides the number of their replications by share.
func (r *Rerun) Start(numbers []int, share int) {
	r.stop()
	r.Page.Running(true)
	r.next(numbers, max(1, share), r.requestCount)
}

// Cancel ends the running experiment; rows already filled stay.
func (r *Rerun) Cancel() {
	r.stop()
	r.Page.Running(false)
	r.Page.Progress(0, 0)
	r.Page.Say("Cancelled.", false)
}

func (r *Rerun) stop() {
	r.requestCount++
	if r.study != nil {
		r.study.Cancel()
	}
	if r.cancel != nil {
		r.cancel()
	}
	r.study, r.cancel = nil, nil
}

// runIfCurrent runs f on the page's goroutine, unless there was a later request than the one numbered turn.
func (r *Rerun) runIfCurrent(turn int, f func()) {
	r.RunOnPage(func() {
		if r.requestCount == turn {
			f()
		}
	})
}

// next runs the first of the experiments, then the rest.
func (r *Rerun) next(numbers []int, share, turn int) {
	if len(numbers) == 0 {
		r.Page.Running(false)
		r.Page.Progress(0, 0)
		r.Page.Say("Complete.", false)
		return
	}
	asked := *r.Experiments[numbers[0]].Scenario
	st := *asked.Study
	st.Replications = max(1, st.Replications/share)
	asked.Study, asked.View = &st, nil
	text := scenario.Canonical(&asked)
	r.Page.Say(r.Experiments[numbers[0]].Name+": starting.", false)
	r.solve(&asked, text, turn, func(answers []byte) {
		r.cancel = r.Kinds.Tally(text, true, map[string]string{"as": "plan"},
			func(reply []byte, trouble *compute.Trouble) {
				r.runIfCurrent(turn, func() {
					outline := study.Outline{}
					if faults := doc.Decode(reply, &outline); trouble != nil || len(faults) > 0 {
						r.fail(trouble)
						return
					}
					r.measure(numbers, share, turn, text, asked.Kind, len(outline.Points)*outline.Replications, answers)
				})
			})
	})
}

// solve answers the runs of an experiment if rows of the page need the answers.
func (r *Rerun) solve(s *scenario.Scenario, text []byte, turn int, then func(answers []byte)) {
	if !r.Answers {
		then(nil)
		return
	}
	var all []byte
	var one func(i int)
	one = func(i int) {
		if i == len(s.Runs) {
			then(all)
			return
		}
		r.cancel = r.Kinds.Solve(s.Kind, text, s.Runs[i], nil, func(answer *scenario.Answer, trouble *compute.Trouble) {
			r.runIfCurrent(turn, func() {
				if trouble != nil {
					r.fail(trouble)
					return
				}
				all = append(append(all, doc.Canonical(answer)...), '\n')
				one(i + 1)
			})
		})
	}
	one(0)
}

// measure runs the study and shows the rows that are read from it.
func (r *Rerun) measure(numbers []int, share, turn int, text []byte, kind string, size int, answers []byte) {
	name := r.Experiments[numbers[0]].Name
	began, paced := time.Now(), time.Time{}
	r.study = r.Kinds.Study(kind, compute.Order{Text: text, Size: size, Large: true,
		About: map[string]string{"as": "paper", "paper": r.Paper, "experiment": strconv.Itoa(numbers[0]),
			"answers": string(answers)},
		Chunk: func(_ compute.Chunk, done int) {
			r.runIfCurrent(turn, func() {
				if time.Since(paced) < 200*time.Millisecond {
					return
				}
				paced = time.Now()
				r.Page.Progress(done, size)
				r.Page.Say(name+": "+strconv.Itoa(done)+" of "+strconv.Itoa(size)+" replications"+
					remainingText(time.Since(began), done, size)+".", false)
			})
		},
		View: func(reply []byte) bool {
			r.runIfCurrent(turn, func() {
				var rows []paper.RowView
				if faults := doc.Decode(reply, &rows); len(faults) == 0 {
					r.Page.Show(rows)
				}
			})
			return false
		},
		End: func(trouble *compute.Trouble) {
			r.runIfCurrent(turn, func() {
				if trouble != nil {
					r.fail(trouble)
					return
				}
				// Its results stay in the worker, because rows may need several experiments.
				r.study = nil
				r.next(numbers[1:], share, turn)
			})
		},
	}, false)
}

// fail shows why an experiment stopped.
func (r *Rerun) fail(trouble *compute.Trouble) {
	why := "the worker's answer cannot be read"
	switch {
	case trouble == nil:
	case len(trouble.Faults) > 0:
		why = trouble.Faults[0].String()
	default:
		why = trouble.Text
	}
	r.stop()
	r.Page.Running(false)
	r.Page.Progress(0, 0)
	r.Page.Say("The experiment cannot continue: "+why, true)
}

// remainingText returns the remaining time in words, "" while it is unknown.
func remainingText(spent time.Duration, done, size int) string {
	if done == 0 || spent < 300*time.Millisecond {
		return ""
	}
	return ", about " + strconv.Itoa(int(spent.Seconds()*float64(size-done)/float64(done))+1) + " s left"
}
