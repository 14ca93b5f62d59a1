package report

import (
	"strconv"
	"strings"
	"testing"
)

// subject returns the subject of a study of a metric for which less is better, from the
// values of each replication by point and run.
func subject(values [][][]float64, numbers ...float64) *Subject {
	s := &Subject{SentenceParts: testParts(true), Names: []string{"Alpha", "Beta", "Gamma"}[:len(values[0])],
		Complete: true}
	s.Metric, s.Unit = "makespan", "s"
	if len(values) > 1 {
		s.PathName, s.PathUnit, s.Numbers = "power", "MIPS", numbers
		for _, x := range numbers {
			s.Values = append(s.Values, strconv.FormatFloat(x, 'f', -1, 64))
		}
	}
	for point, runs := range values {
		var cells []*Cell
		first := &Robustness{Metric: "makespan", First: make([]int, len(runs))}
		for _, list := range runs {
			sample := NewSample(list)
			low, high := sample.Student(0.95)
			cells = append(cells, &Cell{Count: len(list), Mean: &sample.Mean,
				Quantiles: map[string]float64{"0.5": sample.Quantile(0.5)}, Interval: &Interval{low, high, Student}})
		}
		for r := range runs[0] {
			best := 0
			for k := range runs {
				if runs[k][r] < runs[best][r] {
					best = k
				}
			}
			first.First[best]++
			first.Count++
		}
		s.Cells, s.Firsts = append(s.Cells, cells), append(s.Firsts, first)
		if point == 0 {
			s.Pairs = pairsOf(runs)
		}
	}
	return s
}

// pairsOf compares the runs of a point.
func pairsOf(runs [][]float64) (list []*Pair) {
	for a := range runs {
		for b := a + 1; b < len(runs); b++ {
			p := &Pair{ARun: a, BRun: b, Count: len(runs[a]), Significant: true, Holm: pointerTo(0.001)}
			wins, ties, losses, sum := 0, 0, 0, 0.0
			for r, x := range runs[a] {
				sum += x - runs[b][r]
				switch y := runs[b][r]; {
				case x < y:
					wins++
				case x > y:
					losses++
				default:
					ties++
				}
			}
			p.Wins, p.Ties, p.Losses, p.MeanDifference = &wins, &ties, &losses, pointerTo(sum/float64(p.Count))
			list = append(list, p)
		}
	}
	return list
}

// flatValues returns n equal values with a little spread.
func flatValues(x float64, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = x + float64(i%3)/10
	}
	return list
}

func TestVerdictOfOnePoint(t *testing.T) {
	v := subject([][][]float64{{flatValues(200, 20), flatValues(100, 20)}}).Verdict()
	if v.Leader != 1 || v.Warning != "" || v.Finding != "Beta has the least mean makespan." ||
		v.Evidence != "It is first in 20 of 20 replications." || !strings.Contains(v.Method, "more than chance") {
		t.Errorf("verdict: got %+v, want Beta first in 20 of 20", v)
	}
	s := subject([][][]float64{{flatValues(200, 20), flatValues(100, 20)}})
	s.Pairs[0].Significant, s.Pairs[0].Holm = false, pointerTo(0.4)
	if v := s.Verdict(); v.Finding != "Beta has the least mean makespan, but Alpha may be as good." ||
		!strings.Contains(v.Method, "may be chance") {
		t.Errorf("not significant: got %+v, want the remark that it may be chance", v)
	}
	if s.Pairs[0].Verdict = Equal; s.Verdict().Finding != "Beta and Alpha are equal in practice." {
		t.Errorf("equal pair: got %+v, want equal in practice", s.Verdict())
	}
	s.Complete = false
	if v := s.Verdict(); !strings.Contains(v.Method, "when the study is complete") ||
		strings.Contains(v.Finding, "equal") {
		t.Errorf("running study: got %+v, want no statement on equality", v)
	}
	if got := s.Summary(); got != "Beta first in 20 of 20" {
		t.Errorf("Summary: got %q, want \"Beta first in 20 of 20\"", got)
	}
}

// Replications in which several runs are the best are counted separately.
func TestVerdictOfEqualRuns(t *testing.T) {
	s := subject([][][]float64{{{1, 1, 1, 1}, {1, 1, 1, 9}}})
	s.Firsts[0] = &Robustness{Metric: "makespan", Count: 4, First: []int{1, 0}, Shared: 3}
	if v := s.Verdict(); v.Evidence != "It is first alone in 1 of 4 replications; several are first together in 3." ||
		s.Summary() != "Alpha first alone in 1 of 4" {
		t.Errorf("equal runs: got %+v, %q; want shared and single firsts", v, s.Summary())
	}
}

