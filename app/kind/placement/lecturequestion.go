package placement

import (
	"math"
	"strings"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/decision"
	"gridbox/core/draw/layout"
	"gridbox/core/draw/picture"
	"gridbox/core/i18n"
	grid "gridbox/core/kind/placement"
	"gridbox/core/kind/placement/draw"
	"gridbox/core/kind/placement/solve"
)

// lectureQuestion returns the question on which cluster the selected job runs, nil without an answer.
func lectureQuestion(s *state.State) *screen.LectureQuestion {
	sol, _ := shownAnswer(s)
	as := assignment(sol, s.Main().ID)
	if s.Main().Kind != "job" || as == nil {
		return nil
	}
	p, w := &s.Problem.Placement.Problem, explanation(s)
	if w != nil && w.Job != as.Job {
		w = nil
	}
	q := &screen.LectureQuestion{Does: i18n.T("places job {}. Where does it run?", as.Job),
		Facts:  requirements(p, as.Job),
		Answer: i18n.T("On {}.", as.Cluster)}
	places := screen.BestOptions(len(p.Clusters), func(i int) float64 {
		switch c := p.Clusters[i].ID; {
		case c == as.Cluster:
			return 0
		case w == nil:
			return 1
		case i < len(w.Scores) && w.Scores[i].Final != nil && w.Scores[i].Rank > 0:
			return float64(w.Scores[i].Rank)
		}
		return float64(len(p.Clusters) + 1)
	})
	scores := scoreTexts(w, places)
	for k, i := range places {
		o := screen.Option{Mark: state.Ref{Kind: "cluster", ID: p.Clusters[i].ID}, Name: p.Clusters[i].ID,
			Right: p.Clusters[i].ID == as.Cluster}
		if scores != nil {
			o.Score = scores[k]
		}
		q.Options = append(q.Options, o)
	}
	if scores != nil {
		q.Unit = "score"
	}
	if q.Reason = marginText(w); q.Reason == "" {
		q.Reason = i18n.T("Its data arrive in {} s, and it computes for {} s.",
			ui.Num(as.TransferTime), ui.Num(as.RunTime))
	}
	return q
}

// requirements describes the datasets and the work of a job.
func requirements(p *grid.Problem, id string) []ui.Node {
	const most = 3
	var job *grid.Job
	for i := range p.Jobs {
		if p.Jobs[i].ID == id {
			job = &p.Jobs[i]
		}
	}
	if job == nil {
		return nil
	}
	work := i18n.T("computes {} MI.", picture.Number(job.MI))
	if len(job.Times) > 0 || len(job.TimesOn) > 0 {
		work = "has its own computing time on each cluster."
	}
	if len(job.Datasets) == 0 {
		return []ui.Node{ui.Text(i18n.T("It needs no data and {}", work))}
	}
	size := map[string]float64{}
	for _, d := range p.Datasets {
		size[d.ID] = d.Size
	}
	nodes, rest := []ui.Node{ui.Text("It needs ")}, 0.0
	for i, d := range job.Datasets {
		switch {
		case i >= most:
			rest += size[d]
			continue
		case i > 0 && i == len(job.Datasets)-1:
			nodes = append(nodes, ui.Text(" and "))
		case i > 0:
			nodes = append(nodes, ui.Text(", "))
		}
		nodes = append(nodes, ui.El("span", ui.Class("needed"), d), ui.Text(i18n.T(" {} MB",
			picture.Number(size[d]))))
	}
	if more := len(job.Datasets) - most; more > 0 {
		nodes = append(nodes, ui.Text(i18n.T(" and {} more with {} MB", ui.Integer(more), picture.Number(rest))))
	}
	return append(nodes, ui.Text(i18n.T(", and {}", work)))
}

