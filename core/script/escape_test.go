package script_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"gridbox/core/policy"
	"gridbox/core/script"
	"gridbox/core/script/scripttest"
)

// escapes returns programs that try to escape, to run forever, or to use many
// resources.
func escapes(t testing.TB) map[string]string {
	text, err := os.ReadFile("testdata/escapes.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for section := range strings.SplitSeq("\n"+string(text), "\n=== ") {
		if about, source, ok := strings.Cut(section, "\n"); ok {
			list[about] = source
		}
	}
	return list
}

// Each attempt ends, with data or with a fault, within its steps. It affects no other instance: a
// normal program takes the same steps as before.
func TestNothingGetsOut(t *testing.T) {
	const honest = "function decide(s) { return s.things.map((x) => x.id + Math.sqrt(x.size ** 2)).join() + random() }"
	measure := func() (any, uint64) {
		m, err := script.Start(scripttest.Host(t), honest, 3, script.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		a, err := m.Call(t.Context(), "decide", smallState())
		if err != nil {
			t.Fatal(err)
		}
		return a.Value, m.Fuel()
	}
	value, steps := measure()
	list := escapes(t)
	if len(list) < 170 {
		t.Fatalf("got %d attempts, want at least 170", len(list))
	}
	limits := script.Limits{Decision: 8_000_000}
	for about, source := range list {
		m, err := script.Start(scripttest.Host(t), source, 1, limits)
		var f *policy.Fault
		if err != nil {
			if !errors.As(err, &f) {
				t.Errorf("%s: got error %v, want a policy.Fault", about, err)
			}
			t.Logf("%s: %v", about, err)
			continue
		}
		for range 3 { // remaining effects would show in two more calls
			var a policy.Answer
			if a, err = m.Call(t.Context(), "decide", smallState()); err != nil {
				break
			}
			t.Logf("%s: %s", about, policy.FormatValue(a.Value))
		}
		if err != nil && !errors.As(err, &f) || m.Fuel() > 4*uint64(limits.Decision+script.Reserve) {
			t.Errorf("%s: got %d steps, error %v; want fewer steps or a policy.Fault", about, m.Fuel(), err)
		}
		t.Logf("%s: %d steps, %v", about, m.Fuel(), err)
		m.Close()
		if after, took := measure(); after != value || took != steps {
			t.Errorf("%s: a normal program: got %v after %d steps, want %v after %d", about, after, took, value,
				steps)
		}
	}
}
