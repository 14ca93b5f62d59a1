package fuel_test

import (
	"strings"
	"testing"

	"gridbox/core/script/fuel"
)

// Every call subtracts its frame from the module's own stack, and adds it again when it
// returns or ends.
func TestFramesAreTaken(t *testing.T) {
	out, err := fuel.Rewrite(nesting(), fuel.Rules{Keep: []string{"deep"}, Pages: 1, Stack: "__stack_pointer"})
	if err != nil {
		t.Fatal(err)
	}
	in := startModule(t, out)
	defer in.Close()
	const frame = 144 // 128, and 8 for an argument, rounded up to sixteens
	for _, calls := range []float64{0, 3, 1, 5, 0} {
		left, err := in.Call("deep", calls)
		if want := 1000 - frame*(calls+1); err != nil || left != want {
			t.Errorf("after %v nested calls: got a stack of %v, error %v; want %v", calls, left, err, want)
		}
	}
	for _, stack := range []string{"deep", "elsewhere"} {
		if _, err := fuel.Rewrite(nesting(), fuel.Rules{Pages: 1, Stack: stack}); err == nil ||
			!strings.Contains(err.Error(), "no global "+stack) {
			t.Errorf("a stack called %s: got error %v, want no global", stack, err)
		}
	}
}

// nesting returns a module whose export deep calls itself as often as its argument says, and
// then returns the remaining stack.
func nesting() []byte {
	section := func(id byte, body string) string { return string([]byte{id, byte(len(body))}) + body }
	sized := func(body string) string { return string([]byte{byte(len(body))}) + body }
	return []byte("\x00asm\x01\x00\x00\x00" +
		section(1, "\x01\x60\x01\x7f\x01\x7f") + // a type: (i32) i32
		section(3, "\x01\x00") +
		section(5, "\x01\x00\x01") +
		section(6, "\x01\x7f\x01\x41\xe8\x07\x0b") + // 1000
		section(7, "\x02\x04deep\x00\x00\x0f__stack_pointer\x03\x00") +
		section(10, "\x01"+sized("\x00\x20\x00\x45\x04\x40\x23\x00\x0f\x0b\x20\x00\x41\x01\x6b\x10\x00\x0b")))
}
