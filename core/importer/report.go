package importer

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// A Report lists the contents of the files that were taken, assumed, left out
// or faulty, for the user to compare with the files. It is stored with the
// draft.
type Report struct {
	Format  string             `json:"format"`
	Title   string             `json:"title"`
	Files   []string           `json:"files"`
	Entries []Entry            `json:"entries,omitempty"`
	Answers []AnsweredQuestion `json:"asked,omitempty"`
	// Claims are, for each file that several formats claim, the claim of the chosen format and
	// then the others, most certain first. It is empty if the caller named the format.
	Claims []Claim `json:"claims,omitempty"`
}

// The values of Entry.Status.
const (
	Taken   = "taken"   // in the scenario
	Assumed = "assumed" // not in the files
	LeftOut = "left out"
	Faulty  = "fault" // could not be read
)

// An Entry is one line of a report.
type Entry struct {
	Status string `json:"what" rule:"oneof=taken|assumed|left out|fault"`
	Count  int    `json:"count,omitempty"` // number of things; 0 if the entry is about all
	Noun   string `json:"noun,omitempty"`  // singular noun: job, machine
	Text   string `json:"text"`
	// Places are the first few places in the files.
	Places []Place `json:"places,omitempty"`
	// Setting changes this entry; nil if no setting does.
	Setting *Setting `json:"setting,omitempty"`
}

// A Setting is a value that the user may choose to change an entry. The command
// line prints it as a flag, the page as a control.
type Setting struct {
	Name   string `json:"name"`            // name of a Question of the format, or "kind"
	Value  string `json:"value,omitempty"` // "" if only the user knows it, such as the names of columns
	Effect string `json:"effect"`          // a predicate, such as keeps them
}

// Change records the setting that changes the entry. It does nothing if e is
// nil, which add returns for an empty count.
func (e *Entry) Change(name, value, effect string) {
	if e != nil {
		e.Setting = &Setting{name, value, effect}
	}
}

// flag returns the setting as a flag of the command line.
func (s *Setting) flag() string {
	value := s.Value
	if value == "" {
		value = "…"
	}
	if s.Name == "kind" {
		return "--kind " + value
	}
	return "--set " + s.Name + "=" + value
}

// A Place is a line of a file, from 1, or the whole file if Line is 0.
type Place struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// AnsweredQuestion is a relevant question with its answer.
type AnsweredQuestion struct {
	Question
	Answer  string `json:"answer"`
	Assumed bool   `json:"assumed"` // the default, because no answer was given
	// Guess marks an answer that was derived from the contents of the files. About is then the
	// evidence, and Choices are the alternatives.
	Guess bool `json:"guess,omitempty"`
}

// maxPlaces bounds the places of an entry.
const maxPlaces = 5

// AddTaken adds an entry on n things that are in the scenario.
func (r *Report) AddTaken(n int, noun, text string) { r.add(Taken, n, noun, text) }

// AddAssumed adds an entry on n values that are missing in the files and were assumed.
func (r *Report) AddAssumed(n int, noun, text string, at ...Place) *Entry {
	return r.add(Assumed, n, noun, text, at...)
}

// AddLeftOut adds an entry on n things that are not in the scenario, with the reason.
func (r *Report) AddLeftOut(n int, noun, text string, at ...Place) *Entry {
	return r.add(LeftOut, n, noun, text, at...)
}

// AddFault adds an entry on a fault in the files. Faults of equal text are one entry with a
// count.
func (r *Report) AddFault(at Place, text string) *Entry {
	if at == (Place{}) {
		return r.add(Faulty, 1, "", text)
	}
	return r.add(Faulty, 1, "", text, at)
}

// Unreadable returns the faults that have a place, for files from which no
// scenario was made.
func (r *Report) Unreadable() (faults doc.Faults) {
	for _, e := range r.Entries {
		if e.Status == Faulty && len(e.Places) > 0 {
			faults = append(faults, doc.Fault{Path: e.Places[0].File, Reason: e.Text})
		}
	}
	return faults
}

