package study

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

// effects plans, runs and saves studies. It and its workers hold the results; the state has only the shown part.
type effects struct {
	env feature.Env

	checking  *feature.Ask    // request to plan the draft's study
	searching *feature.Ask    // request for its saved chunks
	found     []compute.Chunk // its saved chunks
	study     *feature.Ask    // the started study
	run       feature.Study   // the same after it was planned
	keeper    *Keeper         // of its chunks
	paced     float64         // time of the last progress shown
	showing   bool            // whether the next part of the results is about to be drawn
	merged    []byte          // the imported document of the study
	looking   *feature.Ask    // request for its view
	came      outcome

	weighed string       // study and metric of the last request for their influence
	listing *feature.Ask // request for the saved studies of the draft's problem
	wanted  string       // key of the study to continue after its saved chunks were read
}

func (e *effects) own() *State { return Slot.Of(e.env.State()) }

func (e *effects) do(c state.Change[State]) { e.env.Do(Slot.Do(c)) }

// progressPause is the least time between two updates of the progress, in milliseconds.
const progressPause = 200

// askedText returns the document of a draft's study and its key.
func askedText(d *scenario.Scenario) (text []byte, key string) {
	asked := state.Asked(d)
	return scenario.Canonical(asked), scenario.Digest(asked)
}

