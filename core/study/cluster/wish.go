package cluster

import (
	"time"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// HeldText is about how long a part gets before a task keeps it whatever the
// time; what a task needs in memory follows from it.
const HeldText = 16 << 20

// A Wish is how somebody wants a study divided. Equal wishes for equal documents
// give equal job files, whoever writes them: the command line or a page.
type Wish struct {
	File  string   // how tasks find the study's document
	Flags []string // by which the study was changed, as words of a command line
	// Unit is how long a unit takes one core, and Chunk how long a task is to take.
	Unit, Chunk time.Duration
	Cores       int // of a task
}

// Job is the work of a study's document as it is wished; text is the document.
func (w Wish) Job(plan *study.Plan, text []byte) *Job {
	if s, faults := scenario.Parse(text); len(faults) == 0 {
		text = doc.Pretty(s) // so that every line of it can stand in a job file
	}
	return &Job{Title: plan.Scenario.Title, Digest: plan.Digest, File: w.File, Text: string(text), Flags: w.Flags,
		Units: plan.Units(), Seconds: w.Unit.Seconds(), Cores: w.Cores, Chunk: w.Chunk.Seconds(), Memory: 4 * HeldText}
}

// Duration reads a time such as 50m or 12.5ms; ok is false for none, and for what
// is not above zero.
func Duration(text string) (d time.Duration, ok bool) {
	d, err := time.ParseDuration(text)
	return d, err == nil && d > 0
}
