package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/study/cluster"
)

// TestWatch checks that watch reports progress, workers, rate and errors, and exits with 1 after
// an error.
func TestWatch(t *testing.T) {
	h := newHost(t)
	_, got := h.do(cli.Wrong, "watch .")
	hasText(t, got, "plan.json")
	h.do(cli.Done, "study study.json --out d --shard 1/3")
	out, _ := h.do(cli.Done, "watch d")
	hasText(t, out, "30 of 90 units of work are kept, 33 %, in 1 part", "no task runs")
	h.do(cli.Done, "study study.json --out d --shard 2/3")
	part := h.parts("d")[1]
	digits := strings.Split(filepath.Base(part), "-")[1]
	task := filepath.Join("d", "task-"+digits+"-60-89.json")
	writeFile(t, task, `{"format": "gridbox-task", "version": 1, "host": "n7", "cores": 2, "state": "running", "beat": 3, "units": 30,
		"done": 12, "seconds": 6}`)
	out, _ = h.do(cli.Done, "watch d")
	hasText(t, out, "60 of 90", "1 task on 2 cores hold 12 more, 2 units a second, 9 s left")
	out, _ = h.do(cli.Done, "watch d --json")
	is := cluster.Progress{}
	if err := json.Unmarshal([]byte(out), &is); err != nil || is.SavedUnits != 60 || is.UnsavedUnits != 12 ||
		is.Running != 1 ||
		is.SecondsLeft != 9 || is.Format != cluster.ProgressFormat {
		t.Errorf("watch --json: got %s, error %v; want 60 kept, 12 held, 1 running, 9 s left", out, err)
	}
	// A killed task reports nothing more.
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(task, long, long); err != nil {
		t.Fatal(err)
	}
	out, _ = h.do(cli.Failed, "watch d")
	hasText(t, out, "silent: task-"+digits, "on n7", "no task runs")
	// A clock far ahead does not make a task count as silent.
	ahead := time.Now().Add(1000 * time.Hour)
	if err := os.Chtimes(task, ahead, ahead); err != nil {
		t.Fatal(err)
	}
	out, _ = h.do(cli.Done, "watch d")
	hasText(t, out, "1 task on 2 cores")
	writeFile(t, task, `{"format": "gridbox-task", "version": 1, "host": "n7", "state": "failed", "why": "no space left", "beat": 4,
		"units": 30, "done": 12, "seconds": 6}`)
	writeFile(t, part, "{")
	writeFile(t, filepath.Join("d", "part-000000000000-0-1.json"), "{}")
	out, _ = h.do(cli.Failed, "watch d")
	hasText(t, out, "30 of 90", "failed: task-"+digits, "no space left", "damaged: "+filepath.Base(part),
		"another study")
	os.Remove(filepath.Join("d", "part-000000000000-0-1.json"))
	h.do(cli.Done, "study study.json --out d")
	out, _ = h.do(cli.Done, "watch d --every 1s")
	hasText(t, out, "90 of 90 units of work are kept, 100 %")
}
