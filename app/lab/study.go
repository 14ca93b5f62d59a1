package shell

import (
	"strconv"
	"time"

	"gridbox/app/compute"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// studies computes studies in workers; compute.Kinds is the real one.
type studies interface {
	Warm(kind string)
	Study(kind string, o compute.Order, paused bool) *compute.Study
	Tally(text []byte, large bool, about map[string]string, done func(told []byte, trouble *compute.Trouble)) (cancel func())
}

// A surveyor has studies planned, measured and kept. What a study gave stays
// with it and in its workers; the state knows what is looked at.
type surveyor struct {
	pool    studies
	ui      func(func()) // runs something on the page's own goroutine
	do      func(state.Action)
	state   func() *state.State
	now     func() float64
	archive func() archive // nil while there is none

	checked  checkedDraft
	plan     func() // stops the planning under way
	run      *compute.Study
	found    []compute.Chunk // what the archive has of the draft's study
	searches int             // of the archive, so far
	keep     *pieceKeeper
	paced    float64 // when progress was shown last
	showing  bool    // whether another part of the results is about to be drawn
}

// checkedDraft is the draft whose study was checked last.
type checkedDraft struct {
	draft *scenario.Scenario
	large bool
	kept  bool // whether the archive was asked
	ask   func()
}

// eyeful is how long progress rests between two steps, in milliseconds.
const eyeful = 200

func newSurveyor(pool studies, ui func(func()), do func(state.Action), now func() *state.State, clock func() float64, archive func() archive) *surveyor {
	return &surveyor{pool: pool, ui: ui, do: do, state: now, now: clock, archive: archive}
}

// askedText is the draft as the document of its study.
func askedText(d *scenario.Scenario) (text []byte, key string) {
	asked, st := *d, state.StudyOf(d)
	asked.Study = &st
	return scenario.Canonical(&asked), scenario.Digest(&asked)
}

// follow checks the draft's study while studies are looked at.
func (v *surveyor) follow(s *state.State) {
	if s.Look.View != "study" {
		return
	}
	now := checkedDraft{draft: s.Draft, large: s.Study.Large, kept: v.archive() != nil}
	if now.draft == v.checked.draft && now.large == v.checked.large && now.kept == v.checked.kept {
		return
	}
	if v.checked.ask != nil {
		v.checked.ask()
	}
	v.checked = now
	v.pool.Warm(s.Draft.Kind) // compiling a solver when Start is pressed would hold up the page
	text, key := askedText(s.Draft)
	mine := func() bool { return v.checked.draft == now.draft && v.checked.large == now.large }
	v.search(key, mine)
	if !s.Study.Large && tooLarge(s.Draft) {
		v.do(state.StudyChecked{Key: key})
		return
	}
	v.checked.ask = v.pool.Tally(text, s.Study.Large, map[string]string{"as": "plan"}, func(_ []byte, t *compute.Trouble) {
		v.ui(func() {
			if !mine() || t != nil && t.Stopped() {
				return
			}
			checked := state.StudyChecked{Key: key}
			if t != nil {
				if checked.Faults = t.Faults; len(t.Faults) == 0 {
					checked.Refused = t.Text
				}
			}
			v.do(checked)
		})
	})
}

// tooLarge tells studies that are only planned once somebody agrees.
func tooLarge(d *scenario.Scenario) bool {
	asked, st := *d, state.StudyOf(d)
	asked.Study = &st
	z := study.Measure(&asked)
	return z.Points > study.UsualPoints || z.Solves > study.UsualSolves || z.Bytes > study.UsualBytes
}

// slow is how long a study waits for what was kept of it.
const slow = 2 * time.Second

// search looks for what was kept of a study. While a library does not open or
// answer, it has kept nothing.
func (v *surveyor) search(key string, mine func() bool) {
	v.searches++
	this, answered := v.searches, false
	last := func() bool { return this == v.searches && mine() }
	if a := v.archive(); a != nil {
		go func() {
			pieces, _ := a.Of(pieceName(key)) // unreadable is as good as absent
			v.ui(func() {
				if !last() {
					return
				}
				answered, v.found = true, nil
				for _, piece := range pieces {
					v.found = append(v.found, readPiece(piece)...)
				}
				found := state.Found{Key: key}
				for _, c := range v.found {
					found.Done += c.To - c.From
				}
				v.do(state.StudyFound{Found: found})
			})
		}()
	}
	time.AfterFunc(slow, func() {
		v.ui(func() {
			if last() && !answered {
				v.do(state.StudyFound{Found: state.Found{Key: key}})
			}
		})
	})
}

// start begins the draft's study anew, or with what was found of it.
func (v *surveyor) start(again bool) {
	s := v.state()
	v.close()
	v.do(state.AskStudy{})
	s = v.state()
	text, key := askedText(s.Draft)
	kind, large := s.Draft.Kind, s.Study.Large
	var have []compute.Chunk
	if again && s.Study.Found.Key == key {
		have = v.found
	}
	v.keep = &pieceKeeper{name: pieceName(key), archive: v.archive, fresh: len(have) == 0, number: len(have), flushed: v.now()}
	keep := v.keep
	keep.stored = func(done int) {
		v.ui(func() {
			if v.keep == keep {
				v.do(state.StudyStored{Done: done})
			}
		})
	}
	for _, c := range have {
		keep.done += c.To - c.From
	}
	v.do(state.StudyStarts{Key: key, Kind: kind})
	begun := v.keep
	v.plan = v.pool.Tally(text, large, map[string]string{"as": "plan"}, func(told []byte, t *compute.Trouble) {
		v.ui(func() {
			if v.keep != begun {
				return
			}
			if t != nil {
				v.do(state.StudyEnded{Text: troubled(t)})
				return
			}
			v.begin(compute.Order{Text: text, Large: large, Have: have}, kind, told)
		})
	})
}

// troubled says a trouble with the first of its faults.
func troubled(t *compute.Trouble) string {
	if len(t.Faults) > 0 {
		return "The study cannot start: " + t.Faults[0].String()
	}
	return t.Text
}

// begin measures a study that is planned.
func (v *surveyor) begin(o compute.Order, kind string, told []byte) {
	outline := &study.Outline{}
	if faults := doc.Decode(told, outline); len(faults) > 0 || len(outline.Metrics) == 0 || len(outline.Points) == 0 {
		v.do(state.StudyEnded{Text: "The worker's plan of the study cannot be read."})
		return
	}
	done := 0
	for _, c := range o.Have {
		done += c.To - c.From
	}
	o.Size = len(outline.Points) * v.state().Draft.Study.Replications
	v.do(state.StudyBegan{Outline: outline, Size: o.Size, Done: done, Now: v.now()})
	o.About = v.view()
	mine := v.keep
	o.Chunk = func(c compute.Chunk, done int) {
		v.ui(func() {
			if v.keep == mine {
				mine.add(c, v.now())
				if v.state().Study.Phase != state.Measuring { // what was under way when it was paused
					mine.flush(v.now())
				}
				v.progress(done, o.Size)
			}
		})
	}
	o.Seen = func(view []byte) bool {
		d, faults := report.Parse(view)
		if len(faults) > 0 {
			return false
		}
		v.ui(func() {
			if v.keep == mine {
				v.do(state.StudySeen{View: d})
				v.show(mine)
			}
		})
		return d.Stopped
	}
	o.End = func(t *compute.Trouble) {
		v.ui(func() {
			if v.keep != mine {
				return
			}
			mine.flush(v.now())
			if t == nil {
				v.do(state.StudyEnded{})
				return
			}
			v.do(state.StudyEnded{Text: troubled(t)})
		})
	}
	v.run = v.pool.Study(kind, o, false)
}

// show has the parts of the results drawn one after another, since all of them
// at once would hold up the page.
func (v *surveyor) show(mine *pieceKeeper) {
	if v.state().Study.Shown >= state.ShownAll || v.showing {
		return
	}
	v.showing = true
	time.AfterFunc(breath, func() {
		v.ui(func() {
			v.showing = false
			if v.keep == mine {
				v.do(state.StudyShown{})
			}
			if v.keep != nil && v.state().Study.View != nil {
				v.show(v.keep)
			}
		})
	})
}

// breath is how long the page rests between two parts that it draws.
const breath = 40 * time.Millisecond

// progress shows how far the study is, now and then.
func (v *surveyor) progress(done, size int) {
	if now := v.now(); now-v.paced >= eyeful || done == size {
		v.paced = now
		v.do(state.StudyProgress{Done: done, Now: now})
	}
}

// view is what the state wants to see of the study.
func (v *surveyor) view() map[string]string {
	st := &v.state().Study
	point := st.Point(0)
	if st.Pick != nil {
		point = st.Pick.Point
	}
	return map[string]string{"as": "view", "metric": st.Metric, "point": strconv.Itoa(point)}
}

// looked has the study looked at in another way.
func (v *surveyor) looked() {
	if v.run != nil {
		v.run.Look(v.view())
	}
}

func (v *surveyor) pause() {
	if v.run != nil && v.state().Study.Phase == state.Measuring {
		v.run.Pause()
		v.keep.flush(v.now())
		v.do(state.StudyPaused{On: true})
	}
}

func (v *surveyor) resume() {
	if v.run != nil && v.state().Study.Phase == state.Paused {
		v.do(state.StudyPaused{Now: v.now()})
		v.run.Resume()
	}
}

// close ends the study; what it has stays in the archive.
func (v *surveyor) close() {
	if v.plan != nil {
		v.plan()
	}
	if v.run != nil {
		v.run.Cancel()
	}
	if v.keep != nil {
		v.keep.flush(v.now())
		if v.keep.queue != nil {
			close(v.keep.queue)
		}
	}
	v.plan, v.run, v.keep = nil, nil, nil
}

// cancel ends the study and looks for what it leaves.
func (v *surveyor) cancel() {
	v.close()
	v.do(state.StudyClosed{})
	v.checked.draft = nil
}

// discard forgets what the archive has of the draft's study.
func (v *surveyor) discard() {
	key, a := v.state().Study.Found.Key, v.archive()
	v.found = nil
	v.do(state.StudyFound{})
	if a != nil && key != "" {
		go a.Remove(pieceName(key))
	}
}

// pick asks for the replications of a cell that can be opened.
func (v *surveyor) pick(point, run int) {
	v.do(state.PickCell{Point: point, Run: run})
	v.looked()
	metric := v.state().Study.Metric
	v.ask(map[string]string{"as": "picks", "metric": metric, "point": strconv.Itoa(point), "run": strconv.Itoa(run)}, func(told []byte) {
		var list []study.Pick
		if doc.Decode(told, &list); len(list) > 0 {
			v.do(state.PicksArrived{Point: point, Run: run, Metric: metric, List: list})
		}
	})
}

// ask gives what is asked of the study; a trouble is told.
func (v *surveyor) ask(about map[string]string, use func(told []byte)) {
	if v.run == nil {
		return
	}
	v.run.Ask(about, func(told []byte, t *compute.Trouble) {
		v.ui(func() {
			if t != nil {
				v.do(state.Tell{Text: t.Text, Error: true})
				return
			}
			use(told)
		})
	})
}
