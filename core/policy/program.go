package policy

import "context"

// An Interpreter runs programs of one language. Programs that compute bring
// theirs in engine.Env; without one a run of such a policy is refused.
type Interpreter interface {
	// Start reads a source for a kind and makes it ready to be asked. Seed is
	// that of its random numbers. The error is doc.Faults, with paths from the
	// policy on, where the source is wrong.
	Start(ctx context.Context, kind, source string, seed uint64) (Program, error)
}

// A Program is a source that has been read and keeps its own state between one
// decision and the next. It is asked by one goroutine.
type Program interface {
	// Decide asks for one decision: the state and the answer are JSON.
	Decide(ctx context.Context, decision string, state []byte) ([]byte, error)
	// Fuel is how many steps the program has taken.
	Fuel() uint64
	Close()
}
