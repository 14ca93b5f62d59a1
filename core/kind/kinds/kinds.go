// Package kinds lists the problem kinds, without solvers. The list with solvers
// is in core/engine.
package kinds

import (
	"sync"

	"gridbox/core/kind"
	"gridbox/core/kind/batch"
	"gridbox/core/kind/farm"
	"gridbox/core/kind/group"
	"gridbox/core/kind/placement"
	"gridbox/core/kind/window"
	"gridbox/core/policy"
)

// All returns the kinds in the order of the interface. The caller must not
// modify them. The list is created at the first call, because work before main
// delays a page.
var All = sync.OnceValue(func() []kind.Kind {
	return []kind.Kind{placement.Kind(), window.Kind(), batch.Kind(), group.Kind(), farm.Kind()}
})

// ByID returns the kind with an id.
func ByID(id string) (kind.Kind, bool) {
	for _, k := range All() {
		if k.ID == id {
			return k, true
		}
	}
	return kind.Kind{}, false
}

// Policy returns the policy description of a kind.
func Policy(id string) (*policy.Kind, bool) {
	for i := range All() {
		if k := &All()[i]; k.ID == id {
			return &k.Policy, true
		}
	}
	return nil, false
}

// Starters returns the programs that an own algorithm of a kind may start from.
func Starters(id string) []kind.Starter {
	k, ok := ByID(id)
	if !ok {
		return nil
	}
	return k.Starters()
}

// Starter returns the source of the program that decides as an algorithm does,
// or "".
func Starter(id, algorithm string) string {
	for _, s := range Starters(id) {
		if s.Algorithm == algorithm {
			return s.Source
		}
	}
	return ""
}
