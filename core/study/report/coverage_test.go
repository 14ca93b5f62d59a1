package report

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"gridbox/core/rng"
)

// A law is a distribution with a known mean, similar to values of studies.
type law struct {
	name  string
	mean  float64
	value func(s *rng.Stream) float64
	// minCoverage is the least share of intervals that must contain the mean.
	minCoverage float64
}

func exponential(s *rng.Stream) float64 { return -rng.Ln(1 - s.Float64()) }

func lognormal(sd float64) func(*rng.Stream) float64 {
	return func(s *rng.Stream) float64 { return rng.Exp(s.Normal(0, sd)) }
}

func pareto(a float64) func(*rng.Stream) float64 {
	return func(s *rng.Stream) float64 { return rng.Exp(-rng.Ln(1-s.Float64()) / a) }
}

// zero is a law whose values are 0 with a probability.
func zero(share float64, value func(*rng.Stream) float64) func(*rng.Stream) float64 {
	return func(s *rng.Stream) float64 {
		if s.Chance(share) {
			return 0
		}
		return value(s)
	}
}

// laws are in order of increasing difficulty. The variance of the last two is infinite, or so large
// that no sample of 200 shows it. No method covers them; they are listed with the others.
func laws() []law {
	return []law{
		{"normal", 5, func(s *rng.Stream) float64 { return s.Normal(5, 2) }, 0.93},
		{"exponential", 1, exponential, 0.93},
		{"zero in 50 %, else exponential", 0.5, zero(0.5, exponential), 0.93},
		{"zero in 80 %, else exponential", 0.2, zero(0.8, exponential), 0.93},
		{"zero in 90 %, else lognormal, σ = 1", 0.1 * rng.Exp(0.5), zero(0.9, lognormal(1)), 0.93},
		{"lognormal, σ = 1", rng.Exp(0.5), lognormal(1), 0.92},
		{"lognormal, σ = 1.5", rng.Exp(1.125), lognormal(1.5), 0.92},
		{"Pareto, α = 3", 1.5, pareto(3), 0.92},
		{"Pareto, α = 2.1", 2.1 / 1.1, pareto(2.1), 0.91},
		{"Pareto, α = 1.5", 3, pareto(1.5), 0.8},
		{"lognormal, σ = 2", rng.Exp(2), lognormal(2), 0.8},
	}
}

// A coverageRow row has the results of 95 % intervals of samples of a law.
type coverageRow struct {
	student       float64 // share of Student's intervals that contain the mean
	stated, wrong float64 // shares of samples with an interval, and with one that misses
}

// coverage draws samples and counts the intervals that contain the mean.
func coverage(l law, n, trials int) (c coverageRow) {
	draw := rng.New(uint64(n), "coverage/"+l.name, 0)
	w := &writer{level: 0.95, family: 1}
	each := 1 / float64(trials)
	values := make([]float64, n)
	for range trials {
		for i := range values {
			values[i] = l.value(draw)
		}
		s := NewSample(values)
		if low, high := s.Student(0.95); low <= l.mean && l.mean <= high {
			c.student += each
		}
		if i := w.estimate(s, draw).interval; i != nil {
			if c.stated += each; i.Low > l.mean || i.High < l.mean {
				c.wrong += each
			}
		}
	}
	return c
}

// Stated intervals contain the mean about as often as they claim. If there are too
// few values for that, few intervals are stated: of all samples, hardly more than
// one in twenty has an interval without the mean. The table is in the page on
// studies; run with -update to write it again.
func TestCoverage(t *testing.T) {
	sizes, trials := []int{20, 60, 200}, 400
	if testing.Short() {
		sizes = sizes[:1]
	}
	table := "| values | n | Student's t | given | of these right |\n|---|---|---|---|---|\n"
	share := func(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) + " %" }
	for _, l := range laws() {
		for _, n := range sizes {
			c := coverage(l, n, trials)
			right := "–"
			if c.stated > 0 {
				right = share((c.stated - c.wrong) / c.stated)
			}
			row := []string{l.name, strconv.Itoa(n), share(c.student), share(c.stated), right}
			table += "| " + strings.Join(row, " | ") + " |\n"
			if c.wrong > 1-l.minCoverage {
				t.Errorf("%s, %d values: got intervals without the mean in %v of the samples, want at most %v",
					l.name, n, c.wrong, 1-l.minCoverage)
			}
			if c.stated > 0.5 && (c.stated-c.wrong)/c.stated < l.minCoverage {
				t.Errorf("%s, %d values: got the mean in %v of the intervals, want at least %v", l.name, n,
					(c.stated-c.wrong)/c.stated, l.minCoverage)
			}
			if c.stated < 0.9 && l.name == "normal" {
				t.Errorf("%d normal values: got an interval in %v of the samples, want at least 0.9", n, c.stated)
			}
		}
	}
	if !testing.Short() {
		checkPage(t, table)
	}
}

// checkPage compares a table with the page on studies, where it is found by its head.
func checkPage(t *testing.T, table string) {
	t.Helper()
	const path = "../../../site/docs/studies.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(table, "\n")
	before, rest, found := strings.Cut(string(text), head+"\n")
	if !found {
		t.Fatalf("%s has no table %s", path, head)
	}
	lines, after, _ := strings.Cut(rest, "\n\n")
	if head+"\n"+lines+"\n" == table {
		return
	}
	if !*update {
		t.Errorf("the table in %s is not current; want\n%s", path, table)
	} else if err := os.WriteFile(path, []byte(before+table+"\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
