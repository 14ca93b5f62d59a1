package draw

import "gridbox/core/draw/timeline"

// marks adds the lines and curves of the selected job: curves from its predecessors and to its
// successors, and its deadline. It also adds the bound.
func (f *farmRows) marks() {
	p := f.v.Problem
	if f.v.Bound > 0 {
		f.t.Marks = append(f.t.Marks, timeline.Mark{At: f.v.Bound, Class: "bound", Label: "bound"})
	}
	if f.t.From < 0 {
		f.t.Marks = append(f.t.Marks, timeline.Mark{At: 0, Class: "now", Label: "now"})
	}
	if f.v.Job == "" {
		return
	}
	for i := range p.Jobs {
		j := &p.Jobs[i]
		mine := j.ID == f.v.Job
		for _, a := range j.After {
			if mine || a.Job == f.v.Job {
				f.tie(a.Job, j.ID, mine)
			}
		}
		if mine && j.Deadline != nil {
			f.t.Marks = append(f.t.Marks, timeline.Mark{At: *j.Deadline, Class: "due", Label: "due"})
			f.t.To = max(f.t.To, *j.Deadline)
		}
	}
}

// tie adds a curve between the last bar of one job and the first of another.
func (f *farmRows) tie(from, to string, before bool) {
	var a, b *timeline.Bar
	for i := range f.t.Bars {
		x := &f.t.Bars[i]
		if x.Ref.ID == from && (a == nil || x.End > a.End) {
			a = x
		}
		if x.Ref.ID == to && (b == nil || x.Start < b.Start) {
			b = x
		}
	}
	if a == nil || b == nil {
		return
	}
	class := "gb-after"
	if before {
		class = "gb-before"
	}
	f.t.Curves = append(f.t.Curves, timeline.Curve{From: *a, To: *b, Class: class})
}
