package solve

import (
	"context"

	"gridbox/core/kind/placement"
)

// A Matrix has the scores of many jobs on all clusters, row by row, for the heatmap. A score of
// -1 means that the cluster cannot reach the job's data.
type Matrix struct {
	Jobs     []string  `json:"jobs"`
	Clusters []string  `json:"clusters"`
	Winners  []int     `json:"winners"` // index of the chosen cluster, -1 for none
	Z        []float64 `json:"z,omitempty"`
	RS       []float64 `json:"rs"`
	CRA      []float64 `json:"cra"`
	Final    []float64 `json:"final"`
	// From is the index of the first job; Remaining is the number of jobs after the last.
	From      int `json:"from"`
	Remaining int `json:"more"`
}

// MatrixCells is the greatest number of cells of a Matrix, so that a huge problem cannot fill the
// memory of a page.
const MatrixCells = 200_000

// Scores returns the score matrix from job from on, with as many jobs as MatrixCells allows.
func Scores(ctx context.Context, p *placement.Problem, algorithm Algorithm, o Options, from int) (Matrix, error) {
	o.Log = nil
	m := Matrix{From: min(max(from, 0), len(p.Jobs))}
	s, err := newSchedule(p, algorithm, o)
	if err != nil {
		return m, err
	}
	for i := range p.Clusters {
		m.Clusters = append(m.Clusters, p.Clusters[i].ID)
	}
	end := min(len(p.Jobs), m.From+max(1, MatrixCells/max(1, len(p.Clusters))))
	order, err := s.order(ctx)
	switch {
	case err != nil:
		return m, err
	case order != nil:
		err = s.planRows(ctx, order, end, &m)
	default:
		err = s.rows(ctx, end, &m)
	}
	if err != nil {
		return m, err
	}
	m.Remaining = len(p.Jobs) - end
	return m, nil
}

// rows appends the rows of the jobs from m.From to end.
func (s *schedule) rows(ctx context.Context, end int, m *Matrix) error {
	if err := s.run(ctx, m.From); err != nil {
		return err
	}
	for j := m.From; j < end; j++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.addRow(ctx, j, m); err != nil {
			return err
		}
	}
	return nil
}

// planRows appends the rows of the jobs from m.From to end, each with the scores at its turn of a
// plan.
func (s *schedule) planRows(ctx context.Context, order []planStep, end int, m *Matrix) error {
	rows := make([]Matrix, end-m.From)
	for _, x := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		row := &Matrix{}
		if j := int(x.job); j >= m.From && j < end {
			row = &rows[j-m.From]
		}
		if err := s.addRow(ctx, int(x.job), row); err != nil {
			return err
		}
	}
	for i := range rows {
		r := &rows[i]
		m.Jobs, m.Winners = append(m.Jobs, r.Jobs...), append(m.Winners, r.Winners...)
		m.RS, m.CRA, m.Final = append(m.RS, r.RS...), append(m.CRA, r.CRA...), append(m.Final, r.Final...)
	}
	return nil
}

// addRow appends the row of job j and places the job.
func (s *schedule) addRow(ctx context.Context, j int, m *Matrix) error {
	seen, err := s.scheduler.scores(ctx, j, s.ready)
	if err != nil {
		return err
	}
	for i, rs := range seen.rs {
		cra := s.instance.run(j, int32(i))
		m.RS = append(m.RS, finiteOrMinusOne(rs))
		m.CRA = append(m.CRA, finiteOrMinusOne(cra))
		m.Final = append(m.Final, finiteOrMinusOne(seen.score(i, cra, s.ready[i])))
	}
	if seen.z >= 0 {
		m.Z = append(m.Z, seen.z)
	}
	d, err := s.scheduler.choose(ctx, j, s.ready)
	if err != nil {
		return err
	}
	s.place(j, d)
	m.Jobs = append(m.Jobs, s.instance.p.Jobs[j].ID)
	m.Winners = append(m.Winners, int(d.cluster))
	return nil
}

// finiteOrMinusOne returns x, or -1 if it is not finite.
func finiteOrMinusOne(x float64) float64 {
	if finite(x) {
		return x
	}
	return -1
}
