// Package scripttest provides the interpreter to tests: wazero natively, the
// engine itself as js/wasm.
package scripttest

import (
	"errors"
	"os"
	"sync"
	"testing"

	"gridbox/core/cmd/interpreter/located"
	"gridbox/core/policy"
	"gridbox/core/script"
)

var openHost = sync.OnceValues(func() (script.Host, error) { return located.Open("") })

// Host returns the interpreter, opened once for all tests of a package. It
// skips the test if the interpreter is not installed.
func Host(t testing.TB) script.Host {
	t.Helper()
	h, err := openHost()
	if errors.Is(err, located.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Start starts a program, which the caller must close.
func Start(t testing.TB, source string) policy.Program {
	t.Helper()
	p, err := script.Start(Host(t), source, 1, script.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Instances returns the number of instances on which a program is compared with
// the algorithm that it implements: a thousand with GRIDBOX_ALL, as in
// ./build.sh soak.
func Instances() int {
	switch {
	case testing.Short():
		return 100
	case os.Getenv("GRIDBOX_ALL") != "":
		return 1000
	}
	return 150
}
