package compute

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/trace"
	"gridbox/wasm/msg"
)

// agency provides fake workers. The algorithm's name in a task selects the fake's behaviour; the document is the
// answer's title in the log.
type agency struct {
	pool *Pool

	mu      sync.Mutex // guards the fields below and every fake
	version int
	startUp time.Duration
	dead    int // how many new workers die immediately
	mute    int // how many workers never start
	deaf    int // how many workers never begin a task
	workers []*fake
	maxBusy int      // the largest number of busy workers
	order   []string // titles in the order in which the tasks began
	log     []string
}

type fake struct {
	agency  *agency
	onEvent func(Event)
	ended   bool
	working uint64
	deaf    bool
	cancel  bool
}

// runWithAgency runs a test in a synctest bubble with a simulated clock.
func runWithAgency(t *testing.T, a *agency, opt Options, test func(*testing.T, *agency)) {
	synctest.Test(t, func(t *testing.T) {
		if a.version == 0 {
			a.version = msg.Version
		}
		opt.StartWorker = a.hire
		a.pool = New(opt)
		test(t, a)
		a.pool.Close()
		synctest.Wait()
		if n := a.countAlive(); n > 0 {
			t.Errorf("after Close: got %d of %d workers alive, want 0", n, len(a.workers))
		}
	})
}

func (a *agency) hire(hear func(Event)) Worker {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := &fake{agency: a, onEvent: hear}
	a.workers = append(a.workers, w)
	if a.dead > 0 {
		a.dead--
		w.ended = true
		go hear(Event{End: End{Code: 1, Stderr: "\nmodule is broken\nand more"}})
	}
	if a.mute > 0 {
		a.mute--
		w.deaf = true
	}
	return w
}

func (w *fake) reply(after time.Duration, answer msg.Answer) {
	w.schedule(after, func() { w.onEvent(Event{Text: answer.Bytes()}) })
}

func (w *fake) die(after time.Duration, end End) {
	w.schedule(after, func() {
		w.ended = true
		w.onEvent(Event{End: end})
	})
}

// schedule calls do after a delay unless the worker was terminated.
func (w *fake) schedule(after time.Duration, do func()) {
	time.AfterFunc(after, func() {
		w.agency.mu.Lock()
		defer w.agency.mu.Unlock()
		if !w.ended {
			do()
		}
	})
}

func (w *fake) Terminate() {
	w.agency.mu.Lock()
	defer w.agency.mu.Unlock()
	w.ended = true
}

func (w *fake) Send(text []byte) {
	ask, err := msg.ReadRequest(text)
	if err != nil {
		panic(err)
	}
	w.agency.mu.Lock()
	defer w.agency.mu.Unlock()
	if w.ended || w.deaf {
		return
	}
	switch ask.Type {
	case msg.Hello:
		w.reply(w.agency.startUp, msg.Answer{Type: msg.Ready, Version: w.agency.version})
		if w.agency.deaf > 0 {
			w.agency.deaf--
			w.deaf = true
		}
	case msg.Cancel:
		w.cancel = true
	default:
		w.work(ask)
	}
}

// work simulates one task.
func (w *fake) work(ask msg.Request) {
	if w.working != 0 {
		panic(fmt.Sprintf("ask %d while %d is at work", ask.ID, w.working))
	}
	w.working, w.cancel = ask.ID, false
	w.agency.order = append(w.agency.order, string(ask.Document))
	w.agency.maxBusy = max(w.agency.maxBusy, w.agency.busy())
	w.reply(0, msg.Answer{ID: ask.ID, Type: msg.Begun})
	answer := msg.Answer{ID: ask.ID, Type: msg.Solved, Kind: "placement",
		Document: []byte(`{"algorithm":"` + string(ask.Document) +
			`","options":{},"feasible":true,"digest":"","elapsedMs":0}`)}
	after, what := 100*time.Millisecond, "expand"
	if ask.Run != nil {
		what = ask.Run.Algorithm
	}
	switch what {
	case "expand":
		answer.Type, answer.Document = msg.Expanded, append([]byte("explicit "), ask.Document...)
	case "why":
		answer.Type, answer.Trace, answer.Document = msg.Explained,
			&trace.Log{Events: []trace.Event{{Kind: ask.About["job"]}}}, []byte("[1]")
	case "slow":
		after = time.Hour
	case "polite": // as a solver that reports every 50 ms
		w.polite(ask)
		return
	case "faulty":
		answer = msg.Answer{ID: ask.ID, Type: msg.Failed, Reason: msg.Faulty, Text: "One thing is wrong.",
			Faults: doc.Faults{{Path: "seed", Reason: "is odd"}}}
	case "garbled":
		answer.Document = []byte("{")
	case "nonsense":
		w.schedule(after, func() { w.onEvent(Event{Text: []byte("?")}) })
		return
	case "memory":
		w.die(after, End{Code: 2, Stderr: "runtime: out of memory: cannot allocate 4194304-byte block"})
		return
	case "stack":
		w.die(after, End{Error: "RangeError: Maximum call stack size exceeded"})
		return
	case "crash":
		w.die(after, End{Code: 2})
		return
	case "steps":
		for i := range 3 {
			w.reply(time.Duration(i+1)*20*time.Millisecond,
				msg.Answer{ID: ask.ID, Type: msg.Progress, Done: i + 1, Total: 4})
		}
	}
	w.schedule(after, func() {
		w.working = 0
		w.onEvent(Event{Text: answer.Bytes()})
	})
}

func (w *fake) polite(ask msg.Request) {
	w.schedule(50*time.Millisecond, func() {
		if !w.cancel {
			w.polite(ask)
			return
		}
		w.working = 0
		answer := msg.Answer{ID: ask.ID, Type: msg.Failed, Reason: msg.Cancelled}
		w.onEvent(Event{Text: answer.Bytes()})
	})
}

func (a *agency) busy() int {
	n := 0
	for _, w := range a.workers {
		if w.working != 0 && !w.ended {
			n++
		}
	}
	return n
}

func (a *agency) countAlive() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(a.workers), func(w *fake) bool { return w.ended }))
}

func (a *agency) note(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.log = append(a.log, fmt.Sprintf(format, args...))
}

// drainLog clears the log and returns its lines.
func (a *agency) drainLog() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	log := a.log
	a.log = nil
	return log
}

// solve requests a solution and logs the replies.
func (a *agency) solve(title, algorithm string) (cancel func()) {
	return a.pool.Solve([]byte(title), scenario.Run{Algorithm: algorithm},
		func(done, total int) { a.note("%s %d/%d", title, done, total) },
		func(answer *scenario.Answer, trouble *Trouble) {
			if trouble != nil {
				a.note("%s: %s: %s", title, trouble.Reason, trouble.Text)
				return
			}
			a.note("%s: %s", title, answer.Algorithm)
		})
}

// pass advances the clock and waits until all goroutines are blocked.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (a *agency) want(t *testing.T, lines ...string) {
	t.Helper()
	if log := a.drainLog(); !slices.Equal(log, lines) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(log, "\n\t"), strings.Join(lines, "\n\t"))
	}
}

func (a *agency) wantText(t *testing.T, parts ...string) {
	t.Helper()
	all := strings.Join(a.drainLog(), "\n\t")
	for _, part := range parts {
		if !strings.Contains(all, part) {
			t.Errorf("no line has %q in\n\\t%s", part, all)
		}
	}
}
