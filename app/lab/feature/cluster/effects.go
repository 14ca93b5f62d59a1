package cluster

import (
	"strconv"
	"strings"
	"time"

	"gridbox/app/compute"
	"gridbox/app/lab/feature"
	"gridbox/app/lab/feature/study"
	"gridbox/app/state"
	"gridbox/core/cite"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	corestudy "gridbox/core/study"
)

// effects measures a few replications of the study, and has a worker write the job file, which equals that of the
// command line.
type effects struct {
	env          feature.Env
	measuring    *feature.Request
	writing      *feature.Request
	run          feature.Study // the measured study
	busy         float64       // milliseconds that the workers took for counted replications
	replications int
}

// Limits of the measured part of a study.
const (
	maxSampled  = 256  // replications at points
	maxSampleMs = 3000 // milliseconds of work
	patience    = 30 * time.Second
)

// command executes the command of a button.
func (e *effects) command(what string) {
	own, draft := Slot.Get(e.env.State()), e.env.State().Draft
	name := cite.FileName(draft.Title)
	switch engine, _, _ := own.Wish(); what {
	case "open":
		e.env.Do(state.Show{Field: "dialog", To: dialogID})
		e.measure()
	case "document":
		e.env.Download(name+".json", "application/json", string(scenario.Text(state.StudyDraft(draft))))
	case "script":
		if own.Script != "" {
			e.env.Download(name+"."+engine+ending(engine), "text/plain", own.Script)
		}
	}
}

func ending(engine string) string {
	if engine == "kubernetes" {
		return ".yaml"
	}
	return ".sh"
}

// enter handles the input of a setting, and writes the job file again if the setting changes it.
func (e *effects) enter(what string, in feature.Input) {
	switch what {
	case "engine":
		e.do(SetEngine{in.Value})
	case "chunk":
		e.do(SetChunk{in.Value})
	case "cores":
		e.do(SetCores{in.Value})
	case "price":
		e.do(SetPrice{in.Value})
		return
	}
	e.write()
}

func (e *effects) do(c state.Change[State]) { e.env.Do(Slot.Do(c)) }

// follow cancels requests if the dialog is closed or shows another draft.
func (e *effects) follow() {
	s := e.env.State()
	if e.measuring == nil && e.writing == nil || s.Layout.Dialog == dialogID {
		return
	}
	e.end()
}

func (e *effects) end() {
	e.measuring.End()
	e.writing.End()
	e.measuring, e.writing, e.run = nil, nil, nil
}

// measure determines the time of a replication: from the study that runs here, or by solving its first replications.
func (e *effects) measure() {
	s := e.env.State()
	draft := s.Draft
	e.end()
	e.busy, e.replications = 0, 0
	e.do(Measurement{Draft: draft})
	if st := study.Slot.Get(s); st.Counted > 0 && st.Key == scenario.Digest(state.StudyDraft(draft)) {
		e.busy, e.replications = st.SpentTime, st.Counted
		e.recordMeasurement(draft)
		return
	}
	sample := *state.StudyDraft(draft)
	few := *sample.Study
	z := corestudy.Measure(&sample)
	few.Replications, few.Stop = int(min(float64(few.Replications), max(1, maxSampled/z.Points))), nil
	sample.Study = &few
	text := scenario.Canonical(&sample)
	this := &feature.Request{Scenario: draft}
	e.measuring = this
	this.Stop = e.env.Workers().Tally(text, true, map[string]string{"as": "plan"},
		func(reply []byte, t *compute.Trouble) {
			e.env.Receive(this, func() {
				outline := &corestudy.Outline{}
				switch {
				case t != nil:
					e.do(JobFile{Wrong: i18n.T("Nothing could be measured here. {}", t.Study())})
				case len(doc.Decode(reply, outline)) > 0:
					e.do(JobFile{Wrong: "Nothing could be measured here: the worker's plan cannot be read."})
				default:
					e.sample(this, text, len(outline.Points)*outline.Replications)
				}
			})
		})
}

// sample solves replications until enough are measured.
func (e *effects) sample(this *feature.Request, text []byte, size int) {
	end := func(wrong string) {
		if this.Ended {
			return
		}
		e.measuring.End()
		if e.measuring = nil; e.replications == 0 {
			e.do(JobFile{Wrong: wrong})
			return
		}
		e.recordMeasurement(this.Scenario)
	}
	e.run = e.env.Workers().Study(this.Scenario.Kind, compute.Order{Text: text, Size: size, Large: true,
		Chunk: func(compute.Chunk, int) {},
		Took: func(ms float64, replications int) {
			e.env.Receive(this, func() {
				e.busy, e.replications = e.busy+ms, e.replications+replications
				if e.busy >= maxSampleMs || e.replications >= size {
					end("")
				}
			})
		},
		View: func([]byte) bool { return false },
		End: func(t *compute.Trouble) {
			e.env.Receive(this, func() {
				why := "Nothing could be measured here."
				if t != nil {
					why += " " + t.Study()
				}
				end(why)
			})
		},
		About: map[string]string{"as": "plan"},
	}, false)
	this.Stop = e.run.Cancel
	e.env.AfterFunc(patience, func() {
		end("A replication takes longer than half a minute here; gridbox study --script measures it.")
	})
}

// recordMeasurement records the measured time and writes the job file.
func (e *effects) recordMeasurement(draft *scenario.Scenario) {
	e.do(Measurement{Draft: draft, Unit: e.busy / float64(e.replications), Sampled: e.replications})
	e.write()
}

// write has a worker write the job file for the current settings. It does nothing before the time of a replication of
// this draft is measured.
func (e *effects) write() {
	own, draft := Slot.Get(e.env.State()), e.env.State().Draft
	if own.Unit == 0 || own.Draft != draft {
		return
	}
	engine, chunk, cores := own.Wish()
	flags := ""
	if state.IsLargeStudy(draft) {
		flags = "--large"
	}
	this := feature.Begin(&e.writing, draft, "")
	this.Stop = e.env.Workers().Export(scenario.Canonical(state.StudyDraft(draft)), map[string]string{"as": "job",
		"engine": engine, "chunk": chunk, "cores": strconv.Itoa(cores), "unit": own.UnitTime(),
		"file": cite.FileName(draft.Title) + ".json", "flags": flags},
		func(script []byte, facts string, t *compute.Trouble) {
			e.env.Receive(this, func() {
				if t != nil {
					e.do(JobFile{Wrong: t.Study()})
					return
				}
				e.do(JobFile{Script: string(script), Facts: strings.Split(facts, "\n")})
			})
		})
}
