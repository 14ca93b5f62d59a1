package main

import (
	"slices"
	"testing"
)

// code is a shortened output of `go tool objdump` for a few functions.
const code = `TEXT math.sin(SB) math/sin.go
  sin.go:230		0x10			1f4220a5		FMADDD F2, F8, F5, F5			
TEXT math.Trunc.abi0(SB) math/floor_arm64.s
  floor_arm64.s:9		0x14			1e65c000		FRINTZD F0, F0			
TEXT math.tan(SB) math/tan.go
  tan.go:93		0x18			97ffffff		CALL math.sin(SB)			
TEXT gridbox/core/rng.Ln(SB) gridbox/core/rng/elementary.go
  elementary.go:22		0x20			1e620820		FMULD F2, F1, F0			
  elementary.go:22		0x24			1e602820		FADDD F0, F1, F0			
TEXT gridbox/core/kind/batch/solve.(*chooser[go.shape.struct{a/b.c}]).best(SB) gridbox/core/kind/batch/solve/choose.go
  choose.go:78		0x30			1f498484		FMSUBD F4, F1, F9, F4			
  choose.go:93		0x34			1f498484		FNMSUBS F4, F1, F9, F4			
  choose.go:93		0x38			1f498484		FNMSUBS F4, F1, F9, F4			
TEXT gridbox/core/kind/batch/solve.round.func1(SB) gridbox/core/kind/batch/solve/choose.go
  floor.go:12		0x40			97ffffff		CALL math.tan(SB)			
  floor.go:13		0x44			97ffffff		CALL math.Trunc.abi0(SB)			
TEXT gridbox/core/verify.near(SB) gridbox/core/verify/verdict.go
  verdict.go:5		0x50			1f498484		FNMADDD F4, F1, F9, F4			
TEXT gridbox/core/formula.turn(SB) gridbox/core/formula/turn.go
  turn.go:6		0x60			97ffffff		CALL math.sin(SB)			
  turn.go:7		0x64			1f498484		FMADDD F4, F1, F9, F4			
TEXT runtime.scale(SB) runtime/scale.go
  scale.go:5		0x70			1f498484		FMADDD F4, F1, F9, F4			
`

// Fused operations of the core are reported with function and line, in its own code and in functions of package math
// that it calls; so is an exception that is not needed.
func TestComplaints(t *testing.T) {
	got := complaints(read(code), map[string]string{"core/verify": "why", "core/formula turn math.Sin": "why",
		"core/rng": "why"})
	want := []string{
		"core/formula turn, at turn.go:7: FMADDD",
		"core/kind/batch/solve (*chooser[go.shape.struct{a/b.c}]).best, at choose.go:78: FMSUBD",
		"core/kind/batch/solve (*chooser[go.shape.struct{a/b.c}]).best, at choose.go:93: FNMSUBS",
		"core/kind/batch/solve round.func1, at floor.go:12: math.Tan",
		"core/rng: excused, but nothing is fused there",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
