package compute

import (
	"fmt"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
	"slices"
	"testing"
	"time"
)

func TestNobodyIsHiredBeforeTheFirstAsk(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 2}, func(t *testing.T, a *agency) {
		pass(time.Hour)
		if len(a.workers) != 0 {
			t.Errorf("got %d workers before the first request, want 0", len(a.workers))
		}
		a.pool.Warm()
		a.pool.Warm()
		pass(0)
		if len(a.workers) != 1 && len(a.workers) != 2 {
			t.Errorf("Warm: got %d workers, want 1 or 2", len(a.workers))
		}
	})
}

func TestSolveReportsAndAnswers(t *testing.T) {
	runWithAgency(t, &agency{startUp: 50 * time.Millisecond}, Options{}, func(t *testing.T, a *agency) {
		a.solve("A", "steps")
		pass(time.Second)
		a.want(t, "A 0/0", "A 1/4", "A 2/4", "A 3/4", "A: A")
	})
}

func TestExpandAndExplain(t *testing.T) {
	runWithAgency(t, &agency{}, Options{}, func(t *testing.T, a *agency) {
		a.pool.Expand([]byte("x"), func(explicit []byte, trouble *Trouble) { a.note("%s %v", explicit, trouble) })
		pass(time.Second)
		a.want(t, "explicit x <nil>")
		a.pool.Explain([]byte("x"), scenario.Run{Algorithm: "why"}, map[string]string{"job": "j17"},
			func(why Explanation, trouble *Trouble) {
				a.note("%s %s %v", why.Trace.Events[0].Kind, why.Detail, trouble)
			})
		pass(time.Second)
		a.want(t, "j17 [1] <nil>")
	})
}

func TestAtMostSizeSolveAtOnceAndInOrder(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 3}, func(t *testing.T, a *agency) {
		var want []string
		for i := range 20 {
			title := fmt.Sprint("r", i)
			a.solve(title, "")
			want = append(want, title)
		}
		pass(time.Minute)
		if !slices.Equal(a.order, want) {
			t.Errorf("got order %v, want %v", a.order, want)
		}
		if a.maxBusy != 3 {
			t.Errorf("got at most %d busy workers, want 3", a.maxBusy)
		}
		if a.countAlive() != 3 && a.countAlive() != 4 {
			t.Errorf("got %d live workers, want 3 or 4", a.countAlive())
		}
	})
}

func TestAQuickAskNeedNotWaitForSolvers(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		a.solve("A", "slow")
		a.solve("B", "slow")
		pass(time.Second)
		a.drainLog()
		a.pool.Expand([]byte("x"), func(explicit []byte, _ *Trouble) { a.note("%s", explicit) })
		pass(time.Second)
		a.want(t, "explicit x")
	})
}

func TestCancelIsHeardAtOnceWhateverTheSolverDoes(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		cancel := a.solve("A", "slow")
		a.solve("B", "quick")
		pass(time.Second)
		began := time.Now()
		cancel()
		pass(0)
		a.want(t, "A 0/0", "A: cancelled: Stopped.", "B 0/0")
		pass(60 * time.Millisecond)
		if !a.workers[0].ended {
			t.Errorf("the worker still runs %v after the cancel", time.Since(began))
		}
		pass(time.Second)
		a.want(t, "B: B")
		cancel()
		pass(time.Second)
		a.want(t)
	})
}

func TestAPoliteSolverKeepsItsWorker(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		for range 5 {
			cancel := a.solve("A", "polite")
			pass(time.Second)
			cancel()
			pass(time.Second)
		}
		if len(a.workers) != 2 {
			t.Errorf("got %d workers hired, want one and a spare", len(a.workers))
		}
		a.solve("B", "")
		pass(time.Second)
		a.wantText(t, "B: B")
	})
}

func TestCancelBeforeTheStart(t *testing.T) {
	runWithAgency(t, &agency{startUp: time.Second}, Options{Size: 1}, func(t *testing.T, a *agency) {
		cancelA := a.solve("A", "slow")
		cancelB := a.solve("B", "")
		cancelB()
		cancelA()
		pass(2 * time.Second)
		a.want(t, "B: cancelled: Stopped.", "A: cancelled: Stopped.")
	})
}

func TestACrashIsReportedAndTheWorkerReplaced(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		for algorithm, got := range map[string]string{"memory": "more memory than the page has", "stack": "too deep",
			"crash": "exit status 2", "nonsense": "not a message"} {
			a.solve("A", algorithm)
			a.solve("B", "")
			pass(time.Second)
			a.wantText(t, "A: crashed:", got, "B: B")
		}
		if a.countAlive() != 2 {
			t.Errorf("got %d live workers, want one and a spare", a.countAlive())
		}
	})
}

func TestFaultsComeThrough(t *testing.T) {
	runWithAgency(t, &agency{}, Options{}, func(t *testing.T, a *agency) {
		var got *Trouble
		a.pool.Solve(nil, scenario.Run{Algorithm: "faulty"}, nil,
			func(_ *scenario.Answer, trouble *Trouble) { got = trouble })
		pass(time.Second)
		if got == nil || got.Reason != msg.Faulty || len(got.Faults) != 1 || got.IsCancelled() {
			t.Errorf("got trouble %+v, want one fault", got)
		}
		a.solve("A", "garbled")
		pass(time.Second)
		a.wantText(t, "A: internal: The worker's answer cannot be read")
	})
}

