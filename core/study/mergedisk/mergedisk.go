// Package mergedisk merges a study whose values do not fit into memory. Parts
// come in any order and number, and their values are written to a space by
// column. Statistics read one column at a time, so memory is bounded by the
// values of one metric at one point, and by a bit for each unit of work,
// whatever the number of parts.
//
// Nothing is approximated. Quantiles and intervals are computed from all
// values, with the same bytes as core/study/report computes from a part.
package mergedisk

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"gridbox/core/study"
)

// A Space stores values. Bytes that were not written read as zeros.
type Space interface {
	io.ReaderAt
	io.WriterAt
}

// Memory is a space in memory.
type Memory []byte

// ReadAt copies from the memory.
func (m Memory) ReadAt(into []byte, at int64) (int, error) { return copy(into, m[at:]), nil }

// WriteAt copies to the memory.
func (m Memory) WriteAt(from []byte, at int64) (int, error) { return copy(m[at:], from), nil }

// Nowhere is a space for callers that only need to know which units exist. It
// drops everything, and so cannot detect parts that disagree.
type Nowhere struct{}

// ReadAt fails.
func (Nowhere) ReadAt([]byte, int64) (int, error) { return 0, errors.New("merge: nothing was kept") }

// WriteAt discards the data.
func (Nowhere) WriteAt(from []byte, _ int64) (int, error) { return len(from), nil }

// maxFailures is the maximum number of failures that are kept for a point, as
// many as are shown.
const maxFailures = 5

// A Sheaf is the merged study. It implements study.Values.
type Sheaf struct {
	plan     *study.Plan
	engine   string
	space    Space
	have     []uint64 // a bit for each unit
	units    int      // number of set bits
	failures [][]study.Failure
	timing   int // index of the timing metric, -1 if there is none
	err      error
	buffer   []byte
}

// New returns a sheaf without parts. The space has Size bytes.
func New(plan *study.Plan, engine string, space Space) *Sheaf {
	return &Sheaf{plan: plan, engine: engine, space: space, have: make([]uint64, (plan.Units()+63)/64),
		failures: make([][]study.Failure, len(plan.Points)), timing: slices.Index(plan.Metrics, study.Elapsed)}
}

// Size returns the bytes for the values of a plan: eight for each, one for each
// outcome, four for each count of limited noise. On most file systems unwritten
// parts of a file take no room.
func Size(plan *study.Plan) int64 {
	s := &Sheaf{plan: plan}
	return s.heldOffset(len(plan.Points), 0)
}

// valuesOffset returns the offset of the values of a point, run and metric. After the
// values come the outcomes by point and run, then limited noise by point and entry.
func (s *Sheaf) valuesOffset(point, run, metric int) int64 {
	return 8 * int64(s.plan.Replications()) * int64((point*s.plan.Runs()+run)*len(s.plan.Metrics)+metric)
}

func (s *Sheaf) outcomesOffset(point, run int) int64 {
	return s.valuesOffset(len(s.plan.Points), 0, 0) + int64(s.plan.Replications())*int64(point*s.plan.Runs()+run)
}

func (s *Sheaf) heldOffset(point, entry int) int64 {
	return s.outcomesOffset(len(s.plan.Points), 0) + 4*int64(s.plan.Replications())*int64(point*len(s.plan.Noise)+entry)
}

// Has reports whether a unit was added.
func (s *Sheaf) Has(unit int) bool { return s.have[unit/64]>>(unit%64)&1 != 0 }

// Units returns the number of units added.
func (s *Sheaf) Units() int { return s.units }

// Err returns the first error of the space. No value is reliable after it.
func (s *Sheaf) Err() error { return s.err }

// Add adds the values of a part of the plan. Units that were added before must
// agree, except for timings, where the least is kept.
func (s *Sheaf) Add(p *study.Part) error {
	for point := range s.plan.Points {
		if err := s.add(p, point); err != nil {
			return err
		}
	}
	return nil
}

