package paperrun

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"gridbox/app/compute"
	"gridbox/core/engine"
	"gridbox/core/study"
	"gridbox/core/study/paper"
	"gridbox/core/study/runner"
	"gridbox/wasm/serve"
)

// A clerk is a worker that runs the real worker loop on goroutines.
type clerk struct {
	requests chan []byte
	handle   func(compute.Event)
	end      context.Context
	stop     func()
}

func staff(found func() serve.Engine) func(hear func(compute.Event)) compute.Worker {
	return func(hear func(compute.Event)) compute.Worker {
		c := &clerk{requests: queue(), handle: hear}
		c.end, c.stop = context.WithCancel(context.Background())
		go serve.Serve(line{c}, found(), serve.Settings{})
		return c
	}
}

func queue() chan []byte { return make(chan []byte, 16) }

func (c *clerk) Send(text []byte) { c.requests <- slices.Clone(text) }
func (c *clerk) Terminate()       { c.stop() }

type line struct{ *clerk }

func (c line) Receive() ([]byte, error) {
	select {
	case text := <-c.requests:
		return text, nil
	case <-c.end.Done():
		return nil, io.EOF
	}
}

func (c line) Send(text []byte) error {
	select {
	case <-c.end.Done():
	default:
		c.handle(compute.Event{Text: slices.Clone(text)})
	}
	return nil
}

// sheet is a page that records its contents.
type sheet struct {
	rows    map[string]paper.RowView
	texts   []string
	running bool
	sizes   []int
}

func (s *sheet) Say(text string, _ bool) { s.texts = append(s.texts, text) }
func (s *sheet) Progress(_, size int)    { s.sizes = append(s.sizes, size) }
func (s *sheet) Running(on bool)         { s.running = on }
func (s *sheet) Show(rows []paper.RowView) {
	for _, r := range rows {
		s.rows[r.ID] = r
	}
}

// newRerun returns the page of a paper with its workers.
func newRerun(t *testing.T, p *paper.Paper) (*Rerun, *sheet, chan func()) {
	t.Helper()
	page, turns := &sheet{rows: map[string]paper.RowView{}}, make(chan func(), 64)
	kinds := compute.NewKinds(func(kind string) *compute.Pool {
		of := func() serve.Engine { return &serve.Catalog{Engine: engine.All()} }
		pool := compute.New(compute.Options{StudySize: 2, Alone: kind == "study", StartWorker: staff(of)})
		t.Cleanup(pool.Close)
		return pool
	})
	r := &Rerun{Paper: p.ID, Answers: p.Answers(), Kinds: kinds, Page: page, RunOnPage: func(f func()) { turns <- f }}
	for _, x := range p.Experiments {
		r.Experiments = append(r.Experiments, Experiment{x.About, x.Scenario()})
	}
	return r, page, turns
}

// runUntil runs the queued functions until a condition of the page is true.
func runUntil(t *testing.T, page *sheet, turns chan func(), done func() bool) {
	t.Helper()
	limit := time.After(90 * time.Second)
	for !done() {
		select {
		case f := <-turns:
			f()
		case <-limit:
			t.Fatalf("no progress within the time limit, last text %q", page.texts[len(page.texts)-1])
		}
	}
}

func last(page *sheet) string { return page.texts[len(page.texts)-1] }

// want returns the rows that the command line computes with so few replications.
func want(t *testing.T, p *paper.Paper, share int) map[string]paper.RowView {
	t.Helper()
	var plans []*study.Plan
	var parts []*study.Part
	for _, x := range p.Experiments {
		s := x.Scenario()
		s.Study.Replications = max(1, s.Study.Replications/share)
		plan, faults := study.New(s, study.Limits{Large: true})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		part, err := runner.Run(context.Background(), engine.All(), plan,
			slices.Values(runner.Tasks(plan, 0, plan.Replications(), 64)), runner.Env{})
		if err != nil {
			t.Fatal(err)
		}
		plans, parts = append(plans, plan), append(parts, part)
	}
	results, err := p.Results(context.Background(), engine.All(), plans, parts)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]paper.RowView{}
	for _, r := range results.Document("x").Rows {
		if r.Ours != nil {
			rows[r.ID] = r.View()
		}
	}
	return rows
}

// A page's experiments fill every row with the values of the command line.
func TestRowsAreThoseOfTheCommandLine(t *testing.T) {
	for id, share := range map[string]int{"rbhs-2013": 100, "markov-2004": 1, "square-2018": 100} {
		t.Run(id, func(t *testing.T) {
			p, _ := paper.ByID(id)
			r, page, turns := newRerun(t, &p)
			var all []int
			for i := range p.Experiments {
				all = append(all, i)
			}
			r.Start(all, share)
			runUntil(t, page, turns, func() bool { return last(page) == "Complete." })
			if page.running || page.sizes[len(page.sizes)-1] != 0 {
				t.Error("the page still counts as running")
			}
			rows := want(t, &p, share)
			for id, row := range rows {
				if page.rows[id] != row {
					t.Errorf("row %s: got %+v, want %+v", id, page.rows[id], row)
				}
			}
			if len(page.rows) != len(rows) {
				t.Errorf("got %d rows, want %d", len(page.rows), len(rows))
			}
		})
	}
}

// One experiment fills its own rows only.
func TestOneExperiment(t *testing.T) {
	p, _ := paper.ByID("rbhs-2013")
	r, page, turns := newRerun(t, &p)
	r.Start([]int{1}, 100)
	runUntil(t, page, turns, func() bool { return last(page) == "Complete." })
	for id := range page.rows {
		if !strings.HasPrefix(id, "rbhs-data") {
			t.Errorf("row %s of another experiment is filled", id)
		}
	}
	if len(page.rows) != 2 {
		t.Errorf("got %d rows, want 2", len(page.rows))
	}
}

// After a cancel nothing more is shown, and the experiments can be started again.
func TestCancel(t *testing.T) {
	p, _ := paper.ByID("square-2018")
	r, page, turns := newRerun(t, &p)
	r.Start([]int{0}, 1)
	runUntil(t, page, turns, func() bool { return len(page.sizes) > 0 && page.sizes[len(page.sizes)-1] > 0 })
	r.Cancel()
	if page.running || last(page) != "Cancelled." {
		t.Errorf(`cancelled: got %q, want "Cancelled."`, last(page))
	}
	shown := len(page.texts)
	for len(turns) > 0 {
		(<-turns)()
	}
	if len(page.texts) != shown {
		t.Errorf("after the cancel: got another text %q", last(page))
	}
	r.Start([]int{0}, 100)
	runUntil(t, page, turns, func() bool { return last(page) == "Complete." })
	if len(page.rows) == 0 {
		t.Error("got no rows after a second start")
	}
}
