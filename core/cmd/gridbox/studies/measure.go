package studies

import (
	"context"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/engine"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
	"gridbox/core/study/report"
	"gridbox/core/study/runner"
)

// cores returns the number of cores to use: from --cores, from the scheduler's environment, or
// all of the process. It writes a message and reports false if the flag is invalid.
func (c *Call) cores() (int, bool) {
	text, given := c.Flag("cores")
	if !given {
		if n := cluster.Cores(c.Variable); n > 0 {
			return n, true
		}
		return runtime.GOMAXPROCS(0), true // which respects the cgroup's quota
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 1024 {
		c.Say("gridbox study: --cores is a whole number from 1 to 1024, not " + text + "\n")
		return 0, false
	}
	return n, true
}

// measureAll runs a whole study, interim analysis after interim analysis, until its stopping rule
// ends it. It returns an error without a part if a stage fails.
func (c *Call) measureAll(plan *study.Plan, cores int) (*study.Part, error) {
	var whole *study.Part
	first := 0
	for _, look := range report.Checkpoints(plan) {
		part, err := c.measure(plan, first, look, cores)
		if err != nil {
			return nil, err
		}
		if whole == nil {
			whole = part
		} else if whole, err = study.Merge(whole, part); err != nil {
			return nil, err
		}
		if _, stopped := report.End(plan, whole); stopped {
			break
		}
		first = look
	}
	return whole, nil
}

// measure runs replications from first to last-1 at every point, on the given number of cores.
// The result depends only on the replications.
func (c *Call) measure(plan *study.Plan, first, last, cores int) (*study.Part, error) {
	// A study produces much garbage and keeps little, so collecting it less often saves about a
	// tenth of the time.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	size := max(1, min(64, (last-first)/(4*cores)))
	tasks := runner.Tasks(plan, first, last, size)
	ctx, stop := context.WithCancel(c.Ctx)
	defer stop()
	p := c.watch((last - first) * len(plan.Points))
	defer p.end()
	var next atomic.Int64
	parts, errs := make([]*study.Part, cores), make([]error, cores)
	var crew sync.WaitGroup
	for k := range cores {
		crew.Go(func() {
			parts[k], errs[k] = runner.Run(ctx, engine.All(), plan, func(yield func(runner.Task) bool) {
				for {
					if i := int(next.Add(1)) - 1; i >= len(tasks) || !yield(tasks[i]) {
						return
					}
				}
			}, runner.Env{Clock: c.Clock, Done: p.step, Programs: c.Programs()})
			if errs[k] != nil {
				stop()
			}
		})
	}
	crew.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return study.Merge(parts...)
}

// A watch draws the progress and the remaining time of work on several cores.
type watch struct {
	c       *Call
	total   int
	done    atomic.Int64
	mutex   sync.Mutex
	began   float64
	percent int64
	drawn   bool
}

// watch returns a watch of so many units.
func (c *Call) watch(total int) *watch {
	return &watch{c: c, total: total, began: c.Clock(), percent: -1}
}

// step counts a unit.
func (w *watch) step() {
	n := w.done.Add(1)
	if !w.c.Terminal && !w.c.HasFlag("progress") {
		return
	}
	percent := 100 * n / int64(w.total)
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if percent <= w.percent {
		return
	}
	w.percent, w.drawn = percent, true
	line := "\r" + strconv.FormatInt(n, 10) + " of " + strconv.Itoa(w.total) + " replications, " +
		strconv.FormatInt(percent, 10) + " %"
	if spent := w.c.Clock() - w.began; n > 0 && spent > 0 {
		line += ", " + timeLeft(spent/float64(n)*float64(int64(w.total)-n)) + " left"
	}
	w.c.Say(line + "   ")
}

// end ends the line.
func (w *watch) end() {
	if w.drawn {
		p := cli.Progress{C: w.c.Call, Percent: 0}
		p.End()
	}
}

// timeLeft formats a time in milliseconds.
func timeLeft(ms float64) string {
	switch s := ms / 1000; {
	case s < 90:
		return strconv.FormatFloat(s, 'f', 0, 64) + " s"
	case s < 5400:
		return strconv.FormatFloat(s/60, 'f', 0, 64) + " min"
	default:
		return strconv.FormatFloat(s/3600, 'f', 1, 64) + " h"
	}
}
