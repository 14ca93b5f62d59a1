package studies

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gridbox/core/cmd/gridbox/cli"
	"gridbox/core/cmd/limited"
	"gridbox/core/doc"
	"gridbox/core/study"
	"gridbox/core/study/cluster"
)

// WatchVerb returns the verb watch.
func WatchVerb() *cli.Verb {
	return &cli.Verb{Name: "watch", Args: []string{"DIR"},
		About: "show the progress of a study that several tasks share",
		Details: "Shows how much is done, how fast, how long the rest will take, and which parts fail and\n" +
			"why. On a terminal it repeats this until nothing is missing; otherwise it reports once.\n" +
			"Exit status 1 if a part or a task has a problem.",
		Flags: []cli.Option{
			cli.Flag("json", "", "write a document instead of lines"),
			cli.Flag("every", "TIME", "report again after this time, until nothing is missing, such as 10s"),
		}, Run: verbFunc(watchFolder)}
}

// A watcher reads each part once, however often it updates.
type watcher struct {
	dir    string
	folder *folder
	parts  map[string]partRead
	tasks  map[string]taskRead
	clock  func() float64
}

// A partRead is a part with the state of its file when it was read.
type partRead struct {
	size  int64
	time  time.Time
	parts cluster.PartStatus
}

// A taskRead is the last change of a task's file, by the watcher's clock.
type taskRead struct{ beat, at float64 }

// silence is the time after which a task without progress files counts as ended: several times
// their interval.
const silence = 5 * time.Minute

// watchFolder prints the progress of a folder, once or repeatedly.
func watchFolder(c *Call) int {
	every, given := time.Duration(0), c.Terminal
	if text, asked := c.Flag("every"); asked {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			c.Say("gridbox watch: --every is a time such as 10s, not " + text + "\n")
			return cli.Wrong
		}
		every, given = d, true
	} else if given {
		every = 5 * time.Second
	}
	plan, err := readPlan(c.Args[0])
	if err != nil {
		c.Say("gridbox watch: " + err.Error() + "\n")
		return cli.Wrong
	}
	made, faults := study.New(plan.Study, study.Limits{Large: true})
	if !c.Blame(cluster.PlanName+": ", faults) {
		return cli.Wrong
	}
	made.Digest = plan.Scenario
	w := &watcher{dir: c.Args[0], folder: newFolder(c.Args[0], made), parts: map[string]partRead{},
		tasks: map[string]taskRead{}, clock: c.Clock}
	w.folder.reader.Engine = plan.Engine
	for {
		is, err := w.readProgress()
		if err != nil {
			c.Say("gridbox watch: " + err.Error() + "\n")
			return cli.Failed
		}
		status := w.write(c, is)
		if !given || is.IsComplete() {
			return status
		}
		select {
		case <-c.Ctx.Done():
			return status
		case <-time.After(every):
		}
	}
}

// write writes the progress as a document or as lines.
func (w *watcher) write(c *Call, is *cluster.Progress) int {
	text := append(doc.Canonical(is), '\n')
	if !c.HasFlag("json") {
		text = []byte(strings.Join(is.Lines(), "\n") + "\n")
	}
	if status := c.Write(text); status != cli.Done {
		return status
	}
	if len(is.Troubles) > 0 {
		return cli.Failed
	}
	return cli.Done
}

// readProgress reads the new files of the folder and returns the progress. Files that disappear in the
// meantime are skipped. It returns an error if the folder is unreadable.
func (w *watcher) readProgress() (*cluster.Progress, error) {
	names, err := listFiles(w.dir)
	if err != nil {
		return nil, err
	}
	now := w.filesNow()
	var parts []cluster.PartStatus
	var tasks []cluster.Report
	for _, name := range names {
		info, err := os.Stat(filepath.Join(w.dir, name))
		if err != nil {
			continue // joined to another in the meantime
		}
		if n, ok := cluster.Part(name); ok {
			if n.Digits == cluster.Digits(w.folder.reader.Plan.Digest) {
				parts = append(parts, w.part(name, info))
			} else {
				parts = append(parts, cluster.PartStatus{Name: name, Damage: "it is of another study"})
			}
			continue
		}
		if _, ok := cluster.Task(name); ok {
			if report, ok := w.task(name, info, now); ok {
				tasks = append(tasks, report)
			}
		}
	}
	return cluster.NewProgress(w.folder.reader.Plan, parts, tasks), nil
}

// filesNow returns the time by the clock of the files' times, that of the file server, which may
// differ from the local one. If nothing can be written, it is the local time.
func (w *watcher) filesNow() time.Time {
	file, err := os.CreateTemp(w.dir, ".now-*")
	if err != nil {
		return time.Now()
	}
	defer os.Remove(file.Name())
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return time.Now()
	}
	return info.ModTime()
}

// part returns a part, from memory if its file is unchanged.
func (w *watcher) part(name string, info os.FileInfo) cluster.PartStatus {
	if known, ok := w.parts[name]; ok && known.size == info.Size() && known.time.Equal(info.ModTime()) {
		return known.parts
	}
	seen := cluster.PartStatus{Name: name}
	if part, err := w.folder.read(name); err != nil {
		seen.Damage = firstLine(err)
	} else {
		seen.Units = part.Stretches()
		for point := range part.Points {
			for _, f := range part.Failures(point, part.Done(point)*part.Runs) {
				if seen.Failures++; seen.Failures == 1 {
					seen.First = w.folder.reader.Plan.Names(point)[f.Run] + ", replication " +
						strconv.Itoa(f.Replication) + ": " +
						f.Reason
				}
			}
		}
	}
	w.parts[name] = partRead{info.Size(), info.ModTime(), seen}
	return seen
}

// task reads the progress of a task. The task is silent if its file is old or did not change
// while it was watched. It reports false if the file is unreadable or incomplete.
func (w *watcher) task(name string, info os.FileInfo, now time.Time) (report cluster.Report, ok bool) {
	text, err := limited.File(filepath.Join(w.dir, name), cli.MaxDocument)
	if err != nil {
		return report, false
	}
	d, faults := cluster.ParseTask(text)
	if len(faults) > 0 {
		return report, false // written without renaming, by a file system that cannot
	}
	last, known := w.tasks[name]
	if beat := float64(d.Beat) + d.Seconds; !known || last.beat != beat {
		last = taskRead{beat, w.clock()}
		w.tasks[name] = last
	}
	watched := time.Duration(w.clock()-last.at) * time.Millisecond
	return cluster.Report{Name: name, Task: d, Silent: now.Sub(info.ModTime()) > silence || watched > silence}, true
}
