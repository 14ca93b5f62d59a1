//go:build !js

// The workers here are goroutines; the browser tests of studies use real ones.

package compute

import (
	"context"
	"io"
	"sync"
	"testing"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/core/study/adversary"
	"gridbox/wasm/serve"
)

// A clerk is a worker that runs the real worker loop on goroutines.
type clerk struct {
	requests chan []byte
	onEvent  func(Event)
	end      context.Context
	stop     func()
}

// staff returns a function that starts clerks with an engine.
func staff(engine func() serve.Engine) func(hear func(Event)) Worker {
	return func(hear func(Event)) Worker {
		c := &clerk{requests: make(chan []byte, 16), onEvent: hear}
		c.end, c.stop = context.WithCancel(context.Background())
		go serve.Serve(line{c}, engine(), serve.Settings{Pace: serve.Pace{Interval: time.Second,
			Sleep: time.Microsecond}})
		return c
	}
}

// Send sends a message from the page to the worker; line reads one from the worker.
func (c *clerk) Send(text []byte) { c.requests <- append([]byte(nil), text...) }

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
		c.onEvent(Event{Text: append([]byte(nil), text...)})
	}
	return nil
}

func (c *clerk) Terminate() { c.stop() }
func (c *clerk) die()       { c.stop(); c.onEvent(Event{End: End{Error: "made to die"}}) }

// searchOutcome is the result of a search.
type searchOutcome struct {
	mu       sync.Mutex
	progress []SearchProgress
	instance string
	ends     int
	trouble  *Trouble
}

// chase searches with the given number of workers and calls every after each step.
func chase(t *testing.T, wide int, every func(h *Search, n int, leader *clerk)) *searchOutcome {
	t.Helper()
	var leader *clerk
	hire := staff(func() serve.Engine { return &serve.Catalog{} })
	kinds := NewKinds(func(kind string) *Pool {
		if kind == studying {
			return New(Options{Alone: true, StartWorker: func(hear func(Event)) Worker {
				leader = hire(hear).(*clerk)
				return leader
			}})
		}
		return New(Options{StudySize: wide,
			StartWorker: staff(func() serve.Engine { return &serve.Catalog{Engine: engine.All()} })})
	})
	t.Cleanup(func() {
		for _, p := range kinds.pools {
			p.Close()
		}
	})
	s, _ := catalog.FromPreset("twelve-nodes", 1)
	c, over := &searchOutcome{}, make(chan struct{}, 8)
	var h *Search
	began := make(chan struct{})
	h = kinds.Search("window", SearchOrder{
		Head: SearchHead{A: scenario.Run{Algorithm: "first-fit"}, B: scenario.Run{Algorithm: "min-cost"},
			Metric: "cost",
			Tries:  150},
		Text: scenario.Canonical(s),
		Progress: func(got SearchProgress) {
			<-began
			c.mu.Lock()
			c.progress = append(c.progress, got)
			n := len(c.progress)
			c.mu.Unlock()
			if every != nil {
				every(h, n, leader)
			}
		},
		End: func(small []byte, trouble *Trouble) {
			c.mu.Lock()
			c.instance, c.trouble = string(small), trouble
			c.ends++
			c.mu.Unlock()
			over <- struct{}{}
		},
	})
	close(began)
	for {
		select {
		case <-over:
			if c.trouble == nil {
				return c
			}
			h.Resume()
		case <-time.After(60 * time.Second):
			t.Fatal("the search did not end within a minute")
		}
	}
}

// The page finds the same instance as the command line with any number of workers, also after pauses and when the
// leading worker stops.
func TestAHuntEndsWhereTheCommandLineDoes(t *testing.T) {
	s, _ := catalog.FromPreset("twelve-nodes", 1)
	contest := adversary.Contest{A: scenario.Run{Algorithm: "first-fit"}, B: scenario.Run{Algorithm: "min-cost"},
		Metric: "cost"}
	found, err := adversary.Find(context.Background(), engine.All(), s, adversary.Spec{Contest: contest, Tries: 150},
		adversary.Env{})
	if err != nil {
		t.Fatal(err)
	}
	small, err := adversary.Shrink(context.Background(), engine.All(), found.Case, contest, adversary.Env{})
	if err != nil {
		t.Fatal(err)
	}
	want := string(scenario.Text(adversary.Describe(&found, &small, &contest)))
	for name, c := range map[string]struct {
		workers    int
		onProgress func(h *Search, n int, leader *clerk)
	}{
		"one worker":    {1, nil},
		"three workers": {3, nil},
		"with pauses": {2, func(h *Search, n int, _ *clerk) {
			if n%5 == 2 {
				h.Pause()
				time.AfterFunc(2*time.Millisecond, h.Resume)
			}
		}},
		"without its leader": {2, func(_ *Search, n int, leader *clerk) {
			if n == 2 || n == 6 {
				go leader.die()
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			got := chase(t, c.workers, c.onProgress)
			if got.instance != want {
				t.Errorf("got instance %s,\nwant %s", got.instance, want)
			}
			last := 0
			for _, reply := range got.progress {
				if reply.Tried < last || reply.Tried > 150 {
					t.Errorf("got %d tried after %d, want a rising number up to 150", reply.Tried, last)
				}
				last = reply.Tried
			}
			if far := got.progress[len(got.progress)-1]; !far.Over || far.Shrunk == 0 || far.Sizes == "" ||
				far.SmallSizes == "" {
				t.Errorf("got last progress %+v, want over, shrunk, with sizes and a small instance", far)
			}
		})
	}
}

// A cancelled search reports nothing.
func TestAHuntIsCancelled(t *testing.T) {
	kinds := NewKinds(func(kind string) *Pool {
		if kind == studying {
			return New(Options{Alone: true, StartWorker: staff(func() serve.Engine { return &serve.Catalog{} })})
		}
		return New(Options{StartWorker: staff(func() serve.Engine { return &serve.Catalog{Engine: engine.All()} })})
	})
	t.Cleanup(func() {
		for _, p := range kinds.pools {
			p.Close()
		}
	})
	s, _ := catalog.FromPreset("twelve-nodes", 1)
	got := make(chan string, 1000)
	first := make(chan struct{}, 1000)
	h := kinds.Search("window", SearchOrder{Head: SearchHead{A: scenario.Run{Algorithm: "first-fit"},
		B: scenario.Run{Algorithm: "min-cost"}, Metric: "cost", Tries: 1_000_000},
		Text: scenario.Canonical(s), Progress: func(SearchProgress) { first <- struct{}{} },
		End: func([]byte, *Trouble) { got <- "an end" }})
	<-first
	h.Cancel()
	settled := make(chan struct{})
	h.pool.mail.post(func() { close(settled) })
	<-settled
	for len(first) > 0 {
		<-first
	}
	time.Sleep(50 * time.Millisecond)
	if len(got) > 0 || len(first) > 0 {
		t.Errorf("after Cancel: got %d ends and %d steps, want none", len(got), len(first))
	}
}
