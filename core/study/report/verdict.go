package report

import (
	"math"
	"strings"

	"gridbox/core/i18n"
)

// A Subject is the data of a verdict: one metric of all runs at one point of a
// study's grid, or along a line of points.
type Subject struct {
	SentenceParts          // of the metric; A and B are not used
	Names         []string // of the runs
	// PathName is the varied path in words and Values its values, one for each point of the line. Both are
	// empty for a single point. Numbers are the values as numbers, nil if they are none.
	PathName, PathUnit string
	Values             []string
	Numbers            []float64
	// Cells are by point of the line and run, nil if there is none.
	Cells [][]*Cell
	// At is the selected point of the line, and Pairs are its comparisons.
	At    int
	Pairs []*Pair
	// Firsts are by point of the line; nil if they are unknown.
	Firsts   []*Robustness
	Complete bool
	Single   bool // all instances are equal
}

// A Verdict describes the result of a study in words, the most important first.
type Verdict struct {
	Warning  string // how the finding misleads, or ""
	Finding  string
	Evidence string
	Notes    []Note // unexpected results
	Method   string
	Leader   int // index of the run with the best mean at the selected point, or -1
}

// A Note is one unexpected result.
type Note struct{ Title, Text string }

// Verdict returns the verdict on a subject. Runs without a mean are left out.
func (s *Subject) Verdict() Verdict {
	leader := s.leader(s.At, mean)
	v := Verdict{Leader: leader, Method: s.method()}
	if leader < 0 {
		v.Finding = "No algorithm has a value."
		if leader == several {
			v.Finding = i18n.English("Several algorithms have the same mean {}.", s.Metric)
		}
		v.Leader = -1
		return v
	}
	v.Finding = s.finding(leader)
	if s.Single {
		return v
	}
	v.Warning = s.warning(leader)
	v.Evidence = s.evidence(leader)
	v.Notes = s.notes(leader)
	return v
}

// Summary returns the finding in a few words, for lists of studies.
func (s *Subject) Summary() string {
	leader := s.leader(s.At, mean)
	if leader < 0 {
		return ""
	}
	if n := len(s.Cells); n > 1 {
		return i18n.English("{} first at {}", s.Names[leader], s.share(s.leads(leader), n))
	}
	if f := s.first(s.At); f != nil {
		return s.Names[leader] + s.firstIn(f, leader)
	}
	return s.Names[leader] + " first"
}

// firstIn returns in how many replications a run is the best, alone if several
// can be.
func (s *Subject) firstIn(f *Robustness, run int) string {
	alone := ""
	if f.Shared > 0 {
		alone = " alone"
	}
	return i18n.English(" first{} in {} of {}", alone, s.FormatCount(f.First[run]), s.FormatCount(f.Count))
}

// share returns a count of all.
func (s *Subject) share(n, all int) string {
	if n == all {
		return "all " + s.FormatCount(all)
	}
	return s.FormatCount(n) + " of " + s.FormatCount(all)
}

// mean and median return the value of a cell by which runs are ranked.
func mean(c *Cell) (float64, bool) {
	if c == nil || c.Mean == nil {
		return 0, false
	}
	return *c.Mean, true
}

func median(c *Cell) (float64, bool) {
	if c == nil {
		return 0, false
	}
	x, ok := c.Quantiles["0.5"]
	return x, ok
}

// leader returns the run with the best value at a point: noRun without values,
// several if it is not unique.
func (s *Subject) leader(point int, of func(*Cell) (float64, bool)) int {
	best, value, tied := noRun, 0.0, false
	for run, c := range s.Cells[point] {
		x, ok := of(c)
		switch {
		case !ok:
		case best == noRun || !approxEqual(x, value) && x < value == s.Less:
			best, value, tied = run, x, false
		case approxEqual(x, value):
			tied = true
		}
	}
	if tied {
		return several
	}
	return best
}

// leads returns at how many points a run has the best mean.
func (s *Subject) leads(run int) (n int) {
	for point := range s.Cells {
		if s.leader(point, mean) == run {
			n++
		}
	}
	return n
}

// extreme returns the word for the best value.
func (s *Subject) extreme() string {
	if s.Less {
		return "least"
	}
	return "greatest"
}

// placeName returns the name of a point of the line, with its unit.
func (s *Subject) placeName(point int) string {
	if s.PathUnit != "" {
		return s.Values[point] + " " + s.PathUnit
	}
	return s.Values[point]
}

