package studies

import (
	"context"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/engine"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
	"gridbox/core/study/runner"
)

// A task computes its share of a study whose parts are in a folder. Its results are written
// regularly as smaller parts and finally joined, so that a machine failure loses little and a
// resubmitted task continues.
type task struct {
	c      *Call
	plan   *study.Plan
	folder *folder
	share  study.Stretch
	cores  int
	// interval is the interval of writing results, and most the greatest number of units until then.
	interval time.Duration
	maxUnits int
	mutex    sync.Mutex // guards written
	document cluster.TaskDocument
	done     atomic.Int64
	watch    *watch
}

// usualEvery is the default of --checkpoint: the greatest loss of work if a machine fails.
const usualEvery = 3 * time.Minute

// runFolder computes part i of n of a study into a folder and returns the exit status. The flag
// --for limits the time, and a signal to end stops the part early.
func (c *Call) runFolder(plan *study.Plan, dir string, i, n, cores int) int {
	every, ok := c.duration("checkpoint", usualEvery)
	if !ok {
		return cli.Wrong
	}
	limit, ok := c.duration("for", 0)
	if !ok {
		return cli.Wrong
	}
	t := &task{c: c, plan: plan, folder: newFolder(dir, plan), cores: cores, interval: every,
		maxUnits: max(1, cluster.SaveThreshold/(20*plan.Runs()*max(1, len(plan.Metrics))))}
	if err := t.folder.claim(n); err != nil {
		c.Say("gridbox study: " + err.Error() + "\n")
		return errorStatus(err)
	}
	if t.share, ok = cluster.Share(plan.Units(), i, n); !ok {
		c.Say("part " + strconv.Itoa(i) + " of " + strconv.Itoa(n) + " has nothing to do: there are only " +
			strconv.Itoa(plan.Units()) + " units of work\n")
		return cli.Done
	}
	ctx, stop := signal.NotifyContext(c.Ctx, Requests...)
	defer stop()
	if limit > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, limit)
		defer end()
	}
	return t.run(ctx)
}

// duration parses a flag such as 50m, and returns usual if the flag is absent. It writes a
// message and reports false if the value is not a duration above 0.
func (c *Call) duration(name string, usual time.Duration) (time.Duration, bool) {
	text, given := c.Flag(name)
	if !given {
		return usual, true
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		c.Say("gridbox study: --" + name + " is a time such as 50m, 90s or 1h30m, not " + text + "\n")
		return 0, false
	}
	return d, true
}

// run computes the units of the share that the folder lacks, stores them in the folder and
// returns the exit status. It stops at the first part that cannot be stored, or when ctx ends.
func (t *task) run(ctx context.Context) int {
	have, damaged, err := t.folder.done(t.share)
	if err != nil {
		t.c.Say("gridbox study: " + err.Error() + "\n")
		return errorStatus(err)
	}
	for _, line := range damaged {
		t.c.Say(line + "; what it should have is done again\n")
	}
	todo := t.share.Subtract(have)
	if len(todo) == 0 {
		t.c.Say(t.partName() + " is there already\n")
		return t.finish(cli.Done)
	}
	units := study.Count(todo)
	t.watch = t.c.watch(units)
	defer t.watch.end()
	host, _ := os.Hostname()
	t.document = cluster.TaskDocument{Format: cluster.TaskFormat, Version: cluster.TaskVersion, Host: host,
		Process: os.Getpid(),
		Cores:   t.cores, State: cluster.Running, Units: units}
	defer t.beat()()
	for _, s := range todo {
		for s.First <= s.Last {
			part, next, ended := t.stage(ctx, s)
			if err := t.folder.keep(part); err != nil {
				t.c.Say("gridbox study: cannot keep what was done: " + err.Error() + "\n")
				t.write(cluster.Failed, err.Error())
				return cli.Failed
			}
			t.failures(part)
			if ended {
				return t.reportEarlyEnd(ctx)
			}
			s.First = next
		}
	}
	return t.finish(cli.Done)
}

