package state

import (
	"strconv"

	"gridbox/core/draw/markid"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
)

// batchNouns returns the operations of the kind batch.
func batchNouns() nouns {
	n := commonNouns("batch", func(s *scenario.Scenario) **scenario.Batch { return &s.Batch },
		func(p *scenario.Batch) **batch.Spec { return &p.Generate })
	n.begin = func(d *scenario.Scenario) {
		d.Batch = &scenario.Batch{Problem: batch.Problem{Environment: window.Environment{Horizon: blankHorizon}}}
	}
	n.references, n.addDependents, n.studies = busyReferences, busyAlong, batchStudies
	n.drawing = drawing{"jobs", "jobs", "nodes", []string{"jobs"}, []string{"alp-amp-2011", "alp-amp-printed"}}
	n.redraw = func(d *scenario.Scenario) {
		spec := batch.Like(&d.Batch.Problem)
		d.Batch.Generate, d.Batch.Jobs = &spec, nil
	}
	n.list = func(d *scenario.Scenario, kind string) (int, func(int) string) {
		return environmentList(d, &d.Batch.Environment, kind)
	}
	n.first = func(d *scenario.Scenario) Ref {
		if len(d.Batch.Jobs) == 0 {
			return Ref{}
		}
		return Ref{"job", d.Batch.Jobs[0].ID}
	}
	n.add = func(s *State, d *scenario.Scenario, t Ref, to string) bool {
		if t.Kind == "job" {
			addBatchJob(d.Batch, t.ID)
			return true
		}
		return addToEnvironment(s, &d.Batch.Environment, t, to)
	}
	n.remove = func(d *scenario.Scenario, gone map[Ref]bool) {
		removeFromEnvironment(&d.Batch.Environment, gone)
		d.Batch.Jobs = keep(d.Batch.Jobs, func(j batch.Job) bool { return !gone[Ref{"job", j.ID}] })
	}
	n.rename = func(d *scenario.Scenario, kind, from, to string) {
		renameInEnvironment(&d.Batch.Environment, kind, from, to)
	}
	n.set = setInBatch
	n.means = alternative
	return n
}

// addBatchJob appends a job like the last one, so that it has a chance of a
// window, at the end of the queue of its cycle.
func addBatchJob(p *scenario.Batch, id string) {
	j := batch.Job{Nodes: 1, Volume: max(1, p.Horizon/10), MinPerformance: 1, MaxPrice: 1}
	if n := len(p.Jobs); n > 0 {
		j = p.Jobs[n-1]
	} else if n := len(p.Nodes); n > 0 {
		order := window.RankByPerformance(p.Nodes)
		slow := p.Nodes[order[n-1]]
		j.MinPerformance, j.MaxPrice = slow.Performance, slow.Price
	}
	j.ID = id
	p.Jobs = append(p.Jobs[:len(p.Jobs):len(p.Jobs)], j)
}

// setInBatch sets the fields whose change affects others: a change of the objective removes the limit, because it
// would be of the wrong kind.
func setInBatch(d *scenario.Scenario, path, text string) (done bool, why string) {
	if path == "objective" && text != d.Batch.Goal() {
		d.Batch.Limit = nil
	}
	return setInEnvironment(&d.Batch.Environment, path, text)
}

// alternative converts the mark of a window to its job, and shows the window's cycle and family.
func alternative(s State, t Ref) (State, Ref) {
	number, family, job, ok := markid.ReadWindowID(t.ID)
	if t.Kind == "job" && t != s.Main() {
		s.Layout.Find = withEntry(s.Layout.Find, "family", "") // "" shows the chosen window
	}
	if t.Kind != markid.Alternative || !ok {
		return s, t
	}
	s.Layout.Find = withEntry(s.Layout.Find, "cycle", strconv.Itoa(number))
	s.Layout.Find["family"] = strconv.Itoa(family)
	return s, Ref{"job", job}
}

var batchStudies = []ReadyStudy{
	{ID: "batch-alp-amp", Title: "ALP against AMP",
		About:  "The paper's comparison with 1000 of its 25,000 cycles.",
		preset: "alp-amp-2011", study: scenario.Study{Replications: 1000,
			Metrics: []string{"meanTime", "meanCost", "alternativesPerJob"}}},
	{ID: "batch-price", Title: "How much jobs may pay",
		About:  "The price limit from 1 to 1.6 times the market's, 300 instances each.",
		preset: "alp-amp-2011", study: scenario.Study{Replications: 300,
			Metrics: []string{"meanTime", "meanCost", "alternativesPerJob"},
			Vary:    []scenario.Vary{list("batch.generate.priceRate", 1.0, 1.2, 1.4, 1.6)}}},
}