// scoreTexts formats the scores of clusters with enough digits to distinguish them. It returns nil
// if no cluster has a score.
func scoreTexts(w *solve.Explanation, places []int) []string {
	if w == nil || w.Drawn {
		return nil
	}
	var values []float64
	for _, i := range places {
		if i < len(w.Scores) && w.Scores[i].Final != nil {
			values = append(values, *w.Scores[i].Final)
		}
	}
	if len(values) == 0 {
		return nil
	}
	texts, all := make([]string, len(places)), ui.Distinct(values...)
	for k, i := range places {
		texts[k] = "–"
		if i < len(w.Scores) && w.Scores[i].Final != nil {
			texts[k], all = all[0], all[1:]
		}
	}
	return texts
}

// marginText explains the margin between the winner and the runner-up, term by term.
func marginText(w *solve.Explanation) string {
	if w == nil || w.Winner == "" {
		return ""
	}
	if w.Drawn {
		return i18n.T("{} was drawn at random.", w.Winner)
	}
	if w.Reason != "" {
		return w.Winner + " " + w.Reason
	}
	var first, next *solve.Score
	for i := range w.Scores {
		switch w.Scores[i].Cluster {
		case w.Winner:
			first = &w.Scores[i]
		case w.RunnerUp:
			next = &w.Scores[i]
		}
	}
	if first == nil || next == nil || w.Margin == nil || first.RS == nil || next.RS == nil {
		return i18n.T("{} is the only cluster that reaches the data.", w.Winner)
	}
	lead := i18n.T("{} is ahead by {}. ", w.Winner, ui.Num(*w.Margin))
	switch {
	case *w.Margin == 0:
		lead = "A tie: the first in the list is taken. "
	case first.Final != nil && *w.Margin < decision.TieShare*math.Abs(*first.Final):
		lead = "Practically a tie. "
	}
	var more, less []string
	compare := func(by float64, what, later, earlier string) {
		switch {
		case math.Abs(by) < 0.005:
		case by > 0:
			more = append(more, what+" "+ui.Num(by)+"\u00a0s "+later)
		default:
			less = append(less, what+" "+ui.Num(-by)+"\u00a0s "+earlier)
		}
	}
	compare(*first.RS-*next.RS, "the data take", "longer", "less")
	compare(first.CRA-next.CRA, "the job computes", "longer", "less")
	if w.QueueAware {
		compare(first.Ready-next.Ready, "it waits", "longer", "less")
	}
	than, and := i18n.T(" than on {}", w.RunnerUp), " and "
	switch {
	case len(more) == 0 && len(less) == 0:
		return lead
	case len(more) == 0:
		return i18n.T("{}On {} {}{}.", lead, w.Winner, strings.Join(less, and), than)
	case len(less) == 0:
		return i18n.T("{}On {} {}{}.", lead, w.Winner, strings.Join(more, and), than)
	}
	return i18n.T("{}On {} {}{}, but {}.", lead, w.Winner, strings.Join(more, and), than, strings.Join(less, and))
}

// showQuestion adds a presented question to the picture: the numbers of the answers and the datasets that
// the job reads. Once the answer is shown, it adds the transfer times.
func showQuestion(s *state.State, v *draw.TopologyView) {
	q := lectureQuestion(s)
	if q == nil {
		return
	}
	v.Numbers, v.JobDatasets, v.Positions = q.Numbers(), map[string]bool{}, layout.Fill(v.Positions, 0, 1, 0, 1)
	for i := range v.Notes {
		if v.Notes[i].Class == "chosen" {
			v.Notes[i].Text = "" // the question names the job already
		}
	}
	for _, j := range s.Problem.Placement.Jobs {
		if j.ID == s.Main().ID {
			for _, d := range j.Datasets {
				v.JobDatasets[d] = true
			}
		}
	}
	w := explanation(s)
	for i := range v.Routes {
		for k := 0; w != nil && w.Cluster == w.Winner && k < len(w.Sources); k++ {
			if w.Sources[k].Dataset == v.Routes[i].Dataset {
				v.Routes[i].Note = ui.Num(w.Sources[k].Time) + " s"
			}
		}
	}
}
