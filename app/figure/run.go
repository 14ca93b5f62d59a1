package figure

import (
	"slices"

	"gridbox/app/compute"
	"gridbox/core/catalog"
	"gridbox/core/kind/placement"
	"gridbox/core/scenario"
)

// maxAutoWork is the work up to which a figure starts without a click. The unit is the visit of a job on a cluster or
// of a dataset on a link, which dominates the placement algorithms. With this bound, a run of all of them takes about
// a second on a phone.
const maxAutoWork = 1_000_000

// work estimates one algorithm's effort on a problem in the unit of maxAutoWork.
func work(p *placement.Problem) int {
	return len(p.Jobs)*len(p.Clusters) + len(p.Datasets)*(len(p.Clusters)+len(p.Links))
}

// begin shows a set of runs on the explicit scenario and starts them if they
// are small.
func (f *Figure) begin(runs []scenario.Run) {
	kind := f.explicit.Kind
	names, colours, letters := catalog.Names(kind, runs), catalog.Colours(kind, runs), catalog.Letters(runs)
	wanted, _ := catalog.Pick(kind, runs, f.Address.Run)
	f.entries = nil
	f.runs = runs
	if shown := f.shownRuns(); f.lock != nil && len(shown) > 0 {
		if !slices.Contains(shown, wanted) {
			wanted = shown[0]
		}
		f.lock.pose(f.explicit, wanted, f.Address.Job)
	}
	for _, i := range f.shownRuns() {
		if f.lock != nil && i != wanted {
			continue // its answer is not shown
		}
		if i == wanted {
			f.chosen = len(f.entries)
		}
		f.entries = append(f.entries, Entry{Run: runs[i], Place: i, Name: names[i], Colour: colours[i],
			Letter: letters[i]})
	}
	if i := slices.Index(f.jobs(), f.Address.Job); f.Address.Job != "" && i >= 0 {
		f.job, f.named = i+1, true
	}
	f.Phase = Waiting
	f.recall()
	if f.clicked || f.isQuick() {
		f.start()
	}
}

// shownRuns returns the indices of the runs that the scenario's view does not hide.
func (f *Figure) shownRuns() []int {
	s := scenario.Scenario{Kind: f.explicit.Kind, Runs: f.runs}
	if f.source != nil {
		s.View = f.source.View
	}
	return catalog.VisibleRuns(&s)
}

// maxAutoText is the length in bytes of a problem of another kind up to which its algorithms start without a click:
// that of 100 nodes over a day, not of 1000.
const maxAutoText = 40_000

// slow is the time in milliseconds for all answers above which the next run
// waits for a click. Two such times in a row are needed: the first answers come
// from workers that have just started, which takes seconds on a busy machine
// and does not depend on the scenario.
const slow = 1500

// isQuick reports whether all algorithms together take little time.
func (f *Figure) isQuick() bool {
	if min(f.took, f.previousTook) > slow || f.estimate() > catalog.MaxAutomaticMs {
		return false
	}
	return isSmall(f.explicit, f.text)
}

// isSmall reports whether the algorithms take little time on a problem, whose text is given.
func isSmall(s *scenario.Scenario, text []byte) bool {
	if s != nil && s.Placement != nil {
		return work(&s.Placement.Problem) <= maxAutoWork
	}
	return len(text) <= maxAutoText
}

// estimate returns the milliseconds that the runs on the figure's own problem
// may take.
func (f *Figure) estimate() (ms float64) {
	for _, i := range f.shownRuns() {
		ms += catalog.Work(f.explicit, f.runs[i])
	}
	return ms
}

// Run starts every algorithm on a click; old answers stay visible until new
// ones arrive. It does nothing while algorithms run.
func (f *Figure) Run() {
	f.clicked = true
	f.start()
}

// start runs every algorithm, also on a second scenario. Without an explicit problem it first generates one. If the
// reader has changed values, the figure of the changed scenario runs instead. start does nothing while algorithms
// run.
func (f *Figure) start() {
	if f.Phase != Waiting && f.Phase != Done {
		return
	}
	if f.maker != nil {
		f.making()
		return
	}
	f.Phase = Running
	if f.panel != nil && f.panel.next != nil {
		f.panel.next.Run()
		return
	}
	f.runSecond()
	for i := range f.entries {
		e := &f.entries[i]
		e.Trouble, e.Done, e.Total = nil, 0, 0
		e.stop = f.engine.Solve(f.explicit.Kind, f.text, e.Run,
			func(done, total int) { e.Done, e.Total = done, total },
			func(answer *scenario.Answer, trouble *compute.Trouble) { f.land(e, answer, trouble) })
	}
}

// Stop ends every algorithm that is still at work.
func (f *Figure) Stop() {
	if f.Phase != Running {
		return
	}
	if f.panel != nil && f.panel.next != nil {
		f.panel.again = false
		f.panel.next.Stop()
		return
	}
	for i := range f.entries {
		if stop := f.entries[i].stop; stop != nil {
			stop()
		}
	}
	if f.second != nil && f.second.entry.stop != nil {
		f.second.entry.stop()
	}
}

// land records one answer.
func (f *Figure) land(e *Entry, answer *scenario.Answer, trouble *compute.Trouble) {
	e.stop, e.Trouble = nil, trouble
	if trouble == nil {
		e.Answer = answer
	}
	f.settleJob()
	if f.explain(e) {
		return
	}
	for i := range f.entries {
		if f.entries[i].stop != nil {
			return
		}
	}
	f.endRun()
}

// endRun ends a run. A second problem that has not been requested keeps
// waiting.
func (f *Figure) endRun() {
	f.Phase, f.previousTook, f.took = Done, f.took, 0
	if f.second.needsClick(f.clicked) {
		f.Phase = Waiting
	}
	for i := range f.entries {
		if a := f.entries[i].Answer; a != nil {
			f.took += a.ElapsedMs
		}
	}
	if f.onDone != nil {
		f.onDone()
		return
	}
	f.expectation = f.computeExpectation()
	f.startStudy()
}

// Progress returns the share of the work that is done, 0 to 1, over all entries.
func (f *Figure) Progress() float64 {
	if f.panel != nil && f.panel.next != nil {
		return f.panel.next.Progress()
	}
	if len(f.entries) == 0 {
		return 0
	}
	var sum float64
	for _, e := range f.entries {
		switch {
		case e.stop == nil:
			sum++
		case e.Total > 0:
			sum += float64(e.Done) / float64(e.Total)
		}
	}
	return sum / float64(len(f.entries))
}
