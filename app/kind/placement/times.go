package placement

import (
	"math"
	"slices"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/placement/draw"
)

// timeFields is the greatest number of times of a job that have fields in a form.
const timeFields = 60

// times returns the table of the times that a job states, an empty node if it states work instead.
func times(s *state.State, p *placement.Problem, i int) ui.Node {
	j := &p.Jobs[i]
	if !j.HasTimes() {
		return ui.Node{}
	}
	var rows []ui.Node
	for k := range p.Clusters {
		id, field := p.Clusters[k].ID, doc.At("times", k)
		if len(j.Times) == 0 {
			field = doc.JoinPath("times", doc.Name(id))
		}
		cell := screen.Cell("cannot run")
		if t := p.RunTime(i, k); !math.IsInf(t, 1) {
			cell = num(s, "jobs", i, field, i18n.T("Time of {} on {} in s", j.ID, id), ui.Exact(t))
		}
		rows = append(rows, ui.El("tr", ui.RowHead(screen.Pick("cluster", id, id)), cell))
		if len(rows) == timeFields {
			break
		}
	}
	parts := []ui.Node{ui.El("h3", i18n.T("Times of {}", j.ID)), screen.Table(i18n.T("Times of {}", j.ID),
		[]string{"cluster", "time, s"}, rows)}
	if more := len(p.Clusters) - len(rows); more > 0 {
		parts = append(parts, ui.El("p", ui.Class("note"), i18n.T("and {} more; change them in the text",
			ui.Integer(more))))
	}
	return ui.El("div", parts)
}

// matrixJobs is the greatest number of jobs in the picture of the times.
const matrixJobs = 2000

// matrix returns the picture of the times that jobs state (the ETC matrix), an empty node if none does. The least
// time of each job is framed if there is room.
func matrix(p *placement.Problem) ui.Node {
	if !p.HasTimes() || len(p.Clusters) == 0 {
		return ui.Node{}
	}
	v := draw.HeatView{Corner: "job", Unit: "s", ByRow: true, Width: 400,
		Caption: "Time of each job on each cluster; the darker, the shorter for the job"}
	for i := range p.Clusters {
		v.Cols = append(v.Cols, p.Clusters[i].ID)
	}
	for j := range p.Jobs {
		if !p.Jobs[j].HasTimes() || len(v.Rows) == matrixJobs {
			continue
		}
		row := make([]float64, len(p.Clusters))
		for i := range row {
			row[i] = p.RunTime(j, i)
		}
		v.Rows, v.Values = append(v.Rows, p.Jobs[j].ID), append(v.Values, row)
		v.Best = append(v.Best, slices.Index(row, slices.Min(row)))
	}
	return screen.Section("Times", ui.El("div", ui.Class("plot heat-all"), ui.A("tabindex", "0"),
		ui.A("role", "region"), ui.A("aria-label", "Times of jobs on clusters"), ui.Picture(draw.Heat(v))))
}
