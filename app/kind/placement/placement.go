// Package placement is the laboratory's screen of the placement kind: the topology as picture and editor, tables of
// clusters, links, datasets and jobs, the load of each cluster as a timeline, and the scores that decided a job's
// placement.
package placement

import (
	"slices"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/draw"
	"gridbox/core/scenario"
)

// Screen is the screen of the placement kind.
var Screen = screen.Screen{
	Kind:     "placement",
	Tools:    func() []screen.Tool { return tools },
	Picture:  topology,
	Prepare:  prepare,
	Question: question,
	Hint:     hint,
	Begin:    begin,
	Adds:     []string{"cluster", "dataset", "job"},
	Problem:  problem,
	Form:     form,
	Answers: []screen.AnswerTab{
		{ID: "timeline", Name: "Timeline", View: timelineTab},
		{ID: "scores", Name: "Scores", View: scores},
		{ID: "links", Name: "Traffic", View: traffic},
	},
	Series:            series,
	Chart:             chartOf,
	Say:               stepText,
	Verdict:           verdict,
	Scores:            jobScores,
	ExplainedElement:  subject,
	LectureQuestion:   lectureQuestion,
	ExplanationParams: explainParams, Wholes: true, Searches: searches,
	Table:           table,
	ExplanationHint: "Select a job to see why it runs there.",
	Versus:          screen.Versus,
	Weight:          weight, RunWeight: runWeight,
}

var tools = []screen.Tool{
	{ID: "select", Icon: "select", Name: "Select and move", Key: "v"},
	screen.Several,
	{ID: "add", Icon: "cluster", Name: "Add a cluster", Key: "a"},
	{ID: "connect", Icon: "connect", Name: "Connect two clusters", Key: "c"},
	{ID: "replica", Icon: "replica", Name: "Put the selected dataset on clusters", Key: "r"},
	{ID: "arrange", Icon: "arrange", Name: "Arrange all clusters again", Act: "arrange"},
}

// Steps describes recorded steps of placements.
var Steps = screen.Steps{Say: stepText, Verdict: verdict, Scores: jobScores}

// subject returns the selected job as the thing to explain: why it runs where it runs.
func subject(s *state.State) (state.Ref, bool) { return s.Main(), s.Main().Kind == "job" }

// table returns the parameters for all scores while their tab is shown, nil otherwise.
func table(s *state.State) map[string]string {
	if s.Layout.Answers != "scores" {
		return nil
	}
	return map[string]string{"matrix": "all"}
}

// weight returns the work of the heaviest run.
func weight(s *state.State) float64 {
	most := 0.0
	for _, a := range s.Answers {
		most = max(most, runWeight(s, a.Run))
	}
	return most
}

// maxWeighed is the weight above which runs start only on request, so that no finer estimate is
// needed.
const maxWeighed = 4

// runWeight estimates the work of one run by its scores, jobs times clusters. A quarter of a
// million scores take some 20 ms in a worker and weigh 1. If the problem's own estimate in quarters
// of a second is greater, that is returned.
func runWeight(s *state.State, r scenario.Run) float64 {
	if s.Problem == nil || s.Problem.Placement == nil {
		return 0
	}
	p := &s.Problem.Placement.Problem
	pairs := float64(len(p.Jobs)) * float64(len(p.Clusters)) / 250_000
	if pairs > maxWeighed {
		return pairs
	}
	return max(pairs, p.Work(r.Algorithm)/250)
}

// shownAnswer returns the answer that the picture shows with the problem: the focused one, if it answers a problem with
// the same clusters.
func shownAnswer(s *state.State) (*placement.Solution, *state.Answer) {
	a := s.FocusedAnswer()
	return screen.Solution[placement.Solution](s, a, sameClusters), a
}

// sameClusters reports whether two problems have the same clusters, so that an answer to one can be shown on the other.
func sameClusters(a, b *scenario.Scenario) bool {
	return a.Placement != nil && b.Placement != nil && slices.EqualFunc(a.Placement.Clusters, b.Placement.Clusters,
		func(x, y placement.Cluster) bool { return x.ID == y.ID })
}

// pictureCache caches parts of the latest picture.
var pictureCache draw.Cache

// prepare computes the slow parts of the picture of a large grid in advance and caches them.
func prepare(s *scenario.Scenario, pause func()) { pictureCache.Prepare(&s.Placement.Problem, pause) }