// finding returns which run has the best mean: at the point, or along the line.
func (s *Subject) finding(leader int) string {
	has := i18n.English(" has the {} mean {}", s.extreme(), s.Metric)
	if s.Single {
		has = i18n.English(" has the {} {}", s.extreme(), s.Metric)
	}
	if len(s.Cells) == 1 {
		if p, second := s.closestPair(leader); p != nil && s.Complete && !s.Single {
			switch {
			case p.Verdict == Equal:
				return i18n.English("{} and {} are equal in practice.", s.Names[leader], s.Names[second])
			case p.Holm != nil && !p.Significant:
				return i18n.English("{}{}, but {} may be as good.", s.Names[leader], has, s.Names[second])
			}
		}
		return s.Names[leader] + has + "."
	}
	if s.leads(leader) == len(s.Cells) {
		return i18n.English("{}{} at all {} values of the {}.", s.Names[leader], has, s.FormatCount(len(s.Cells)),
			s.PathName)
	}
	return s.changes(has)
}

// A reach is a range of points of the line with the same leader.
type reach struct{ run, from, to int }

// maxReaches limits the ranges with different leaders that are listed by their ends.
const maxReaches = 3

// changes returns which run has the best mean where along the line.
func (s *Subject) changes(has string) string {
	var list []reach
	for point := range s.Cells {
		run := s.leader(point, mean)
		if n := len(list); n > 0 && list[n-1].run == run {
			list[n-1].to = point
			continue
		}
		list = append(list, reach{run, point, point})
	}
	known := true
	for _, r := range list {
		known = known && r.run >= 0
	}
	if !known || len(list) > maxReaches || s.Numbers == nil {
		text := ""
		for run := range s.Names {
			if n := s.leads(run); n > 0 {
				text += ", " + s.Names[run] + " at " + s.FormatCount(n)
			}
		}
		return i18n.English("No algorithm{} everywhere: {} of {} values.", has, strings.TrimPrefix(text, ", "),
			s.FormatCount(len(s.Cells)))
	}
	text := ""
	for i, r := range list {
		where := i18n.English("from {} to {}", s.Values[r.from], s.placeName(r.to))
		switch {
		case i == 0:
			where = i18n.English("up to {}", s.placeName(r.to))
		case i == len(list)-1:
			where = i18n.English("from {} on", s.placeName(r.from))
		case r.from == r.to:
			where = "at " + s.placeName(r.to)
		}
		if i == 0 {
			text = s.Names[r.run] + has + " " + where
		} else {
			text += ", " + s.Names[r.run] + " " + where
		}
	}
	return text + "."
}

// pair returns the comparison of two runs, and whether its a is the second run.
func (s *Subject) pair(a, b int) (p *Pair, swapped bool) {
	for _, p := range s.Pairs {
		switch {
		case p.ARun == a && p.BRun == b:
			return p, false
		case p.ARun == b && p.BRun == a:
			return p, true
		}
	}
	return nil, false
}

// closestPair returns the comparison of a run with the one whose mean is nearest.
func (s *Subject) closestPair(run int) (nearest *Pair, other int) {
	least := math.Inf(1)
	for b, c := range s.Cells[s.At] {
		p, _ := s.pair(run, b)
		if _, ok := mean(c); !ok || p == nil || p.MeanDifference == nil {
			continue
		}
		if d := math.Abs(*p.MeanDifference); d < least {
			nearest, other, least = p, b, d
		}
	}
	return nearest, other
}

// warning returns the disagreement of mean and median about the best run, or that
// few replications make the difference of the means.
func (s *Subject) warning(leader int) string {
	middle := s.leader(s.At, median)
	if middle >= 0 && middle != leader {
		text := i18n.English("Mean and median disagree: {} has the {} mean {}, {} the {} median.", s.Names[leader],
			s.extreme(), s.Metric, s.Names[middle], s.extreme())
		if wins, count, ok := s.tail(leader, middle); ok {
			text += i18n.English(" A few replications make the difference of the means: {} is better in only {} of {}.",
				s.Names[leader], s.FormatCount(wins), s.FormatCount(count))
		}
		return text
	}
	for other := range s.Names {
		if wins, count, ok := s.tail(leader, other); ok {
			return i18n.English("The tail decides: {} has the {} mean {}, but is better than {} in only {} of {} "+
				"replications.", s.Names[leader], s.extreme(), s.Metric, s.Names[other], s.FormatCount(wins),
				s.FormatCount(count))
		}
	}
	n := 0
	for point := range s.Cells {
		a, b := s.leader(point, mean), s.leader(point, median)
		if a >= 0 && b >= 0 && a != b {
			n++
		}
	}
	if n > 0 {
		return i18n.English("Mean and median disagree about the best algorithm at {} of {} values.", s.FormatCount(n),
			s.FormatCount(len(s.Cells)))
	}
	return ""
}

