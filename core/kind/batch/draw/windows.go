// Package draw draws the windows of a batch of jobs, and the plane of their
// combinations by time and cost.
package draw

import (
	"cmp"
	"gridbox/core/i18n"
	"gridbox/core/kind"
	"slices"
	"strconv"

	"gridbox/core/draw/compare"
	"gridbox/core/draw/markid"
	"gridbox/core/draw/mini"
	"gridbox/core/draw/noderows"
	"gridbox/core/draw/picture"
	"gridbox/core/draw/scene"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// Rows returns the view of the nodes of a batch problem with their busy time.
// The caller sets Found, Selected, States and sizes.
func Rows(p *batch.Problem) noderows.View {
	v := noderows.View{Nodes: p.Nodes, Busy: p.BusyTime(), Horizon: p.Horizon, Name: "Nodes over time"}
	if len(p.Nodes) > crowdedRows {
		v.Rows = nodesByFreeTime(p)
	}
	return v
}

// crowdedRows is the number of nodes above which rows are sorted by the time
// they become free, the order of a search.
const crowdedRows = 40

// nodesByFreeTime returns the indexes of the nodes by the start of their first free time. Nodes without
// free time come at the horizon. Ties are ordered by descending performance, then by the order of
// the document.
func nodesByFreeTime(p *batch.Problem) []int {
	first := make([]float64, len(p.Nodes))
	for i := range first {
		first[i] = p.Horizon
	}
	for _, f := range p.Free().All() {
		first[f.Node] = min(first[f.Node], f.Start)
	}
	order := window.RankByPerformance(p.Nodes)
	sorting.Stable(order, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	return order
}

// FreeWithin returns the given rows with free time between two times; nil
// stands for all rows.
func FreeWithin(p *batch.Problem, rows []int, from, to float64) []int {
	free := make([]bool, len(p.Nodes))
	for _, f := range p.Free().All() {
		free[f.Node] = free[f.Node] || f.Start < to && f.End > from
	}
	if rows == nil {
		rows = window.RankByPerformance(p.Nodes)
	}
	kept := []int{}
	for _, n := range rows {
		if free[n] {
			kept = append(kept, n)
		}
	}
	return kept
}

// JobOf returns the job of a mark, or "".
func JobOf(mark picture.Ref) string {
	switch mark.Kind {
	case picture.Job:
		return mark.ID
	case markid.Alternative:
		_, _, job, _ := markid.ReadWindowID(mark.ID)
		return job
	}
	return ""
}

// A Filter selects windows; zero fields select all.
type Filter struct {
	Cycle, Family int
	Job           string
	Chosen        bool // only chosen windows
	Unlabelled    bool // without flags, for the second of two answers
}

// maxFrames is the maximum number of windows with frames, so that these do not
// cover each other, and maxFlagged that of chosen windows with a flag.
const (
	maxFrames  = 24
	maxFlagged = 10
)

// AnswerWindows returns the windows of an answer: the chosen ones with frames and
// flags, the alternatives pale behind them.
func AnswerWindows(s *batch.Solution, f Filter, colour int) []noderows.WindowMark {
	if s == nil {
		return nil
	}
	chosen := map[string]int{}
	for _, c := range s.Chosen {
		chosen[markid.WindowID(c.Cycle, 0, c.Job)] = c.Window
	}
	var pale, strong []noderows.WindowMark
	for i := range s.Alternatives {
		list := &s.Alternatives[i]
		if f.Cycle > 0 && max(1, list.Cycle) != f.Cycle || f.Job != "" && list.Job != f.Job {
			continue
		}
		took, served := chosen[markid.WindowID(list.Cycle, 0, list.Job)]
		for k := range list.Windows {
			on := served && took == k
			if f.Family > 0 && k+1 != f.Family || f.Chosen && !on {
				continue
			}
			w := windowMark(list, k, colour, on)
			if on {
				strong = append(strong, w)
			} else {
				pale = append(pale, w)
			}
		}
	}
	for i := range pale {
		pale[i].Bare = len(pale) > maxFrames
	}
	for i := range strong {
		if f.Unlabelled || len(strong) > maxFlagged {
			strong[i].Text = ""
		}
		strong[i].Bare = len(strong) > maxFrames
	}
	return append(pale, strong...)
}

// windowMark returns one window for the rows.
func windowMark(list *batch.Alternatives, k, colour int, chosen bool) noderows.WindowMark {
	w := &list.Windows[k]
	time := w.End - w.Start
	v := noderows.WindowMark{Ref: picture.Ref{Kind: markid.Alternative, ID: markid.WindowID(list.Cycle, k+1, list.Job)},
		Colour: colour, Parts: w.Slots,
		Pale: !chosen, Label: list.Job}
	v.Say = i18n.T("Window {} of job {}: {} from {} for {}, cost {}",
		strconv.Itoa(k+1), list.Job, picture.Count(len(w.Slots), "node"),
		picture.Number(w.Start), picture.Number(time), picture.Number(w.Cost))
	if chosen {
		v.Say += i18n.T(", chosen")
		v.Text = i18n.T("job {}: {} + {}, cost {}",
			list.Job, picture.Number(w.Start), picture.Number(time), picture.Number(w.Cost))
	}
	return v
}

// batchRowsShown is the maximum number of rows of a figure.
const batchRowsShown = 160

// Drawer draws scenarios of this kind and answers to them.
type Drawer struct{}

// Draw draws a scenario and an answer.
func (Drawer) Draw(v picture.View) *scene.Node {
	p := &v.Scenario.Batch.Problem
	rows := Rows(p)
	rows.RowHeight = 64 // a figure has room for a few tall rows
	rows.Width, rows.Height, rows.Static, rows.Selected, rows.Name = v.Width, v.Height, v.Static, v.Selected, v.Name
	if v.Answer != nil {
		if s, ok := v.Answer.Solution.(*batch.Solution); ok {
			rows.Windows = AnswerWindows(s, Filter{Job: v.Subject}, v.Colour)
		}
	}
	rows.Rows = noderows.SelectViewRows(rows, batchRowsShown)
	return noderows.Draw(rows)
}

// Thumb draws a scenario and an answer as a thumbnail.
func (Drawer) Thumb(v picture.View) *scene.Node {
	rows := Rows(&v.Scenario.Batch.Problem)
	rows.Width, rows.Height, rows.Small, rows.Name = v.Width, v.Height, true, v.Name
	if v.Answer != nil {
		if s, ok := v.Answer.Solution.(*batch.Solution); ok {
			rows.Windows = noderows.RemoveLabels(dropAlternatives(AnswerWindows(s, Filter{}, v.Colour)))
		}
	}
	rows.Rows = noderows.SelectViewRows(rows, 2*noderows.ThumbRows)
	return noderows.Draw(rows)
}

// Size returns the size of a problem in words.
func (Drawer) Size(s *scenario.Scenario) string {
	size := picture.Count(len(s.Batch.Nodes), "node") + ", " + picture.Count(len(s.Batch.Jobs), "job")
	if n := s.Batch.Rounds(); n > 1 {
		size += ", " + picture.Count(n, "cycle")
	}
	return size
}

// IsWide reports whether a picture needs the whole width of a page.
func (Drawer) IsWide(s *scenario.Scenario) bool {
	return len(s.Batch.Nodes) > crowdedRows
}

// dropAlternatives removes the alternatives.
func dropAlternatives(found []noderows.WindowMark) []noderows.WindowMark {
	return slices.DeleteFunc(found, func(f noderows.WindowMark) bool { return f.Pale })
}

// Mini draws the nodes as rows with the slots of the chosen windows.
func (Drawer) Mini(m *mini.Builder, s *scenario.Scenario, solution any, _ []picture.Point) {
	taken, _ := solution.(*batch.Solution)
	noderows.Mini(m, &s.Batch.Environment, chosenSlots(taken))
}

// chosenSlots returns the slots of the chosen windows.
func chosenSlots(s *batch.Solution) (taken []window.Allocation) {
	if s == nil {
		return nil
	}
	for _, c := range s.Chosen {
		for _, a := range s.Alternatives {
			if a.Job == c.Job && a.Cycle == c.Cycle && c.Window < len(a.Windows) {
				taken = append(taken, a.Windows[c.Window].Slots...)
			}
		}
	}
	return taken
}

// DrawSide draws one side of a comparison.
func (Drawer) DrawSide(v *compare.View, side int) compare.SidePicture {
	p := &v.Sides[side].Scenario.Batch.Problem
	rows := Rows(p)
	used := map[string]bool{}
	for i := range v.Sides {
		rows.Horizon = max(rows.Horizon, v.Sides[i].Scenario.Batch.Horizon) // a common axis
		if s, ok := v.Sides[i].Answer.Solution.(*batch.Solution); ok {
			found := AnswerWindows(s, Filter{Chosen: true, Unlabelled: true}, v.Colours[i])
			for id := range noderows.UsedNodes(found) {
				used[id] = true
			}
			if i != side {
				continue
			}
			for _, f := range found {
				if f.Ref = (picture.Ref{Kind: picture.Job, ID: JobOf(f.Ref)}); v.HasDecided(side, f.Ref.ID) {
					f.Strength = string(v.Report.ClassOf(kind.Ref(f.Ref)))
					rows.Windows = append(rows.Windows, f)
				}
			}
		}
	}
	return noderows.DrawSide(v, side, rows, used)
}