// add adds the replications of one point: ranges of new ones together, known
// ones are compared.
func (s *Sheaf) add(p *study.Part, point int) error {
	rows := p.Rows(point)
	for from := 0; from < rows.Len(); {
		n, known := 1, s.Has(s.unit(point, rows.Replication(from)))
		for from+n < rows.Len() && rows.Replication(from+n) == rows.Replication(from)+n &&
			s.Has(s.unit(point, rows.Replication(from+n))) == known {
			n++
		}
		if _, nowhere := s.space.(Nowhere); known && !nowhere {
			if why := s.compare(rows, point, from, n); why != nil {
				return why
			}
		} else if !known {
			s.writeRows(rows, point, from, n)
		}
		if s.err != nil {
			return s.err
		}
		from += n
	}
	for _, f := range p.Failures(point, maxFailures) {
		s.fail(point, f)
	}
	return nil
}

func (s *Sheaf) unit(point, replication int) int { return replication*len(s.plan.Points) + point }

// fail keeps a failure if it is among the first maxFailures of its point, ordered
// by replication, then by run. A failure of a known replication and run is ignored.
func (s *Sheaf) fail(point int, f study.Failure) {
	at, known := slices.BinarySearchFunc(s.failures[point], f, func(a, b study.Failure) int {
		if a.Replication != b.Replication {
			return a.Replication - b.Replication
		}
		return a.Run - b.Run
	})
	if known {
		return
	}
	list := slices.Insert(s.failures[point], at, f)
	s.failures[point] = list[:min(len(list), maxFailures)]
}

// writeRows writes n new replications.
func (s *Sheaf) writeRows(rows study.Rows, point, from, n int) {
	first := int64(rows.Replication(from))
	for run := range s.plan.Runs() {
		for m := range s.plan.Metrics {
			text := s.scratch(8 * n)
			for i := range n {
				binary.LittleEndian.PutUint64(text[8*i:], math.Float64bits(rows.Value(from+i, run, m)))
			}
			s.write(text, s.valuesOffset(point, run, m)+8*first)
		}
		text := s.scratch(n)
		for i := range n {
			text[i] = byte(rows.Outcome(from+i, run))
		}
		s.write(text, s.outcomesOffset(point, run)+first)
	}
	for entry := range s.plan.Noise {
		text := s.scratch(4 * n)
		for i := range n {
			binary.LittleEndian.PutUint32(text[4*i:], uint32(rows.LimitedCount(from+i, entry)))
		}
		s.write(text, s.heldOffset(point, entry)+4*first)
	}
	for i := range n {
		u := s.unit(point, int(first)+i)
		s.have[u/64] |= 1 << (u % 64)
	}
	s.units += n
}

// compare compares n replications with the stored ones, and keeps the lower
// timings. It returns a *Disagreement at the first different replication.
func (s *Sheaf) compare(rows study.Rows, point, from, n int) error {
	first := int64(rows.Replication(from))
	differs := func(i int) error {
		return &Disagreement{point, int(first) + i}
	}
	for run := range s.plan.Runs() {
		text := s.read(s.scratch(n), s.outcomesOffset(point, run)+first)
		for i := range n {
			if text[i] != byte(rows.Outcome(from+i, run)) {
				return differs(i)
			}
		}
		for m := range s.plan.Metrics {
			text := s.read(s.scratch(8*n), s.valuesOffset(point, run, m)+8*first)
			for i := range n {
				is := math.Float64frombits(binary.LittleEndian.Uint64(text[8*i:]))
				x := rows.Value(from+i, run, m)
				switch {
				case m == s.timing:
					binary.LittleEndian.PutUint64(text[8*i:], math.Float64bits(math.Min(is, x)))
				case is != x && !(is != is && x != x):
					return differs(i)
				}
			}
			if m == s.timing {
				s.write(text, s.valuesOffset(point, run, m)+8*first)
			}
		}
	}
	for entry := range s.plan.Noise {
		text := s.read(s.scratch(4*n), s.heldOffset(point, entry)+4*first)
		for i := range n {
			if binary.LittleEndian.Uint32(text[4*i:]) != uint32(rows.LimitedCount(from+i, entry)) {
				return differs(i)
			}
		}
	}
	return nil
}

