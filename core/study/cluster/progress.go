package cluster

import (
	"gridbox/core/doc"
	"gridbox/core/study"
)

// A Progress is the progress of the tasks that share a folder.
type Progress struct {
	Format       string `json:"format" rule:"required,oneof=gridbox-progress" about:"always gridbox-progress"`
	Version      int    `json:"version" rule:"required,>=1" about:"version of this format"`
	Study        string `json:"scenario" about:"digest of the study's document"`
	Title        string `json:"title,omitempty" about:"its title"`
	Units        int    `json:"units" about:"how many units of work there are"`
	SavedUnits   int    `json:"kept" about:"how many of them are in sound parts"`
	UnsavedUnits int    `json:"held" about:"how many more running tasks say that they have done"`
	Parts        int    `json:"parts" about:"how many files hold them"`
	Running      int    `json:"running" about:"how many tasks run"`
	Cores        int    `json:"cores" about:"how many cores these use"`
	// Rate and SecondsLeft are absent if unknown.
	Rate        float64   `json:"rate,omitempty" about:"units a second, of the tasks that run"`
	SecondsLeft float64   `json:"secondsLeft,omitempty" about:"at this rate"`
	Failures    int       `json:"failures" about:"replications that failed, in sound parts"`
	Troubles    []Trouble `json:"troubles,omitempty" about:"parts that do not count, tasks that ended or fell silent, replications that failed"`
}

// ProgressFormat is the name of the format, and ProgressVersion its version.
const (
	ProgressFormat  = "gridbox-progress"
	ProgressVersion = 1
)

// A Trouble is a problem with its reason.
type Trouble struct {
	File   string `json:"file" about:"the file that says it"`
	Kind   string `json:"what" rule:"oneof=damaged|ended|failed|silent|replication"`
	Reason string `json:"why"`
	Host   string `json:"host,omitempty"`
}

// The kinds of problems that are not states of tasks.
const (
	Damaged     = "damaged"
	Silent      = "silent" // a running task that has not reported for long
	Replication = "replication"
)

// A PartStatus is a part as it was read: its units, or why it does not count.
type PartStatus struct {
	Name     string
	Units    []study.Stretch
	Failures int
	First    string // the first failure
	Damage   string
}

// A Report is the report of a task, and whether it is old.
type Report struct {
	Name   string
	Task   *TaskDocument
	Silent bool
}

// maxTroubles is the maximum number of problems that are listed.
const maxTroubles = 50

// NewProgress returns the progress from the files of a folder.
func NewProgress(p *study.Plan, parts []PartStatus, tasks []Report) *Progress {
	is := &Progress{Format: ProgressFormat, Version: ProgressVersion, Study: p.Digest, Title: p.Scenario.Title,
		Units: p.Units()}
	var have []study.Stretch
	for _, part := range parts {
		if part.Damage != "" {
			is.trouble(Trouble{File: part.Name, Kind: Damaged, Reason: part.Damage})
			continue
		}
		is.Parts++
		is.Failures += part.Failures
		have = append(have, part.Units...)
		if part.Failures > 0 {
			is.trouble(Trouble{File: part.Name, Kind: Replication, Reason: part.First})
		}
	}
	have = study.Union(have)
	is.SavedUnits = study.Count(have)
	for _, report := range tasks {
		n, ok := Task(report.Name)
		if !ok || len(n.Stretch.Subtract(have)) == 0 {
			continue // all of its units are there
		}
		t := report.Task
		switch {
		case t.State != Running:
			is.trouble(Trouble{File: report.Name, Kind: t.State, Reason: t.Reason, Host: t.Host})
		case report.Silent:
			is.trouble(Trouble{File: report.Name, Kind: Silent, Host: t.Host,
				Reason: "no report for minutes: killed, or its machine is gone; its work is done again when " +
					"it is submitted"})
		default:
			is.Running++
			is.Cores += t.Cores
			if t.Seconds > 0 {
				is.Rate += float64(t.Done) / t.Seconds
			}
			// Done units that are also in kept parts already count as kept.
			missing := study.Count(n.Stretch.Subtract(have))
			is.UnsavedUnits += max(0, min(missing, t.Done-(t.Units-missing)))
		}
	}
	if left := is.Units - is.SavedUnits - is.UnsavedUnits; left > 0 && is.Rate > 0 {
		is.SecondsLeft = float64(left) / is.Rate
	}
	return is
}

func (is *Progress) trouble(t Trouble) {
	if len(is.Troubles) < maxTroubles {
		is.Troubles = append(is.Troubles, t)
	}
}

// IsComplete reports whether nothing is missing.
func (is *Progress) IsComplete() bool { return is.SavedUnits == is.Units }

// Lines returns the progress as text for people: the units kept, the running
// tasks, the failures, and a line for each trouble.
func (is *Progress) Lines() []string {
	lines := []string{formatCount(float64(is.SavedUnits)) + " of " + formatCount(float64(is.Units)) +
		" units of work are kept, " +
		percent(is.SavedUnits, is.Units) + ", in " + doc.Count(is.Parts, "part")}
	if is.Running > 0 {
		line := doc.Count(is.Running, "task") + " on " + doc.Count(is.Cores, "core") + " hold " +
			formatCount(float64(is.UnsavedUnits)) + " more"
		if is.Rate > 0 {
			line += ", " + formatShort(is.Rate) + " units a second"
		}
		if is.SecondsLeft > 0 {
			line += ", " + formatDuration(is.SecondsLeft) + " left"
		}
		lines = append(lines, line)
	} else if !is.IsComplete() {
		lines = append(lines, "no task runs; gridbox merge DIR --missing says what to submit")
	}
	if is.Failures > 0 {
		lines = append(lines, doc.Count(is.Failures, "replication")+" failed")
	}
	for _, t := range is.Troubles {
		line := t.Kind + ": " + t.File
		if t.Host != "" {
			line += " on " + doc.OneLine(t.Host)
		}
		lines = append(lines, line+": "+doc.OneLine(t.Reason))
	}
	return lines
}

// percent returns a share in percent, 100 only if complete.
func percent(n, of int) string {
	if of == 0 {
		return "100 %"
	}
	return formatCount(float64(int64(n)*100/int64(of))) + " %"
}
