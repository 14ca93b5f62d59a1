// Package scripttest has the interpreter of people's programs ready for tests,
// which alone import it: wazero natively, the engine that runs them as js/wasm.
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

var opened = sync.OnceValues(func() (script.Host, error) { return located.Open("") })

// Host is the interpreter, opened once for all tests of a package. A test is
// skipped where it is not here.
func Host(t testing.TB) script.Host {
	t.Helper()
	h, err := opened()
	if errors.Is(err, located.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// Start starts a program, which its caller closes.
func Start(t testing.TB, source string) policy.Program {
	t.Helper()
	p, err := script.Start(Host(t), source, 1, script.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Instances is on how many instances a program is held to the algorithm that it
// writes out: a thousand with GRIDBOX_ALL, as ./build.sh soak sets it.
func Instances() int {
	switch {
	case testing.Short():
		return 100
	case os.Getenv("GRIDBOX_ALL") != "":
		return 1000
	}
	return 150
}