// follow plans the draft's study and reads its saved chunks, while the Study view is shown.
func (e *effects) follow() {
	s := e.env.State()
	if s.Look.View != viewID {
		return
	}
	if large := strconv.FormatBool(e.own().Large); !e.checking.Is(s.Draft, large) {
		e.check(large)
	}
	e.resweep()
	e.record()
	e.weigh()
	open := strconv.FormatBool(e.env.Archive() != nil)
	if !e.searching.Is(s.Draft, open) {
		e.search(open)
	}
	if !e.listing.Is(s.Draft, open) {
		e.list(open)
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
func (e *effects) check(key string) {
	s := e.env.State()
	e.checking.End()
	this := &feature.Ask{Of: s.Draft, Key: key}
	e.checking = this
	e.env.Workers().Warm(s.Draft.Kind) // compiling the solver at the start would delay the study
	text, digest := askedText(s.Draft)
	if !e.own().Large && (state.TooLarge(s.Draft) ||
		study.Measure(state.Asked(s.Draft)).Points*float64(len(text)+planBesides)*planByte > catalog.Moment) {
		e.do(Checked{Key: digest})
		return
	}
	this.Stop = e.env.Workers().Tally(text, e.own().Large, map[string]string{"as": "plan"},
		func(_ []byte, t *compute.Trouble) {
			e.env.Hear(this, func() {
				checked := Checked{Key: digest}
				switch {
				case t == nil:
				case t.Stopped():
					return
				case len(t.Faults) > 0:
					checked.Faults = t.Faults
				default:
					checked.Refused = t.Text
				}
				e.do(checked)
			})
		})
}

// slow is the time that a study waits for its saved chunks.
const slow = 2 * time.Second

// search reads the saved chunks of a study. If the library does not open or answer, there are none.
func (e *effects) search(key string) {
	draft := e.env.State().Draft
	_, digest := askedText(draft)
	e.searching.End()
	this, answered := &feature.Ask{Of: draft, Key: key}, false
	e.searching = this
	Find(e.env, storedName(digest), func(chunks []compute.Chunk) {
		if this.Ended {
			return
		}
		answered, e.found = true, chunks
		e.do(Searched{Found: Found{Key: digest, Done: Replications(e.found)}})
		e.takeUp(digest)
	})
	e.env.After(slow, func() {
		if !this.Ended && !answered {
			e.do(Searched{Found: Found{Key: digest}})
		}
	})
}

// start begins the draft's study anew, or with its saved chunks.
func (e *effects) start(again bool) {
	s := e.env.State()
	if e.env.Waits(state.Runs(s.Draft)...) {
		return
	}
	e.close()
	e.weighed = ""
	e.do(Timed{})
	e.edit(AskDefault{})
	text, key := askedText(s.Draft)
	o := compute.Order{Text: text, Large: e.own().Large}
	if again && e.own().Found.Key == key {
		o.Have = e.found
	}
	this := &feature.Ask{Of: s.Draft}
	e.study, e.keeper = this, NewKeeper(e.env, entryOf(key, s, text), len(o.Have), Replications(o.Have),
		func(done int) {
			if !this.Ended {
				e.do(Stored{Done: done})
			}
		})
	kind := s.Draft.Kind
	e.do(Started{Key: key, Kind: kind})
	this.Stop = e.env.Workers().Tally(text, o.Large, map[string]string{"as": "plan"},
		func(reply []byte, t *compute.Trouble) {
			e.env.Hear(this, func() {
				if t != nil {
					e.do(Ended{Text: t.Study()})
					return
				}
				e.begin(o, kind, reply)
			})
		})
}

// begin runs a planned study.
func (e *effects) begin(o compute.Order, kind string, reply []byte) {
	this, keeper := e.study, e.keeper
	outline := &study.Outline{}
	if faults := doc.Decode(reply, outline); len(faults) > 0 || len(outline.Metrics) == 0 || len(outline.Points) == 0 {
		e.do(Ended{Text: "The worker's plan of the study cannot be read."})
		return
	}
	o.Size = len(outline.Points) * outline.Replications
	e.do(Begun{Outline: outline, Size: o.Size, Done: Replications(o.Have), Now: e.env.Now()})
	o.About = e.view()
	o.Chunk = func(c compute.Chunk, done int) {
		e.env.Hear(this, func() {
			keeper.Add(c)
			if e.own().Phase != state.Measuring { // a chunk that was computed during the pause
				keeper.Flush()
			}
			e.progress(done, o.Size)
		})
	}
	o.Took = func(ms float64, replications int) {
		e.env.Hear(this, func() {
			e.do(Timed{Spent: e.own().Spent + ms, Counted: e.own().Counted + replications})
		})
	}
	o.Seen = func(view []byte) bool {
		d, faults := report.Parse(view)
		if len(faults) > 0 {
			return false
		}
		e.env.Hear(this, func() {
			e.do(Seen{View: d})
			e.drawNext()
		})
		return d.Stopped
	}
	o.End = func(t *compute.Trouble) {
		e.env.Hear(this, func() {
			keeper.Flush()
			ended := Ended{}
			if t != nil {
				ended.Text = t.Study()
			}
			e.do(ended)
			e.compare()
		})
	}
	e.run = e.env.Workers().Study(kind, o, false)
	this.Stop = e.run.Cancel
}

// drawPause is the pause between drawing two parts of the results.
const drawPause = 40 * time.Millisecond

// drawNext draws the parts of the results one after another, because drawing all of them together would
// block the page.
func (e *effects) drawNext() {
	this := e.study
	if e.own().Shown >= ShownAll || e.showing {
		return
	}
	e.showing = true
	e.env.After(drawPause, func() {
		e.showing = false
		if !this.Ended {
			e.do(Shown{})
		}
		if e.study != nil && e.own().View != nil {
			e.drawNext()
		}
	})
}

// progress shows the progress of the study from time to time.
func (e *effects) progress(done, size int) {
	if now := e.env.Now(); now-e.paced >= progressPause || done == size {
		e.paced = now
		e.do(Progress{Done: done, Now: now})
	}
}

// view returns the view of the study that the state describes.
func (e *effects) view() map[string]string {
	st := e.own()
	point := st.Point(0)
	if st.Pick != nil {
		point = st.Pick.Point
	}
	return map[string]string{"as": "view", "metric": st.Metric, "point": strconv.Itoa(point)}
}

// looked requests the current view of the study.
func (e *effects) looked() {
	switch {
	case e.run != nil:
		e.run.Look(e.view())
	case e.merged != nil:
		e.lookMerged()
	}
}

func (e *effects) pause() {
	if e.run != nil && e.own().Phase == state.Measuring {
		e.run.Pause()
		e.keeper.Flush()
		e.do(PausedAt{})
	}
}

func (e *effects) resume() {
	if e.run != nil && e.own().Phase == state.Paused {
		e.do(ResumedAt{Now: e.env.Now()})
		e.run.Resume()
	}
}

// close ends the study; its chunks stay in the archive.
func (e *effects) close() {
	e.study.End()
	if e.keeper != nil {
		e.keeper.Flush()
	}
	e.looking.End()
	e.study, e.run, e.keeper, e.merged = nil, nil, nil, nil
}

// cancel ends the study and reads its saved chunks.
func (e *effects) cancel() {
	e.close()
	e.do(Closed{})
	e.searching.End()
	e.searching = nil
}

// discard removes the saved chunks of the draft's study.
func (e *effects) discard() {
	key, archive := e.own().Found.Key, e.env.Archive()
	e.found = nil
	e.do(Searched{})
	if archive != nil && key != "" {
		e.env.Background(func() { archive.Remove(storedName(key)) })
	}
}

// pick requests the replications of a cell that can be opened.
func (e *effects) pick(point, run int) {
	e.do(PickCell{Point: point, Run: run})
	e.looked()
	metric := e.own().Metric
	e.ask(map[string]string{"as": "picks", "metric": metric, "point": strconv.Itoa(point), "run": strconv.Itoa(run)},
		func(reply []byte) {
			var list []study.Pick
			if doc.Decode(reply, &list); len(list) > 0 {
				e.do(PicksArrived{Point: point, Run: run, Metric: metric, List: list})
			}
		})
}

// weigh requests the influence of the varied numbers on the shown metric, after a study of several numbers is complete.
func (e *effects) weigh() {
	st := e.own()
	if st.Phase != state.Complete || st.Outline == nil || len(st.Outline.Paths) < 2 || e.run == nil ||
		e.weighed == st.Key+" "+st.Metric {
		return
	}
	metric := st.Metric
	e.weighed = st.Key + " " + metric
	e.ask(map[string]string{"as": "effects", "metric": metric}, func(reply []byte) {
		influence := Influence{Metric: metric}
		doc.Decode(reply, &influence.List)
		e.do(InfluenceArrived{influence})
	})
}

// ask requests data of the study, and shows a message if that fails.
func (e *effects) ask(about map[string]string, use func(reply []byte)) {
	if e.merged != nil {
		e.askMerged(about["as"], use)
		return
	}
	if e.run == nil {
		return
	}
	e.run.Ask(about, func(reply []byte, t *compute.Trouble) {
		e.env.Hear(&feature.Ask{}, func() {
			if t != nil {
				e.env.Do(state.Notify{Text: t.Text, Error: true})
				return
			}
			use(reply)
		})
	})
}