func TestAWorkerThatDoesNotStartIsReplaced(t *testing.T) {
	runWithAgency(t, &agency{mute: 2}, Options{}, func(t *testing.T, a *agency) {
		a.solve("A", "")
		pass(time.Minute)
		a.want(t, "A 0/0", "A: A")
	})
}

func TestAWorkerThatDoesNotTakeUpAnAskIsReplaced(t *testing.T) {
	runWithAgency(t, &agency{deaf: 1}, Options{}, func(t *testing.T, a *agency) {
		a.solve("A", "")
		pass(time.Minute)
		a.want(t, "A 0/0", "A: A")
	})
}

func TestThePoolGivesUpAndTriesAgainAtTheNextAsk(t *testing.T) {
	died := 0
	runWithAgency(t, &agency{dead: 3}, Options{Size: 2, OnWorkerEnd: func(End) { died++ }},
		func(t *testing.T, a *agency) {
			a.solve("A", "")
			pass(time.Minute)
			a.want(t,
				"A: crashed: No worker could be started: module is broken. Try again; if that fails, reload the page.")
			if died != 3 {
				t.Errorf("got %d deaths reported, want 3", died)
			}
			a.solve("B", "")
			pass(time.Minute)
			a.want(t, "B 0/0", "B: B")
		})
}

func TestAnotherVersionEndsThePool(t *testing.T) {
	outdated := 0
	runWithAgency(t, &agency{version: msg.Version + 1}, Options{Size: 2, OnOutdated: func() { outdated++ }},
		func(t *testing.T, a *agency) {
			a.solve("A", "")
			a.solve("B", "")
			pass(time.Minute)
			a.solve("C", "")
			pass(time.Minute)
			a.wantText(t, "A: outdated: ", "B: outdated: ", "C: outdated: ")
			if outdated != 1 {
				t.Errorf("Outdated was called %d times, want once", outdated)
			}
		})
}

func TestAHeavyWorkerIsReplacedWhenNobodyWaits(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		text := make([]byte, largeDocument)
		for range 3 {
			a.pool.Solve(text, scenario.Run{Algorithm: "faulty"}, nil, func(*scenario.Answer, *Trouble) {})
		}
		pass(time.Minute)
		if !a.workers[0].ended || a.countAlive() != 1 {
			t.Errorf("got %d live workers, the heavy one among them: %v; want one, not it",
				a.countAlive(), !a.workers[0].ended)
		}
	})
}

func TestARestingPoolKeepsNobodyIdle(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 2}, func(t *testing.T, a *agency) {
		a.solve("a", "fine")
		pass(50 * time.Millisecond)
		a.pool.Rest()
		pass(10 * time.Millisecond)
		if a.countAlive() != 1 {
			t.Errorf("resting: got %d live workers besides the busy one, want 0", a.countAlive()-1)
		}
		pass(time.Minute)
		if a.want(t, "a 0/0", "a: a"); a.countAlive() != 0 {
			t.Errorf("after the work: got %d live workers, want 0", a.countAlive())
		}
		a.solve("b", "fine")
		pass(time.Minute)
		a.want(t, "b 0/0", "b: b")
	})
}

// Each kind has its own workers; those of the former kind are stopped.
func TestKinds(t *testing.T) {
	runWithAgency(t, &agency{}, Options{}, func(t *testing.T, a *agency) {
		pools := map[string]*Pool{}
		k := NewKinds(func(kind string) *Pool {
			pools[kind] = New(Options{StartWorker: a.hire})
			return pools[kind]
		})
		solve := func(kind string) {
			k.Solve(kind, []byte(kind), scenario.Run{Algorithm: "fine"}, nil, func(*scenario.Answer, *Trouble) {})
			pass(time.Minute)
		}
		solve("one")
		first := a.countAlive()
		solve("two")
		if len(pools) != 2 || first == 0 || a.countAlive() != first {
			t.Errorf("got %d pools, %d workers of the first, %d in the end; want 2 pools, as many workers",
				len(pools), first, a.countAlive())
		}
		solve("one")
		if len(pools) != 2 || a.countAlive() != first {
			t.Errorf("after the return: got %d pools, %d workers; want 2, %d", len(pools), a.countAlive(), first)
		}
		for _, p := range pools {
			p.Close()
		}
	})
}

func TestCloseFailsWhatWaits(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 1}, func(t *testing.T, a *agency) {
		a.solve("A", "slow")
		a.solve("B", "slow")
		pass(time.Second)
		a.drainLog()
		a.pool.Close()
		pass(time.Second)
		a.want(t, "B: cancelled: The page is closing.", "A: cancelled: The page is closing.")
	})
}

func TestCallbacksMayAskAndCancel(t *testing.T) {
	runWithAgency(t, &agency{}, Options{Size: 2}, func(t *testing.T, a *agency) {
		slow := a.solve("slow", "slow")
		a.pool.Expand([]byte("x"), func([]byte, *Trouble) {
			slow()
			a.solve("next", "")
		})
		pass(time.Minute)
		a.want(t, "slow 0/0", "slow: cancelled: Stopped.", "next 0/0", "next: next")
	})
}
