package serve

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/wasm/msg"
)

// answer has the engine answer a request. It contains panics of solvers: the user gets a
// sentence, the stack goes to standard error, and the worker continues, because solvers share no
// state.
func (s *server) answer(ctx context.Context, ask msg.Request) (a msg.Answer) {
	defer func() {
		if r := recover(); r != nil {
			if s.set.Stderr != nil {
				io.WriteString(s.set.Stderr, "panic in "+ask.Type+": "+panicText(r)+"\n\n"+stack())
			}
			a = msg.Answer{Type: msg.Failed, Reason: msg.Internal,
				Text: subject(ask) + " caused an internal error of Gridbox: " +
					panicText(r) + ". Your work is not lost; please report the scenario."}
		}
	}()
	a, err := s.perform(ctx, ask)
	if err != nil {
		return failure(ctx, err)
	}
	return a
}

// panicText returns the text of a panic.
func panicText(panicked any) string {
	switch p := panicked.(type) {
	case error:
		return p.Error()
	case string:
		return p
	}
	return "it does not say what"
}

// stack returns the caller's stack without package runtime/debug, which would link fmt and files
// into the worker.
func stack() string {
	text := make([]byte, 16<<10)
	return string(text[:runtime.Stack(text, false)])
}

// perform is answer without recovery from panics.
func (s *server) perform(ctx context.Context, ask msg.Request) (msg.Answer, error) {
	if err := TextLimit(len(ask.Document)); err != nil && ask.Type != msg.Tally {
		return msg.Answer{}, err
	}
	s.engine.Permit(ask.Allowed)
	pace := s.set.Pace
	if ask.Type == msg.Study || ask.Type == msg.Duel || ask.Type == msg.Match {
		// Pauses at the default interval would take a tenth of the time of short requests.
		pace.Interval = max(pace.Interval, minReportInterval)
	}
	report := pace.reporter(ctx, func(done, total int) {
		s.send(msg.Answer{ID: ask.ID, Type: msg.Progress, Done: done, Total: total})
	})
	switch ask.Type {
	case msg.Expand:
		document, err := s.engine.Expand(ctx, ask.Document)
		return msg.Answer{Type: msg.Expanded, Document: document}, err
	case msg.Solve:
		solved, err := s.engine.Solve(ctx, ask.Document, run(ask), report)
		return msg.Answer{Type: msg.Solved, Kind: solved.Kind, Document: solved.Answer}, err
	case msg.Study:
		part, err := s.engine.Study(ctx, ask.Document, Stretch{ask.From, ask.To, ask.Large}, report)
		return msg.Answer{Type: msg.Part, Document: part}, err
	case msg.Tally:
		reply, err := s.engine.Tally(ctx, TallyRequest{Key: ask.Key, Have: ask.Have, Text: ask.Document,
			About: ask.About,
			Large: ask.Large})
		return msg.Answer{Type: msg.Tallied, Document: reply}, err
	case msg.Search:
		reply, err := s.engine.Search(ctx, TallyRequest{Key: ask.Key, Have: ask.Have, Text: ask.Document})
		return msg.Answer{Type: msg.Tallied, Document: reply}, err
	case msg.Duel:
		outcomes, err := s.engine.Duel(ctx, ask.Document, report)
		return msg.Answer{Type: msg.Part, Document: outcomes}, err
	case msg.Match:
		values, err := s.engine.Match(ctx, ask.Document, ask.From, ask.To, report)
		return msg.Answer{Type: msg.Part, Document: values}, err
	case msg.Pick:
		made, err := s.engine.Pick(ctx, ask.Document)
		return msg.Answer{Type: msg.Expanded, Document: made}, err
	default:
		why, err := s.engine.Explain(ctx, ask.Document, run(ask), ask.About, report)
		return msg.Answer{Type: msg.Explained, Trace: why.Trace, Document: why.Detail}, err
	}
}

// run returns the run of a request. Without one, the engine reports that the empty name is not an
// algorithm.
func run(ask msg.Request) scenario.Run {
	if ask.Run == nil {
		return scenario.Run{}
	}
	return *ask.Run
}

// failure converts an error to an answer.
func failure(ctx context.Context, err error) msg.Answer {
	a := msg.Answer{Type: msg.Failed, Reason: msg.Internal, Text: err.Error()}
	var faults doc.Faults
	var large *SizeError
	switch {
	case errors.As(err, &faults):
		a.Reason, a.Faults, a.Text = msg.Faulty, faults, countFaults(len(faults))
	case errors.Is(err, ErrLacking):
		a.Reason = msg.Lacking
	case errors.As(err, &large):
		a.Reason = msg.TooLarge
	case errors.Is(err, context.Canceled) || ctx.Err() != nil:
		a.Reason, a.Text = msg.Cancelled, "Stopped."
	}
	return a
}

// countFaults returns a number of faults in words.
func countFaults(n int) string {
	if n == 1 {
		return "One thing is wrong with the scenario."
	}
	return strconv.Itoa(n) + " things are wrong with the scenario."
}

// subject returns the subject of a sentence on a failed request.
func subject(ask msg.Request) string {
	if ask.Run != nil && ask.Run.Algorithm != "" {
		return ask.Run.Algorithm
	}
	switch ask.Type {
	case msg.Study, msg.Tally:
		return "The study"
	case msg.Search, msg.Duel:
		return "The search"
	case msg.Match, msg.Pick:
		return "The comparison"
	}
	return "The generator"
}
