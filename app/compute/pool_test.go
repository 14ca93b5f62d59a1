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

// agency hires out fake workers. What an ask's algorithm is called says what
// its worker does; the document is the answer's title in the events seen.
type agency struct {
	pool *Pool

	mu      sync.Mutex // guards all that follows and every fake
	version int
	startUp time.Duration
	dead    int // how many hires die at once
	mute    int // how many hires never start
	deaf    int // how many hires never take up an ask
	hired   []*fake
	most    int      // the most that were at work at once
	order   []string // titles in the order in which work began
	log     []string
}

type fake struct {
	agency  *agency
	hear    func(Event)
	ended   bool
	working uint64
	deaf    bool
	cancel  bool
}

// in runs a test in a bubble whose time passes at once.
func in(t *testing.T, a *agency, opt Options, test func(*testing.T, *agency)) {
	synctest.Test(t, func(t *testing.T) {
		if a.version == 0 {
			a.version = msg.Version
		}
		opt.Hire = a.hire
		a.pool = New(opt)
		test(t, a)
		a.pool.Close()
		synctest.Wait()
		if n := a.living(); n > 0 {
			t.Errorf("%d of %d workers still live after Close", n, len(a.hired))
		}
	})
}

func (a *agency) hire(hear func(Event)) Worker {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := &fake{agency: a, hear: hear}
	a.hired = append(a.hired, w)
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

func (w *fake) say(after time.Duration, answer msg.Answer) {
	w.later(after, func() { w.hear(Event{Text: answer.Bytes()}) })
}

func (w *fake) die(after time.Duration, end End) {
	w.later(after, func() {
		w.ended = true
		w.hear(Event{End: end})
	})
}

// later does something if the worker still lives then.
func (w *fake) later(after time.Duration, do func()) {
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
	ask, err := msg.ReadAsk(text)
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
		w.say(w.agency.startUp, msg.Answer{Type: msg.Ready, Version: w.agency.version})
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

// work plays one ask.
func (w *fake) work(ask msg.Ask) {
	if w.working != 0 {
		panic(fmt.Sprintf("ask %d while %d is at work", ask.ID, w.working))
	}
	w.working, w.cancel = ask.ID, false
	w.agency.order = append(w.agency.order, string(ask.Document))
	w.agency.most = max(w.agency.most, w.agency.busy())
	w.say(0, msg.Answer{ID: ask.ID, Type: msg.Begun})
	answer := msg.Answer{ID: ask.ID, Type: msg.Solved, Kind: "placement", Document: []byte(`{"algorithm":"` + string(ask.Document) + `","options":{},"feasible":true,"digest":"","elapsedMs":0}`)}
	after, what := 100*time.Millisecond, "expand"
	if ask.Run != nil {
		what = ask.Run.Algorithm
	}
	switch what {
	case "expand":
		answer.Type, answer.Document = msg.Expanded, append([]byte("explicit "), ask.Document...)
	case "why":
		answer.Type, answer.Trace, answer.Document = msg.Explained, &trace.Log{Events: []trace.Event{{Kind: ask.About["job"]}}}, []byte("[1]")
	case "slow":
		after = time.Hour
	case "polite": // as a solver that reports every 50 ms
		w.polite(ask)
		return
	case "faulty":
		answer = msg.Answer{ID: ask.ID, Type: msg.Failed, Reason: msg.Faulty, Text: "One thing is wrong.", Faults: doc.Faults{{Path: "seed", Why: "is odd"}}}
	case "garbled":
		answer.Document = []byte("{")
	case "nonsense":
		w.later(after, func() { w.hear(Event{Text: []byte("?")}) })
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
			w.say(time.Duration(i+1)*20*time.Millisecond, msg.Answer{ID: ask.ID, Type: msg.Progress, Done: i + 1, Total: 4})
		}
	}
	w.later(after, func() {
		w.working = 0
		w.hear(Event{Text: answer.Bytes()})
	})
}

func (w *fake) polite(ask msg.Ask) {
	w.later(50*time.Millisecond, func() {
		if !w.cancel {
			w.polite(ask)
			return
		}
		w.working = 0
		answer := msg.Answer{ID: ask.ID, Type: msg.Failed, Reason: msg.Cancelled}
		w.hear(Event{Text: answer.Bytes()})
	})
}

func (a *agency) busy() int {
	n := 0
	for _, w := range a.hired {
		if w.working != 0 && !w.ended {
			n++
		}
	}
	return n
}

func (a *agency) living() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(a.hired), func(w *fake) bool { return w.ended }))
}

