package lab

import (
	"strconv"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/state"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
	"gridbox/core/study/report"
)

// A surveyor has studies planned, measured and kept. What a study gave stays
// with it and in its workers; the state knows what is looked at.
type surveyor struct {
	lab *Lab

	checking  *feature.Ask    // the plan of the draft's study
	searching *feature.Ask    // what the archive has of it
	found     []compute.Chunk // that
	study     *feature.Ask    // the study that was started
	run       feature.Study   // the same once it is planned
	pieces    *pieceKeeper    // of it
	paced     float64         // when progress was shown last
	showing   bool            // whether another part of the results is about to be drawn
	// Busy is how long workers were busy with so many replications of it.
	busy    float64
	counted int
	merged  []byte       // the document that it was brought in as
	looking *feature.Ask // a look at that
	came    outcome

	weighed string       // study and metric whose effects were asked for last
	listing *feature.Ask // the studies that the library has of the draft's problem
	wanted  string       // key of the study to continue once its kept parts are known
}

// eyeful is how long progress rests between two steps, in milliseconds.
const eyeful = 200

// askedText is the draft as the document of its study.
func askedText(d *scenario.Scenario) (text []byte, key string) {
	asked := state.Asked(d)
	return scenario.Canonical(asked), scenario.Digest(asked)
}

// follow checks the draft's study and looks for what was kept of it, while
// studies are looked at.
func (v *surveyor) follow() {
	s := &v.lab.s
	if s.Look.View != "study" {
		return
	}
	if large := strconv.FormatBool(s.Study.Large); !v.checking.Is(s.Draft, large) {
		v.check(large)
	}
	v.resweep()
	v.record()
	v.weigh()
	open := strconv.FormatBool(v.lab.keep.archive() != nil)
	if !v.searching.Is(s.Draft, open) {
		v.search(open)
	}
	if !v.listing.Is(s.Draft, open) {
		v.list(open)
	}
}

// Planning writes, reads and checks a document for each point: so many milliseconds a
// byte in a browser, and as long as some hundreds of bytes take besides. What starts a
// study plans it however long that takes.
const (
	planByte    = 3.7e-4
	planBesides = 400
)

// check has the draft's study planned, to see what is wrong with it, unless that is much
// work that nobody has asked for.
func (v *surveyor) check(key string) {
	l, s := v.lab, &v.lab.s
	v.checking.End()
	this := &feature.Ask{Of: s.Draft, Key: key}
	v.checking = this
	l.workers.Warm(s.Draft.Kind) // compiling a solver when Start is pressed would hold up the page
	text, digest := askedText(s.Draft)
	if !s.Study.Large && (state.TooLarge(s.Draft) ||
		study.Measure(state.Asked(s.Draft)).Points*float64(len(text)+planBesides)*planByte > catalog.Moment) {
		l.do(state.StudyChecked{Key: digest})
		return
	}
	this.Stop = l.workers.Tally(text, s.Study.Large, map[string]string{"as": "plan"},
		func(_ []byte, t *compute.Trouble) {
			l.hear(this, func() {
				checked := state.StudyChecked{Key: digest}
				switch {
				case t == nil:
				case t.Stopped():
					return
				case len(t.Faults) > 0:
					checked.Faults = t.Faults
				default:
					checked.Refused = t.Text
				}
				l.do(checked)
			})
		})
}

// slow is how long a study waits for what was kept of it.
const slow = 2 * time.Second

// search looks for what was kept of a study. While a library does not open or
// answer, it has kept nothing.
func (v *surveyor) search(key string) {
	l, archive := v.lab, v.lab.keep.archive()
	_, digest := askedText(l.s.Draft)
	v.searching.End()
	this, answered := &feature.Ask{Of: l.s.Draft, Key: key}, false
	v.searching = this
	if archive != nil {
		l.host.Beside(func() {
			pieces, _ := archive.Of(pieceName(digest)) // unreadable is as good as absent
			l.hear(this, func() {
				answered, v.found = true, nil
				for _, piece := range pieces {
					v.found = append(v.found, readPiece(piece)...)
				}
				l.do(state.StudyFound{Found: state.Found{Key: digest, Done: replications(v.found)}})
				v.takeUp(digest)
			})
		})
	}
	l.host.After(slow, func() {
		if !this.Ended && !answered {
			l.do(state.StudyFound{Found: state.Found{Key: digest}})
			l.follow()
		}
	})
}

