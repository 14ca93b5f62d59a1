package slurm

import (
	"slices"
	"strconv"
	"strings"

	"gridbox/core/doc"
	"gridbox/core/importer"
)

// A table without a header is read by the contents of its columns. The report
// gives the field assigned to each column with its evidence, and an answer such
// as column.Start=9 changes it. A column without sufficient evidence is not
// used, and the report lists it.

// guessRows is the number of rows that are compared, spread over the file.
const guessRows = 300

// A meaning is a field that a column may hold.
type meaning struct {
	field field
	name  string // name of sacct's column
	about string // the beginning of a sentence
	class func(c *column) bool
}

// meanings lists the fields searched for, in the order of the report.
var meanings = []meaning{
	{fID, "JobID", "the number of the job", (*column).isID},
	{fState, "State", "the state of the job", (*column).isState},
	{fUser, "User", "the user, for fair shares and means by user", (*column).isWord},
	{fPartition, "Partition", "the partition, whose nodes and limits hold", (*column).isWord},
	{fSubmit, "Submit", "when the job was submitted", (*column).isDate},
	{fEligible, "Eligible", "from when on the job might start", (*column).isDate},
	{fStart, "Start", "when the job started", (*column).isDate},
	{fEnd, "End", "when the job ended", (*column).isDate},
	{fElapsed, "Elapsed", "how long the job ran", (*column).isSpan},
	{fLimit, "Timelimit", "how long the job might run", (*column).isSpan},
	{fNodes, "NNodes", "the number of nodes", (*column).isWhole},
	{fCPUs, "NCPUS", "the number of CPUs", (*column).isWhole},
	{fMemory, "ReqMem", "the memory that was asked for", (*column).isMemory},
	{fAllocated, "AllocTRES", "the resources that were allocated", (*column).isTRES},
	{fNodeList, "NodeList", "the nodes that the job ran on", (*column).isWord},
	{fNodeReason, "NodeListReason", "the nodes, or in brackets why the job waits", (*column).isWord},
	{fPriority, "Priority", "the priority of the job", (*column).isNumber},
}

// guessNames returns the names that an answer about a column may have.
func guessNames() (names []string) {
	for _, m := range meanings {
		names = append(names, m.name)
	}
	return append(names, "JobName")
}

// guess finds the columns of a table without a header, or takes the answered
// ones. It returns false if they are undecided.
func (t *table) guess(text []byte, first int) bool {
	at := importer.Place{File: t.file.Name, Line: first}
	t.w.headerless = true
	rows, width, mark := sampleRows(text)
	if t.mark = mark; width < 3 || width > maxColumns {
		t.w.r.AddFault(at, "has no header, and its columns are not recognised")
		t.w.r.AddQuestion(t.w.format, t.w.wishes, questionColumns)
		return false
	}
	if named := t.w.wishes.Set[questionColumns]; named != "" {
		names := strings.Split(named, ",")
		for i := range names {
			names[i] = strings.TrimSpace(names[i])
		}
		what, _ := fieldsOf(names)
		if !hasJobNumber(what) {
			t.w.r.AddFault(at, "the columns that were named hold no JobID")
			return false
		}
		t.columns(names, what)
		t.w.r.AddQuestion(t.w.format, t.w.wishes, questionColumns)
		return true
	}
	g := newGuesser(rows, width)
	if !t.pin(g, at) {
		return false
	}
	g.find()
	t.applyGuess(g, at)
	if !slices.Contains(g.fields, fID) {
		t.w.r.AddFault(at, "has no header, and no column holds job numbers")
		return false
	}
	return true
}

// pin assigns the columns that the user has answered. It adds a fault and
// reports false if an answer is invalid.
func (t *table) pin(g *guesser, at importer.Place) bool {
	names := guessNames()
	for name, answer := range t.w.wishes.Set {
		name, is := strings.CutPrefix(name, questionColumn+".")
		if !is || answer == "" {
			continue
		}
		i := slices.Index(names, name)
		if i < 0 {
			t.w.r.AddFault(at, questionColumn+"."+name+" must be one of "+strings.Join(names, ", ")+doc.Suggest(name,
				names))
			return false
		}
		what := fName
		if i < len(meanings) {
			what = meanings[i].field
		}
		if answer == noColumn {
			g.pinned[what] = -1
			continue
		}
		digits := answer[:len(answer)-len(strings.TrimLeft(answer, "0123456789"))]
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > len(g.cols) {
			t.w.r.AddFault(at, questionColumn+"."+name+"="+answer+" must be a number from 1 to "+strconv.Itoa(
				len(g.cols))+
				" or none")
			return false
		}
		g.pinned[what] = n - 1
		g.fields[n-1] = what
	}
	return true
}

