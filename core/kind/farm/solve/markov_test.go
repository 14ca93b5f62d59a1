package solve

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/kind/farm"
)

// preset returns the problem of a preset.
func preset(t testing.TB, spec farm.Spec, seed uint64) *farm.Problem {
	t.Helper()
	p, faults := farm.Generate(spec, seed)
	if faults != nil {
		t.Fatal(faults)
	}
	if faults := p.Validate(); faults != nil {
		t.Fatal(faults)
	}
	return &p
}

func solve(t rapid.TB, p *farm.Problem, a Algorithm, o Options) Result {
	t.Helper()
	r, err := Solve(context.Background(), p, a, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rows prints a schedule as the paper prints its tables: queue by queue, a
// queue's jobs in the order in which they were assigned.
func rows(s *farm.Solution, p *farm.Problem) string {
	var b strings.Builder
	for _, m := range p.Machines {
		for _, r := range s.Reservations {
			if r.Machine == m.ID {
				name := r.Job
				if r.Job == "19" {
					name += "-" + strconv.Itoa(r.Part)
				}
				b.WriteString(m.ID + " " + name + " " + num(r.Start) + " " + num(r.Finish) + "\n")
			}
		}
	}
	return b.String()
}

func num(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// publishedRows prints the rows of the paper up to one of its tables.
func publishedRows(table int, p *farm.Problem) string {
	s := farm.Solution{}
	for _, j := range p.Jobs {
		for _, r := range farm.MarkovTables() {
			if r.Job == j.ID && r.Table <= table {
				s.Reservations = append(s.Reservations,
					farm.Reservation{Job: r.Job, Part: r.Part, Machine: r.Queue, Start: r.Start, Finish: r.Finish})
			}
		}
	}
	return rows(&s, p)
}

func TestTable3(t *testing.T) {
	p := preset(t, farm.Spec{Preset: "markov-2004"}, 0)
	r := solve(t, p, AlgorithmTwoStage, Options{Options: farm.Options{Mode: farm.Published}})
	if got := rows(r.Solution, p); got != publishedRows(3, p) || strings.Count(got, "\n") != 23 {
		t.Errorf("got schedule\n%s\nwant\n%s", got, publishedRows(3, p))
	}
	if r.Metrics.Makespan != 21720 {
		t.Errorf("got makespan %v, want 21720", r.Metrics.Makespan)
	}
}

// The text's own rule with the printed order ends 3000 s earlier.
func TestEarliestOnPrintedOrder(t *testing.T) {
	p := preset(t, farm.Spec{Preset: "markov-2004"}, 0)
	r := solve(t, p, AlgorithmTwoStage, Options{})
	if r.Metrics.Makespan != 18720 {
		t.Errorf("got makespan %v, want 18720:\n%s", r.Metrics.Makespan, rows(r.Solution, p))
	}
	for _, row := range []string{"q5 6 0 4800", "q5 7 4800 5400", "q5 11 5400 6000", "q5 12 6000 6600",
		"q5 13 6000 6600", "q5 8 6600 9000", "q5 14 6600 9000",
		"q4 15 7200 9600", "q3 16 8400 10800", "q2 17 9600 12000", "q4 9 9600 12000"} {
		if !strings.Contains(rows(r.Solution, p), row+"\n") {
			t.Errorf("got schedule\n%s\nwant the row %s", rows(r.Solution, p), row)
		}
	}
}

// Tables 1 and 2 are the state before jobs 10 and 8 are placed: after the running
// jobs, and after job 19.
func TestTables1And2(t *testing.T) {
	p := preset(t, farm.Spec{Preset: "markov-2004"}, 0)
	for turn, want := range map[string]string{"10": publishedRows(1, p), "8": publishedRows(2, p)} {
		seen := false
		solve(t, p, AlgorithmTwoStage, Options{
			Options: farm.Options{Mode: farm.Published}, stopBefore: func(r *run, j int32) bool {
				if p.Jobs[j].ID == turn {
					seen = true
					partial := farm.Solution{}
					for k, h := range r.holds {
						if h == nil {
							continue
						}
						for i, q := range h.machines {
							partial.Reservations = append(partial.Reservations,
								farm.Reservation{Job: p.Jobs[k].ID, Part: i + 1, Machine: p.Machines[q].ID,
									Start: h.start, Finish: h.finish[i]})
						}
					}
					if got := rows(&partial, p); got != want {
						t.Errorf("before job %s: got\n%s\nwant\n%s", turn, got, want)
					}
				}
				return false
			}})
		if !seen {
			t.Errorf("job %s was never placed", turn)
		}
	}
}
