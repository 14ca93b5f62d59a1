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

// A testPackage is a package whose tests are run on changes.
type testPackage struct {
	listedPackage
	originalDigest [sha256.Size]byte // digest of its test binary without a change
	limit          int               // limit of CPU time in seconds
}

// An outcome is the result of the tests on a change.
type outcome string

const (
	killed   outcome = "killed"     // a test failed
	timeout  outcome = "timeout"    // the tests exceeded their limit
	survived outcome = "survived"   // all tests passed
	equal    outcome = "equivalent" // all tests passed, and an explanation exists
	stale    outcome = "stale"      // an explanation does not apply: the change is killed, or gone
	unbuilt  outcome = "unbuilt"    // the compiler rejects what the type checker accepted
)

// explainedOutcome returns the outcome for a change that has an explanation.
func (f outcome) explainedOutcome() outcome {
	switch f {
	case killed, timeout:
		return stale
	case survived:
		return equal
	}
	return f
}

// A trialRunner tries changes of one package.
type trialRunner struct {
	testPackages []*testPackage
	folder       string // for built files, removed in the end
	seed         uint64 // seed of property tests
}

// measure builds and runs the tests of a test package without a change. They must pass; their CPU
// time determines the limit for runs with a change.
func (c *trialRunner) measure(ctx context.Context, p *testPackage, times int) error {
	binary, err := c.build(ctx, p, "plain", nil)
	if err != nil {
		return err
	}
	if p.originalDigest, err = digest(binary); err != nil {
		return err
	}
	out, state, err := c.run(ctx, p, binary)
	if err != nil {
		return fmt.Errorf("the tests of %s fail without a change: %w\n%s", p.ImportPath, err, out)
	}
	p.limit = 2 + times*int(math.Ceil((state.UserTime()+state.SystemTime()).Seconds()))
	return os.Remove(binary)
}

// try returns the outcome of a change. name is used for files in the folder and must be unique.
func (c *trialRunner) try(ctx context.Context, name string, ch change) (outcome, error) {
	text := filepath.Join(c.folder, name+".go")
	if err := os.WriteFile(text, ch.mutatedText(), 0o600); err != nil {
		return "", err
	}
	defer os.Remove(text)
	for _, p := range c.testPackages {
		if f, err := c.tryWith(ctx, p, name, map[string]string{ch.file.path: text}); err != nil || f != survived {
			return f, err
		}
	}
	return survived, nil
}

// tryWith runs the tests of one package on a change.
func (c *trialRunner) tryWith(
	ctx context.Context, p *testPackage, name string, replaced map[string]string,
) (outcome, error) {
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
	} else if sum == p.originalDigest {
		return survived, nil // the code is not part of the tests
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

// build compiles the tests of a test package with files replaced; the tree is not modified.
// Without paths and build ids, equal code gives an equal binary, which need not be run.
func (c *trialRunner) build(
	ctx context.Context, p *testPackage, name string, replaced map[string]string,
) (string, error) {
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
	out, _, err := runGrouped(exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-trimpath",
		"-ldflags=-s -w -buildid=", "-overlay", overlay, "-o", binary, p.ImportPath), p.Module.Dir)
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", p.ImportPath, err, out)
	}
	return binary, nil
}

// limitScript starts a program with a limit of CPU time in seconds and of 6 GB of memory, because a
// mutant may loop or allocate without end. CPU time is used because waiting on a busy machine is
// not a fault.
const limitScript = `ulimit -v 6291456 2>/dev/null; [ "$1" = 0 ] || ulimit -t "$1"; shift; exec "$@"`

// run runs a test binary as `go test -short` would, up to the first failure. Property tests use a
// fixed seed, do not shrink failing examples and do not write them into the tree.
func (c *trialRunner) run(ctx context.Context, p *testPackage, binary string) ([]byte, *os.ProcessState, error) {
	args := []string{"-c", limitScript, "sh", strconv.Itoa(p.limit),
		binary, "-test.short", "-test.failfast", "-test.timeout=10m"}
	if slices.Contains(slices.Concat(p.TestImports, p.XTestImports), "pgregory.net/rapid") {
		args = append(args, "-rapid.seed="+strconv.FormatUint(c.seed, 10), "-rapid.nofailfile", "-rapid.shrinktime=0s")
	}
	return runGrouped(exec.CommandContext(ctx, "sh", args...), p.Dir)
}

// command runs a program and returns its output.
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

// runGrouped runs a program in a process group of its own, so that its child processes end with it.
func runGrouped(cmd *exec.Cmd, folder string) ([]byte, *os.ProcessState, error) {
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
