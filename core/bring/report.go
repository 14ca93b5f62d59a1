package bring

import (
	"strconv"

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
}

// places is how many places an entry keeps.
const places = 5

// Taken reports things that are in the scenario.
func (r *Report) Taken(n int, noun, text string) { r.add(TookThem, n, noun, text) }

// Assumed reports what the files do not say.
func (r *Report) Assumed(n int, noun, text string, at ...Place) {
	r.add(AssumedThem, n, noun, text, at...)
}

// LeftOut reports things that are not in the scenario, and why.
func (r *Report) LeftOut(n int, noun, text string, at ...Place) {
	r.add(LeftThemOut, n, noun, text, at...)
}

// Fault reports what could not be read. Faults of equal words are one entry
// with a count.
func (r *Report) Fault(at Place, text string) {
	if at == (Place{}) {
		r.add(FoundFault, 1, "", text)
	} else {
		r.add(FoundFault, 1, "", text, at)
	}
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

// add joins what equal words say of equal things into one entry.
func (r *Report) add(what string, n int, noun, text string, at ...Place) {
	if n == 0 {
		return
	}
	for i := range r.Entries {
		if e := &r.Entries[i]; e.What == what && e.Noun == noun && e.Text == text {
			e.Count += n
			e.Places = append(e.Places, at[:min(len(at), places-len(e.Places))]...)
			return
		}
	}
	if at = at[:min(len(at), places)]; len(r.Entries) >= maxEntries {
		r.Entries[maxEntries-1] = Entry{What: what, Count: r.Entries[maxEntries-1].Count + n,
			Text: "and more of which this report has no room to tell"}
		return
	}
	r.Entries = append(r.Entries, Entry{What: what, Count: n, Noun: noun, Text: text, Places: at})
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

// Count sums how many of a thing the report says were taken, assumed or left out.
func (r *Report) Count(what, noun string) (n int) {
	for _, e := range r.Entries {
		if e.What == what && e.Noun == noun {
			n += e.Count
		}
	}
	return n
}

// Line is an entry in one line for people, its count written by a function.
func (e *Entry) Line(whole func(n int) string) string {
	text := ""
	if e.Noun != "" {
		text = whole(e.Count) + " " + Plural(e.Count, e.Noun) + ": "
	} else if e.Count > 1 {
		text = whole(e.Count) + " times: "
	}
	text += e.Text
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

// String is the report in lines for people.
func (r *Report) String() string {
	text := r.Title + "\n"
	for _, e := range r.Entries {
		text += "  " + e.What + ": " + e.Line(strconv.Itoa) + "\n"
	}
	for _, a := range r.Asked {
		text += "  " + a.Label + ": " + a.Answer
		if a.Unit != "" && a.Answer != "" {
			text += " " + a.Unit
		}
		if a.Assumed {
			text += " (assumed; --set " + a.Name + "=… says otherwise)"
		}
		text += "\n"
	}
	return text
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

// Plural is the noun for so many of a thing.
func Plural(n int, noun string) string {
	switch last := len(noun) - 1; {
	case n == 1 || last < 0:
		return noun
	case noun[last] == 'y' && last > 0 && noun[last-1] != 'e' && noun[last-1] != 'a':
		return noun[:last] + "ies"
	case noun[last] == 's' || noun[last] == 'x' || noun[last] == 'h' && last > 0 && noun[last-1] != 't':
		return noun + "es"
	}
	return noun + "s"
}
