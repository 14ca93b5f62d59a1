// Package cluster defines how machines share the work of a study, without
// contacting any of them: the division of the work, the names of files, the
// missing units, and the job files for cluster schedulers.
//
// The machines share only a folder. It contains a plan (PlanName), which the
// first task writes and all others compare with theirs, and parts, each named
// by the study and its units. Any task may do any units: only the units of the
// parts count, so that a task that is started twice, ended early or given
// another share of the work does no harm.
package cluster

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/scenario"
	"gridbox/core/study"
)

// PlanName is the name of the file with the plan of a folder.
const PlanName = "plan.json"

// PlanFormat is the name of its format, and PlanVersion its version.
const (
	PlanFormat  = "gridbox-plan"
	PlanVersion = 1
)

// A PlanDocument identifies the study of a folder.
type PlanDocument struct {
	Format   string `json:"format" rule:"required,oneof=gridbox-plan" about:"always gridbox-plan"`
	Version  int    `json:"version" rule:"required,>=1" about:"version of this format"`
	Engine   string `json:"engine" rule:"required" about:"version of Gridbox that began it"`
	Scenario string `json:"scenario" rule:"required" about:"digest of the study's document"`
	// Shards is the number of parts into which the work was divided at first.
	Shards int                `json:"shards" rule:"required,>=1" about:"how many parts the work was divided into at first"`
	Study  *scenario.Scenario `json:"study" rule:"required" about:"the study's document, its runs written out"`
}

// Plan returns the document of a plan.
func Plan(p *study.Plan, engine string, shards int) *PlanDocument {
	return &PlanDocument{Format: PlanFormat, Version: PlanVersion, Engine: engine, Scenario: p.Digest, Shards: shards,
		Study: p.Scenario}
}

// ParsePlan parses the text of a plan.
func ParsePlan(text []byte) (*PlanDocument, doc.Faults) {
	d := &PlanDocument{}
	faults := doc.Decode(text, d)
	if len(faults) == 0 && d.Version > PlanVersion {
		faults = doc.Faults{{Path: "version", Value: strconv.Itoa(d.Version),
			Reason: "is newer than this build, which reads up to version " + strconv.Itoa(PlanVersion) +
				"; update Gridbox"}}
	}
	return d, faults
}

// Refuses returns the reason why a task of a plan must not use the folder of
// the plan d, or "".
func (d *PlanDocument) Refuses(p *study.Plan, engine string) string {
	switch {
	case d.Scenario != p.Digest:
		return "is for another study: its document is " + d.Scenario + ", this one's " + p.Digest +
			"; use another folder"
	case d.Engine != engine:
		return "was begun by Gridbox " + d.Engine + ", and this is " + engine +
			"; use that version, or begin in another folder"
	}
	return ""
}

// Digits returns the digits of a study's digest that file names contain.
func Digits(digest string) string {
	digits := strings.TrimPrefix(digest, "sha256:")
	return digits[:min(12, len(digits))]
}

// PartName returns the file name of the part with these units of a study.
// Numbers are not padded.
func PartName(digest string, s study.Stretch) string { return fileName("part", digest, s) }

// TaskName returns the name of the file in which a task for these units reports
// its progress.
func TaskName(digest string, s study.Stretch) string { return fileName("task", digest, s) }

// fileName returns the name of a part or a task: part-0123456789ab-0-99.json.
func fileName(what, digest string, s study.Stretch) string {
	return what + "-" + Digits(digest) + "-" + strconv.Itoa(s.First) + "-" + strconv.Itoa(s.Last) + ".json"
}

// A Name is the parsed name of a part or a task.
type Name struct {
	Digits string
	study.Stretch
}

// Part parses the name of a part.
func Part(name string) (Name, bool) { return parseName("part-", name) }

// Task parses the name of a task's file.
func Task(name string) (Name, bool) { return parseName("task-", name) }

// parseName parses a name that begins with a prefix. It reports false for any
// other name.
func parseName(prefix, name string) (n Name, ok bool) {
	rest, begins := strings.CutPrefix(name, prefix)
	rest, ends := strings.CutSuffix(rest, ".json")
	words := strings.Split(rest, "-")
	if !begins || !ends || len(words) != 3 || !isDigits(words[0]) {
		return n, false
	}
	first, wrongFirst := strconv.Atoi(words[1])
	last, wrongLast := strconv.Atoi(words[2])
	if wrongFirst != nil || wrongLast != nil || first < 0 || last < first {
		return n, false
	}
	return Name{words[0], study.Stretch{First: first, Last: last}}, true
}

// isDigits reports whether a text has the form of a result of Digits.
func isDigits(text string) bool {
	return len(text) == 12 && strings.Trim(text, "0123456789abcdef") == ""
}

// Share returns the share of part i of n, counted from 1, of a number of units.
// It reports false if the share is empty. The shares of n subdivide those of
// any divisor of n.
func Share(units, i, n int) (s study.Stretch, ok bool) {
	first, end := int64(units)*int64(i-1)/int64(n), int64(units)*int64(i)/int64(n)
	return study.Stretch{First: int(first), Last: int(end) - 1}, end > first
}

// MissingShares returns the numbers, from 1 to n, of the shares that contain missing
// units. The missing intervals are ascending and disjoint.
func MissingShares(missing []study.Stretch, units, n int) (ids []int) {
	k := 0
	for i := 1; i <= n; i++ {
		s, nonEmpty := Share(units, i, n)
		for nonEmpty && k < len(missing) && missing[k].Last < s.First {
			k++
		}
		if nonEmpty && k < len(missing) && missing[k].First <= s.Last {
			ids = append(ids, i)
		}
	}
	return ids
}

// Array returns ascending numbers in the syntax of schedulers: 3,17-19.
func Array(ids []int) string {
	b := &strings.Builder{}
	for i := 0; i < len(ids); {
		k := i
		for k+1 < len(ids) && ids[k+1] == ids[k]+1 {
			k++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(ids[i]))
		if k > i {
			b.WriteString("-" + strconv.Itoa(ids[k]))
		}
		i = k + 1
	}
	return b.String()
}