// If mean and median disagree about the best run, this is reported first, with the note
// that few replications cause the difference.
func TestVerdictWarnsOfTheTail(t *testing.T) {
	steady, risky := flatValues(100, 20), flatValues(90, 20)
	risky[3], risky[7] = 900, 900 // two replications make the mean of Beta worse
	v := subject([][][]float64{{steady, risky}}).Verdict()
	want := "Mean and median disagree: Alpha has the least mean makespan, Beta the least median. " +
		"A few replications make the difference of the means: Alpha is better in only 2 of 20."
	if v.Warning != want || v.Finding != "Alpha has the least mean makespan." || v.Leader != 0 {
		t.Errorf("mean against median: got %+v, want the warning %q", v, want)
	}
	// A third run leads: the tail between the others is reported after the finding.
	v = subject([][][]float64{{steady, risky, flatValues(10, 20)}}).Verdict()
	if v.Warning != "" || len(v.Notes) != 1 || v.Notes[0].Title != "The tail decides between Alpha and Beta" {
		t.Errorf("tail behind the leader: got %+v, want a note and no warning", v)
	}
	// The same medians, but the run with the better mean is worse more often.
	a, b := []float64{9, 9, 9, 10, 1}, []float64{8, 8, 9, 10, 10}
	if v := subject([][][]float64{{a, b}}).Verdict(); !strings.HasPrefix(v.Warning,
		"The tail decides: Alpha has the least mean makespan, but is better than Beta in only 1 of 5") {
		t.Errorf("equal medians: got %+v, want the warning on the tail", v)
	}
}

func TestVerdictAlongALine(t *testing.T) {
	line := func(a, b, c []float64) *Subject {
		var values [][][]float64
		for i := range a {
			values = append(values, [][]float64{flatValues(a[i], 9), flatValues(b[i], 9), flatValues(c[i], 9)})
		}
		return subject(values, 1, 2, 3, 4, 5)
	}
	v := line([]float64{90, 80, 50, 70, 40}, []float64{20, 20, 20, 20, 20}, []float64{60, 60, 45, 60, 39}).Verdict()
	if v.Finding != "Beta has the least mean makespan at all 5 values of the power." ||
		v.Evidence != "It is first in 9 of 9 replications at every value." {
		t.Errorf("line: got %+v, want Beta first at all 5 values", v)
	}
	titles := ""
	for _, n := range v.Notes {
		titles += n.Title + ": " + n.Text + "\n"
	}
	if !strings.Contains(titles, "A higher power does not always lower the makespan of ") ||
		!strings.Contains(titles, "From 3 to 4 MIPS it grows from ") ||
		!strings.Contains(titles, "Alpha is behind Gamma everywhere: It comes closest at 5 MIPS") {
		t.Errorf("notes: got %s, want growth from 3 to 4 MIPS and Alpha behind Gamma", titles)
	}
	s := line([]float64{10, 10, 90, 90, 90}, []float64{20, 20, 20, 20, 20}, []float64{99, 99, 99, 99, 99})
	if v := s.Verdict(); v.Finding != "Alpha has the least mean makespan up to 2 MIPS, Beta from 3 MIPS on." ||
		!strings.HasPrefix(v.Evidence, "At 1 MIPS, Alpha is first in 9 of 9") {
		t.Errorf("crossing lines: got %+v, want Alpha up to 2 MIPS, then Beta", v)
	}
	if got := s.Summary(); got != "Alpha first at 2 of 5" {
		t.Errorf("Summary: got %q, want \"Alpha first at 2 of 5\"", got)
	}
	v = line([]float64{10, 30, 10, 30, 10}, []float64{20, 20, 20, 20, 20}, []float64{99, 99, 99, 99, 99}).Verdict()
	if v.Finding != "No algorithm has the least mean makespan everywhere: Alpha at 3, Beta at 2 of 5 values." {
		t.Errorf("alternating lines: got %+v, want no algorithm everywhere", v)
	}
}

func TestVerdictWithoutValues(t *testing.T) {
	s := &Subject{SentenceParts: testParts(true), Names: []string{"Alpha", "Beta"}, Cells: [][]*Cell{{nil, {}}}}
	if v := s.Verdict(); v.Leader != -1 || v.Finding != "No algorithm has a value." || s.Summary() != "" {
		t.Errorf("no values: got %+v, want no leader", v)
	}
	tie := subject([][][]float64{{flatValues(5, 3), flatValues(5, 3)}})
	if v := tie.Verdict(); v.Leader != -1 || !strings.HasPrefix(v.Finding, "Several algorithms") {
		t.Errorf("equal means: got %+v, want no leader", v)
	}
	tie.Single = true
	if v := tie.Verdict(); !strings.Contains(v.Method, "one measurement") {
		t.Errorf("one instance: got %+v, want one measurement", v)
	}
}
