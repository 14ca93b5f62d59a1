package serve

import (
	"context"
	"slices"

	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// A permittedInterpreter is an interpreter that runs only programs that the user has written in the page or
// allowed, identified by the digests of their sources. Pages request no others; this is enforced
// here, where programs run.
type permittedInterpreter struct {
	interpreter policy.Interpreter
	digests     []string
}

// Start starts a program if it is permitted.
func (p permittedInterpreter) Start(ctx context.Context, kind, source string, seed uint64) (policy.Program, error) {
	if !slices.Contains(p.digests, scenario.SourceDigest(source)) {
		return nil, &policy.Fault{Reason: "waits for your permission: " +
			"open the scenario in the laboratory, which shows " +
			"the program and asks before it runs"}
	}
	return p.interpreter.Start(ctx, kind, source, seed)
}

// Permit sets the programs that may run in the next requests.
func (c *Catalog) Permit(digests []string) { c.allowed = digests }

// programs returns the interpreter of the permitted programs.
func (c *Catalog) programs() policy.Interpreter {
	if c.Programs == nil {
		return nil
	}
	return permittedInterpreter{c.Programs, c.allowed}
}
