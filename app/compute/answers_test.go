//go:build js && wasm && browser

package compute

import (
	"encoding/json"
	"strconv"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"gridbox/core/catalog"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// fetchFile returns the content of a file of the site.
func fetchFile(t *testing.T, name string) []byte {
	t.Helper()
	came := make(chan string, 1)
	text := js.FuncOf(func(_ js.Value, args []js.Value) any { came <- args[0].String(); return nil })
	answer := js.FuncOf(func(_ js.Value, args []js.Value) any { return args[0].Call("text") })
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any { came <- ""; return nil })
	js.Global().Call("fetch", name).Call("then", answer).Call("then", text, failed)
	read := <-came
	if read == "" {
		t.Fatalf("fetch of %s: got nothing", name)
	}
	return []byte(read)
}

// Forty policies on eight scenarios each give the same digests and steps in real workers, with the interpreter that
// pages load, as natively in core/engine. The file of expected digests is shared with the test of core/engine, which
// solves twenty scenarios.
func TestPoliciesAreTheSameInWorkers(t *testing.T) {
	var all struct {
		Kinds []struct {
			Kind     string
			Problem  json.RawMessage
			Policies []scenario.Policy
			Seeds    []int
			Answers  map[string][]string
		}
	}
	if err := json.Unmarshal(fetchFile(t, "everywhere.json"), &all); err != nil {
		t.Fatal(err)
	}
	h := &workerFactory{addresses: Addresses{Program: "worker.wasm", Script: "worker.js",
		Tools: tools{Interpreter: "interpreter.wasm"}}}
	p := h.pool(false)
	t.Cleanup(p.Close)
	type end struct{ name, want, got string }
	count, wrong, ends, began := 0, 0, make(chan end, 2000), time.Now()
	var digests []string
	for _, kind := range all.Kinds {
		for _, x := range kind.Policies {
			digests = append(digests, scenario.SourceDigest(x.Source))
		}
	}
	p.Permit(digests)
	for _, kind := range all.Kinds {
		for _, x := range kind.Policies {
			for i, seed := range kind.Seeds[:8] {
				s, faults := catalog.Parse([]byte(`{"format": "gridbox", "version": 1, "kind": "` + kind.Kind + `", "seed": ` +
					strconv.Itoa(seed) + `, "` + kind.Kind + `": ` + string(kind.Problem) + `}`))
				if faults != nil {
					t.Fatal(faults)
				}
				s.Policies = []scenario.Policy{x}
				e := end{name: kind.Kind + ", " + x.ID + ", seed " + strconv.Itoa(seed), want: kind.Answers[x.ID][i]}
				count++
				run := scenario.Run{Algorithm: policy.AlgorithmOwn, Options: map[string]any{"policy": x.ID}}
				p.Solve(scenario.Canonical(s), run, nil, func(a *scenario.Answer, trouble *Trouble) {
					switch {
					case trouble != nil && len(trouble.Faults) > 0:
						e.got = "fault"
					case trouble != nil:
						e.got = trouble.Text
					default:
						e.got = strings.TrimPrefix(a.Digest, "sha256:")[:12] + " " +
							strconv.FormatFloat(a.Stats["steps"], 'f', -1, 64)
					}
					ends <- e
				})
			}
		}
	}
	for range count {
		select {
		case e := <-ends:
			if e.got != e.want {
				if wrong++; wrong < 10 {
					t.Errorf("%s: got %s in the worker, want %s", e.name, e.got, e.want)
				}
			}
		case <-time.After(60 * time.Second):
			t.Fatal("got no answer within a minute")
		}
	}
	if count != 40*8 || len(digests) != 40 || wrong > 0 {
		t.Errorf("got %d answers of %d policies, %d differ; want 320 of 40, none differ", count, len(digests), wrong)
	}
	t.Logf("%d answers of %d policies are those of the native build, in %v", count, len(digests), time.Since(began))
}
