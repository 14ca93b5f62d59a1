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

// answer has the engine do what an ask wants. It is the one place where a
// panic of a solver is contained: the person gets a sentence, the stack goes
// to standard error, and the worker lives on, since solvers share no state.
func (s *server) answer(ctx context.Context, ask msg.Ask) (a msg.Answer) {
	defer func() {
		if r := recover(); r != nil {
			if s.set.Stderr != nil {
				io.WriteString(s.set.Stderr, "panic in "+ask.Type+": "+words(r)+"\n\n"+stack())
			}
			a = msg.Answer{Type: msg.Failed, Reason: msg.Internal,
				Text: subject(ask) + " met a mistake in Gridbox itself: " +
					words(r) + ". Nothing of yours is lost; please report the scenario that shows it."}
		}
	}()
	a, err := s.perform(ctx, ask)
	if err != nil {
		return failure(ctx, err)
	}
	return a
}

// words is what a panic says.
func words(panicked any) string {
	switch p := panicked.(type) {
	case error:
		return p.Error()
	case string:
		return p
	}
	return "it does not say what"
}

// stack is the stack of whoever calls, without package runtime/debug, which
// would bring fmt and files into the worker.
func stack() string {
	text := make([]byte, 16<<10)
	return string(text[:runtime.Stack(text, false)])
}

// perform is answer without its safety net.
func (s *server) perform(ctx context.Context, ask msg.Ask) (msg.Answer, error) {
	if err := TextLimit(len(ask.Document)); err != nil && ask.Type != msg.Tally {
		return msg.Answer{}, err
	}
	s.engine.Permit(ask.Allowed)
	pace := s.set.Pace
	if ask.Type == msg.Study || ask.Type == msg.Duel { // stretches are short; resting in every one would cost a tenth
		pace.Every = max(pace.Every, unhurried)
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
		told, err := s.engine.Tally(ctx, Tally{Key: ask.Key, Have: ask.Have, Text: ask.Document, About: ask.About,
			Large: ask.Large})
		return msg.Answer{Type: msg.Tallied, Document: told}, err
	case msg.Hunt:
		told, err := s.engine.Hunt(ctx, Tally{Key: ask.Key, Have: ask.Have, Text: ask.Document})
		return msg.Answer{Type: msg.Tallied, Document: told}, err
	case msg.Duel:
		outcomes, err := s.engine.Duel(ctx, ask.Document, report)
		return msg.Answer{Type: msg.Part, Document: outcomes}, err
	default:
		why, err := s.engine.Explain(ctx, ask.Document, run(ask), ask.About, report)
		return msg.Answer{Type: msg.Explained, Trace: why.Trace, Document: why.Detail}, err
	}
}

// run is the run that an ask names; without one, the engine says that the
// empty name is no algorithm.
func run(ask msg.Ask) scenario.Run {
	if ask.Run == nil {
		return scenario.Run{}
	}
	return *ask.Run
}

// failure puts an error into the words of the boundary.
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

func countFaults(n int) string {
	if n == 1 {
		return "One thing is wrong with the scenario."
	}
	return strconv.Itoa(n) + " things are wrong with the scenario."
}

// subject is what a sentence about a failed ask begins with.
func subject(ask msg.Ask) string {
	if ask.Run != nil && ask.Run.Algorithm != "" {
		return ask.Run.Algorithm
	}
	switch ask.Type {
	case msg.Study, msg.Tally:
		return "The study"
	case msg.Hunt, msg.Duel:
		return "The search"
	}
	return "The generator"
}
