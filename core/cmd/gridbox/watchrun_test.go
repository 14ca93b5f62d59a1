package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
)

// A saver receives the output of a waiting command and saves a file each time.
type saver struct {
	output strings.Builder
	saves  []func()
}

func (s *saver) Write(text []byte) (int, error) {
	if strings.Contains(string(text), "waiting until a file is saved") {
		s.saves[0]()
		s.saves = s.saves[1:]
	}
	return s.output.Write(text)
}

// With --watch a run is repeated when the policy or the scenario is saved. An unreadable file is
// reported, and the command waits.
func TestRunAgainWhenSaved(t *testing.T) {
	folder := t.TempDir()
	document, mine := filepath.Join(folder, "farm.json"), filepath.Join(folder, "mine.txt")
	write := func(name, text string) func() {
		return func() {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	scenario := func(machines string) func() {
		return write(document, `{"format": "gridbox", "version": 1, "kind": "farm", "seed": 1, "title": "Of `+machines+
			` machines", "farm": {"generate": {"preset": "farm-stream", "jobs": 20, "machines": `+machines+`}}}`)
	}
	scenario("5")()
	write(mine, "r")()
	ctx, cancel := context.WithCancel(t.Context())
	got := &saver{saves: []func(){write(mine, "job: "), scenario("55"), write(mine, "-r + 0"), write(document, "{"),
		scenario("7"), cancel}}
	var out strings.Builder
	status := run(ctx, []string{"run", document, "--policy", mine, "--watch"}, cli.Surroundings{
		In:  strings.NewReader(""),
		Out: &out, Err: got, Variable: func(string) string { return "" }, Clock: func() float64 { return 0 }})
	if status != cli.Done || len(got.saves) > 0 {
		t.Errorf("run --watch: got exit %d and %d files not saved, want exit %d and none", status, len(got.saves),
			cli.Done)
	}
	at, ran := 0, 0
	for _, title := range []string{"Of 5 m", "Of 5 m", "Of 55 m", "Of 55 m", "Of 7 m"} {
		i := strings.Index(out.String()[at:], title)
		if i < 0 {
			t.Fatalf("no %q after %d characters of\n%s", title, at, &out)
		}
		at += i + 1
	}
	if ran = strings.Count(out.String(), "\nmine "); ran != 3 || strings.Count(out.String(), "machines\n") != 5 {
		t.Errorf("got %d runs of the policy, want 3 in 5 tables:\n%s", ran, &out)
	}
	for _, fault := range []string{"mine: policies[0].source: line 1", "line 1, column 2"} {
		if !strings.Contains(got.output.String(), fault) {
			t.Errorf("the messages do not contain %q:\n%s", fault, got.output.String())
		}
	}
}
