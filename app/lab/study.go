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

// A surveyor plans, runs and saves studies. It and its workers hold the results; the state has only the shown part.
type surveyor struct {
	lab *Lab

	checking  *feature.Ask    // request to plan the draft's study
	searching *feature.Ask    // request for its saved chunks
	found     []compute.Chunk // its saved chunks
	study     *feature.Ask    // the started study
	run       feature.Study   // the same after it was planned
	pieces    *pieceKeeper    // of the started study
	paced     float64         // time of the last progress shown
	showing   bool            // whether the next part of the results is about to be drawn
	// busy is the time that workers spent on counted replications.
	busy    float64
	counted int
	merged  []byte       // the imported document of the study
	looking *feature.Ask // request for its view
	came    outcome

	weighed string       // study and metric of the last request for effects
	listing *feature.Ask // request for the saved studies of the draft's problem
	wanted  string       // key of the study to continue after its saved chunks were read
}

// progressPause is the least time between two updates of the progress, in milliseconds.
const progressPause = 200

// askedText returns the document of a draft's study and its key.
func askedText(d *scenario.Scenario) (text []byte, key string) {
	asked := state.Asked(d)
	return scenario.Canonical(asked), scenario.Digest(asked)
}

// follow plans the draft's study and reads its saved chunks, while the Study view is shown.
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

// Estimates of the time for planning, which writes, parses and checks a document for each point: milliseconds per
// byte in a browser, and a fixed part per document in bytes. They do not delay the start of a study.
const (
	planByte    = 3.7e-4
	planBesides = 400
)

// check plans the draft's study to find its faults, unless that takes long and the user has not
// requested it.
func (v *surveyor) check(key string) {
	l, s := v.lab, &v.lab.s
	v.checking.End()
	this := &feature.Ask{Of: s.Draft, Key: key}
	v.checking = this
	l.workers.Warm(s.Draft.Kind) // compiling the solver at the start would delay the study
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

// slow is the time that a study waits for its saved chunks.
const slow = 2 * time.Second

// search reads the saved chunks of a study. If the library does not open or answer, there are none.
func (v *surveyor) search(key string) {
	l, archive := v.lab, v.lab.keep.archive()
	_, digest := askedText(l.s.Draft)
	v.searching.End()
	this, answered := &feature.Ask{Of: l.s.Draft, Key: key}, false
	v.searching = this
	if archive != nil {
		l.host.Beside(func() {
			pieces, _ := archive.Of(pieceName(digest)) // unreadable chunks count as absent
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

// start begins the draft's study anew, or with its saved chunks.
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
	this.Stop = l.workers.Tally(text, o.Large, map[string]string{"as": "plan"}, func(reply []byte, t *compute.Trouble) {
		l.hear(this, func() {
			if t != nil {
				l.do(state.StudyEnded{Text: t.Study()})
				return
			}
			v.begin(o, kind, reply)
		})
	})
}

// begin runs a planned study.
func (v *surveyor) begin(o compute.Order, kind string, reply []byte) {
	l, this, pieces := v.lab, v.study, v.pieces
	outline := &study.Outline{}
	if faults := doc.Decode(reply, outline); len(faults) > 0 || len(outline.Metrics) == 0 || len(outline.Points) == 0 {
		l.do(state.StudyEnded{Text: "The worker's plan of the study cannot be read."})
		return
	}
	o.Size = len(outline.Points) * outline.Replications
	l.do(state.StudyBegan{Outline: outline, Size: o.Size, Done: replications(o.Have), Now: l.host.Now()})
	o.About = v.view()
	o.Chunk = func(c compute.Chunk, done int) {
		l.hear(this, func() {
			pieces.add(c)
			if l.s.Study.Phase != state.Measuring { // a chunk that was computed during the pause
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
				ended.Text = t.Study()
			}
			l.do(ended)
			v.compareStudy()
		})
	}
	v.run = l.workers.Study(kind, o, false)
	this.Stop = v.run.Cancel
}

// drawPause is the pause between drawing two parts of the results.
const drawPause = 40 * time.Millisecond

// show draws the parts of the results one after another, because drawing all of them together would
// block the page.
func (v *surveyor) show() {
	l, this := v.lab, v.study
	if l.s.Study.Shown >= state.ShownAll || v.showing {
		return
	}
	v.showing = true
	l.host.After(drawPause, func() {
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

// progress shows the progress of the study from time to time.
func (v *surveyor) progress(done, size int) {
	if now := v.lab.host.Now(); now-v.paced >= progressPause || done == size {
		v.paced = now
		v.lab.do(state.StudyProgress{Done: done, Now: now})
	}
}

// view returns the view of the study that the state describes.
func (v *surveyor) view() map[string]string {
	st := &v.lab.s.Study
	point := st.Point(0)
	if st.Pick != nil {
		point = st.Pick.Point
	}
	return map[string]string{"as": "view", "metric": st.Metric, "point": strconv.Itoa(point)}
}

// looked requests the current view of the study.
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

// close ends the study; its chunks stay in the archive.
func (v *surveyor) close() {
	v.study.End()
	if v.pieces != nil {
		v.pieces.flush()
	}
	v.looking.End()
	v.study, v.run, v.pieces, v.merged = nil, nil, nil, nil
}

// cancel ends the study and reads its saved chunks.
func (v *surveyor) cancel() {
	v.close()
	v.lab.do(state.StudyClosed{})
	v.searching.End()
	v.searching = nil
}

// discard removes the saved chunks of the draft's study.
func (v *surveyor) discard() {
	key, archive := v.lab.s.Study.Found.Key, v.lab.keep.archive()
	v.found = nil
	v.lab.do(state.StudyFound{})
	if archive != nil && key != "" {
		v.lab.host.Beside(func() { archive.Remove(pieceName(key)) })
	}
}

// pick requests the replications of a cell that can be opened.
func (v *surveyor) pick(point, run int) {
	v.lab.do(state.PickCell{Point: point, Run: run})
	v.looked()
	metric := v.lab.s.Study.Metric
	v.ask(map[string]string{"as": "picks", "metric": metric, "point": strconv.Itoa(point), "run": strconv.Itoa(run)},
		func(reply []byte) {
			var list []study.Pick
			if doc.Decode(reply, &list); len(list) > 0 {
				v.lab.do(state.PicksArrived{Point: point, Run: run, Metric: metric, List: list})
			}
		})
}

// weigh requests the effects of the varied numbers on the shown metric, after a study of several numbers is complete.
func (v *surveyor) weigh() {
	st := &v.lab.s.Study
	if st.Phase != state.Complete || st.Outline == nil || len(st.Outline.Paths) < 2 || v.run == nil ||
		v.weighed == st.Key+" "+st.Metric {
		return
	}
	metric := st.Metric
	v.weighed = st.Key + " " + metric
	v.ask(map[string]string{"as": "effects", "metric": metric}, func(reply []byte) {
		effects := state.Effects{Metric: metric}
		doc.Decode(reply, &effects.List)
		v.lab.do(state.EffectsArrived{Effects: effects})
	})
}

// ask requests data of the study, and shows a message if that fails.
func (v *surveyor) ask(about map[string]string, use func(reply []byte)) {
	if v.merged != nil {
		v.askMerged(about["as"], use)
		return
	}
	if v.run == nil {
		return
	}
	v.run.Ask(about, func(reply []byte, t *compute.Trouble) {
		v.lab.turn(func() {
			if t != nil {
				v.lab.do(state.Notify{Text: t.Text, Error: true})
				return
			}
			use(reply)
		})
	})
}