func (a *agency) note(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.log = append(a.log, fmt.Sprintf(format, args...))
}

// heard takes what was noted since the last time.
func (a *agency) heard() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	log := a.log
	a.log = nil
	return log
}

// solve asks and notes what comes back.
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

// pass lets time go by until all is quiet.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (a *agency) want(t *testing.T, lines ...string) {
	t.Helper()
	if log := a.heard(); !slices.Equal(log, lines) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(log, "\n\t"), strings.Join(lines, "\n\t"))
	}
}

func (a *agency) wantText(t *testing.T, parts ...string) {
	t.Helper()
	all := strings.Join(a.heard(), "\n\t")
	for _, part := range parts {
		if !strings.Contains(all, part) {
			t.Errorf("nothing says %q in\n\t%s", part, all)
		}
	}
}

func TestNobodyIsHiredBeforeTheFirstAsk(t *testing.T) {
	in(t, &agency{}, Options{Size: 2}, func(t *testing.T, a *agency) {
		pass(time.Hour)
		if len(a.hired) != 0 {
			t.Errorf("%d workers were hired", len(a.hired))
		}
		a.pool.Warm()
		a.pool.Warm()
		pass(0)
		if len(a.hired) != 1 && len(a.hired) != 2 {
			t.Errorf("warming hired %d workers", len(a.hired))
		}
	})
}

func TestSolveReportsAndAnswers(t *testing.T) {
	in(t, &agency{startUp: 50 * time.Millisecond}, Options{}, func(t *testing.T, a *agency) {
		a.solve("A", "steps")
		pass(time.Second)
		a.want(t, "A 0/0", "A 1/4", "A 2/4", "A 3/4", "A: A")
	})
}

func TestExpandAndExplain(t *testing.T) {
	in(t, &agency{}, Options{}, func(t *testing.T, a *agency) {
		a.pool.Expand([]byte("x"), func(explicit []byte, trouble *Trouble) { a.note("%s %v", explicit, trouble) })
		pass(time.Second)
		a.want(t, "explicit x <nil>")
		a.pool.Explain([]byte("x"), scenario.Run{Algorithm: "why"}, map[string]string{"job": "j17"}, func(why Why, trouble *Trouble) {
			a.note("%s %s %v", why.Trace.Events[0].Kind, why.Detail, trouble)
		})
		pass(time.Second)
		a.want(t, "j17 [1] <nil>")
	})
}

func TestAtMostSizeSolveAtOnceAndInOrder(t *testing.T) {
	in(t, &agency{}, Options{Size: 3}, func(t *testing.T, a *agency) {
		var want []string
		for i := range 20 {
			title := fmt.Sprint("r", i)
			a.solve(title, "")
			want = append(want, title)
		}
		pass(time.Minute)
		if !slices.Equal(a.order, want) {
			t.Errorf("work began in the order %v", a.order)
		}
		if a.most != 3 {
			t.Errorf("%d were at work at once", a.most)
		}
		if a.living() != 3 && a.living() != 4 {
			t.Errorf("%d workers live", a.living())
		}
	})
}

