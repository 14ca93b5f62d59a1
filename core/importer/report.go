package importer

import (
	"strconv"
	"strings"

	"gridbox/core/doc"
)

// A Report is what a person reads beside a scenario that was brought in, and
// compares with the files. It stays with the draft.
type Report struct {
	Format  string   `json:"format"`
	Title   string   `json:"title"`
	Files   []string `json:"files"`
	Entries []Entry  `json:"entries,omitempty"`
	Asked   []Asked  `json:"asked,omitempty"`
	// Claims are, of each file that several formats claim, the format that was
	// taken and then the others, the surest first. There are none where the format
	// was named beforehand.
	Claims []Claim `json:"claims,omitempty"`
}

// What an Entry says became of things in the files.
const (
	TookThem    = "taken"   // they are in the scenario
	AssumedThem = "assumed" // the files do not say it
	LeftThemOut = "left out"
	FoundFault  = "fault" // they could not be read
)

// An Entry is one line of a report.
type Entry struct {
	What  string `json:"what" rule:"oneof=taken|assumed|left out|fault"`
	Count int    `json:"count,omitempty"` // of things; 0 where it is about all
	Noun  string `json:"noun,omitempty"`  // of one of them: job, machine
	Text  string `json:"text"`
	// Places are the first few places in the files.
	Places []Place `json:"places,omitempty"`
	// Setting changes this entry; nil if no setting does.
	Setting *Setting `json:"setting,omitempty"`
}

// A Setting is a value that a person may choose so that an entry changes. The
// command line writes it as a flag, the page as a control.
type Setting struct {
	Name   string `json:"name"`            // of a Question of the format, or "kind"
	Value  string `json:"value,omitempty"` // "" where the person knows it, such as the names of columns
	Effect string `json:"effect"`          // a predicate: keeps them
}

// Change records the setting that changes the entry. It does nothing if e is nil,
// as it is after an empty report.
func (e *Entry) Change(name, value, effect string) {
	if e != nil {
		e.Setting = &Setting{name, value, effect}
	}
}

// flag returns the setting as the command line takes it.
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

// A Place is a line of a file, from 1; 0 is the whole file.
type Place struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Asked is a question that mattered, and the answer that was taken for it.
type Asked struct {
	Question
	Answer  string `json:"answer"`
	Assumed bool   `json:"assumed"` // nobody has answered; the usual was taken
	// Guess marks an answer that was found by the contents of the files. About
	// then holds the evidence, and Choices the alternatives.
	Guess bool `json:"guess,omitempty"`
}

// places is how many places an entry keeps.
const places = 5

// Taken reports things that are in the scenario.
func (r *Report) Taken(n int, noun, text string) { r.add(TookThem, n, noun, text) }

// Assumed reports what the files do not say.
func (r *Report) Assumed(n int, noun, text string, at ...Place) *Entry {
	return r.add(AssumedThem, n, noun, text, at...)
}

// LeftOut reports things that are not in the scenario, and why.
func (r *Report) LeftOut(n int, noun, text string, at ...Place) *Entry {
	return r.add(LeftThemOut, n, noun, text, at...)
}

// Fault reports what could not be read. Faults of equal words are one entry
// with a count.
func (r *Report) Fault(at Place, text string) *Entry {
	if at == (Place{}) {
		return r.add(FoundFault, 1, "", text)
	}
	return r.add(FoundFault, 1, "", text, at)
}

// Unreadable lists what could not be read, for where no scenario is made.
func (r *Report) Unreadable() (faults doc.Faults) {
	for _, e := range r.Entries {
		if e.What == FoundFault && len(e.Places) > 0 {
			faults = append(faults, doc.Fault{Path: e.Places[0].File, Why: e.Text})
		}
	}
	return faults
}

// add merges entries of equal text and noun into one, and returns it;
// nil if n is 0 or the report is full.
func (r *Report) add(what string, n int, noun, text string, at ...Place) *Entry {
	if n == 0 {
		return nil
	}
	for i := range r.Entries {
		if e := &r.Entries[i]; e.What == what && e.Noun == noun && e.Text == text {
			e.Count += n
			e.Places = append(e.Places, at[:min(len(at), places-len(e.Places))]...)
			return e
		}
	}
	if at = at[:min(len(at), places)]; len(r.Entries) >= maxEntries {
		r.Entries[maxEntries-1] = Entry{What: what, Count: r.Entries[maxEntries-1].Count + n,
			Text: "and more of which this report has no room to tell"}
		return nil
	}
	r.Entries = append(r.Entries, Entry{What: what, Count: n, Noun: noun, Text: text, Places: at})
	return &r.Entries[len(r.Entries)-1]
}

// maxEntries bounds a report of a file whose every line is wrong in a way of its own.
const maxEntries = 200

// Ask reports a question that mattered and what was taken for it.
func (r *Report) Ask(f *Format, w Wishes, name string) (answer string) {
	answer = w.Of(f, name)
	for _, q := range f.Asks {
		if q.Name == name {
			r.Asked = append(r.Asked, Asked{Question: q, Answer: answer, Assumed: w.Set[name] == ""})
		}
	}
	return answer
}

// Guess reports what was found by the contents of the files, with its evidence and
// the alternatives. Only the first report of a name is kept.
func (r *Report) Guess(a Asked) {
	for i := range r.Asked {
		if r.Asked[i].Name == a.Name {
			return
		}
	}
	a.Guess = true
	r.Asked = append(r.Asked, a)
}

// Count sums how many of a thing the report says were taken, assumed or left out.
func (r *Report) Count(what, noun string) (n int) {
	for _, e := range r.Entries {
		if e.What == what && e.Noun == noun {
			n += e.Count
		}
	}
	return n
}

// singular has the verbs with which a text may begin that goes on from the count:
// 22 routers do no computing.
var singular = map[string]string{"are": "is", "ask": "asks", "begin": "begins", "close": "closes", "do": "does",
	"fit": "fits", "have": "has", "run": "runs", "say": "says", "stand": "stands", "wait": "waits", "want": "wants",
	"were": "was"}

// Line returns an entry in one line for people, without its setting. The function
// writes the count.
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

// String returns the report in lines for the command line.
func (r *Report) String() string {
	text := r.Title + "\n" + claimLines(r.Claims, r.Format)
	for _, e := range r.Entries {
		text += "  " + e.What + ": " + e.Line(strconv.Itoa)
		if s := e.Setting; s != nil {
			text += " (" + s.flag() + " " + s.Effect + ")"
		}
		text += "\n"
	}
	for _, a := range r.Asked {
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
func (a *Asked) Value() string {
	switch {
	case a.Answer == "":
		return "not given"
	case a.Unit == "":
		return a.Answer
	}
	return a.Answer + " " + a.Unit
}

// String is how a place is written: jobs.txt:12.
func (p Place) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.File == "":
		return "line " + strconv.Itoa(p.Line)
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}
