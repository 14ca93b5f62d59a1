package picture

import (
	"cmp"
	"slices"
	"strconv"

	"gridbox/core/draw/markid"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/window"
	"gridbox/core/scenario"
	"gridbox/core/sorting"
)

// BatchRows is the nodes of a batch problem with their busy time. Set Found,
// Selected, States and sizes on what comes back.
func BatchRows(p *batch.Problem) NodeRowsView {
	v := NodeRowsView{Nodes: p.Nodes, Busy: p.Taken(), Horizon: p.Horizon, Name: "Nodes over time"}
	if len(p.Nodes) > crowdedRows {
		v.Rows = byFreeTime(p)
	}
	return v
}

// crowdedRows is the number of nodes from which on the order of the rows is
// that in which a search meets them: by when they become free.
const crowdedRows = 40

func byFreeTime(p *batch.Problem) []int {
	first := make([]float64, len(p.Nodes))
	for i := range first {
		first[i] = p.Horizon
	}
	for _, f := range p.Free().All() {
		first[f.Node] = min(first[f.Node], f.Start)
	}
	order := window.ByPerformance(p.Nodes)
	sorting.Stable(order, func(a, b int) int { return cmp.Compare(first[a], first[b]) })
	return order
}

// FreeWithin keeps those rows, nil for all, that have free time between two
// times.
func FreeWithin(p *batch.Problem, rows []int, from, to float64) []int {
	free := make([]bool, len(p.Nodes))
	for _, f := range p.Free().All() {
		free[f.Node] = free[f.Node] || f.Start < to && f.End > from
	}
	if rows == nil {
		rows = window.ByPerformance(p.Nodes)
	}
	kept := []int{}
	for _, n := range rows {
		if free[n] {
			kept = append(kept, n)
		}
	}
	return kept
}

// JobOf is the job that a mark is about, empty for none.
func JobOf(mark Ref) string {
	switch mark.Kind {
	case Job:
		return mark.ID
	case markid.Alternative:
		_, _, job, _ := markid.ReadWindowID(mark.ID)
		return job
	}
	return ""
}

// A BatchFilter says which windows show; zero fields ask for all.
type BatchFilter struct {
	Cycle, Family int
	Job           string
	Chosen        bool // the chosen ones alone
	Unlabelled    bool // no flags, for a second answer beside the first
}

// mostFrames is how many windows may have frames before these cover each other,
// and mostFlagged how many chosen ones have a flag with their numbers.
const (
	mostFrames  = 24
	mostFlagged = 10
)

// BatchFound is the windows of an answer: the chosen ones with frames and
// flags, the alternatives pale behind them.
func BatchFound(s *batch.Solution, f BatchFilter, colour int) []Found {
	if s == nil {
		return nil
	}
	chosen := map[string]int{}
	for _, c := range s.Chosen {
		chosen[markid.WindowID(c.Cycle, 0, c.Job)] = c.Window
	}
	var pale, strong []Found
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
			w := found(list, k, colour, on)
			if on {
				strong = append(strong, w)
			} else {
				pale = append(pale, w)
			}
		}
	}
	for i := range pale {
		pale[i].Bare = len(pale) > mostFrames
	}
	for i := range strong {
		if f.Unlabelled || len(strong) > mostFlagged {
			strong[i].Text = ""
		}
		strong[i].Bare = len(strong) > mostFrames
	}
	return append(pale, strong...)
}

// found is one window as it stands on the rows.
func found(list *batch.Alternatives, k, colour int, chosen bool) Found {
	w := &list.Windows[k]
	time := w.End - w.Start
	v := Found{Ref: Ref{markid.Alternative, markid.WindowID(list.Cycle, k+1, list.Job)}, Colour: colour, Parts: w.Slots,
		Pale: !chosen, Label: list.Job}
	v.Say = "Window " + strconv.Itoa(k+1) + " of job " + list.Job + ": " + Count(len(w.Slots), "node") + " from " +
		Number(w.Start) +
		" for " + Number(time) + ", cost " + Number(w.Cost)
	if chosen {
		v.Say += ", chosen"
		v.Text = "job " + list.Job + ": " + Number(w.Start) + " + " + Number(time) + ", cost " + Number(w.Cost)
	}
	return v
}

// batchRowsShown is the number of rows that a figure has room for.
const batchRowsShown = 160

var batchDrawing = drawing{
	draw: func(v View) string {
		p := &v.Scenario.Batch.Problem
		rows := BatchRows(p)
		rows.RowHeight = 64 // a few nodes may fill a figure
		rows.Width, rows.Height, rows.Static, rows.Selected, rows.Name = v.Width, v.Height, v.Static, v.Selected, v.Name
		if v.Answer != nil {
			if s, ok := v.Answer.Solution.(*batch.Solution); ok {
				rows.Found = BatchFound(s, BatchFilter{Job: v.Subject}, v.Colour)
			}
		}
		rows.Rows = SomeRows(rows, batchRowsShown)
		return NodeRows(rows)
	},
	thumb: func(v View) string {
		rows := BatchRows(&v.Scenario.Batch.Problem)
		rows.Width, rows.Height, rows.Small, rows.Name = v.Width, v.Height, true, v.Name
		if v.Answer != nil {
			if s, ok := v.Answer.Solution.(*batch.Solution); ok {
				rows.Found = unlabelled(chosenOnly(BatchFound(s, BatchFilter{}, v.Colour)))
			}
		}
		rows.Rows = SomeRows(rows, 2*thumbRows)
		return NodeRows(rows)
	},
	step: batchStep,
	jobs: func(s *scenario.Scenario) (ids []string) {
		for i := range s.Batch.Jobs {
			ids = append(ids, s.Batch.Jobs[i].ID)
		}
		return ids
	},
	question: batchQuestion,
	size: func(s *scenario.Scenario) string {
		size := Count(len(s.Batch.Nodes), "node") + ", " + Count(len(s.Batch.Jobs), "job")
		if n := s.Batch.Rounds(); n > 1 {
			size += ", " + Count(n, "cycle")
		}
		return size
	},
	wide: func(s *scenario.Scenario) bool { return len(s.Batch.Nodes) > crowdedRows },
}

// chosenOnly leaves the alternatives out.
func chosenOnly(found []Found) []Found {
	return slices.DeleteFunc(found, func(f Found) bool { return f.Pale })
}

// SomeRows keeps the order of the view's rows and as many as there is room
// for, those with windows before others.
func SomeRows(v NodeRowsView, room int) []int {
	order := v.Rows
	if order == nil {
		order = window.ByPerformance(v.Nodes)
	}
	return SomeOf(v.Nodes, order, room, UsedNodes(v.Found))
}

// UsedNodes are the nodes that windows take.
func UsedNodes(windows []Found) map[string]bool {
	used := map[string]bool{}
	for _, w := range windows {
		for i := range w.Parts {
			used[w.Parts[i].Node] = true
		}
	}
	return used
}