// tail reports whether a run has the better mean of two but is worse more often,
// with the number of replications in which it is better.
func (s *Subject) tail(better, other int) (wins, count int, ok bool) {
	p, swapped := s.pair(better, other)
	if p == nil || p.MeanDifference == nil || p.Wins == nil {
		return 0, 0, false
	}
	wins, _, losses := p.counts()
	if swapped {
		wins, losses = losses, wins
	}
	ahead := *p.MeanDifference < 0 != swapped == s.Less
	return wins, p.Count, ahead && *p.MeanDifference != 0 && losses > wins
}

// first returns the robustness of the order at a point of the line: in how many replications each run is the best. It
// returns nil if that is unknown.
func (s *Subject) first(point int) *Robustness {
	if point >= len(s.Firsts) || s.Firsts[point] == nil || s.Firsts[point].Count == 0 {
		return nil
	}
	return s.Firsts[point]
}

// evidence returns how often the run with the best mean is the best.
func (s *Subject) evidence(leader int) string {
	low, high, count := math.MaxInt, 0, 0
	for point := range s.Cells {
		f := s.first(point)
		if f == nil || count > 0 && f.Count != count {
			return s.minWinsText(leader)
		}
		count, low, high = f.Count, min(low, f.First[leader]), max(high, f.First[leader])
	}
	here := s.first(s.At)
	switch {
	case len(s.Cells) > 1 && s.leads(leader) < len(s.Cells):
		return i18n.English("At {}, {} is{} replications{}.", s.placeName(s.At), s.Names[leader],
			s.firstIn(here, leader),
			s.shared(here))
	case len(s.Cells) == 1:
		return i18n.English("It is{} replications{}.", s.firstIn(here, leader), s.shared(here))
	case low == high:
		return i18n.English("It is first in {} of {} replications{}.", s.FormatCount(low), s.FormatCount(count),
			s.everywhere())
	}
	return i18n.English("It is first in {} to {} of {} replications, depending on the value.", s.FormatCount(low),
		s.FormatCount(high), s.FormatCount(count))
}

// shared returns in how many replications several runs are the best.
func (s *Subject) shared(f *Robustness) string {
	if f.Shared == 0 {
		return ""
	}
	return i18n.English("; several are first together in {}", s.FormatCount(f.Shared))
}

func (s *Subject) everywhere() string {
	if len(s.Cells) > 1 {
		return " at every value"
	}
	return ""
}

// minWinsText returns in how many replications a run is better than each other one,
// from the comparisons at the selected point.
func (s *Subject) minWinsText(leader int) string {
	low, count := math.MaxInt, 0
	for other := range s.Names {
		p, swapped := s.pair(leader, other)
		if p == nil || p.Wins == nil {
			continue
		}
		wins, _, losses := p.counts()
		if swapped {
			wins = losses
		}
		if wins < low {
			low, count = wins, p.Count
		}
	}
	if count == 0 {
		return ""
	}
	at := ""
	if len(s.Cells) > 1 {
		at = "At " + s.placeName(s.At) + ", "
	}
	return i18n.English("{}{} is better than each other algorithm in at least {} of {} replications.", at,
		s.Names[leader], s.FormatCount(low), s.FormatCount(count))
}

// method returns how certain the differences are, and how they were measured.
func (s *Subject) method() string {
	switch {
	case s.Single:
		return "This is one measurement: its instances cannot differ, so there is nothing to estimate."
	case !s.Complete:
		return "Which differences are more than chance is shown when the study is complete."
	}
	known, certain := 0, 0
	for _, p := range s.Pairs {
		if p.Holm != nil {
			known++
		}
		if p.Significant {
			certain++
		}
	}
	at := ""
	if len(s.Cells) > 1 {
		at = " at " + s.placeName(s.At)
	}
	text := ""
	switch {
	case known == 0:
	case known == 1 && certain == 1:
		text = i18n.English("The difference{} is more than chance (Holm). ", at)
	case known == 1:
		text = i18n.English("The difference{} may be chance (Holm). ", at)
	case certain == 0:
		text = i18n.English("Each of the {} differences{} may be chance (Holm). ", s.FormatCount(known), at)
	case known == certain:
		text = i18n.English("All {} differences{} are more than chance (Holm). ", s.FormatCount(known), at)
	default:
		text = i18n.English("{} of {} differences{} are more than chance (Holm). ", s.FormatCount(certain),
			s.FormatCount(known),
			at)
	}
	return i18n.English("{}All algorithms solved the same instances.", text)
}
