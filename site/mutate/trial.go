package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A prover is a package whose tests judge changes.
type prover struct {
	listed
	plain [sha256.Size]byte // its test binary without a change
	limit int               // seconds of computing after which a run hangs
}

// What became of a change.
type fate string

const (
	killed   fate = "killed"     // a test failed
	timeout  fate = "timeout"    // the tests found no end, which somebody would notice
	survived fate = "survived"   // nothing noticed
	equal    fate = "equivalent" // nothing noticed, and an explanation says why nothing can
	stale    fate = "stale"      // an explanation does not hold: the change is killed, or gone
	unbuilt  fate = "unbuilt"    // the compiler refuses what the type checker let pass
)

// explained is what a fate means for a change that is called equivalent.
func (f fate) explained() fate {
	switch f {
	case killed, timeout:
		return stale
	case survived:
		return equal
	}
	return f
}

// A court tries changes of one package.
type court struct {
	provers []*prover
	folder  string // for what is built, removed in the end
	seed    uint64 // of what tests draw
}

// swear builds and runs a prover's tests without a change: they must pass, and
// what they compute limits what they may compute with one.
func (c *court) swear(ctx context.Context, p *prover, times int) error {
	binary, err := c.build(ctx, p, "plain", nil)
	if err != nil {
		return err
	}
	if p.plain, err = digest(binary); err != nil {
		return err
	}
	out, state, err := c.run(ctx, p, binary)
	if err != nil {
		return fmt.Errorf("the tests of %s fail without a change: %w\n%s", p.ImportPath, err, out)
	}
	p.limit = 2 + times*int(math.Ceil((state.UserTime()+state.SystemTime()).Seconds()))
	return os.Remove(binary)
}

// try says what became of a change, under a name of its own in the folder.
func (c *court) try(ctx context.Context, name string, ch change) (fate, error) {
	text := filepath.Join(c.folder, name+".go")
	if err := os.WriteFile(text, ch.mutated(), 0o600); err != nil {
		return "", err
	}
	defer os.Remove(text)
	for _, p := range c.provers {
		if f, err := c.hear(ctx, p, name, map[string]string{ch.file.path: text}); err != nil || f != survived {
			return f, err
		}
	}
	return survived, nil
}

// hear has one prover try a change.
func (c *court) hear(ctx context.Context, p *prover, name string, replaced map[string]string) (fate, error) {
	binary, err := c.build(ctx, p, name, replaced)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return unbuilt, nil
	}
	defer os.Remove(binary)
	if sum, err := digest(binary); err != nil {
		return "", err
	} else if sum == p.plain {
		return survived, nil // the tests do not even reach it
	}
	_, state, err := c.run(ctx, p, binary)
	switch {
	case err == nil:
		return survived, nil
	case state == nil:
		return "", err
	case state.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
		return timeout, ctx.Err()
	}
	return killed, ctx.Err()
}

// build compiles a prover's tests with files replaced by others; the tree stays
// as it is. Without names of folders and builds, equal code gives an equal
// binary, which need not be run.
func (c *court) build(ctx context.Context, p *prover, name string, replaced map[string]string) (string, error) {
	overlay := filepath.Join(c.folder, name+".json")
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return "", err
	}
	defer os.Remove(overlay)
	binary := filepath.Join(c.folder, name+".test")
	out, _, err := tame(exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-trimpath",
		"-ldflags=-s -w -buildid=", "-overlay", overlay, "-o", binary, p.ImportPath), p.Module.Dir)
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", p.ImportPath, err, out)
	}
	return binary, nil
}

// limited starts a program that may compute for so many seconds, in 6 GB at
// most: a mutant that loops without end, or allocates without end, must not
// take the machine along. Computing is what counts, because on a busy machine
// waiting is no sign of a fault.
const limited = `ulimit -v 6291456 2>/dev/null; [ "$1" = 0 ] || ulimit -t "$1"; shift; exec "$@"`

// run runs test binaries as `go test -short` would, up to the first failure.
// rapid draws the same every time, and neither looks for a smaller example nor
// writes it into the tree.
func (c *court) run(ctx context.Context, p *prover, binary string) ([]byte, *os.ProcessState, error) {
	args := []string{"-c", limited, "sh", strconv.Itoa(p.limit),
		binary, "-test.short", "-test.failfast", "-test.timeout=10m"}
	if slices.Contains(slices.Concat(p.TestImports, p.XTestImports), "pgregory.net/rapid") {
		args = append(args, "-rapid.seed="+strconv.FormatUint(c.seed, 10), "-rapid.nofailfile", "-rapid.shrinktime=0s")
	}
	return tame(exec.CommandContext(ctx, "sh", args...), p.Dir)
}

// command runs a program to its end.
func command(folder, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	var complaint bytes.Buffer
	cmd.Dir, cmd.Stderr = folder, &complaint
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, complaint.Bytes())
	}
	return out, err
}

// tame runs a program in a process group of its own, so that what it started
// ends with it.
func tame(cmd *exec.Cmd, folder string) ([]byte, *os.ProcessState, error) {
	cmd.Dir = folder
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	return out, cmd.ProcessState, err
}

func digest(path string) (sum [sha256.Size]byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return [sha256.Size]byte(h.Sum(nil)), err
}
