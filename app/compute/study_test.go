package compute

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gridbox/wasm/msg"
)

// lab provides fake workers for studies: a replication takes some time, a part is its range as text, and a tally
// lists the parts that the worker was given.
type lab struct {
	mu              sync.Mutex
	replicationTime time.Duration
	busy            int
	maxBusy         int
	sizes           []int
	resent          int
	dies            int // how many workers die at a tally
	fails           int // how many chunks fail
}

type hand struct {
	lab     *lab
	onEvent func(Event)
	parts   []string
	end     context.Context
	stop    func()
}

func (l *lab) hire(hear func(Event)) Worker {
	h := &hand{lab: l, onEvent: hear}
	h.end, h.stop = context.WithCancel(context.Background())
	return h
}

func (h *hand) Terminate() { h.stop() }

func (h *hand) reply(after time.Duration, a msg.Answer) {
	go func() {
		select {
		case <-h.end.Done():
		case <-time.After(after):
			if a.Type == msg.Part {
				h.lab.mu.Lock()
				h.lab.busy--
				h.lab.mu.Unlock()
			}
			h.onEvent(Event{Text: a.Bytes()})
		}
	}()
}

func (h *hand) Send(text []byte) {
	ask, _ := msg.ReadRequest(text)
	l := h.lab
	l.mu.Lock()
	defer l.mu.Unlock()
	switch ask.Type {
	case msg.Hello:
		h.reply(time.Millisecond, msg.Answer{Type: msg.Ready, Version: msg.Version})
	case msg.Study:
		if l.fails > 0 {
			l.fails--
			h.reply(0, msg.Answer{ID: ask.ID, Type: msg.Failed, Reason: msg.Internal, Text: "it broke"})
			return
		}
		l.busy++
		l.maxBusy = max(l.maxBusy, l.busy)
		l.sizes = append(l.sizes, ask.To-ask.From)
		h.reply(0, msg.Answer{ID: ask.ID, Type: msg.Begun})
		h.reply(time.Duration(ask.To-ask.From)*l.replicationTime,
			msg.Answer{ID: ask.ID, Type: msg.Part, Document: fmt.Appendf(nil, "%d-%d", ask.From, ask.To)})
	case msg.Tally:
		if l.dies > 0 {
			l.dies--
			h.reply(0, msg.Answer{ID: ask.ID, Type: msg.Begun})
			time.Sleep(time.Millisecond)
			go h.onEvent(Event{End: End{Error: "made to die"}})
			return
		}
		if len(h.parts) < ask.Have {
			h.reply(0, msg.Answer{ID: ask.ID, Type: msg.Failed, Reason: msg.Lacking})
			return
		}
		lines := strings.Split(string(ask.Document), "\n")
		if ask.Have == 0 {
			h.parts = nil
			l.resent++
		}
		h.parts = append(h.parts[:ask.Have], lines[1:]...)
		h.reply(time.Millisecond, msg.Answer{ID: ask.ID, Type: msg.Tallied, Document: []byte(strings.Join(h.parts,
			" "))})
	}
}

// studyRecorder begins a study and records its views and ends.
type studyRecorder struct {
	study *Study
	done  int
	views []string
	ends  []*Trouble
	have  []Chunk
}

func (l *lab) study(t *testing.T, o Order, size, wide int, paused bool) *studyRecorder {
	p := New(Options{StartWorker: l.hire, Size: size, StudySize: wide})
	keeper := New(Options{StartWorker: l.hire, Alone: true})
	t.Cleanup(p.Close)
	t.Cleanup(keeper.Close)
	w := &studyRecorder{}
	o.Text = []byte("{}")
	o.Chunk = func(c Chunk, done int) { w.done, w.have = done, append(w.have, c) }
	seen := o.View
	o.View = func(view []byte) bool {
		w.views = append(w.views, string(view))
		return seen != nil && seen(view)
	}
	o.End = func(trouble *Trouble) { w.ends = append(w.ends, trouble) }
	w.study = begin(p, keeper, o, paused)
	return w
}

// covers counts the replications of a view and finds those counted twice.
func covers(t *testing.T, view string, size int) (n int) {
	t.Helper()
	hit := make([]bool, size)
	for _, part := range strings.Fields(view) {
		var from, to int
		fmt.Sscanf(part, "%d-%d", &from, &to)
		for i := from; i < to; i++ {
			if hit[i] {
				t.Fatalf("replication %d was computed twice", i)
			}
			hit[i] = true
			n++
		}
	}
	return n
}

func runWithLab(t *testing.T, test func(t *testing.T, l *lab)) {
	synctest.Test(t, func(t *testing.T) { test(t, &lab{replicationTime: time.Millisecond}) })
}

