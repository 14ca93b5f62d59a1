package script

import (
	"context"

	"gridbox/core/policy"
)

// An Interpreter starts programs in the instances of a host.
type Interpreter struct {
	Host   Host
	Limits Limits
}

var _ policy.Interpreter = Interpreter{}

// Start starts a program. All kinds have the same interpreter and differ in the
// functions that they call.
func (i Interpreter) Start(ctx context.Context, _, source string, seed uint64) (policy.Program, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m, err := Start(i.Host, source, seed, i.Limits)
	if err != nil {
		return nil, err
	}
	return m, nil
}
