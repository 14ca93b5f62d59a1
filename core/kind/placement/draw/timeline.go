package draw

import (
	"gridbox/core/draw/picture"
	"gridbox/core/draw/timeline"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
)

// Timeline returns an answer to a placement problem as rows and bars: a row for each cluster, a
// mark for each job, its transfers striped before its computation. The caller sets Colour,
// Selected, Marks and sizes.
func Timeline(p *placement.Problem, s *placement.Solution) timeline.View {
	v := timeline.View{Unit: "s", Name: "Jobs on clusters over time"}
	index := clusterIndex(p)
	counts := JobsOn(p, s)
	for i, c := range p.Clusters {
		r := timeline.Row{ID: c.ID}
		if counts != nil {
			r.Note = picture.Count(counts[i], "job")
		}
		v.Rows = append(v.Rows, r)
	}
	if s == nil {
		return v
	}
	v.Bars = make([]timeline.Bar, 0, 2*len(s.Assignments))
	for _, a := range s.Assignments {
		row, ok := index[a.Cluster]
		if !ok {
			continue
		}
		ref := picture.Ref{Kind: picture.Job, ID: a.Job}
		label := i18n.T("Job {}, {} to {} s, {} s of transfers",
			a.Job, picture.Number(a.Start), picture.Number(a.Finish),
			picture.Number(a.TransferTime))
		moved := a.Start + a.TransferTime
		if a.TransferTime > 0 {
			v.Bars = append(v.Bars, timeline.Bar{Row: row, Start: a.Start, End: moved, Ref: ref, Class: "transfer",
				Say: label})
		}
		v.Bars = append(v.Bars, timeline.Bar{Row: row, Start: moved, End: a.Finish, Ref: ref, Class: "compute",
			Say:  label,
			Text: a.Job})
	}
	return v
}