// noColumn is the answer for a field without a column.
const noColumn = "none"

// applyGuess sets the header to the guess and adds a note.
func (t *table) applyGuess(g *guesser, at importer.Place) {
	t.names, t.fields = make([]string, len(g.cols)), g.fields
	for i, f := range g.fields {
		switch {
		case f == ignored && len(t.text) < maxText && g.cols[i].filled > 0 && g.cols[i].isWord():
			t.text = append(t.text, i)
		case f == fName:
			t.names[i] = "JobName"
			t.text = append(t.text, i)
		case f == fRaw:
			t.names[i] = "JobIDRaw"
		case f == fRequested:
			t.names[i] = "ReqTRES"
		}
	}
	for _, m := range meanings {
		column := slices.Index(g.fields, m.field)
		if column >= 0 {
			t.names[column] = m.name
		}
		_, pinned := g.pinned[m.field]
		a := importer.AnsweredQuestion{Question: importer.Question{Name: questionColumn + "." + m.name, Label: m.name},
			Answer:  noColumn,
			Assumed: !pinned}
		for c := range g.cols {
			if c == column || g.fields[c] == ignored && m.class(&g.cols[c]) && len(a.Choices) < maxChoices {
				a.Choices = append(a.Choices, g.cols[c].label(c))
			}
		}
		if len(a.Choices) == 0 || m.field == fNodeReason && column < 0 && g.hasEndedJob() {
			continue
		}
		a.Choices = append(a.Choices, noColumn)
		a.About = m.about
		if column >= 0 {
			a.Answer = g.cols[column].label(column)
		}
		if why := g.reasons[m.field]; why != "" && !pinned {
			a.About += "; " + why
		}
		t.w.r.Guess(a)
	}
	all := t.w.format.Question(questionColumns)
	t.w.r.Guess(importer.AnsweredQuestion{Question: importer.Question{Name: all.Name, Label: all.Label,
		About: "all of them, in order"},
		Answer: strings.Join(t.names, ","), Assumed: true})
	t.w.r.AddAssumed(1, "", "there is no header; the columns were recognised by their contents", at)
	if !slices.Contains(g.fields, fCPUs) && !slices.Contains(g.fields, fAllocated) {
		t.w.r.AddAssumed(1, "", "no column is certain to hold the number of CPUs; a job has one on each node", at)
	}
	if !g.hasEndedJob() {
		t.from = squeue
	}
}

// maxChoices bounds the alternatives that are shown.
const maxChoices = 40

// sampleRows returns rows of the most frequent width, spread over the text, and
// the separator of their cells, 0 if there is none.
func sampleRows(text []byte) (rows [][]string, width int, mark byte) {
	lines := 0
	importer.Lines(text, func(_ int, line []byte) bool {
		lines++
		return true
	})
	step := max(1, lines/guessRows)
	wide := map[int]int{}
	importer.Lines(text, func(n int, raw []byte) bool {
		if n%step != 0 && n > 5 {
			return true
		}
		line := string(raw)
		if mark == 0 {
			switch {
			case strings.IndexByte(line, '|') >= 0:
				mark = '|'
			case strings.IndexByte(line, '\t') >= 0:
				mark = '\t'
			default:
				return true
			}
		}
		if strings.TrimSpace(line) != "" {
			cells := strings.SplitN(line, string(mark), maxColumns+1)
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows = append(rows, cells)
			wide[len(cells)]++
		}
		return len(rows) < 2*guessRows
	})
	for n, times := range wide { // the most frequent; among these the smallest
		if times > wide[width] || times == wide[width] && n < width {
			width = n
		}
	}
	return slices.DeleteFunc(rows, func(cells []string) bool { return len(cells) != width }), width, mark
}
