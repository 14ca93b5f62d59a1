package cluster

import (
	"time"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// SaveThreshold is the approximate size in bytes at which a task saves its part
// early. The memory of a task depends on it.
const SaveThreshold = 16 << 20

// A Wish is a requested division of a study. Equal wishes for equal documents
// give equal job files, from the command line and from the page.
type Wish struct {
	File  string   // path of the study's document for tasks
	Flags []string // the command-line flags that changed the study
	// Unit is the time of a unit on one core, and Chunk the intended time of a task.
	Unit, Chunk time.Duration
	Cores       int // of a task
}

// Job returns the job of a study; text is its document.
func (w Wish) Job(plan *study.Plan, text []byte) *Job {
	if s, faults := scenario.Parse(text); len(faults) == 0 {
		text = doc.Pretty(s) // so that every line can be part of a job file
	}
	return &Job{Title: plan.Scenario.Title, Digest: plan.Digest, File: w.File, Text: string(text), Flags: w.Flags,
		Units: plan.Units(), Seconds: w.Unit.Seconds(), Cores: w.Cores, Chunk: w.Chunk.Seconds(),
		Memory: 4 * SaveThreshold}
}

// Duration parses a positive time such as 50m or 12.5ms.
func Duration(text string) (d time.Duration, ok bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}
