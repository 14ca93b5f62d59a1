//go:build js && wasm && browser

// These tests need a real browser's workers: site/e2e serves worker.wasm, and a
// rogue.wasm that misbehaves, together with the test binary, and runs it there.

package compute

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/engine"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// open creates a pool on one of the site's programs.
func open(t *testing.T, program string) *Pool {
	h := &workerFactory{addresses: Addresses{Program: program, Script: "worker.js"}}
	p := h.pool(false)
	t.Cleanup(p.Close)
	return p
}

// await solves a text and waits for the result.
func await(t *testing.T, p *Pool, text []byte, algorithm string) (*scenario.Answer, *Trouble) {
	t.Helper()
	type end struct {
		answer  *scenario.Answer
		trouble *Trouble
	}
	done := make(chan end, 1)
	p.Solve(text, scenario.Run{Algorithm: algorithm}, nil,
		func(a *scenario.Answer, trouble *Trouble) { done <- end{a, trouble} })
	select {
	case e := <-done:
		return e.answer, e.trouble
	case <-time.After(50 * time.Second):
		t.Fatalf("%s: got no end within 50 s", algorithm)
		return nil, nil
	}
}

func expand(t *testing.T, p *Pool, text []byte) []byte {
	t.Helper()
	type end struct {
		text    []byte
		trouble *Trouble
	}
	done := make(chan end, 1)
	p.Expand(text, func(explicit []byte, trouble *Trouble) { done <- end{explicit, trouble} })
	e := <-done
	if e.trouble != nil {
		t.Fatalf("expand: got trouble %s %v, want none", e.trouble.Text, e.trouble.Faults)
	}
	return e.text
}

func TestARealWorkerAnswersAsTheCoreDoes(t *testing.T) {
	p := open(t, "worker.wasm")
	began := time.Now()
	text := expand(t, p, scenario.Canonical(scenario.NewGenerated("placement", "five-clusters", 7)))
	t.Logf("first answer after %v", time.Since(began))
	s, faults := scenario.Parse(text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for _, run := range catalog.DefaultRuns("placement") {
		began := time.Now()
		answer, trouble := await(t, p, text, run.Algorithm)
		if trouble != nil {
			t.Fatalf("%s: got trouble %s, want an answer", run.Algorithm, trouble.Text)
		}
		took := time.Since(began)
		own, err := engine.All().Run(context.Background(), s, run, engine.Env{})
		if err != nil {
			t.Fatal(err)
		}
		if answer.Digest != own.Digest || answer.Check == nil || !answer.Check.OK {
			t.Errorf("%s: got digest %s, want %s, check %+v", run.Algorithm, answer.Digest, own.Digest, answer.Check)
		}
		t.Logf("%s: %v", run.Algorithm, took)
	}
	done := make(chan error, 1)
	p.Explain(text, scenario.Run{Algorithm: "rbhs"}, map[string]string{"job": s.Placement.Jobs[0].ID},
		func(why Explanation, trouble *Trouble) {
			switch {
			case trouble != nil:
				done <- trouble
			case why.Trace == nil || len(why.Trace.Events) == 0 || len(why.Detail) == 0:
				done <- fmt.Errorf("an explanation without events or detail: %+v", why)
			default:
				done <- nil
			}
		})
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestFaultsOfARealWorkerHavePlaces(t *testing.T) {
	_, trouble := await(t, open(t, "worker.wasm"),
		[]byte("{\"format\": \"gridbox\", \"version\": 1,\n \"kind\": \"placement\", \"sead\": 7}"), "rbhs")
	if trouble == nil || trouble.Reason != msg.Faulty || len(trouble.Faults) == 0 || trouble.Faults[0].End == 0 {
		t.Fatalf("got trouble %+v, want a fault with its place", trouble)
	}
}

func TestARealDeathIsReportedAndTheWorkerReplaced(t *testing.T) {
	p := open(t, "rogue.wasm")
	for _, way := range []struct{ algorithm, reason, message string }{
		{"panic", msg.Internal, "nil map"},
		{"exit", msg.Crashed, "leaving"},
		{"stack", msg.Crashed, "too deep"},
		{"memory", msg.Crashed, "more memory"},
	} {
		began := time.Now()
		_, trouble := await(t, p, nil, way.algorithm)
		if trouble == nil || trouble.Reason != way.reason || !strings.Contains(trouble.Text, way.message) {
			t.Errorf("%s: got trouble %+v, want reason %s with %q", way.algorithm, trouble, way.reason, way.message)
		}
		got := time.Since(began)
		if _, trouble := await(t, p, nil, "fine"); trouble != nil {
			t.Errorf("solve after %s: got trouble %s, want none", way.algorithm, trouble.Text)
		}
		t.Logf("%s: told after %v, the next run answered after %v", way.algorithm, got.Round(time.Millisecond),
			time.Since(began).Round(time.Millisecond))
	}
}

func TestAProgramThatCannotBeLoadedIsReported(t *testing.T) {
	for _, program := range []string{"missing.wasm", "worker.js"} {
		_, trouble := await(t, open(t, program), nil, "fine")
		if trouble == nil || trouble.Reason != msg.Crashed || !strings.Contains(trouble.Text, "could not be loaded") {
			t.Errorf("%s: got trouble %+v, want a crash: could not be loaded", program, trouble)
		}
	}
}

func TestTenMegabytesCross(t *testing.T) {
	p := open(t, "rogue.wasm")
	text := []byte(strings.Repeat("0123456789", 1<<20))
	expand(t, p, nil)
	began := time.Now()
	if got := expand(t, p, text); string(got) != string(text) {
		t.Errorf("got %d bytes back, want the %d sent", len(got), len(text))
	}
	t.Logf("there and back in %v", time.Since(began))
}

// TestCancelIsHeardAtOnceWhateverTheSolverDoes checks the delay of a cancel with a simulated clock. Here a real
// worker that never yields must be stopped at all: "spin" does not end.
func TestASpinningWorkerIsCancelled(t *testing.T) {
	p := open(t, "rogue.wasm")
	await(t, p, nil, "fine")
	for _, algorithm := range []string{"polite", "spin"} {
		for range 3 {
			begun, ended := make(chan bool, 99), make(chan *Trouble, 1)
			cancel := p.Solve(nil, scenario.Run{Algorithm: algorithm}, func(int, int) { begun <- true },
				func(_ *scenario.Answer, trouble *Trouble) { ended <- trouble })
			<-begun
			time.Sleep(30 * time.Millisecond)
			began := time.Now()
			cancel()
			trouble := <-ended
			got := time.Since(began)
			await(t, p, nil, "fine")
			next := time.Since(began)
			if trouble == nil || !trouble.IsCancelled() {
				t.Errorf("%s: got trouble %+v after %v, want that it was stopped", algorithm, trouble, got)
			}
			t.Logf("%s: heard after %v, the next run answered after %v", algorithm, got.Round(time.Microsecond),
				next.Round(time.Millisecond))
			time.Sleep(100 * time.Millisecond)
		}
	}
}