// start begins the draft's study anew, or with what was found of it.
func (v *surveyor) start(again bool) {
	l := v.lab
	if l.waitsFor(state.Runs(l.s.Draft)...) {
		return
	}
	v.close()
	v.busy, v.counted, v.weighed = 0, 0, ""
	l.do(state.AskStudy{})
	text, key := askedText(l.s.Draft)
	o := compute.Order{Text: text, Large: l.s.Study.Large}
	if again && l.s.Study.Found.Key == key {
		o.Have = v.found
	}
	this := &feature.Ask{Of: l.s.Draft}
	v.study, v.pieces = this, newPieces(l, this, pieceName(key), o.Have)
	v.pieces.about = studyCard(key, &l.s, text)
	kind := l.s.Draft.Kind
	l.do(state.StudyStarts{Key: key, Kind: kind})
	this.Stop = l.workers.Tally(text, o.Large, map[string]string{"as": "plan"}, func(told []byte, t *compute.Trouble) {
		l.hear(this, func() {
			if t != nil {
				l.do(state.StudyEnded{Text: troubled(t)})
				return
			}
			v.begin(o, kind, told)
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
	l, this, pieces := v.lab, v.study, v.pieces
	outline := &study.Outline{}
	if faults := doc.Decode(told, outline); len(faults) > 0 || len(outline.Metrics) == 0 || len(outline.Points) == 0 {
		l.do(state.StudyEnded{Text: "The worker's plan of the study cannot be read."})
		return
	}
	o.Size = len(outline.Points) * outline.Replications
	l.do(state.StudyBegan{Outline: outline, Size: o.Size, Done: replications(o.Have), Now: l.host.Now()})
	o.About = v.view()
	o.Chunk = func(c compute.Chunk, done int) {
		l.hear(this, func() {
			pieces.add(c)
			if l.s.Study.Phase != state.Measuring { // what was under way when it was paused
				pieces.flush()
			}
			v.progress(done, o.Size)
		})
	}
	o.Took = func(ms float64, replications int) {
		l.hear(this, func() { v.busy, v.counted = v.busy+ms, v.counted+replications })
	}
	o.Seen = func(view []byte) bool {
		d, faults := report.Parse(view)
		if len(faults) > 0 {
			return false
		}
		l.hear(this, func() {
			l.do(state.StudySeen{View: d})
			v.show()
		})
		return d.Stopped
	}
	o.End = func(t *compute.Trouble) {
		l.hear(this, func() {
			pieces.flush()
			ended := state.StudyEnded{}
			if t != nil {
				ended.Text = troubled(t)
			}
			l.do(ended)
			v.compareStudy()
		})
	}
	v.run = l.workers.Study(kind, o, false)
	this.Stop = v.run.Cancel
}

// breath is how long the page rests between two parts that it draws.
const breath = 40 * time.Millisecond

// show has the parts of the results drawn one after another, since all of them
// at once would hold up the page.
func (v *surveyor) show() {
	l, this := v.lab, v.study
	if l.s.Study.Shown >= state.ShownAll || v.showing {
		return
	}
	v.showing = true
	l.host.After(breath, func() {
		v.showing = false
		if !this.Ended {
			l.do(state.StudyShown{})
		}
		if v.study != nil && l.s.Study.View != nil {
			v.show()
		}
		l.follow()
	})
}

// progress shows how far the study is, now and then.
func (v *surveyor) progress(done, size int) {
	if now := v.lab.host.Now(); now-v.paced >= eyeful || done == size {
		v.paced = now
		v.lab.do(state.StudyProgress{Done: done, Now: now})
	}
}

// view is what the state wants to see of the study.
func (v *surveyor) view() map[string]string {
	st := &v.lab.s.Study
	point := st.Point(0)
	if st.Pick != nil {
		point = st.Pick.Point
	}
	return map[string]string{"as": "view", "metric": st.Metric, "point": strconv.Itoa(point)}
}

// looked has the study looked at in another way.
func (v *surveyor) looked() {
	switch {
	case v.run != nil:
		v.run.Look(v.view())
	case v.merged != nil:
		v.lookMerged()
	}
}

func (v *surveyor) pause() {
	if v.run != nil && v.lab.s.Study.Phase == state.Measuring {
		v.run.Pause()
		v.pieces.flush()
		v.lab.do(state.StudyPaused{On: true})
	}
}

func (v *surveyor) resume() {
	if v.run != nil && v.lab.s.Study.Phase == state.Paused {
		v.lab.do(state.StudyPaused{Now: v.lab.host.Now()})
		v.run.Resume()
	}
}

// close ends the study; what it has stays in the archive.
func (v *surveyor) close() {
	v.study.End()
	if v.pieces != nil {
		v.pieces.flush()
	}
	v.looking.End()
	v.study, v.run, v.pieces, v.merged = nil, nil, nil, nil
}

// cancel ends the study and looks for what it leaves.
func (v *surveyor) cancel() {
	v.close()
	v.lab.do(state.StudyClosed{})
	v.searching.End()
	v.searching = nil
}

// discard removes the kept results of the draft's study.
func (v *surveyor) discard() {
	key, archive := v.lab.s.Study.Found.Key, v.lab.keep.archive()
	v.found = nil
	v.lab.do(state.StudyFound{})
	if archive != nil && key != "" {
		v.lab.host.Beside(func() { archive.Remove(pieceName(key)) })
	}
}

// pick asks for the replications of a cell that can be opened.
func (v *surveyor) pick(point, run int) {
	v.lab.do(state.PickCell{Point: point, Run: run})
	v.looked()
	metric := v.lab.s.Study.Metric
	v.ask(map[string]string{"as": "picks", "metric": metric, "point": strconv.Itoa(point), "run": strconv.Itoa(run)},
		func(told []byte) {
			var list []study.Pick
			if doc.Decode(told, &list); len(list) > 0 {
				v.lab.do(state.PicksArrived{Point: point, Run: run, Metric: metric, List: list})
			}
		})
}

// weigh asks which varied number matters most to the shown metric once a study of several is complete.
func (v *surveyor) weigh() {
	st := &v.lab.s.Study
	if st.Phase != state.Complete || st.Outline == nil || len(st.Outline.Paths) < 2 || v.run == nil ||
		v.weighed == st.Key+" "+st.Metric {
		return
	}
	metric := st.Metric
	v.weighed = st.Key + " " + metric
	v.ask(map[string]string{"as": "effects", "metric": metric}, func(told []byte) {
		effects := state.Effects{Metric: metric}
		doc.Decode(told, &effects.List)
		v.lab.do(state.EffectsArrived{Effects: effects})
	})
}

// ask gives what is asked of the study; a trouble is told.
func (v *surveyor) ask(about map[string]string, use func(told []byte)) {
	if v.merged != nil {
		v.askMerged(about["as"], use)
		return
	}
	if v.run == nil {
		return
	}
	v.run.Ask(about, func(told []byte, t *compute.Trouble) {
		v.lab.turn(func() {
			if t != nil {
				v.lab.do(state.Tell{Text: t.Text, Error: true})
				return
			}
			use(told)
		})
	})
}
