package cli

import (
	"context"
	"sync"

	"gridbox/core/cmd/interpreter/located"
	"gridbox/core/policy"
	"gridbox/core/script"
)

// InterpreterFlag is the flag for the interpreter of verbs that may run programs.
var InterpreterFlag = Option{"interpreter", "FILE",
	"the interpreter of policies in JavaScript, where it is not where ./build.sh deps puts it"}

// Programs returns the interpreter of policies in JavaScript. It is opened when the first program
// starts, once for each call.
func (c *Call) Programs() policy.Interpreter {
	c.opening.Do(func() {
		asked := ""
		if given := c.Flags["interpreter"]; len(given) > 0 {
			asked = given[len(given)-1]
		}
		c.interpreter = &lazyInterpreter{open: sync.OnceValues(func() (script.Host,
			error) {
			return located.Open(asked)
		})}
	})
	return c.interpreter
}

// lazyInterpreter is an interpreter that is opened when it is first needed.
type lazyInterpreter struct{ open func() (script.Host, error) }

// Start starts a program. A missing interpreter is returned as a fault of the policy, so that
// other runs continue.
func (l *lazyInterpreter) Start(ctx context.Context, kind, source string, seed uint64) (policy.Program, error) {
	host, err := l.open()
	if err != nil {
		return nil, &policy.Fault{Reason: err.Error()}
	}
	return script.Interpreter{Host: host}.Start(ctx, kind, source, seed)
}