// add adds an entry, merged with one of equal text and noun, and returns it. It
// returns nil if n is 0 or the report is full.
func (r *Report) add(what string, n int, noun, text string, at ...Place) *Entry {
	if n == 0 {
		return nil
	}
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Status == what && e.Noun == noun && e.Text == text {
			e.Count += n
			e.Places = append(e.Places, at[:min(len(at), maxPlaces-len(e.Places))]...)
			return e
		}
	}
	if at = at[:min(len(at), maxPlaces)]; len(r.Entries) >= maxEntries {
		r.Entries[maxEntries-1] = Entry{Status: what, Count: r.Entries[maxEntries-1].Count + n,
			Text: "and more, for which this report has no room"}
		return nil
	}
	r.Entries = append(r.Entries, Entry{Status: what, Count: n, Noun: noun, Text: text, Places: at})
	return &r.Entries[len(r.Entries)-1]
}

// maxEntries bounds the entries of a report, in case every line of a file has a
// fault of its own.
const maxEntries = 200

// AddQuestion adds a question to the report and returns its answer.
func (r *Report) AddQuestion(f *Format, w Wishes, name string) (answer string) {
	answer = w.Answer(f, name)
	for _, q := range f.Questions {
		if q.Name == name {
			r.Answers = append(r.Answers, AnsweredQuestion{Question: q, Answer: answer, Assumed: w.Set[name] == ""})
		}
	}
	return answer
}

// Guess adds an answer that was derived from the contents of the files. Only
// the first of each name is kept.
func (r *Report) Guess(a AnsweredQuestion) {
	for i := range r.Answers {
		if r.Answers[i].Name == a.Name {
			return
		}
	}
	a.Guess = true
	r.Answers = append(r.Answers, a)
}

// Count returns the sum of the counts of the entries of a category and a noun.
func (r *Report) Count(what, noun string) (n int) {
	for _, e := range r.Entries {
		if e.Status == what && e.Noun == noun {
			n += e.Count
		}
	}
	return n
}

// singular maps plural verbs that a text may begin with after the count to the
// singular, as in: 1 router does no computing.
var singular = map[string]string{"are": "is", "ask": "asks", "begin": "begins", "close": "closes", "do": "does",
	"fit": "fits", "have": "has", "run": "runs", "say": "says", "stand": "stands", "wait": "waits", "want": "wants",
	"were": "was"}

// Line returns an entry in one line of text, without its setting. The function
// whole formats the count.
func (e *Entry) Line(whole func(n int) string) string {
	text := ""
	verb, rest, _ := strings.Cut(e.Text, " ")
	switch one := singular[verb]; {
	case e.Noun != "" && one != "":
		if e.Count == 1 {
			verb = one
		}
		text = whole(e.Count) + " " + doc.Plural(e.Count, e.Noun) + " " + verb + " " + rest
	case e.Noun != "":
		text = whole(e.Count) + " " + doc.Plural(e.Count, e.Noun) + ": " + e.Text
	case e.Count > 1:
		text = whole(e.Count) + " times: " + e.Text
	default:
		text = e.Text
	}
	for i, p := range e.Places {
		text += [...]string{" (", ", "}[min(i, 1)] + p.String()
	}
	if len(e.Places) > 0 {
		if e.Count > len(e.Places) {
			text += ", …"
		}
		text += ")"
	}
	return text
}

// String returns the report in lines of text for the command line.
func (r *Report) String() string {
	text := r.Title + "\n" + claimLines(r.Claims, r.Format)
	for _, e := range r.Entries {
		text += "  " + e.Status + ": " + e.Line(strconv.Itoa)
		if s := e.Setting; s != nil {
			text += " (" + s.flag() + " " + s.Effect + ")"
		}
		text += "\n"
	}
	for _, a := range r.Answers {
		text += "  " + a.Label + ": " + a.Value()
		if a.Guess {
			text += ": " + a.About
		}
		if a.Assumed {
			text += " (assumed; --set " + a.Name + "=… changes it)"
		}
		text += "\n"
	}
	return text
}

// Value returns the answer with its unit.
func (a *AnsweredQuestion) Value() string {
	switch {
	case a.Answer == "":
		return "not given"
	case a.Unit == "":
		return a.Answer
	}
	return a.Answer + " " + a.Unit
}

// String returns the place in the form jobs.txt:12.
func (p Place) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.File == "":
		return "line " + strconv.Itoa(p.Line)
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}
