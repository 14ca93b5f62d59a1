package cluster

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// Engines are the schedulers with job files.
var Engines = []string{"slurm", "kubernetes", "parallel", "hyperqueue"}

// A Job has the data of a study for a job file.
type Job struct {
	Title  string
	Digest string // of the study's document
	File   string // file name of the study's document on the command line
	Text   string // the document itself, for schedulers that embed it
	// Flags are the command-line flags that changed the study.
	Flags []string
	Units int
	// Seconds is the time of a unit on one core.
	Seconds float64
	Cores   int // of a task
	Chunk   float64
	Memory  float64 // memory of a task in bytes
}

// Defaults of the division.
const (
	UsualChunk = 600.0 // seconds
	MinChunk   = 1.0
	// maxParts is below the default limits of schedulers: the numbers of Slurm's arrays end at
	// 1000.
	maxParts = 1000
	// maxConcurrency is the default number of tasks that run at the same time.
	maxConcurrency = 100
)

// Parts returns the number of tasks.
func (j *Job) Parts() int {
	wanted := math.Ceil(float64(j.Units) * j.Seconds / (j.Chunk * float64(j.Cores)))
	return int(min(max(1, wanted), maxParts, float64(j.Units)))
}

// TaskSeconds returns the time of a task in seconds.
func (j *Job) TaskSeconds() float64 {
	return float64(j.Units) * j.Seconds / float64(j.Parts()*j.Cores)
}

// CoreHours returns the total time on one core.
func (j *Job) CoreHours() float64 { return float64(j.Units) * j.Seconds / 3600 }

// Concurrency returns the default number of tasks that run at the same time.
func (j *Job) Concurrency() int { return min(j.Parts(), maxConcurrency) }

// TotalSeconds returns the total time in seconds with Concurrency tasks at the same time.
func (j *Job) TotalSeconds() float64 {
	return math.Ceil(float64(j.Parts())/float64(j.Concurrency())) * j.TaskSeconds()
}

// limit returns the time limit of a task in minutes: three times the expected
// time, since other machines are slower, and at least a quarter of an hour.
func (j *Job) limit() int { return max(15, int(math.Ceil(3*j.TaskSeconds()/60))) }

// name returns the name of the job.
func (j *Job) name() string { return "gridbox-" + Digits(j.Digest) }

// memory returns the memory in MiB, including the program.
func (j *Job) memory() int { return 256 * int(math.Ceil((float64(j.Memory/(1<<20))+400)/256)) }

// Script returns the job file for a scheduler. It reports false if there is
// none.
func (j *Job) Script(engine string) (text string, ok bool) {
	switch engine {
	case "slurm":
		return j.slurm(), true
	case "kubernetes":
		return j.kubernetes(), true
	case "parallel":
		return j.parallel(), true
	case "hyperqueue":
		return j.hyperqueue(), true
	}
	return "", false
}

// Facts returns what a user should know before submitting, one line each.
func (j *Job) Facts() []string {
	parts := doc.Count(j.Parts(), "task") + " of about " + formatDuration(j.TaskSeconds()) + " on " +
		doc.Count(j.Cores, "core")
	if j.Parts() > 1 {
		parts += ", over in about " + formatDuration(j.TotalSeconds()) + " with " + strconv.Itoa(j.Concurrency()) +
			" at once"
	}
	facts := []string{
		formatCount(float64(j.Units)) + " units of work (a unit is one replication at one point), " +
			formatShort(1000*j.Seconds) +
			" ms each as measured beforehand",
		"about " + formatShort(j.CoreHours()) + " core hours: " + parts,
	}
	if j.Parts() == maxParts && j.TaskSeconds() > 2*j.Chunk {
		facts = append(facts, "tasks are longer than asked for, because arrays of engines have at most "+
			""+formatCount(maxParts)+
			" as they are installed")
	}
	return facts
}

// head writes the comment at the beginning of a script.
func (j *Job) head(b *strings.Builder) {
	if j.Title != "" {
		b.WriteString("# " + doc.OneLine(j.Title) + "\n")
	}
	for _, fact := range j.Facts() {
		b.WriteString("# " + fact + ".\n")
	}
	b.WriteString("#\n")
}

// study returns the command for a part, without --shard and --out.
func (j *Job) study(file string) string {
	words := []string{"study", file}
	for _, flag := range j.Flags {
		words = append(words, quoteShell(flag))
	}
	return strings.Join(words, " ")
}

// quoteShell returns a word quoted for a shell.
func quoteShell(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_./=:,+@%", r)
	}
	if word != "" && !slices.ContainsFunc([]rune(word), func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// setup writes the common part of shell scripts.
func (j *Job) setup(b *strings.Builder) {
	setting(b, "GRIDBOX=${GRIDBOX:-gridbox}", "the program; it is one file without anything else")
	setting(b, "STUDY=${STUDY:-"+quoteShell(j.File)+"}", "")
	setting(b, "OUT=${OUT:-"+j.name()+"}", "the folder of the parts, which all machines share")
	setting(b, "RESULT=${RESULT:-"+j.name()+".json}", "")
	setting(b, "PARTS=${PARTS:-"+strconv.Itoa(j.Parts())+"}", "into how many parts the work is divided")
	setting(b, "CORES="+strconv.Itoa(j.Cores), "of a task")
}

// setting writes a line of a script with a comment in a column.
func setting(b *strings.Builder, line, means string) {
	if means != "" {
		line += strings.Repeat(" ", max(1, 48-len(line))) + "# " + means
	}
	b.WriteString(line + "\n")
}

// merge is the last step of shell scripts. The document is renamed only when
// complete.
const merge = `"$GRIDBOX" merge "$OUT" > "$RESULT.writing"
mv "$RESULT.writing" "$RESULT"
echo "the study is in $RESULT" >&2
`

func formatCount(x float64) string {
	digits := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// formatShort returns a number with two significant digits.
func formatShort(x float64) string {
	switch {
	case x >= 100:
		return formatCount(x)
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}

// formatDuration returns a time in seconds as text.
func formatDuration(s float64) string {
	switch {
	case s < 90:
		return formatShort(s) + " s"
	case s < 5400:
		return formatShort(s/60) + " min"
	}
	return formatShort(s/3600) + " h"
}
