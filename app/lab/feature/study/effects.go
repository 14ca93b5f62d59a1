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

	checking       *feature.Request // request to plan the draft's study
	searching      *feature.Request // request for its saved chunks
	savedChunks    []compute.Chunk  // its saved chunks
	study          *feature.Request // the started study
	run            feature.Study    // the same after it was planned
	keeper         *Keeper          // of its chunks
	lastProgress   float64          // time of the last progress shown
	showing        bool             // whether the next part of the results is about to be drawn
	mergedDocument []byte           // the imported document of the study
	looking        *feature.Request // request for its view
	lastOutcome    outcome

	influenceKey string           // study and metric of the last request for their influence
	listing      *feature.Request // request for the saved studies of the draft's problem
	resumeKey    string           // key of the study to continue after its saved chunks were read
}

func (e *effects) state() *State { return Slot.Get(e.env.State()) }

func (e *effects) do(c state.Change[State]) { e.env.Do(Slot.Do(c)) }

// progressPause is the least time between two updates of the progress, in milliseconds.
const progressPause = 200

// studyDocument returns the document of a draft's study and its key.
func studyDocument(d *scenario.Scenario) (text []byte, key string) {
	asked := state.StudyDraft(d)
	return scenario.Canonical(asked), scenario.Digest(asked)
}