func TestAQuickAskNeedNotWaitForSolvers(t *testing.T) {
	in(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		a.solve("A", "slow")
		a.solve("B", "slow")
		pass(time.Second)
		a.heard()
		a.pool.Expand([]byte("x"), func(explicit []byte, _ *Trouble) { a.note("%s", explicit) })
		pass(time.Second)
		a.want(t, "explicit x")
	})
}

func TestCancelIsHeardAtOnceWhateverTheSolverDoes(t *testing.T) {
	in(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		cancel := a.solve("A", "slow")
		a.solve("B", "quick")
		pass(time.Second)
		began := time.Now()
		cancel()
		pass(0)
		a.want(t, "A 0/0", "A: cancelled: Stopped.", "B 0/0")
		pass(60 * time.Millisecond)
		if !a.hired[0].ended {
			t.Errorf("the worker still computes %v after the cancel", time.Since(began))
		}
		pass(time.Second)
		a.want(t, "B: B")
		cancel()
		pass(time.Second)
		a.want(t)
	})
}

func TestAPoliteSolverKeepsItsWorker(t *testing.T) {
	in(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		for range 5 {
			cancel := a.solve("A", "polite")
			pass(time.Second)
			cancel()
			pass(time.Second)
		}
		if len(a.hired) != 2 {
			t.Errorf("%d workers were hired, want one and a spare", len(a.hired))
		}
		a.solve("B", "")
		pass(time.Second)
		a.wantText(t, "B: B")
	})
}

func TestCancelBeforeTheStart(t *testing.T) {
	in(t, &agency{startUp: time.Second}, Options{Size: 1}, func(t *testing.T, a *agency) {
		cancelA := a.solve("A", "slow")
		cancelB := a.solve("B", "")
		cancelB()
		cancelA()
		pass(2 * time.Second)
		a.want(t, "B: cancelled: Stopped.", "A: cancelled: Stopped.")
	})
}

func TestACrashIsToldAndTheWorkerReplaced(t *testing.T) {
	in(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		for algorithm, says := range map[string]string{"memory": "more memory than the page has", "stack": "too deep", "crash": "exit status 2", "nonsense": "not a message"} {
			a.solve("A", algorithm)
			a.solve("B", "")
			pass(time.Second)
			a.wantText(t, "A: crashed:", says, "B: B")
		}
		if a.living() != 2 {
			t.Errorf("%d workers live, want one and a spare", a.living())
		}
	})
}

func TestFaultsComeThrough(t *testing.T) {
	in(t, &agency{}, Options{}, func(t *testing.T, a *agency) {
		var got *Trouble
		a.pool.Solve(nil, scenario.Run{Algorithm: "faulty"}, nil, func(_ *scenario.Answer, trouble *Trouble) { got = trouble })
		pass(time.Second)
		if got == nil || got.Reason != msg.Faulty || len(got.Faults) != 1 || got.Stopped() {
			t.Errorf("trouble is %+v", got)
		}
		a.solve("A", "garbled")
		pass(time.Second)
		a.wantText(t, "A: internal: The worker's answer cannot be read")
	})
}

func TestAWorkerThatDoesNotStartIsReplaced(t *testing.T) {
	in(t, &agency{mute: 2}, Options{}, func(t *testing.T, a *agency) {
		a.solve("A", "")
		pass(time.Minute)
		a.want(t, "A 0/0", "A: A")
	})
}

func TestAWorkerThatDoesNotTakeUpAnAskIsReplaced(t *testing.T) {
	in(t, &agency{deaf: 1}, Options{}, func(t *testing.T, a *agency) {
		a.solve("A", "")
		pass(time.Minute)
		a.want(t, "A 0/0", "A: A")
	})
}

func TestThePoolGivesUpAndTriesAgainAtTheNextAsk(t *testing.T) {
	died := 0
	in(t, &agency{dead: 3}, Options{Size: 2, Died: func(End) { died++ }}, func(t *testing.T, a *agency) {
		a.solve("A", "")
		pass(time.Minute)
		a.want(t, "A: crashed: No worker could be started: module is broken. Try again; if it stays so, reload the page.")
		if died != 3 {
			t.Errorf("%d deaths were reported", died)
		}
		a.solve("B", "")
		pass(time.Minute)
		a.want(t, "B 0/0", "B: B")
	})
}

