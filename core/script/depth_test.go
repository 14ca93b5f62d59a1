package script_test

import (
	"testing"

	"gridbox/core/policy"
)

// The maximum depth of a program is the same on every platform: of calls, of calls by the
// language, and of brackets.
func TestDepthIsTheSameEverywhere(t *testing.T) {
	const source = `
function down(by) { let n = 0; const f = () => { n++; return by(f) }; try { f() } catch { } return n }
function nested(open, close) {
  for (let n = 20; ; n += 20) try { Function(open.repeat(n) + 1 + close.repeat(n)) } catch { return n - 20 }
}
function decide() {
  return [down((f) => f()), down((f) => [2, 1].sort(f)), down((f) => 'a'.replace('a', f)), nested('(', ')'), nested('[', ']')];
}`
	a, err := decide(t, source, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := policy.FormatValue(a.Value), `[273,103,137,120,140]`; got != want {
		t.Errorf("so deep is too deep: %s, was %s", got, want)
	}
}
