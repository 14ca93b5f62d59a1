//go:build !js

package compute

import (
	"context"
	"sync"
	"testing"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/doc"
	"gridbox/core/engine"
	"gridbox/core/league"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
	"gridbox/wasm/serve"
)

// matchRequest returns a league of three window algorithms.
func matchRequest(t *testing.T) (r league.Request, text []byte) {
	t.Helper()
	r.Scenario, _ = catalog.FromPreset("twelve-nodes", 1)
	r.Instances, r.Metric = 40, "cost"
	for _, id := range []string{"first-fit", "min-cost", "min-finish"} {
		r.Runs = append(r.Runs, scenario.Run{Algorithm: id})
	}
	return r, lines(doc.Canonical(r.Question), scenario.Canonical(r.Scenario))
}

// crewOf returns the workers of a page.
func crewOf(t *testing.T, wide int) *Kinds {
	kinds := NewKinds(func(string) *Pool {
		return New(Options{StudySize: wide,
			StartWorker: staff(func() serve.Engine { return &serve.Catalog{Engine: engine.All()} })})
	})
	t.Cleanup(func() {
		for _, p := range kinds.pools {
			p.Close()
		}
	})
	return kinds
}

// Any number of workers computes the league of the command line, from the start or from some chunks.
func TestAMatchIsTheLeagueOfTheCommandLine(t *testing.T) {
	r, text := matchRequest(t)
	want, err := league.Run(context.Background(), engine.All(), r)
	if err != nil {
		t.Fatal(err)
	}
	var have []Chunk
	for _, wide := range []int{1, 3} {
		kinds, over := crewOf(t, wide), make(chan *Trouble, 2)
		var mu sync.Mutex
		table, last := make([][]league.Value, r.Instances), 0
		take := func(c Chunk, done int) {
			mu.Lock()
			defer mu.Unlock()
			var rows [][]league.Value
			if faults := doc.Decode(c.Part, &rows); len(faults) > 0 || len(rows) != c.To-c.From || done <= last {
				t.Errorf("got %d rows for %d to %d, %d done after %d, faults %v; want a row each and more done",
					len(rows), c.From, c.To, done, last, faults)
			}
			copy(table[c.From:], rows)
			last = done
		}
		for _, c := range have {
			take(c, last+c.To-c.From)
		}
		kinds.Match("window", Match{Text: text, Size: r.Instances, Have: have, End: func(t *Trouble) { over <- t },
			Chunk: func(c Chunk, done int) {
				take(c, done)
				if len(have) < 2 {
					have = append(have, c)
				}
			}})
		select {
		case trouble := <-over:
			if trouble != nil {
				t.Fatalf("got trouble %v, want none", trouble)
			}
		case <-time.After(60 * time.Second):
			t.Fatal("the comparison did not end within a minute")
		}
		mu.Lock()
		got, err := r.Result(table)
		mu.Unlock()
		if err != nil || last != r.Instances {
			t.Fatalf("Result: got error %v, %d instances done; want %d", err, last, r.Instances)
		}
		if got.Rows[0].Ms == nil || *got.Rows[0].Ms <= 0 {
			t.Error("got no times of the runs")
		}
		for i := range got.Rows {
			got.Rows[i].Ms = nil
		}
		if string(doc.Canonical(got)) != string(doc.Canonical(want)) {
			t.Errorf("%d workers: got league %s,\nwant %s", wide, doc.Canonical(got), doc.Canonical(want))
		}
	}
}

// A cancelled comparison reports nothing more, and a faulty one ends with the reason.
func TestAMatchThatEndsEarly(t *testing.T) {
	r, text := matchRequest(t)
	kinds, found := crewOf(t, 1), make(chan string, 100)
	r.Instances = 100_000
	long := lines(doc.Canonical(r.Question), scenario.Canonical(r.Scenario))
	var cancel func()
	begun := make(chan struct{})
	cancel = kinds.Match("window", Match{Text: long, Size: r.Instances, End: func(*Trouble) { found <- "end" },
		Chunk: func(Chunk, int) {
			<-begun
			cancel()
			found <- "chunk"
		}})
	close(begun)
	if got := <-found; got != "chunk" {
		t.Fatalf("got %q, want a chunk", got)
	}
	time.Sleep(50 * time.Millisecond)
	for len(found) > 0 {
		if got := <-found; got == "end" {
			t.Error("a cancelled comparison reported its end")
		}
	}
	r.Instances, r.Metric = 5, "beauty"
	kinds.Match("window", Match{Text: lines(doc.Canonical(r.Question), scenario.Canonical(r.Scenario)), Size: 5,
		Chunk: func(Chunk, int) {}, End: func(trouble *Trouble) {
			if trouble == nil {
				found <- "nothing is wrong"
				return
			}
			found <- trouble.Text
		}})
	if got := <-found; got != "league: beauty is not a metric of window" {
		t.Errorf(`got trouble %q, want "league: beauty is not a metric of window"`, got)
	}
	made := make(chan []byte, 1)
	kinds.Pick("window", msg.MatchPick{Instance: 7, A: 0, B: 1, Tries: 5, Ratio: 1.5, Compared: 40}, text,
		func(text []byte, trouble *Trouble) {
			if trouble != nil {
				t.Errorf("Pick: got trouble %v, want none", trouble)
			}
			made <- text
		})
	if s, faults := catalog.Parse(<-made); len(faults) > 0 || len(s.Runs) != 2 || s.Runs[1].Algorithm != "min-cost" {
		t.Errorf("Pick: got scenario %+v, faults %v; want 2 runs, the second min-cost", s, faults)
	}
}
