// Package classroom is the page that marks what a class handed in: it reads the files that were dropped, has
// workers solve them again, and shows a table, the distribution, the most frequent error and the copies.
package classroom

import (
	"encoding/json"
	"strconv"

	"gridbox/app/compute"
	"gridbox/app/ui"
	"gridbox/core/classroom"
	"gridbox/core/doc"
	"gridbox/core/policy"
	"gridbox/core/scenario"
)

// A Class is the state of one page. All of it runs on the page's goroutine.
type Class struct {
	// Solve solves a run.
	Solve compute.Solver
	// Allow sets which programs workers may run.
	Allow func(digests []string)
	// Show puts a view into the part of the page of that name.
	Show func(part string, view ui.Node)

	marking *marking // under way
}

// A Request is a request of the page's script.
type Request struct {
	Act string `json:"act"` // mark or cancel
	classroom.Task
	Files []classroom.File `json:"files"`
}

// A marking is the marking of one class, under way. Files are solved one after another.
type marking struct {
	task      classroom.Task
	files     []classroom.File
	marks     []classroom.Mark
	entry     *classroom.Entry
	answers   [][]*scenario.Answer
	remaining int
	cancels   []func()
}

// result is the part of the page that is filled from here.
const result = "result"

// Handle decodes a request from JSON and carries it out. Each readable request cancels the marking in progress. The
// page shows a message if the text is malformed, there are no files, or there are more than classroom.MaxFiles.
func (c *Class) Handle(text string) {
	ask := Request{}
	if err := json.Unmarshal([]byte(text), &ask); err != nil {
		c.Show(result, trouble("The request cannot be read: "+err.Error()+"."))
		return
	}
	c.cancel()
	switch {
	case ask.Act != "mark":
		c.Show(result, ui.El("p", "Cancelled."))
	case len(ask.Files) > classroom.MaxFiles:
		c.Show(result, trouble("At most "+strconv.Itoa(classroom.MaxFiles)+" files are marked at a time."))
	case len(ask.Files) == 0:
		c.Show(result, trouble("Choose the files, or drop them on this page."))
	default:
		c.marking = &marking{task: ask.Task, files: ask.Files}
		c.next(c.marking)
	}
}

// cancel ends the marking under way.
func (c *Class) cancel() {
	if c.marking == nil {
		return
	}
	for _, cancel := range c.marking.cancels {
		cancel()
	}
	c.marking = nil
}

// next begins with the next file, or shows the result after the last.
func (c *Class) next(m *marking) {
	for len(m.marks) < len(m.files) {
		m.entry = m.task.Read(m.files[len(m.marks)])
		if m.entry.Mistake == "" {
			c.Show(result, progress(len(m.marks), len(m.files)))
			c.solve(m)
			return
		}
		m.marks = append(m.marks, m.entry.Mark)
	}
	c.marking = nil
	c.Show(result, report(m.marks))
}

// solve has workers solve all runs of a file. Programs in the file are permitted first.
func (c *Class) solve(m *marking) {
	m.answers, m.remaining, m.cancels = nil, 0, nil
	for _, s := range m.entry.Scenarios {
		m.answers = append(m.answers, make([]*scenario.Answer, len(classroom.Runs(s))))
		m.remaining += len(classroom.Runs(s))
		var programs []string
		for _, p := range s.Policies {
			if p.Language == policy.JavaScript {
				programs = append(programs, scenario.SourceDigest(p.Source))
			}
		}
		if len(programs) > 0 {
			c.Allow(programs)
		}
	}
	entry := m.entry
	for i, s := range entry.Scenarios {
		text := scenario.Canonical(s)
		for k, run := range classroom.Runs(s) {
			m.cancels = append(m.cancels, c.Solve(s.Kind, text, run,
				func(a *scenario.Answer, faults doc.Faults, why string) {
					if c.marking == m && m.entry == entry && m.remaining > 0 {
						c.recordAnswer(m, i, k, a, faults, why)
					}
				}))
		}
	}
}

// recordAnswer records one answer of a file. A failure, or the last answer, completes the file's mark, and the next
// file begins.
func (c *Class) recordAnswer(m *marking, instance, run int, a *scenario.Answer, faults doc.Faults, why string) {
	if a == nil {
		for _, cancel := range m.cancels {
			cancel()
		}
		m.remaining = 0
		m.entry.Fail(faults, why)
	} else {
		m.answers[instance][run] = a
		if m.remaining--; m.remaining > 0 {
			return
		}
		m.task.Judge(m.entry, m.answers)
	}
	m.marks = append(m.marks, m.entry.Mark)
	c.next(m)
}