// follow plans the draft's study and reads its saved chunks, while the Study view is shown.
func (e *effects) follow() {
	s := e.env.State()
	if s.Layout.View != viewID {
		return
	}
	if large := strconv.FormatBool(e.state().Large); !e.checking.Is(s.Draft, large) {
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
	this := &feature.Request{Scenario: s.Draft, Key: key}
	e.checking = this
	e.env.Workers().Warm(s.Draft.Kind) // compiling the solver at the start would delay the study
	text, digest := studyDocument(s.Draft)
	if !e.state().Large && (state.IsLargeStudy(s.Draft) ||
		study.Measure(state.StudyDraft(s.Draft)).Points*float64(
			len(text)+planBesides)*planByte > catalog.MaxAutomaticMs) {
		e.do(PlanArrived{Key: digest})
		return
	}
	this.Stop = e.env.Workers().Tally(text, e.state().Large, map[string]string{"as": "plan"},
		func(_ []byte, t *compute.Trouble) {
			e.env.Receive(this, func() {
				checked := PlanArrived{Key: digest}
				switch {
				case t == nil:
				case t.IsCancelled():
					return
				case len(t.Faults) > 0:
					checked.Faults = t.Faults
				default:
					checked.Refusal = t.Text
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
	_, digest := studyDocument(draft)
	e.searching.End()
	this, answered := &feature.Request{Scenario: draft, Key: key}, false
	e.searching = this
	Find(e.env, archiveName(digest), func(chunks []compute.Chunk) {
		if this.Ended {
			return
		}
		answered, e.savedChunks = true, chunks
		e.do(SavedPartArrived{SavedPart: SavedPart{Key: digest, Done: Replications(e.savedChunks)}})
		e.resumeOpened(digest)
	})
	e.env.AfterFunc(slow, func() {
		if !this.Ended && !answered {
			e.do(SavedPartArrived{SavedPart: SavedPart{Key: digest}})
		}
	})
}

// start begins the draft's study anew, or with its saved chunks.
func (e *effects) start(again bool) {
	s := e.env.State()
	if e.env.NeedsPermission(state.Runs(s.Draft)...) {
		return
	}
	e.close()
	e.influenceKey = ""
	e.do(SetSpentTime{})
	e.edit(AddDefault{})
	text, key := studyDocument(s.Draft)
	o := compute.Order{Text: text, Large: e.state().Large}
	if again && e.state().SavedPart.Key == key {
		o.Have = e.savedChunks
	}
	this := &feature.Request{Scenario: s.Draft}
	e.study, e.keeper = this, NewKeeper(e.env, entryOf(key, s, text), len(o.Have), Replications(o.Have),
		func(done int) {
			if !this.Ended {
				e.do(SetStored{Done: done})
			}
		})
	kind := s.Draft.Kind
	e.do(Start{Key: key, Kind: kind})
	this.Stop = e.env.Workers().Tally(text, o.Large, map[string]string{"as": "plan"},
		func(reply []byte, t *compute.Trouble) {
			e.env.Receive(this, func() {
				if t != nil {
					e.do(End{Text: t.Study()})
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
		e.do(End{Text: "The worker's plan of the study cannot be read."})
		return
	}
	o.Size = len(outline.Points) * outline.Replications
	e.do(SetRunning{Outline: outline, Size: o.Size, Done: Replications(o.Have), Now: e.env.Now()})
	o.About = e.view()
	o.Chunk = func(c compute.Chunk, done int) {
		e.env.Receive(this, func() {
			keeper.Add(c)
			if e.state().Phase != state.Measuring { // a chunk that was computed during the pause
				keeper.Flush()
			}
			e.progress(done, o.Size)
		})
	}
	o.Took = func(ms float64, replications int) {
		e.env.Receive(this, func() {
			e.do(SetSpentTime{Time: e.state().SpentTime + ms, Counted: e.state().Counted + replications})
		})
	}
	o.View = func(view []byte) bool {
		d, faults := report.Parse(view)
		if len(faults) > 0 {
			return false
		}
		e.env.Receive(this, func() {
			e.do(ViewArrived{View: d})
			e.drawNext()
		})
		return d.Stopped
	}
	o.End = func(t *compute.Trouble) {
		e.env.Receive(this, func() {
			keeper.Flush()
			ended := End{}
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
	if e.state().ShownParts >= AllParts || e.showing {
		return
	}
	e.showing = true
	e.env.AfterFunc(drawPause, func() {
		e.showing = false
		if !this.Ended {
			e.do(ShowNextPart{})
		}
		if e.study != nil && e.state().View != nil {
			e.drawNext()
		}
	})
}

// progress shows the progress of the study from time to time.
func (e *effects) progress(done, size int) {
	if now := e.env.Now(); now-e.lastProgress >= progressPause || done == size {
		e.lastProgress = now
		e.do(Progress{Done: done, Now: now})
	}
}

// view returns the view of the study that the state describes.
func (e *effects) view() map[string]string {
	st := e.state()
	point := st.Point(0)
	if st.Pick != nil {
		point = st.Pick.Point
	}
	return map[string]string{"as": "view", "metric": st.Metric, "point": strconv.Itoa(point)}
}

// requestView requests the current view of the study.
func (e *effects) requestView() {
	switch {
	case e.run != nil:
		e.run.SetView(e.view())
	case e.mergedDocument != nil:
		e.requestMergedView()
	}
}

func (e *effects) pause() {
	if e.run != nil && e.state().Phase == state.Measuring {
		e.run.Pause()
		e.keeper.Flush()
		e.do(Pause{})
	}
}

func (e *effects) resume() {
	if e.run != nil && e.state().Phase == state.Paused {
		e.do(Resume{Now: e.env.Now()})
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
	e.study, e.run, e.keeper, e.mergedDocument = nil, nil, nil, nil
}

// cancel ends the study and reads its saved chunks.
func (e *effects) cancel() {
	e.close()
	e.do(Close{})
	e.searching.End()
	e.searching = nil
}

// discard removes the saved chunks of the draft's study.
func (e *effects) discard() {
	key, archive := e.state().SavedPart.Key, e.env.Archive()
	e.savedChunks = nil
	e.do(SavedPartArrived{})
	if archive != nil && key != "" {
		e.env.Background(func() { archive.Remove(archiveName(key)) })
	}
}

// pick requests the replications of a cell that can be opened.
func (e *effects) pick(point, run int) {
	e.do(PickCell{Point: point, Run: run})
	e.requestView()
	metric := e.state().Metric
	e.requestData(map[string]string{"as": "picks", "metric": metric, "point": strconv.Itoa(point),
		"run": strconv.Itoa(run)},
		func(reply []byte) {
			var list []study.Pick
			if doc.Decode(reply, &list); len(list) > 0 {
				e.do(PicksArrived{Point: point, Run: run, Metric: metric, List: list})
			}
		})
}

// weigh requests the influence of the varied numbers on the shown metric, after a study of several numbers is complete.
func (e *effects) weigh() {
	st := e.state()
	if st.Phase != state.Complete || st.Outline == nil || len(st.Outline.Paths) < 2 || e.run == nil ||
		e.influenceKey == st.Key+" "+st.Metric {
		return
	}
	metric := st.Metric
	e.influenceKey = st.Key + " " + metric
	e.requestData(map[string]string{"as": "effects", "metric": metric}, func(reply []byte) {
		influence := Influence{Metric: metric}
		doc.Decode(reply, &influence.List)
		e.do(InfluenceArrived{influence})
	})
}

// requestData requests data of the study, and shows a message if that fails.
func (e *effects) requestData(about map[string]string, use func(reply []byte)) {
	if e.mergedDocument != nil {
		e.requestMergedData(about["as"], use)
		return
	}
	if e.run == nil {
		return
	}
	e.run.Evaluate(about, func(reply []byte, t *compute.Trouble) {
		e.env.Receive(&feature.Request{}, func() {
			if t != nil {
				e.env.Do(state.Notify{Text: t.Text, Error: true})
				return
			}
			use(reply)
		})
	})
}
