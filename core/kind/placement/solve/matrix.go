package solve

import (
	"context"

	"gridbox/core/kind/placement"
)

// A Matrix is the scores of many jobs on all clusters, row by row, for the
// heatmap. A score of -1 means that the cluster cannot reach the job's data.
type Matrix struct {
	Jobs     []string  `json:"jobs"`
	Clusters []string  `json:"clusters"`
	Winners  []int     `json:"winners"` // cluster by number, -1 for none
	Z        []float64 `json:"z,omitempty"`
	RS       []float64 `json:"rs"`
	CRA      []float64 `json:"cra"`
	Final    []float64 `json:"final"`
	// From is the number of the first job; More is how many jobs follow the
	// last one.
	From int `json:"from"`
	More int `json:"more"`
}

// MatrixCells bounds a Matrix, so that a huge problem cannot fill the memory
// of a page.
const MatrixCells = 200_000

// Scores gives the score matrix of as many jobs as MatrixCells allows,
// starting with job from.
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
	if err := s.run(ctx, m.From); err != nil {
		return m, err
	}
	end := min(len(p.Jobs), m.From+max(1, MatrixCells/max(1, len(p.Clusters))))
	for j := m.From; j < end; j++ {
		if err := ctx.Err(); err != nil {
			return m, err
		}
		if err := s.addRow(ctx, j, &m); err != nil {
			return m, err
		}
	}
	m.More = len(p.Jobs) - end
	return m, nil
}

func (s *schedule) addRow(ctx context.Context, j int, m *Matrix) error {
	seen, err := s.scheduler.scores(ctx, j, s.ready)
	if err != nil {
		return err
	}
	for i, rs := range seen.rs {
		cra := s.in.run(j, int32(i))
		m.RS = append(m.RS, orMinusOne(rs))
		m.CRA = append(m.CRA, orMinusOne(cra))
		m.Final = append(m.Final, orMinusOne(seen.score(i, cra, s.ready[i])))
	}
	if seen.z >= 0 {
		m.Z = append(m.Z, seen.z)
	}
	d, err := s.scheduler.choose(ctx, j, s.ready)
	if err != nil {
		return err
	}
	s.book(j, d)
	m.Jobs = append(m.Jobs, s.in.p.Jobs[j].ID)
	m.Winners = append(m.Winners, int(d.cluster))
	return nil
}

func orMinusOne(x float64) float64 {
	if finite(x) {
		return x
	}
	return -1
}
