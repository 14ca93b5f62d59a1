package farm

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gridbox/core/work"
)

// preset gives a problem of the gallery.
func preset(t testing.TB, spec work.Spec, seed uint64) *work.Problem {
	t.Helper()
	p, faults := work.Generate(spec, seed)
	if faults != nil {
		t.Fatal(faults)
	}
	if faults := p.Validate(); faults != nil {
		t.Fatal(faults)
	}
	return &p
}

func solve(t rapid.TB, p *work.Problem, a Algorithm, o Options) Result {
	t.Helper()
	r, err := Solve(context.Background(), p, a, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rows prints a schedule as the paper prints its tables: queue by queue, a
// queue's jobs in the order in which they were assigned.
func rows(s *work.Solution, p *work.Problem) string {
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

// table3 is table 3 of the paper, its rows sorted by queue and then by job.
const table3 = `q1 3 0 10800
q1 17 18720 21120
q1 19-1 14400 18720
q2 5 0 9600
q2 16 18720 21120
q2 19-2 14400 18720
q3 1 0 8400
q3 13 21120 21720
q3 15 18720 21120
q3 19-3 14400 18720
q4 4 0 7200
q4 6 9600 14400
q4 9 18720 21120
q4 19-4 14400 18720
q5 2 0 6000
q5 7 20520 21120
q5 8 16320 18720
q5 10 0 10800
q5 11 20520 21120
q5 12 20520 21120
q5 14 16320 18720
q5 18 10800 14400
q5 19-5 14400 18720
`

func TestTable3(t *testing.T) {
	p := preset(t, work.Spec{Preset: "markov-2004"}, 0)
	r := solve(t, p, AlgorithmTwoStage, Options{Mode: Published})
	if got := rows(r.Solution, p); got != table3 {
		t.Errorf("got\n%s", got)
	}
	if r.Metrics.Makespan != 21720 {
		t.Errorf("makespan %v", r.Metrics.Makespan)
	}
}

// The text's own rule with the printed order ends 3000 s earlier.
func TestEarliestOnPrintedOrder(t *testing.T) {
	p := preset(t, work.Spec{Preset: "markov-2004"}, 0)
	r := solve(t, p, AlgorithmTwoStage, Options{})
	if r.Metrics.Makespan != 18720 {
		t.Errorf("makespan %v\n%s", r.Metrics.Makespan, rows(r.Solution, p))
	}
	for _, row := range []string{"q5 6 0 4800", "q5 7 4800 5400", "q5 11 5400 6000", "q5 12 6000 6600", "q5 13 6000 6600", "q5 8 6600 9000", "q5 14 6600 9000",
		"q4 15 7200 9600", "q3 16 8400 10800", "q2 17 9600 12000", "q4 9 9600 12000"} {
		if !strings.Contains(rows(r.Solution, p), row+"\n") {
			t.Errorf("no row %s in\n%s", row, rows(r.Solution, p))
		}
	}
}

// Tables 1 and 2 are what stands when jobs 10 and 8 come to their turn: after
// the running jobs, and after job 19.
func TestTables1And2(t *testing.T) {
	p := preset(t, work.Spec{Preset: "markov-2004"}, 0)
	for turn, want := range map[string]string{
		"10": "q1 3 0 10800\nq2 5 0 9600\nq3 1 0 8400\nq4 4 0 7200\nq5 2 0 6000\n",
		"8": "q1 3 0 10800\nq1 19-1 14400 18720\nq2 5 0 9600\nq2 19-2 14400 18720\nq3 1 0 8400\nq3 19-3 14400 18720\n" +
			"q4 4 0 7200\nq4 6 9600 14400\nq4 19-4 14400 18720\nq5 2 0 6000\nq5 10 0 10800\nq5 18 10800 14400\nq5 19-5 14400 18720\n",
	} {
		seen := false
		solve(t, p, AlgorithmTwoStage, Options{Mode: Published, until: func(r *run, j int32) bool {
			if p.Jobs[j].ID == turn {
				seen = true
				partial := work.Solution{}
				for k, h := range r.held {
					if h == nil {
						continue
					}
					for i, q := range h.machines {
						partial.Reservations = append(partial.Reservations, work.Reservation{Job: p.Jobs[k].ID, Part: i + 1, Machine: p.Machines[q].ID, Start: h.start, Finish: h.finish[i]})
					}
				}
				if got := rows(&partial, p); got != want {
					t.Errorf("before job %s:\n%s", turn, got)
				}
			}
			return false
		}})
		if !seen {
			t.Errorf("job %s never came to its turn", turn)
		}
	}
}
