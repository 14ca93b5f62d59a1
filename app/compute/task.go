package compute

import (
	"gridbox/app/yield"
	"gridbox/core/doc"
	"gridbox/core/i18n"
	"gridbox/core/scenario"
	"gridbox/core/trace"
	"gridbox/wasm/msg"
)

// A Trouble is the reason why a request has no result. A nil Trouble means
// success.
type Trouble struct {
	Reason string     // one of the reasons of package msg
	Text   string     // a sentence for a person
	Faults doc.Faults // faults of the scenario, if they are the reason
}

// Error returns the text, so that a Trouble is an error.
func (t *Trouble) Error() string { return t.Text }

// Study returns the text of a study's trouble, with its first fault.
func (t *Trouble) Study() string {
	if len(t.Faults) > 0 {
		return i18n.T("The study cannot start: {}", t.Faults[0].String())
	}
	return t.Text
}

// IsCancelled reports whether the request was cancelled, which is not an error.
func (t *Trouble) IsCancelled() bool { return t.Reason == msg.Cancelled }

// Explanation is an explanation: the recorded events and the kind's own detail.
type Explanation struct {
	Trace  *trace.Log
	Detail []byte // a document
}

// Expand makes a generated scenario explicit. It calls done exactly once; after cancel the Trouble is cancelled
// (IsCancelled). This holds for the other requests too. The text must not change afterwards.
func (p *Pool) Expand(text []byte, done func(explicit []byte, trouble *Trouble)) (cancel func()) {
	return p.submit(&task{rank: rankQuick, request: msg.Request{Type: msg.Expand, Document: text},
		done: func(a msg.Answer) { done(a.Document, troubleOf(a)) }})
}

// Solve runs one algorithm and verifies its answer. It calls progress, which may be nil, with 0 of 0 when the run
// begins, and then with the progress.
func (p *Pool) Solve(text []byte, run scenario.Run, progress func(done, total int),
	done func(answer *scenario.Answer, trouble *Trouble)) (cancel func()) {
	return p.submit(&task{rank: rankSolve, request: msg.Request{Type: msg.Solve, Document: text, Run: &run},
		progress: progress,
		done: func(a msg.Answer) {
			if trouble := troubleOf(a); trouble != nil {
				done(nil, trouble)
				return
			}
			// The pauses block only the pool's goroutine; the worker has its next task already.
			answer, faults := scenario.ParseAnswerWith(a.Document, a.Kind, yield.Pauser())
			if len(faults) > 0 {
				done(nil, &Trouble{Reason: msg.Internal, Faults: faults,
					Text: "The worker's answer cannot be read: " + faults[0].String()})
				return
			}
			done(&answer, nil)
		}})
}

// Explain runs one algorithm and records its events. About names the subject of
// the explanation, {"job": "j17"}.
func (p *Pool) Explain(text []byte, run scenario.Run, about map[string]string,
	done func(why Explanation, trouble *Trouble)) (cancel func()) {
	return p.submit(&task{rank: rankQuick, request: msg.Request{Type: msg.Explain, Document: text, Run: &run,
		About: about},
		done: func(a msg.Answer) { done(Explanation{a.Trace, a.Document}, troubleOf(a)) }})
}

// Export converts a scenario, the first line of a text, and the result document
// after it to a format of other programs. Notes list what the format cannot
// express.
func (p *Pool) Export(text []byte, about map[string]string,
	done func(written []byte, notes string, trouble *Trouble)) (cancel func()) {
	return p.submit(&task{rank: rankQuick, request: msg.Request{Type: msg.Export, Document: text, About: about},
		done: func(a msg.Answer) { done(a.Document, a.Text, troubleOf(a)) }})
}

// A rank orders tasks and decides which slots they may use.
type rank int

const (
	rankQuick rank = iota // may use the spare
	rankSolve
	rankStudy // may use more slots than solve
)

// A task is one request.
type task struct {
	request  msg.Request
	rank     rank
	attempts int
	progress func(done, total int)
	done     func(msg.Answer)
	ended    bool
}

// finish passes on the last answer, once.
func (t *task) finish(a msg.Answer) {
	if !t.ended {
		t.ended = true
		t.done(a)
	}
}

// fail finishes the task with a reason and text of the page.
func (t *task) fail(reason, text string) {
	t.finish(msg.Answer{Type: msg.Failed, Reason: reason, Text: text})
}

func troubleOf(a msg.Answer) *Trouble {
	if a.Type != msg.Failed {
		return nil
	}
	return &Trouble{Reason: a.Reason, Text: a.Text, Faults: a.Faults}
}