func TestAnotherVersionEndsThePool(t *testing.T) {
	outdated := 0
	in(t, &agency{version: msg.Version + 1}, Options{Size: 2, Outdated: func() { outdated++ }}, func(t *testing.T, a *agency) {
		a.solve("A", "")
		a.solve("B", "")
		pass(time.Minute)
		a.solve("C", "")
		pass(time.Minute)
		a.wantText(t, "A: outdated: ", "B: outdated: ", "C: outdated: ")
		if outdated != 1 {
			t.Errorf("Outdated was called %d times", outdated)
		}
	})
}

func TestAHeavyWorkerIsReplacedWhenNobodyWaits(t *testing.T) {
	in(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		text := make([]byte, heavy)
		for range 3 {
			a.pool.Solve(text, scenario.Run{Algorithm: "faulty"}, nil, func(*scenario.Answer, *Trouble) {})
		}
		pass(time.Minute)
		if !a.hired[0].ended || a.living() != 1 {
			t.Errorf("%d workers live, the heavy one among them: %v", a.living(), !a.hired[0].ended)
		}
	})
}

func TestARestingPoolKeepsNobodyIdle(t *testing.T) {
	in(t, &agency{}, Options{Size: 2}, func(t *testing.T, a *agency) {
		a.solve("a", "fine")
		pass(50 * time.Millisecond)
		a.pool.Rest()
		pass(10 * time.Millisecond)
		if a.living() != 1 {
			t.Errorf("%d workers live beside the one at work", a.living()-1)
		}
		pass(time.Minute)
		if a.want(t, "a 0/0", "a: a"); a.living() != 0 {
			t.Errorf("%d workers live after the work", a.living())
		}
		a.solve("b", "fine")
		pass(time.Minute)
		a.want(t, "b 0/0", "b: b")
	})
}

// Kinds have workers of their own, and those of the kind that was left go.
func TestKinds(t *testing.T) {
	in(t, &agency{}, Options{}, func(t *testing.T, a *agency) {
		pools := map[string]*Pool{}
		k := NewKinds(func(kind string) *Pool {
			pools[kind] = New(Options{Hire: a.hire})
			return pools[kind]
		})
		solve := func(kind string) {
			k.Solve(kind, []byte(kind), scenario.Run{Algorithm: "fine"}, nil, func(*scenario.Answer, *Trouble) {})
			pass(time.Minute)
		}
		solve("one")
		first := a.living()
		solve("two")
		if len(pools) != 2 || first == 0 || a.living() != first {
			t.Errorf("%d pools; %d workers of the first, %d in the end", len(pools), first, a.living())
		}
		solve("one")
		if len(pools) != 2 || a.living() != first {
			t.Errorf("%d pools, %d workers after coming back", len(pools), a.living())
		}
		for _, p := range pools {
			p.Close()
		}
	})
}

func TestCloseFailsWhatWaits(t *testing.T) {
	in(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		a.solve("A", "slow")
		a.solve("B", "slow")
		pass(time.Second)
		a.heard()
		a.pool.Close()
		pass(time.Second)
		a.want(t, "B: cancelled: The page is closing.", "A: cancelled: The page is closing.")
	})
}

func TestCallbacksMayAskAndCancel(t *testing.T) {
	in(t, &agency{}, Options{Size: 2}, func(t *testing.T, a *agency) {
		slow := a.solve("slow", "slow")
		a.pool.Expand([]byte("x"), func([]byte, *Trouble) {
			slow()
			a.solve("next", "")
		})
		pass(time.Minute)
		a.want(t, "slow 0/0", "slow: cancelled: Stopped.", "next 0/0", "next: next")
	})
}
