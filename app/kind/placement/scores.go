package placement

import (
	"math"
	"strconv"

	"gridbox/app/screen"
	"gridbox/app/state"
	"gridbox/app/ui"
	"gridbox/core/i18n"
	"gridbox/core/kind/placement/draw"
	"gridbox/core/kind/placement/solve"
)

// scores shows the final score of every job on every cluster as shades: a row a job, a column a cluster, the chosen
// cluster framed if there is room.
func scores(s *state.State) ui.Node {
	m := &s.Matrix
	a := s.FocusedAnswer()
	switch {
	case a != nil && a.Answer != nil && !s.IsFresh(*a):
		return screen.Empty("The scores appear with the answer to the current problem.")
	case m.Text != "":
		return screen.Empty(m.Text)
	case len(m.Detail) == 0 && weight(s) > maxScores:
		return screen.Empty("This problem has too many jobs and clusters to show all scores; " +
			"select a job to see its own.")
	case len(m.Detail) == 0:
		return ui.El("p", ui.Class("empty"), ui.A("role", "status"), "Adding up the scores.")
	}
	var matrix solve.Matrix
	if !screen.Read(m.Detail, &matrix) || len(matrix.Jobs) == 0 {
		return screen.Empty("There are no scores to show.")
	}
	v := draw.HeatView{Rows: matrix.Jobs, Cols: matrix.Clusters, Best: matrix.Winners, ByRow: true,
		Corner: "job", Colour: screen.Algorithm(s, a).Colour, Width: 400,
		Caption: "Final score of each job on each cluster; the least is chosen"}
	n := len(matrix.Clusters)
	v.Values = make([][]float64, len(matrix.Jobs))
	for i := range v.Values {
		v.Values[i] = make([]float64, n)
		for k := range v.Values[i] {
			v.Values[i][k] = matrix.Final[i*n+k]
			if v.Values[i][k] < 0 { // the data cannot be reached from this cluster
				v.Values[i][k] = math.Inf(1)
			}
		}
	}
	parts := []ui.Node{ui.El("div", ui.Class("plot heat-all"), ui.A("tabindex", "0"), ui.A("role", "region"),
		ui.A("aria-label", "Scores of jobs on clusters"), ui.Picture(draw.Heat(v)))}
	if matrix.Remaining > 0 {
		parts = append(parts, ui.El("p", ui.Class("note"),
			i18n.T("The first {} jobs; {} more follow.", ui.Integer(len(matrix.Jobs)), strconv.Itoa(matrix.Remaining))))
	}
	if len(matrix.Jobs)*n > 900 {
		parts = append(parts, ui.El("p", ui.Class("note"),
			"Rows are jobs in their order, columns are clusters; the darker, the better for the job of that row."))
	}
	return ui.El("div", parts)
}

// maxScores is the greatest weight at which scores are computed without a request, as for
// explanations.
const maxScores = 4
