package serve

import (
	"context"
	"slices"

	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// permitted runs those programs that a person has written here or has allowed
// to run, known by the digests of their sources. A page asks for no other; that
// it cannot is made sure of here, where programs run.
type permitted struct {
	interpreter policy.Interpreter
	digests     []string
}

func (p permitted) Start(ctx context.Context, kind, source string, seed uint64) (policy.Program, error) {
	if !slices.Contains(p.digests, scenario.SourceDigest(source)) {
		return nil, &policy.Fault{Why: "waits for your permission: open the scenario in the laboratory, which shows " +
			"the program and asks before it runs"}
	}
	return p.interpreter.Start(ctx, kind, source, seed)
}

// Permit says which programs may run in what is asked next.
func (c *Catalog) Permit(digests []string) { c.allowed = digests }

// programs are those that may run.
func (c *Catalog) programs() policy.Interpreter {
	if c.Programs == nil {
		return nil
	}
	return permitted{c.Programs, c.allowed}
}
