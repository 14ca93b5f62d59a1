package lab

import (
	"strconv"
	"strings"
	"time"

	"gridbox/app/compute"
	"gridbox/app/state"
	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// A shipper takes the draft's study to a cluster: it has a few replications done
// here to know how long they take, and a worker write the job file, the one that
// the command line writes.
type shipper struct {
	lab       *Lab
	measuring *ask
	writing   *ask
	run       Study // that is measured
	busy      float64
	counted   int
}

// How much of a study is done to know how long it takes.
const (
	mostSampled  = 256  // replications at points
	longestTried = 3000 // milliseconds of workers
	patience     = 30 * time.Second
)

// command is what the buttons of the dialog mean.
func (f *shipper) command(what string) {
	l := f.lab
	name := fileName(l.s.Draft.Title)
	switch engine, _, _ := l.s.Fleet.Wish(); what {
	case "open":
		l.do(state.Show{What: "dialog", To: "fleet"})
		f.measure()
	case "document":
		l.download(name+".json", jsonType, string(scenario.Text(state.Asked(l.s.Draft))))
	case "script":
		if l.s.Fleet.Script != "" {
			l.download(name+"."+engine+ending(engine), "text/plain", l.s.Fleet.Script)
		}
	}
}

func ending(engine string) string {
	if engine == "kubernetes" {
		return ".yaml"
	}
	return ".sh"
}

// set takes a wish, and has the job file written anew where it changes that.
func (f *shipper) set(what, to string) {
	f.lab.do(state.SetFleet{What: what, To: to})
	if what != "price" {
		f.write()
	}
}

// follow ends what is under way when the dialog is left, or is about another draft.
func (f *shipper) follow() {
	s := &f.lab.s
	if f.measuring == nil && f.writing == nil || s.Look.Dialog == "fleet" {
		return
	}
	f.end()
}

func (f *shipper) end() {
	f.measuring.end()
	f.writing.end()
	f.measuring, f.writing, f.run = nil, nil, nil
}

// measure finds how long a replication takes: from the study that is under way
// here, or from the first replications of it, which are done for that.
func (f *shipper) measure() {
	l, v := f.lab, &f.lab.survey
	draft := l.s.Draft
	f.end()
	f.busy, f.counted = 0, 0
	l.do(state.FleetMeasured{Of: draft})
	if _, key := askedText(draft); v.counted > 0 && l.s.Study.Key == key {
		f.busy, f.counted = v.busy, v.counted
		f.measured(draft)
		return
	}
	sample := *state.Asked(draft)
	few := *sample.Study
	z := study.Measure(&sample)
	few.Replications, few.Stop = int(min(float64(few.Replications), max(1, mostSampled/z.Points))), nil
	sample.Study = &few
	text := scenario.Canonical(&sample)
	this := &ask{of: draft}
	f.measuring = this
	this.stop = l.workers.Tally(text, true, map[string]string{"as": "plan"}, func(told []byte, t *compute.Trouble) {
		l.hear(this, func() {
			outline := &study.Outline{}
			switch {
			case t != nil:
				l.do(state.FleetWritten{Wrong: "Nothing could be measured here. " + troubled(t)})
			case len(doc.Decode(told, outline)) > 0:
				l.do(state.FleetWritten{Wrong: "Nothing could be measured here: the worker's plan cannot be read."})
			default:
				f.sample(this, text, len(outline.Points)*outline.Replications)
			}
		})
	})
}

// sample does replications until enough is known.
func (f *shipper) sample(this *ask, text []byte, size int) {
	l := f.lab
	end := func(wrong string) {
		if this.ended {
			return
		}
		f.measuring.end()
		if f.measuring = nil; f.counted == 0 {
			l.do(state.FleetWritten{Wrong: wrong})
			return
		}
		f.measured(this.of)
	}
	f.run = l.workers.Study(this.of.Kind, compute.Order{Text: text, Size: size, Large: true,
		Chunk: func(compute.Chunk, int) {},
		Took: func(ms float64, replications int) {
			l.hear(this, func() {
				f.busy, f.counted = f.busy+ms, f.counted+replications
				if f.busy >= longestTried || f.counted >= size {
					end("")
				}
			})
		},
		Seen: func([]byte) bool { return false },
		End: func(t *compute.Trouble) {
			l.hear(this, func() {
				why := "Nothing could be measured here."
				if t != nil {
					why += " " + troubled(t)
				}
				end(why)
			})
		},
		About: map[string]string{"as": "plan"},
	}, false)
	this.stop = f.run.Cancel
	l.host.After(patience, func() {
		end("A replication takes longer than half a minute here; gridbox study --script measures it.")
		l.follow()
	})
}

// measured has the job file written with what is known.
func (f *shipper) measured(draft *scenario.Scenario) {
	f.lab.do(state.FleetMeasured{Of: draft, Unit: f.busy / float64(f.counted), Sampled: f.counted})
	f.write()
}

// write has the job file written that is wished.
func (f *shipper) write() {
	l := f.lab
	if l.s.Fleet.Unit == 0 || l.s.Fleet.Of != l.s.Draft {
		return
	}
	engine, chunk, cores := l.s.Fleet.Wish()
	flags := ""
	if state.TooLarge(l.s.Draft) {
		flags = "--large"
	}
	text, _ := askedText(l.s.Draft)
	f.writing.end()
	this := &ask{of: l.s.Draft}
	f.writing = this
	this.stop = l.workers.Export(text, map[string]string{"as": "job", "engine": engine, "chunk": chunk,
		"cores": strconv.Itoa(cores), "unit": l.s.Fleet.Each(), "file": fileName(l.s.Draft.Title) + ".json",
		"flags": flags}, func(script []byte, facts string, t *compute.Trouble) {
		l.hear(this, func() {
			if t != nil {
				l.do(state.FleetWritten{Wrong: troubled(t)})
				return
			}
			l.do(state.FleetWritten{Script: string(script), Facts: strings.Split(facts, "\n")})
		})
	})
}