// topology draws the grid with the focused answer: the load of each cluster, the traffic of the links, and the
// transfers of the selected job.
func topology(s *state.State) *scene.Node {
	v := draw.TopologyView{Name: i18n.T("Topology of {}", screen.Title(s))}
	if s.Problem == nil {
		v.Problem = &placement.Problem{}
		return draw.Topology(v)
	}
	p := &s.Problem.Placement.Problem
	v.Problem, v.Positions, v.Cache = p, s.Positions, &pictureCache
	v.Width, v.Height = state.PictureWidth, state.PictureHeight
	if s.Layout.Width > 0 {
		v.Width, v.Height = s.Layout.Width, s.Layout.Height
	}
	v.Selected = screen.Marks(s)
	for _, t := range s.Select {
		if t.Kind == "dataset" {
			for _, at := range p.Datasets[max(0, find(p, t))].At {
				v.Selected = append(v.Selected, picture.Ref{Kind: picture.Replica, ID: markid.ReplicaID(t.ID, at)})
			}
		}
	}
	sol, a := shownAnswer(s)
	if whole := s.Explanation.Whole && s.Replaying(); whole {
		sol = draw.PartialSolution(sol, s.Explanation.Trace, s.Explanation.Step)
	}
	v.Colour = screen.Algorithm(s, a).Colour
	if s.Asking() {
		showQuestion(s, &v)
		return draw.Topology(v)
	}
	if sol != nil && !s.Lecture.On && (s.Explanation.Whole || !replaying(s)) { // results appear at their step
		v.Jobs = draw.JobsOn(p, sol)
		v.Busy = draw.BusyOn(p, sol)
		v.Traffic = draw.Shares(pictureCache.TrafficOn(p, sol))
	}
	if s.Explanation.Whole && s.Replaying() {
		if e := screen.Step(s); e != nil && e.Kind == "place" {
			job := e.Ref("job")
			v.Notes = []draw.Note{{Cluster: e.Ref("cluster"), Class: "chosen", Text: job}}
			v.Routes = draw.RoutesOf(p, sol, job)
		}
	} else if t := s.Main(); t.Kind == "job" || t.ID == "" && s.Replaying() {
		if replaying(s) {
			v.Notes = draw.StepNotes(s.Explanation.Trace, s.Explanation.Step)
		} else {
			v.Routes = draw.RoutesOf(p, sol, t.ID)
		}
		if as := assignment(sol, t.ID); as != nil && !replaying(s) {
			v.Notes = []draw.Note{{Cluster: as.Cluster, Class: "chosen", Text: t.ID}}
		}
	}
	if s.Lecture.On {
		showQuestion(s, &v)
	}
	return draw.Topology(v)
}

func find(p *placement.Problem, t state.Ref) int {
	for i := range p.Datasets {
		if t.Kind == "dataset" && p.Datasets[i].ID == t.ID {
			return i
		}
	}
	return -1
}

func assignment(sol *placement.Solution, job string) *placement.Assignment {
	if sol == nil {
		return nil
	}
	for i := range sol.Assignments {
		if sol.Assignments[i].Job == job {
			return &sol.Assignments[i]
		}
	}
	return nil
}

// hint describes the use of the selected tool, or the picture.
func hint(s *state.State) string {
	switch s.Layout.Tool {
	case "add":
		return "Click to place the cluster."
	case "connect":
		return "Drag from one cluster to another, or click both."
	case "replica":
		if s.Main().Kind == "dataset" {
			return i18n.T("Click clusters to put {} on them or remove it.", s.Main().ID)
		}
		return "Select a dataset first, then click clusters."
	}
	sol, a := shownAnswer(s)
	if t := s.Main(); t.Kind == "job" && sol != nil && !replaying(s) {
		if as := assignment(sol, t.ID); as != nil {
			return i18n.T("{} runs {} on {}: {} s to transfer its data, {} s to compute.",
				screen.AnswerName(s, a), t.ID, as.Cluster, ui.Num(as.TransferTime),
				ui.Num(as.RunTime))
		}
	}
	if s.Problem == nil {
		return ""
	}
	p := s.Problem.Placement
	return picture.Count(len(p.Clusters), "cluster") + ", " + picture.Count(len(p.Links), "link") + ", " +
		picture.Count(len(p.Datasets), "dataset") + ", " + picture.Count(len(p.Jobs), "job")
}
