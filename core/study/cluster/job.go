package cluster

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// Engines are those that job files are written for.
var Engines = []string{"slurm", "kubernetes", "parallel", "hyperqueue"}

// A Job is what a job file must know of a study.
type Job struct {
	Title  string
	Digest string // of the study's document
	File   string // the study's document, as it was named on the command line
	Text   string // the document itself, for engines that carry it along
	// Flags are those by which the study was changed, as words of a command line.
	Flags []string
	Units int
	// Seconds is how long a unit takes one core.
	Seconds float64
	Cores   int // of a task
	Chunk   float64
	Memory  float64 // bytes that a task needs
}

// What a job is divided into unless something else is asked for.
const (
	UsualChunk = 600.0 // seconds
	LeastChunk = 1.0
	// mostParts is below what engines allow as they are installed: the numbers of
	// Slurm's arrays end at 1000.
	mostParts = 1000
	// mostAtOnce is how many tasks run at once unless somebody says otherwise.
	mostAtOnce = 100
)

// Parts is how many tasks there are.
func (j *Job) Parts() int {
	wanted := math.Ceil(float64(j.Units) * j.Seconds / (j.Chunk * float64(j.Cores)))
	return int(min(max(1, wanted), mostParts, float64(j.Units)))
}

// Each is how long a task takes, in seconds.
func (j *Job) Each() float64 {
	return float64(j.Units) * j.Seconds / float64(j.Parts()*j.Cores)
}

// CoreHours is how long all of it takes one core.
func (j *Job) CoreHours() float64 { return float64(j.Units) * j.Seconds / 3600 }

// AtOnce is how many tasks run at the same time, unless somebody says otherwise.
func (j *Job) AtOnce() int { return min(j.Parts(), mostAtOnce) }

// Elapsed is how long all of it takes when so many run at once, in seconds.
func (j *Job) Elapsed() float64 {
	return math.Ceil(float64(j.Parts())/float64(j.AtOnce())) * j.Each()
}

// limit is how long a task may take in minutes: three times as long as it should,
// because other machines are slower, and never less than a quarter of an hour.
func (j *Job) limit() int { return max(15, int(math.Ceil(3*j.Each()/60))) }

// name is what the job is called.
func (j *Job) name() string { return "gridbox-" + Digits(j.Digest) }

// memory in MiB, with room for the program.
func (j *Job) memory() int { return 256 * int(math.Ceil((float64(j.Memory/(1<<20))+400)/256)) }

// Script is the job file for an engine; ok is false where there is none for it.
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

// Facts are what a person wants to know beforehand, a line each.
func (j *Job) Facts() []string {
	parts := doc.Counted(j.Parts(), "task") + " of about " + lasting(j.Each()) + " on " + doc.Counted(j.Cores, "core")
	if j.Parts() > 1 {
		parts += ", over in about " + lasting(j.Elapsed()) + " with " + strconv.Itoa(j.AtOnce()) + " at once"
	}
	facts := []string{
		whole(float64(j.Units)) + " units of work (a unit is one replication at one point), " + short(1000*j.Seconds) +
			" ms each as measured beforehand",
		"about " + short(j.CoreHours()) + " core hours: " + parts,
	}
	if j.Parts() == mostParts && j.Each() > 2*j.Chunk {
		facts = append(facts, "tasks are longer than asked for, because arrays of engines have at most "+
			""+whole(mostParts)+
			" as they are installed")
	}
	return facts
}

// head begins a script with what it is for.
func (j *Job) head(b *strings.Builder) {
	if j.Title != "" {
		b.WriteString("# " + doc.OneLine(j.Title) + "\n")
	}
	for _, fact := range j.Facts() {
		b.WriteString("# " + fact + ".\n")
	}
	b.WriteString("#\n")
}

// study is the command that does a part, but for --shard and --out.
func (j *Job) study(file string) string {
	words := []string{"study", file}
	for _, flag := range j.Flags {
		words = append(words, quoted(flag))
	}
	return strings.Join(words, " ")
}

// quoted is a word for a shell.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_./=:,+@%", r)
	}
	if word != "" && !slices.ContainsFunc([]rune(word), func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// setup is what the scripts for shells have in common.
func (j *Job) setup(b *strings.Builder) {
	setting(b, "GRIDBOX=${GRIDBOX:-gridbox}", "the program; it is one file without anything else")
	setting(b, "STUDY=${STUDY:-"+quoted(j.File)+"}", "")
	setting(b, "OUT=${OUT:-"+j.name()+"}", "the folder of the parts, which all machines share")
	setting(b, "RESULT=${RESULT:-"+j.name()+".json}", "")
	setting(b, "PARTS=${PARTS:-"+strconv.Itoa(j.Parts())+"}", "into how many parts the work is divided")
	setting(b, "CORES="+strconv.Itoa(j.Cores), "of a task")
}

// setting is a line of a script with what it means, in a column.
func setting(b *strings.Builder, line, means string) {
	if means != "" {
		line += strings.Repeat(" ", max(1, 48-len(line))) + "# " + means
	}
	b.WriteString(line + "\n")
}

// merge is the last step of scripts for shells: a document that is there is whole.
const merge = `"$GRIDBOX" merge "$OUT" > "$RESULT.writing"
mv "$RESULT.writing" "$RESULT"
echo "the study is in $RESULT" >&2
`

func whole(x float64) string {
	digits := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// short writes a number with two digits that count.
func short(x float64) string {
	switch {
	case x >= 100:
		return whole(x)
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}

// lasting writes seconds for people.
func lasting(s float64) string {
	switch {
	case s < 90:
		return short(s) + " s"
	case s < 5400:
		return short(s/60) + " min"
	}
	return short(s/3600) + " h"
}
