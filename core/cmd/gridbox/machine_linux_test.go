package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/gridbox/studies"
)

// A full disk makes a task fail and damages no file. With space the task
// continues and gives the same bytes.
func TestFullDisk(t *testing.T) {
	h := newHost(t)
	if err := os.Mkdir("small", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", "small", "tmpfs", 0, "size=16k"); err != nil {
		t.Skip("no small file system can be mounted here: ", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount("small", syscall.MNT_DETACH) })
	whole, _ := h.do(cli.Done, "study study.json --replications 400")
	now := 0.0
	h.clock = func() float64 { now++; return now }
	_, text := h.do(cli.Failed, "study study.json --replications 400 --out small --cores 1 --checkpoint 100ms")
	hasText(t, text, "cannot keep what was done", "no space left")
	if hidden, _ := filepath.Glob("small/.*"); len(hidden) > 0 {
		t.Errorf("got temporary files %v on the full disk, want none", hidden)
	}
	if _, text := h.do(cli.Done, "merge small --missing"); len(h.parts("small")) == 0 {
		t.Errorf("no part was kept on the full disk: %s", text)
	}
	_, text = h.do(cli.Failed, "merge small")
	hasText(t, text, "are missing")
	if err := syscall.Mount("tmpfs", "small", "tmpfs", syscall.MS_REMOUNT, "size=4m"); err != nil {
		t.Fatal(err)
	}
	h.do(cli.Done, "study study.json --replications 400 --out small --cores 1")
	if got, _ := h.do(cli.Done, "merge small"); got != whole {
		t.Error("merge after continuing differs from the undivided study")
	}
	// If nothing can be written, an error is reported.
	if err := syscall.Mount("", "small", "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	_, text = h.do(cli.Failed, "study study.json --out small/new")
	hasText(t, text, "read-only file system")
	if got, _ := h.do(cli.Done, "merge small"); got != whole {
		t.Error("merge of a read-only folder differs from the undivided study")
	}
}

// An overheard context closes ended when the first context derived from it has ended, because
// package context then calls the function that AfterFunc returned. It never ends by itself.
type overheard struct {
	context.Context
	ended chan struct{}
}

func (overheard) Done() <-chan struct{} { return make(chan struct{}) }

func (o overheard) AfterFunc(func()) func() bool {
	return func() bool {
		select {
		case <-o.ended:
		default:
			close(o.ended)
		}
		return true
	}
}

// A task that receives a signal of an engine keeps its completed units.
func TestSignals(t *testing.T) {
	h := newHost(t)
	// The process survives a signal that comes after the end of the task.
	mine := make(chan os.Signal, 10)
	signal.Notify(mine, studies.Requests...)
	defer signal.Stop(mine)
	whole, _ := h.do(cli.Done, "study study.json")
	for _, s := range studies.Requests {
		dir := "d" + s.String()[:4]
		ended := make(chan struct{})
		h.ctx = overheard{context.Background(), ended}
		var calls atomic.Int64
		h.clock = func() float64 {
			if calls.Add(1) == 30 {
				_ = syscall.Kill(os.Getpid(), s.(syscall.Signal))
				<-ended // the command receives the signal on another goroutine
			}
			return 0
		}
		_, text := h.do(cli.EndedEarly, "study study.json --cores 1 --out "+dir)
		hasText(t, text, "asked to end", "the same command goes on")
		if len(h.parts(dir)) == 0 {
			t.Errorf("%v: no part was kept", s)
		}
		h.do(cli.Done, "study study.json --out "+dir)
		h.clock = func() float64 { return 0 }
		if got, _ := h.do(cli.Done, "merge "+dir); got != whole {
			t.Errorf("merge after %v differs from the undivided study", s)
		}
	}
}