// A Disagreement is the error of a part that disagrees with another about a
// replication.
type Disagreement struct{ Point, Replication int }

func (d *Disagreement) Error() string {
	return "disagrees with the other parts about replication " + strconv.Itoa(d.Replication) + " at point " +
		strconv.Itoa(d.Point) + "; one of them was changed, or computed by another program"
}

// scratch returns a buffer of n bytes, valid until the next call.
func (s *Sheaf) scratch(n int) []byte {
	if cap(s.buffer) < n {
		s.buffer = make([]byte, n)
	}
	return s.buffer[:n]
}

func (s *Sheaf) write(text []byte, at int64) {
	if _, err := s.space.WriteAt(text, at); err != nil && s.err == nil {
		s.err = err
	}
}

func (s *Sheaf) read(into []byte, at int64) []byte {
	if n, err := s.space.ReadAt(into, at); err != nil && s.err == nil && !(errors.Is(err, io.EOF) &&
		n == len(into)) {
		s.err = err
	}
	return into
}

// Origin returns the version that computed the parts, and the digest of their
// document.
func (s *Sheaf) Origin() (engine, digest string) { return s.engine, s.plan.Digest }

// Prefix returns the number n such that every point has the replications 0 to
// n-1.
func (s *Sheaf) Prefix() int {
	for i, word := range s.have {
		if word != math.MaxUint64 {
			return min(64*i+bits.TrailingZeros64(^word), s.plan.Units()) / len(s.plan.Points)
		}
	}
	return s.plan.Replications()
}

// IsComplete reports whether every unit was added.
func (s *Sheaf) IsComplete() bool { return s.units == s.plan.Units() }

// Missing returns the units that were not added, as ascending ranges.
func (s *Sheaf) Missing() (list []study.Stretch) {
	for u := 0; u < s.plan.Units(); u++ {
		switch k := len(list); {
		case u%64 == 0 && s.have[u/64] == math.MaxUint64:
			u += 63
		case s.Has(u):
		case k > 0 && list[k-1].Last == u-1:
			list[k-1].Last = u
		default:
			list = append(list, study.Stretch{First: u, Last: u})
		}
	}
	return list
}

// LimitedCount returns the number of limited results of a noise entry, in replications
// below a limit.
func (s *Sheaf) LimitedCount(entry, limit int) (n int) {
	for point := range s.plan.Points {
		text := s.read(s.scratch(4*limit), s.heldOffset(point, entry))
		for i := range limit {
			n += int(binary.LittleEndian.Uint32(text[4*i:]))
		}
	}
	return n
}

// Failures returns the reasons of the first failed runs of a point.
func (s *Sheaf) Failures(point, most int) []study.Failure {
	return s.failures[point][:min(most, len(s.failures[point]))]
}

// Column returns the stored values of a metric of a run at a point, of the
// replications from 0 to limit-1.
func (s *Sheaf) Column(point, run, metric, limit int) study.Column {
	outcomes := s.read(make([]byte, limit), s.outcomesOffset(point, run))
	c := study.Column{Values: make([]float64, 0, limit), Replications: make([]int32, 0, limit)}
	const block = 1 << 13
	for from := 0; from < limit; from += block {
		n := min(block, limit-from)
		text := s.read(s.scratch(8*n), s.valuesOffset(point, run, metric)+8*int64(from))
		for i := range n {
			if s.Has(s.unit(point, from+i)) {
				c.Add(int32(from+i), study.Outcome(outcomes[from+i]),
					math.Float64frombits(binary.LittleEndian.Uint64(text[8*i:])))
			}
		}
	}
	return c
}
