package figure

import (
	"math"
	"slices"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/draw/chart"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/study/report"
)

// A survey is the state of the study that a figure shows. It begins when the
// answers are there, without a click if it is short.
type survey struct {
	source  *scenario.Scenario // whose study it is
	view    *report.Document   // nil before anything is known
	old     bool               // whether the view is of the previous values
	scope   compute.Scope
	done    int
	waits   bool // for a click
	stopped bool // by the reader, before all was done
	running bool
	trouble string
	stop    func()
}

// studyMoment is the estimated time in milliseconds up to which a study begins
// without a click.
const studyMoment = 3 * catalog.MaxAutomaticMs

// HasStudy reports whether the figure has room for a study's chart.
func (f *Figure) HasStudy() bool {
	return f.Phase != Broken && !f.Locked() && f.Shows(partStudy)
}

// startStudy begins the study of the scenario once its answers are there.
func (f *Figure) startStudy() {
	if !f.HasStudy() || f.still || f.source == nil || f.study.source == f.source {
		return
	}
	f.endStudy()
	f.study = survey{source: f.source, view: f.study.view, old: f.study.view != nil}
	v := &f.study
	if f.source.Study == nil {
		v.view, v.trouble = nil, "This scenario has no study."
		return
	}
	of := v.source
	v.stop = f.engine.Scope(f.studyDocument(), func(scope compute.Scope, trouble *compute.Trouble) {
		switch {
		case v.source != of:
		case trouble != nil:
			v.trouble = troubleText(trouble)
		default:
			v.scope = scope
			if v.waits = f.studyTime() > studyMoment && !f.clicked; !v.waits {
				f.measureStudy()
			}
		}
	})
}

// studyDocument returns the document of the study without its view, so that its digest does not depend on the figure
// that measures it.
func (f *Figure) studyDocument() []byte {
	s := *f.source
	s.View = nil
	return scenario.Canonical(&s)
}

// studyTime returns the milliseconds that the study may take.
func (f *Figure) studyTime() float64 {
	each := 0.0
	for _, r := range f.runs {
		each += catalog.Work(f.explicit, r)
	}
	return (each + catalog.Making(f.source)) * float64(f.study.scope.Replications)
}

// measureStudy measures the study.
func (f *Figure) measureStudy() {
	v := &f.study
	if v.source == nil || v.running || v.scope.Replications == 0 {
		return
	}
	v.waits, v.running, v.stopped, v.done = false, true, false, 0
	of := v.source
	v.stop = f.engine.Survey(of.Kind, f.studyDocument(), f.studyMetric(), v.scope.Replications,
		func(text []byte, done int) {
			view := &report.Document{}
			if v.source != of || v.stopped || len(doc.Decode(text, view)) > 0 || len(view.Cells) == 0 {
				return
			}
			v.view, v.old, v.done = view, false, done
		}, func(trouble *compute.Trouble) {
			if v.source != of {
				return
			}
			if v.running = false; trouble != nil {
				v.trouble = troubleText(trouble)
			}
		})
}

// endStudy cancels a running study.
func (f *Figure) endStudy() {
	if f.study.stop != nil {
		f.study.stop()
	}
}

// studyMetric returns the metric that the author has named, or else the study's
// first.
func (f *Figure) studyMetric() string {
	s, _ := readShow(f.Address.Show)
	if metrics := f.study.scope.Metrics; !slices.Contains(metrics, s.studyMetric) && len(metrics) > 0 {
		return metrics[0]
	}
	return s.studyMetric
}

// Actions of the reader on a study.
const (
	studyRun  = "Run the study"
	studyStop = "Stop the study"
)

// StudyAct returns the action that is possible on the study, "" for none.
func (f *Figure) StudyAct() string {
	switch v := &f.study; {
	case !f.HasStudy():
		return ""
	case v.waits:
		return studyRun
	case v.running:
		return studyStop
	}
	return ""
}

// ActStudy carries out the action that StudyAct returns. Results measured before a stop stay visible.
func (f *Figure) ActStudy() {
	switch v := &f.study; f.StudyAct() {
	case studyRun:
		f.measureStudy()
	case studyStop:
		f.endStudy()
		v.running, v.waits, v.stopped = false, true, true
	}
}

// StudyChart returns the chart of the study as markup, "" if there is none.
func (f *Figure) StudyChart(width float64) string {
	if !f.HasStudy() || f.study.view == nil {
		return ""
	}
	c, err := chart.OfStudy(f.study.view, f.studyMetric(), "")
	if err != nil {
		return ""
	}
	width = max(300, min(width, 720))
	return svg(c.Draw(width, max(220, 0.45*width)))
}

// StudyNote returns the progress of the study and the meaning of its chart.
func (f *Figure) StudyNote() string {
	v := &f.study
	all := count(v.scope.Replications, "replication", "replications")
	switch {
	case !f.HasStudy():
		return ""
	case v.trouble != "":
		return v.trouble
	case v.stopped:
		return i18n.T("Stopped: {} of {} are done.", num(float64(v.done)), all)
	case v.waits:
		text := i18n.T("The study has {}, which take about {}\u202fs: it waits for your click.", all,
			num(math.Ceil(f.studyTime()/1000)))
		if v.old {
			text += " The chart still shows the previous values."
		}
		return text
	case v.old || v.view == nil:
		return "Measuring the study …"
	case v.running && v.done < v.scope.Replications:
		return i18n.T("{} of {} are done.", num(float64(v.done)), all)
	case v.view.Instances == 1:
		return "One instance: one measurement, without intervals."
	}
	return i18n.T("Means of {}; bars are intervals of {}{}%.",
		count(v.view.Replications, "replication", "replications"), picture.Number(100*v.view.Confidence), thinSpace)
}