// partName returns the name of the task's part.
func (t *task) partName() string {
	return cluster.PartName(t.plan.Digest, t.share)
}

// finish joins the written parts.
func (t *task) finish(status int) int {
	if err := t.folder.join(t.share); err != nil {
		// The smaller parts have the same content.
		t.c.Say("gridbox study: the parts of this task stay apart: " + err.Error() + "\n")
	}
	t.mutex.Lock()
	t.document.State = ""
	t.mutex.Unlock()
	t.folder.removeProgress(t.share)
	return status
}

// reportEarlyEnd reports that the task ended early, and how to continue. It returns cli.EndedEarly.
func (t *task) reportEarlyEnd(ctx context.Context) int {
	why := "asked to end"
	if ctx.Err() == context.DeadlineExceeded {
		why = "the time given by --for is over"
	}
	text := why + ": " + strconv.FormatInt(t.done.Load(), 10) + " of " + strconv.Itoa(t.document.Units) +
		" units were done and are kept; the same command goes on"
	if t.done.Load() == 0 {
		text = why + " before one replication was done at one point; give it more time"
	}
	t.c.Say(text + "\n")
	t.write(cluster.Ended, why)
	return cli.EndedEarly
}

// stage computes units of a stretch in order, on all cores, until the next write. It returns
// their values, the first unit that was not begun, and whether the task was asked to end. Such
// a task drops the units in progress.
func (t *task) stage(ctx context.Context, s study.Stretch) (part *study.Part, next int, ended bool) {
	until := t.c.Clock() + float64(t.interval.Milliseconds())
	last := min(s.Last, s.First+t.maxUnits-1)
	var begun atomic.Int64
	begun.Store(int64(s.First))
	parts := make([]*study.Part, t.cores)
	errs := make([]error, t.cores)
	var crew sync.WaitGroup
	for k := range t.cores {
		crew.Go(func() {
			parts[k], errs[k] = runner.Run(ctx, engine.All(), t.plan, func(yield func(runner.Task) bool) {
				for t.c.Clock() <= until {
					u := int(begun.Add(1)) - 1
					if u > last || !yield(runner.Unit(t.plan, u)) {
						return
					}
				}
			}, runner.Env{Clock: t.c.Clock, Done: t.step, Programs: t.c.Programs()})
		})
	}
	crew.Wait()
	part, err := study.Merge(parts...)
	if err != nil {
		panic("one unit was done twice: " + err.Error())
	}
	for _, err := range errs {
		ended = ended || err != nil
	}
	return part, min(int(begun.Load()), last+1), ended
}

// step counts a unit.
func (t *task) step() {
	t.done.Add(1)
	t.watch.step()
}

// failures reports failed replications. They are recorded in the part, and repeating them would
// not help, so they do not fail the task; merge does.
func (t *task) failures(part *study.Part) {
	for point := range t.plan.Points {
		for _, f := range part.Failures(point, 1) {
			t.c.Say(t.plan.Names(point)[f.Run] + ", replication " + strconv.Itoa(f.Replication) + " (seed " +
				strconv.FormatUint(study.Seed(t.plan.Points[point].Scenario.Seed, f.Replication), 10) + "): " +
				f.Reason + "\n")
		}
	}
}

// beatEvery is the interval of progress files.
const beatEvery = 15 * time.Second

// beat writes the progress regularly until the returned function is called.
func (t *task) beat() (stop func()) {
	t.write(cluster.Running, "")
	over, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		ticker := time.NewTicker(beatEvery)
		defer ticker.Stop()
		for {
			select {
			case <-over:
				return
			case <-ticker.C:
				t.write(cluster.Running, "")
			}
		}
	}()
	return func() { close(over); <-gone }
}

// write writes the task's file until the task is over.
func (t *task) write(state, why string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.document.State != cluster.Running {
		return
	}
	t.document.State, t.document.Reason = state, why
	t.document.Beat++
	t.document.Done, t.document.Seconds = int(t.done.Load()), t.c.Clock()/1000
	t.folder.writeProgress(t.share, &t.document)
}
