package report

import (
	"math"

	"gridbox/core/i18n"
)

// notes returns the unexpected results: between the other runs, along the line,
// and under noise.
func (s *Subject) notes(leader int) (list []Note) {
	for _, p := range s.Pairs {
		if p.ARun == leader || p.BRun == leader {
			continue
		}
		for _, of := range [][2]int{{p.ARun, p.BRun}, {p.BRun, p.ARun}} {
			if wins, count, ok := s.tail(of[0], of[1]); ok {
				list = append(list, Note{i18n.English("The tail decides between {} and {}",
					s.Names[of[0]], s.Names[of[1]]),
					i18n.English("{} has the better mean, but is better in only {} of {} replications.", s.Names[of[0]],
						s.FormatCount(wins), s.FormatCount(count))})
			}
		}
	}
	if n := s.reversal(); n != nil {
		list = append(list, *n)
	}
	if n := s.behindNote(leader); n != nil {
		list = append(list, *n)
	}
	if f := s.first(s.At); f != nil && f.DecidingNumber != nil {
		list = append(list, Note{"One number changes the order", f.DecidingNumber.sentence(s.Names[f.leader()])[1:]})
	}
	return list
}

// minTrend is the least number of points for a statement about a trend.
const minTrend = 4

// reversal returns the largest step along the line against the trend of its run,
// if the intervals of its ends do not overlap.
func (s *Subject) reversal() *Note {
	if s.Numbers == nil || len(s.Cells) < minTrend {
		return nil
	}
	last := len(s.Cells) - 1
	run, at, most := -1, 0, 0.0
	for k := range s.Names {
		first, ok := mean(s.Cells[0][k])
		end, also := mean(s.Cells[last][k])
		if !ok || !also || approxEqual(first, end) {
			continue
		}
		for i := range last {
			a, b := s.Cells[i][k], s.Cells[i+1][k]
			step, ok := reversalStep(a, b, end-first)
			if ok && step/math.Abs(end-first) > most {
				run, at, most = k, i, step/math.Abs(end-first)
			}
		}
	}
	if run < 0 || most < minReversal {
		return nil
	}
	a, b := s.Cells[at][run], s.Cells[at+1][run]
	verb := " grows"
	if *b.Mean < *a.Mean {
		verb = " falls"
	}
	helps := "does not always raise"
	if last, first := *s.Cells[last][run].Mean, *s.Cells[0][run].Mean; last < first {
		helps = "does not always lower"
	}
	return &Note{i18n.English("A higher {} {} the {} of {}", s.PathName, helps, s.Metric, s.Names[run]),
		i18n.English("From {} to {} it{} from {} to {}.", s.Values[at], s.placeName(at+1), verb,
			s.FormatFigure(*a.Mean, a.Interval), s.figureWithUnit(*b.Mean, b.Interval))}
}

// minReversal is the least step against a trend that is reported, as a share of
// the whole change.
const minReversal = 0.1

// reversalStep returns the size of a step that goes against a trend, if the
// intervals of its two ends, where they exist, do not overlap.
func reversalStep(a, b *Cell, trend float64) (step float64, ok bool) {
	x, ok := mean(a)
	y, also := mean(b)
	if !ok || !also || (y-x)*trend >= 0 || approxEqual(x, y) {
		return 0, false
	}
	if i, k := a.Interval, b.Interval; i != nil && k != nil && i.Low <= k.High && k.Low <= i.High {
		return 0, false
	}
	return math.Abs(y - x), true
}

// behindNote returns a note if the first run leads nowhere and is behind another run
// at every point. The note names the point where it comes closest.
func (s *Subject) behindNote(leader int) *Note {
	if len(s.Cells) < 2 || leader == 0 || s.leads(0) > 0 {
		return nil
	}
	best, where, least := -1, 0, math.Inf(1)
	for k := range s.Names {
		if k == 0 || s.leads(k) == len(s.Cells) {
			continue
		}
		at, gap, ok := s.minGap(0, k)
		if ok && gap < least {
			best, where, least = k, at, gap
		}
	}
	if best < 0 {
		return nil
	}
	return &Note{i18n.English("{} is behind {} everywhere", s.Names[0], s.Names[best]),
		i18n.English("It comes closest at {}: {} behind.", s.placeName(where),
			s.figureWithUnit(least, s.Cells[where][0].Interval))}
}

// minGap returns the smallest difference of the means of two runs, and its point. It reports false unless the mean of
// run is known and worse than that of other at every point.
func (s *Subject) minGap(run, other int) (at int, gap float64, ok bool) {
	gap = math.Inf(1)
	for point, cells := range s.Cells {
		x, some := mean(cells[run])
		y, also := mean(cells[other])
		if !some || !also || approxEqual(x, y) || x < y == s.Less {
			return 0, 0, false
		}
		if d := math.Abs(x - y); d < gap {
			at, gap = point, d
		}
	}
	return at, gap, true
}

// figureWithUnit returns a number with its unit.
func (s *Subject) figureWithUnit(x float64, i *Interval) string {
	if s.Unit == "" {
		return s.FormatFigure(x, i)
	}
	return s.FormatFigure(x, i) + " " + s.Unit
}