func TestAStudyIsDoneOnceByAllWorkers(t *testing.T) {
	runWithLab(t, func(t *testing.T, l *lab) {
		w := l.study(t, Order{Size: 20_000}, 1, 2, false)
		pass(20 * time.Second)
		if len(w.ends) != 1 || w.ends[0] != nil || w.done != 20_000 {
			t.Fatalf("got ends %v, %d replications; want one without trouble, 20000", w.ends, w.done)
		}
		if n := covers(t, w.views[len(w.views)-1], 20_000); n != 20_000 || l.maxBusy != 2 || l.resent != 1 {
			t.Errorf("got %d replications in the last view, at most %d workers, %d resends; want 20000, 2, 1",
				n, l.maxBusy, l.resent)
		}
		if len(w.views) > 22 || len(w.views) < 10 {
			t.Errorf("got %d views in ten seconds, want 10 to 22", len(w.views))
		}
		for i, n := range l.sizes {
			if n > 620 || i > 8 && i < len(l.sizes)-12 && n < 100 {
				t.Errorf("chunk %d of %d has %d replications, want 100 to 620 in the middle", i, len(l.sizes), n)
			}
		}
	})
}

func TestAStudyPausesGoesOnAndIsTakenUpAgain(t *testing.T) {
	runWithLab(t, func(t *testing.T, l *lab) {
		w := l.study(t, Order{Size: 6000}, 1, 2, false)
		pass(1500 * time.Millisecond)
		w.study.Pause()
		pass(time.Second)
		at := w.done
		pass(5 * time.Second)
		if w.done != at || at == 0 || len(w.ends) > 0 {
			t.Fatalf("paused at %d, later %d, ends %v; want no progress and no end", at, w.done, w.ends)
		}
		if covers(t, w.views[len(w.views)-1], 6000) != at {
			t.Error("the view of a paused study lacks replications")
		}
		again := l.study(t, Order{Size: 6000, Have: w.have}, 1, 2, false)
		pass(10 * time.Second)
		if len(again.ends) != 1 || covers(t, again.views[len(again.views)-1], 6000) != 6000 {
			t.Errorf("continued from its parts: got ends %v, want one with 6000 replications", again.ends)
		}
		w.study.Resume()
		pass(10 * time.Second)
		if len(w.ends) != 1 || w.done != 6000 {
			t.Errorf("resumed: got ends %v, %d replications; want one end, 6000", w.ends, w.done)
		}
		whole := l.study(t, Order{Size: 6000, Have: w.have}, 1, 2, true)
		pass(time.Second)
		if len(whole.ends) != 1 || len(whole.views) != 1 {
			t.Errorf("complete from the start: got ends %v, %d views; want one each", whole.ends, len(whole.views))
		}
	})
}

func TestAStudySurvivesTheWorkerThatTallies(t *testing.T) {
	runWithLab(t, func(t *testing.T, l *lab) {
		w := l.study(t, Order{Size: 4000}, 1, 2, false)
		pass(1200 * time.Millisecond)
		l.mu.Lock()
		l.dies = 1
		l.mu.Unlock()
		pass(5 * time.Second)
		if len(w.ends) != 1 || w.ends[0] == nil || w.ends[0].Reason != msg.Crashed {
			t.Fatalf("got ends %v, want one crash", w.ends)
		}
		w.study.Resume()
		pass(10 * time.Second)
		if len(w.ends) != 2 || w.ends[1] != nil || covers(t, w.views[len(w.views)-1], 4000) != 4000 || l.resent != 2 {
			t.Errorf("got ends %v, %d resends; want 2 ends, the second without trouble, 2 resends", w.ends, l.resent)
		}
	})
}

func TestAStudyThatFailsIsReportedOnce(t *testing.T) {
	runWithLab(t, func(t *testing.T, l *lab) {
		l.fails = 2
		w := l.study(t, Order{Size: 100}, 1, 2, false)
		pass(time.Second)
		if len(w.ends) != 1 || w.ends[0].Text != "it broke" {
			t.Fatalf(`got ends %v, want one with "it broke"`, w.ends)
		}
		w.study.Resume()
		pass(5 * time.Second)
		if len(w.ends) != 2 || w.done != 100 {
			t.Errorf("resumed: got ends %v, %d replications; want 2 ends, 100", w.ends, w.done)
		}
	})
}

func TestAStudyMayEndEarlyAndBeCancelled(t *testing.T) {
	runWithLab(t, func(t *testing.T, l *lab) {
		w := l.study(t, Order{Size: 50_000,
			View: func(view []byte) bool { return covers(t, string(view), 50_000) > 3000 }}, 1, 2, false)
		pass(10 * time.Second)
		if len(w.ends) != 1 || w.ends[0] != nil || w.done > 10_000 {
			t.Errorf("got ends %v, %d replications; want one end before 10000", w.ends, w.done)
		}
		var got string
		w.study.Evaluate(map[string]string{"as": "document"}, func(text []byte, _ *Trouble) { got = string(text) })
		pass(time.Second)
		if covers(t, got, 50_000) != w.done {
			t.Error("the document of an ended study lacks replications")
		}
		other := l.study(t, Order{Size: 50_000}, 1, 2, false)
		pass(time.Second)
		other.study.Cancel()
		pass(10 * time.Second)
		if at := other.done; len(other.ends) > 0 || at > 3000 {
			t.Errorf("cancelled: got ends %v, %d replications; want no end, at most 3000", other.ends, at)
		}
	})
}
